import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { EntityNames } from '../../src/published/entity-names.ts';
import { foldKey } from '../../src/registry/fold.ts';
import type { Registry } from '../../src/registry/schema.ts';
import { shippedRegistry } from '../../tools/shipped-registry.ts';

describe('the index of names', () => {
  let registry: Registry;
  let names: EntityNames;

  before(async () => {
    registry = await shippedRegistry();
    names = await EntityNames.of(registry);
  });

  const never = () => false;
  const foundIn = (text: string, isWord: (word: string) => boolean = never) =>
    names
      .find(
        text
          .toLowerCase()
          .split(' ')
          .map((word) => ({ word })),
        isWord,
      )
      .map(({ entity }) => entity.slug);

  it('leads every name, alias, domain, account and repository of a startup to itself', () => {
    for (const {
      slug,
      name,
      aliases,
      domains,
      website,
      github,
      repositories,
    } of registry.companies) {
      const texts = [
        ...[slug, name, ...aliases],
        ...domains.flatMap((domain) => [domain, `https://www.${domain}/pricing?from=x`]),
        ...(website === null ? [] : [website]),
        `github.com/${github}`,
        ...repositories.flatMap(({ name }) => [name, `https://github.com/${name}.git`]),
      ];
      for (const text of texts) {
        const entity = names.get(text);
        assert.deepEqual([entity?.kind, entity?.slug], ['startup', slug], text);
      }
    }
  });

  it('leads names of other organizations and sectors to what bears them', () => {
    const taken = new Set(
      registry.companies.flatMap(({ name, slug, aliases, formerNames, github }) =>
        [name, slug, github, ...aliases, ...formerNames.map((former) => former.name)].map(foldKey),
      ),
    );
    for (const { slug, name } of [...registry.organizations, ...registry.sectors])
      if (!taken.has(foldKey(name))) assert.equal(names.get(name)?.slug, slug, name);
  });

  it('finds them within a text, the longer first, with a possessive', () => {
    assert.deepEqual(foundIn("weights & biases' team against langfuse's"), ['wandb', 'langfuse']);
    assert.deepEqual(foundIn('what of posthog/posthog and neon.tech'), ['posthog', 'neon']);
    assert.deepEqual(foundIn('did andreessen horowitz back it'), ['andreessen-horowitz']);
  });

  it('forgives a slip, but never takes one name for another', () => {
    const [slip] = names.find([{ word: 'langfse' }], never);
    assert.deepEqual([slip?.entity.slug, slip?.isCorrected], ['langfuse', true]);
    assert.deepEqual(
      foundIn('langfse', (word) => word === 'langfse'),
      [],
    );
    for (const other of ['openai', 'stripe', 'planes', 'dagster', 'resent'])
      assert.ok(
        names.find([{ word: other }], never).every(({ isCorrected }) => !isCorrected),
        other,
      );
  });

  it('takes a repository’s name for its startup’s only where it is no ordinary word', () => {
    const only = registry.companies
      .flatMap(({ slug, repositories }) =>
        repositories
          .filter(({ role }) => role === 'main')
          .map(({ name }) => ({ slug, word: (name.split('/')[1] ?? '').toLowerCase() })),
      )
      .filter(({ slug, word }) => /^[a-z]{4,}$/.test(word) && foundIn(word)[0] === slug)
      .filter(({ word }) => {
        const kept = names.find([{ word }], () => true);
        return kept.length === 0;
      });
    assert.ok(only.length > 0);
  });

  it('reads any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        names.get(text);
        foundIn(text);
      }),
    );
  });
});
