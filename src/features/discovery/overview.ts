/** The pages from which all others can be reached. */
import type { Addresses } from '../../lib/addresses.ts';

export type OverviewPage = readonly [title: string, url: string, about: string];

export function overviewPages(addresses: Addresses): OverviewPage[] {
  return [
    ['Ranking', addresses.home(), 'the current period: the top startups, and every sector'],
    ['Method', addresses.at('/methodology'), 'how every number is defined, in six steps'],
    ['Questions and answers', addresses.at('/answers'), 'every answer with the facts behind it'],
    ['Glossary', addresses.glossary(), 'the terms'],
    ['Research', addresses.research(), 'technical report: validation, findings, limits'],
    ['Weekly digests', addresses.at('/blog'), 'what changed in each period'],
    ['Comparisons', addresses.at('/compare'), 'two startups side by side'],
    ['Dossiers', addresses.diligence(), 'what is publicly known of each company, with sources'],
    [
      'Markets',
      addresses.at('/markets'),
      'open questions that public documents decide, with logged forecasts',
    ],
    ['API reference', addresses.at('/docs'), 'every address with its parameters'],
    ['Prices', addresses.at('/pricing'), 'what costs something, and what does not'],
  ];
}
