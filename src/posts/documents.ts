/** The digests of the last half year, for the site-wide search. */
import type { Published } from '../published/published.ts';
import type { SearchDocument } from '../published/search-document.ts';
import { digest } from '../features/digests/digest.ts';

const SEARCHED = 26;

export async function postDocuments(published: Published): Promise<SearchDocument[]> {
  const documents: SearchDocument[] = [];
  // One after the other: editions are parsed one at a time and let go again.
  for (const { slug } of published.editions.periods.slice(0, SEARCHED)) {
    const { title, url, text } = await digest(published, slug);
    documents.push({ type: 'blog', url, title, text, keywords: [slug, 'digest', 'weekly'] });
  }
  return documents;
}
