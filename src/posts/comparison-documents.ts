/** Comparisons of neighbouring startups, for the site-wide search. */
import { answerCorpus } from '../answers/corpus.ts';
import { compared, comparisonQuestion, neighbours } from '../features/answers/families/comparison.ts';
import type { Published } from '../published/published.ts';
import type { SearchDocument } from '../published/search-document.ts';

export async function comparisonDocuments(published: Published): Promise<SearchDocument[]> {
  const { numbers } = await published.derived(answerCorpus);
  return neighbours(numbers).map(([one, other]) => ({
    type: 'comparison',
    url: published.addresses.comparison(one.slug, other.slug),
    title: `${one.name} vs ${other.name}`,
    text: compared(one, other, numbers).answer,
    keywords: [comparisonQuestion(one, other), one.slug, other.slug],
  }));
}
