/** Passages of prose that can be cited in addition to the FAQ: glossary, method, prices, findings. */
import { count } from '../../lib/prose.ts';
import type { Published } from '../../published/published.ts';
import { findingsOf } from '../research/paper.ts';
import type { AnswerEntry } from './answer-corpus.ts';

/** The source that a passage is taken from. */
export const PASSAGE_KINDS = ['faq', 'glossary', 'methodology', 'pricing', 'finding'] as const;
export type PassageKind = (typeof PASSAGE_KINDS)[number];

export type Passage = {
  kind: PassageKind;
  entry: AnswerEntry;
  /** Further ways to ask for it. */
  also: readonly string[];
};

/** All passages, without those of the FAQ. */
export function passages(published: Published): Passage[] {
  return [...terms(published), ...steps(published), ...prices(published), ...findings(published)];
}

function terms({ registry, addresses }: Published): Passage[] {
  return registry.glossary.map(({ slug, term, definition, synonyms }) => {
    const answer = `${term.charAt(0).toUpperCase()}${term.slice(1)}: ${definition}`;
    const also = [term, `What does ${term} mean?`, `Define ${term}`, ...synonyms];
    const url = addresses.glossary(slug);
    return passage('glossary', `term-${slug}`, `What is ${term}?`, answer, url, also, definition);
  });
}

function steps({ registry, addresses }: Published): Passage[] {
  const url = addresses.at('/methodology');
  return registry.methodology.steps.flatMap(({ name, text, definitions }) => [
    passage(
      'methodology',
      `method-${name}`,
      `What does the step “${name}” of the method do?`,
      text,
      url,
      [`step ${name}`],
    ),
    ...definitions.map(({ term, definition }) =>
      passage(
        'methodology',
        `method-${slugOf(term)}`,
        `How is ${term} computed?`,
        `${term}: ${definition}`,
        url,
        [`What is ${term}?`, `How is ${term} defined in the method?`],
      ),
    ),
  ]);
}

function prices({ registry, addresses }: Published): Passage[] {
  const url = addresses.at('/pricing');
  const { tiers, currency } = registry.documents.pricing;
  return tiers.map(({ slug, name, price, unit, description, currency: own = currency }) => {
    const cost =
      price === 0
        ? 'free of charge'
        : `${own} ${count(price) === String(price) ? price : price.toFixed(2)}${unit === 'none' ? '' : ` a ${unit}`}`;
    return passage(
      'pricing',
      `price-${slug}`,
      `What does “${name}” cost?`,
      `${name}: ${cost}. ${description}`,
      url,
      [`price of ${name}`, `How much is ${name}?`],
    );
  });
}

function findings(published: Published): Passage[] {
  return findingsOf(published).map(({ slug, title, statement, url }) =>
    passage('finding', `finding-${slug}`, title, statement, url, [`What did you find: ${title}?`]),
  );
}

function passage(
  kind: PassageKind,
  slug: string,
  question: string,
  answer: string,
  url: string,
  also: readonly string[],
  claim = question,
): Passage {
  return {
    kind,
    also,
    entry: {
      slug,
      topic: kind,
      question,
      answer,
      url,
      source: 'faq',
      facts: [{ claim, sourceUrl: url }],
      related: [],
    },
  };
}

function slugOf(term: string): string {
  return term
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
