import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { CompanyIndex } from '../../src/published/find-company.ts';
import { foldKey } from '../../src/registry/fold.ts';
import type { Company } from '../../src/registry/schema.ts';
import { shippedRegistry } from '../../tools/shipped-registry.ts';

describe('looking up a company', () => {
  let index: CompanyIndex;
  let companies: readonly Company[];

  before(async () => {
    const registry = await shippedRegistry();
    ({ companies } = registry);
    index = await CompanyIndex.of(registry);
  });

  const slugOf = (text: string) => {
    const lookup = index.find(text);
    return lookup.found ? lookup.company.slug : undefined;
  };

  it('finds every company by its name, slug and aliases, in any case', () => {
    for (const { slug, name, aliases } of companies)
      for (const text of [name, slug, ...aliases])
        for (const typed of [text, text.toUpperCase(), `  ${text.toLowerCase()} `])
          assert.equal(slugOf(typed), slug, typed);
  });

  it('finds a company by its GitHub account', () => {
    assert.equal(slugOf('PostHog'), 'posthog');
    assert.equal(slugOf('langchain-ai'), 'langchain');
    assert.equal(slugOf('bram2w'), 'baserow');
  });

  it('finds a company by its domain, an address on it, and a repository', () => {
    assert.equal(slugOf('posthog.com'), 'posthog');
    assert.equal(slugOf('https://www.posthog.com/docs?x=1#y'), 'posthog');
    assert.equal(slugOf('PostHog/posthog'), 'posthog');
    assert.equal(slugOf('https://github.com/langfuse/langfuse.git'), 'langfuse');
    assert.equal(slugOf('github.com/langfuse/no-such-repository'), 'langfuse');
    for (const other of [
      'posthog.com.example.org',
      'https://example.org/posthog.com',
      'github.com',
    ])
      assert.equal(slugOf(other), undefined, other);
  });

  it('passes over punctuation, accents, compatibility forms and legal forms', () => {
    assert.equal(slugOf('Weights and Biases'), 'wandb');
    assert.equal(slugOf('weights-&-biases'), 'wandb');
    assert.equal(slugOf('Trigger dev'), 'triggerdev');
    assert.equal(slugOf('Lángfuse'), 'langfuse');
    assert.equal(slugOf('Ｌａｎｇｆｕｓｅ'), 'langfuse');
    assert.equal(slugOf('Supabase, Inc.'), 'supabase');
    assert.equal(slugOf('Langfuse GmbH'), 'langfuse');
  });

  it('forgives a letter dropped, doubled or swapped in a long name', () => {
    assert.equal(slugOf('langfse'), 'langfuse');
    assert.equal(slugOf('suppabase'), 'supabase');
    assert.equal(slugOf('psothog'), 'posthog');
  });

  it('never takes another company’s name for a slip', () => {
    const confusable = [
      'Neo4j',
      'Neo',
      'Oryx',
      'Orys',
      'Cubed',
      'Convey',
      'Planes',
      'Codex',
      'Coda',
      'Modals',
      'Nova',
      'Expos',
      'Stripe',
      'Linear',
      'Railwind',
      'Resent',
      'Sentri',
      'Payloud',
      'Dagster',
      'Chrome',
      'Vue',
    ];
    for (const name of confusable) assert.equal(slugOf(name), undefined, name);
  });

  it('does not take look-alike letters of other scripts for the company’s', () => {
    const lookalikes = ['Lаngfuse', 'ꓢupabase', 'Рosthog', 'langfu\u200bse\u0430'];
    for (const name of lookalikes) assert.equal(slugOf(name), undefined, name);
  });

  it('offers near misses instead of guessing', () => {
    const lookup = index.find('langfuze');
    assert.ok(!lookup.found);
    assert.equal(lookup.nearMisses[0]?.slug, 'langfuse');
    assert.ok(lookup.nearMisses.length <= 5);
  });

  it('finds nothing for text without letters', () => {
    for (const text of ['', ' ', '!!!', '\u0000', '🙂', '=', '%', '__proto__', 'constructor'])
      assert.equal(slugOf(text), undefined, JSON.stringify(text));
  });

  it('answers any text, and finds only names that share its folded letters', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.constantFrom(...companies.map(({ name }) => name)).map((name) => name.slice(1)),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const lookup = index.find(text);
        if (!lookup.found) return;
        const { name, slug, aliases, github, repositories } = lookup.company;
        const keys = [
          name,
          slug,
          ...aliases,
          github,
          ...repositories.map(({ name: of }) => of),
        ].map(foldKey);
        const key = foldKey(text);
        assert.ok(
          keys.some((own) => own.includes(key) || key.includes(own)),
          text,
        );
      }),
    );
  });
});
