/** The combined state of a repository's manifests. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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

describe('the changes of all commits', () => {
  it('add up to the difference of the manifests at both ends', () => {
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

  it('add up to the same where a content between cannot be read', () => {
    fc.assert(
      fc.property(
        states.filter(({ length }) => length > 2),
        fc.nat(),
        fc.nat(2),
        (given, at, path) => {
          const broken = 1 + (at % (given.length - 2));
          const steps = stepsOf(given).map((step, index) =>
            step.map((change, place) => {
              if (place !== path) return change;
              if (index === broken - 1) return { ...change, after: undefined };
              return index === broken ? { ...change, before: undefined } : change;
            }),
          );
          const net = (changes: ReturnType<typeof walk>) => {
            const sums = new Map<string, number>();
            const count = (name: string, by: number) => sums.set(name, (sums.get(name) ?? 0) + by);
            for (const { added, removed } of changes) {
              for (const name of added) count(name, 1);
              for (const name of removed) count(name, -1);
            }
            return [...sums].filter(([, sum]) => sum !== 0).sort();
          };
          assert.deepEqual(net(walk(given, steps)), net(walk(given, stepsOf(given))));
        },
      ),
    );
  });
});

describe('a manifest that can never be read', () => {
  it('says nothing', () => {
    const state = new ManifestState();
    state.set('package.json', undefined);
    const step = [{ path: 'package.json', before: undefined, after: undefined }];
    assert.deepEqual(state.stepBack(step), { added: [], removed: [] });
    const made = [{ path: 'package.json', before: NOTHING, after: undefined }];
    assert.deepEqual(state.stepBack(made), { added: [], removed: [] });
  });
});
