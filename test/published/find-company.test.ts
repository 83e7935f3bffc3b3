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

  /** Texts, and the slug of the company that they lead to. */
  const FOUND: Readonly<Record<string, string>> = {
    ...{ PostHog: 'posthog', 'langchain-ai': 'langchain', bram2w: 'baserow' },
    'posthog.com': 'posthog',
    'https://www.posthog.com/docs?x=1#y': 'posthog',
    'PostHog/posthog': 'posthog',
    'https://github.com/langfuse/langfuse.git': 'langfuse',
    'github.com/langfuse/no-such-repository': 'langfuse',
    'Weights and Biases': 'wandb',
    'weights-&-biases': 'wandb',
    'Trigger dev': 'triggerdev',
    Lángfuse: 'langfuse',
    Ｌａｎｇｆｕｓｅ: 'langfuse',
    'Supabase, Inc.': 'supabase',
    'Langfuse GmbH': 'langfuse',
    ...{ langfse: 'langfuse', suppabase: 'supabase', psothog: 'posthog' },
  };
  for (const [text, slug] of Object.entries(FOUND))
    it(`${text} is ${slug}`, () => assert.equal(slugOf(text), slug));

  const NOT_FOUND = {
    'an address elsewhere': [
      'posthog.com.example.org',
      'https://example.org/posthog.com',
      'github.com',
    ],
    'another company’s name, which looks like a slip': [
      ...['Neo4j', 'Neo', 'Oryx', 'Orys', 'Cubed', 'Convey', 'Planes', 'Codex', 'Coda', 'Modals'],
      ...['Nova', 'Expos', 'Stripe', 'Linear', 'Railwind', 'Resent', 'Sentri', 'Payloud'],
      ...['Dagster', 'Chrome', 'Vue'],
    ],
    'look-alike letters of another script': [
      ...['Lаngfuse', 'ꓢupabase', 'Рosthog', 'langfu\u200bse\u0430'],
    ],
    'text without letters': [
      ...['', ' ', '!!!', '\u0000', '🙂', '=', '%', '__proto__', 'constructor'],
    ],
  };
  for (const [what, texts] of Object.entries(NOT_FOUND))
    it(`${what} is no company`, () => {
      for (const text of texts) assert.equal(slugOf(text), undefined, JSON.stringify(text));
    });

  it('offers near misses instead of guessing', () => {
    const lookup = index.find('langfuze');
    assert.ok(!lookup.found);
    assert.equal(lookup.nearMisses[0]?.slug, 'langfuse');
    assert.ok(lookup.nearMisses.length <= 5);
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
