/** Documents of the registry: terms, the method, prices, markets; and the overview pages. */
import type { Published } from '../../published/published.ts';
import type { SearchDocument } from '../../published/search-document.ts';
import { overviewPages } from '../discovery/overview.ts';

export function ofRegistry({ registry, addresses, onSale }: Published): SearchDocument[] {
  const { methodology, documents, glossary, markets } = registry;
  const { tiers, currency: usual } = documents.pricing;
  const open = tiers.filter(({ price, slug }) => price === 0 || onSale.has(slug));
  const { members, affiliates, mascot } = documents;
  const method = addresses.at('/methodology');
  const more = [
    ['Badges', '/badges', 'pictures for READMEs that show a startup’s signal'],
    ['Scouts', '/scouts', 'how a GitHub user’s early stars are scored'],
    ['Affiliates', '/affiliates', affiliates.bait],
    [members.name, '/members', members.anonymityRule],
    [`${mascot.mascot_name}, the mascot`, '/mascot', ''],
  ] as const;
  const pages = [
    ...overviewPages(addresses),
    ...more.map(([title, path, about]) => [title, addresses.at(path), about] as const),
  ];
  return [
    ...glossary.map(
      ({ slug, term, definition, synonyms }): SearchDocument => ({
        ...{ kind: 'term', url: addresses.glossary(slug), title: term, text: definition },
        keywords: ['glossary', ...synonyms],
      }),
    ),
    {
      ...{ kind: 'method', url: method, title: methodology.name, text: methodology.description },
      keywords: ['methodology'],
    },
    ...methodology.steps.map(
      ({ name, text, definitions }, index): SearchDocument => ({
        kind: 'method',
        url: `${method}#${name}`,
        title: `The method, step ${index + 1}: ${name}`,
        text: [text, ...definitions.map((one) => `${one.term}: ${one.definition}`)].join(' '),
        keywords: ['methodology', ...definitions.map(({ term }) => term)],
      }),
    ),
    // The page of prices lists no others.
    ...open.map(
      ({ name, price, currency = usual, description, slug }): SearchDocument => ({
        ...{ kind: 'price', url: addresses.at(`/pricing#${slug}`), title: name },
        text: `${description} ${price === 0 ? 'It is free.' : `It costs ${price} ${currency}.`}`,
        keywords: [slug, 'price', 'pricing', 'cost', 'buy'],
      }),
    ),
    ...markets.map(
      ({ slug, question, closes }): SearchDocument => ({
        ...{ kind: 'market', url: addresses.market(slug), title: question },
        text: `A prediction market that public documents decide; it closes on ${closes}.`,
        keywords: ['forecast', 'prediction'],
      }),
    ),
    ...pages.map(
      ([title, url, text]): SearchDocument => ({
        ...{ kind: 'document', url, title, text },
        keywords: ['page'],
      }),
    ),
  ];
}
