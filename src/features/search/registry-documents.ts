/** Documents of the registry: terms, the method, prices, markets; and the overview pages. */
import type { Published } from '../../published/published.ts';
import type { SearchDocument } from '../../published/search-document.ts';
import { overviewPages } from '../discovery/overview.ts';

export function terms({ registry, addresses }: Published): SearchDocument[] {
  return registry.glossary.map(({ slug, term, definition, synonyms }) => ({
    kind: 'term',
    url: addresses.glossary(slug),
    title: term,
    text: definition,
    keywords: ['glossary', ...synonyms],
  }));
}

export function methods({ registry, addresses }: Published): SearchDocument[] {
  const { name, description, steps } = registry.methodology;
  const page = addresses.at('/methodology');
  return [
    { kind: 'method', url: page, title: name, text: description, keywords: ['methodology'] },
    ...steps.map(
      (step, index): SearchDocument => ({
        kind: 'method',
        url: `${page}#${step.name}`,
        title: `The method, step ${index + 1}: ${step.name}`,
        text: [
          step.text,
          ...step.definitions.map(({ term, definition }) => `${term}: ${definition}`),
        ].join(' '),
        keywords: ['methodology', ...step.definitions.map(({ term }) => term)],
      }),
    ),
  ];
}

/** Prices of what can be bought here; the page of prices lists no others. */
export function prices({ registry, addresses, onSale }: Published): SearchDocument[] {
  const { tiers, currency: usual } = registry.documents.pricing;
  const open = tiers.filter(({ price, slug }) => price === 0 || onSale.has(slug));
  return open.map(({ name, price, currency = usual, description, slug }) => ({
    kind: 'price',
    url: addresses.at(`/pricing#${slug}`),
    title: name,
    text: `${description} ${price === 0 ? 'It is free.' : `It costs ${price} ${currency}.`}`,
    keywords: [slug, 'price', 'pricing', 'cost', 'buy'],
  }));
}

export function markets({ registry, addresses }: Published): SearchDocument[] {
  return registry.markets.map(({ slug, question, closes }) => ({
    kind: 'market',
    url: addresses.market(slug),
    title: question,
    text: `A prediction market that public documents decide; it closes on ${closes}.`,
    keywords: ['forecast', 'prediction'],
  }));
}

export function documents({ registry, addresses }: Published): SearchDocument[] {
  const { members, affiliates, mascot } = registry.documents;
  const more = [
    ['Badges', '/badges', 'pictures for READMEs that show a startup’s signal'],
    ['Scouts', '/scouts', 'how a GitHub user’s early stars are scored'],
    ['Affiliates', '/affiliates', affiliates.bait],
    [members.name, '/members', members.anonymityRule],
    [`${mascot.mascot_name}, the mascot`, '/mascot', ''],
  ] as const;
  return [
    ...overviewPages(addresses),
    ...more.map(([title, path, about]) => [title, addresses.at(path), about] as const),
  ].map(([title, url, about]) => ({
    kind: 'document',
    url,
    title,
    text: about,
    keywords: ['page'],
  }));
}
