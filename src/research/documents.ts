/** The findings and the report, for the site-wide search. */
import type { Published } from '../published/published.ts';
import type { SearchDocument } from '../published/search-document.ts';
import { findingsOf } from './findings.ts';
import { paper } from '../features/research/paper.ts';

export async function researchDocuments(published: Published): Promise<SearchDocument[]> {
  const { title, abstract } = await published.derived(paper);
  return [
    {
      type: 'research',
      url: published.addresses.research(),
      title,
      text: abstract,
      keywords: ['paper', 'technical report', 'method', 'study'],
    },
    ...findingsOf(published).map(
      ({ url, title: found, statement, method }): SearchDocument => ({
        type: 'research',
        url,
        title: found,
        text: `${statement} ${method}`,
        keywords: ['finding', 'research'],
      }),
    ),
  ];
}
