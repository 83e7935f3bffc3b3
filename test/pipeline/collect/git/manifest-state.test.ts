/** The combined state of a repository's manifests. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import {
  ManifestState,
  type ManifestStep,
} from '../../../../src/pipeline/collect/git/manifest-state.ts';
import type { Manifest } from '../../../../src/pipeline/collect/manifests.ts';

const names = ['a', 'b', 'c', 'own'];
const paths = ['package.json', 'x/package.json', 'y/package.json'];
const manifest: fc.Arbitrary<Manifest> = fc.record({
  dependencies: fc.subarray(names).map((chosen) => new Set(chosen)),
  own: fc.constantFrom(undefined, undefined, 'own', 'a'),
});
const NOTHING: Manifest = { dependencies: new Set(), own: undefined };
/** The manifest at each path after each commit, oldest first. */
const states = fc.array(fc.tuple(...paths.map(() => fc.oneof(manifest, fc.constant(NOTHING)))), {
  minLength: 2,
  maxLength: 8,
});

/** Named somewhere, declared nowhere. */
function together(manifests: readonly Manifest[]): Set<string> {
  const declared = new Set(manifests.map(({ own }) => own));
  const named = new Set(manifests.flatMap(({ dependencies }) => [...dependencies]));
  return new Set([...named].filter((name) => !declared.has(name)));
}

const stepsOf = (given: readonly (readonly Manifest[])[]): ManifestStep[] =>
  given.slice(1).map((after, index) =>
    paths.map((path, at) => ({
      path,
      before: given[index]?.[at],
      after: after[at],
    })),
  );

function walk(given: readonly (readonly (Manifest | undefined)[])[], steps: ManifestStep[]) {
  const state = new ManifestState();
  for (const [at, path] of paths.entries()) state.set(path, given.at(-1)?.[at]);
  return steps
    .toReversed()
    .map((step) => state.stepBack(step))
    .reverse();
}

it('the changes of all commits add up to the difference of the manifests at both ends', () => {
  fc.assert(
    fc.property(states, (given) => {
      const held = together(given[0] ?? []);
      for (const { added, removed } of walk(given, stepsOf(given))) {
        for (const name of added) {
          assert.ok(!held.has(name), `${name} is added twice`);
          held.add(name);
        }
        for (const name of removed) assert.ok(held.delete(name), `${name} is removed twice`);
      }
      assert.deepEqual([...held].sort(), [...together(given.at(-1) ?? [])].sort());
    }),
  );
});

it('they add up to the same where a content between cannot be read', () => {
  const long = states.filter(({ length }) => length > 2);
  fc.assert(
    fc.property(long, fc.nat(), fc.nat(2), (given, at, path) => {
      const broken = 1 + (at % (given.length - 2));
      const steps = stepsOf(given).map((step, index) =>
        step.map((change, place) => {
          if (place !== path) return change;
          if (index === broken - 1) return { ...change, after: undefined };
          return index === broken ? { ...change, before: undefined } : change;
        }),
      );
      const net = (changes: ReturnType<typeof walk>) => {
        const all = changes.flatMap(({ added, removed }) => [
          ...added.map((name) => [name, 1] as const),
          ...removed.map((name) => [name, -1] as const),
        ]);
        return names.map((name) =>
          all.reduce((sum, [one, by]) => sum + (one === name ? by : 0), 0),
        );
      };
      assert.deepEqual(net(walk(given, steps)), net(walk(given, stepsOf(given))));
    }),
  );
});

it('a manifest that can never be read says nothing', () => {
  const state = new ManifestState();
  state.set('package.json', undefined);
  for (const before of [undefined, NOTHING]) {
    const step = [{ path: 'package.json', before, after: undefined }];
    assert.deepEqual(state.stepBack(step), { added: [], removed: [] });
  }
});
