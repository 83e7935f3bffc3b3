import { answersTo } from '../../answers/answer.ts';
import { LEAST_CONFIDENCE } from '../../features/answers/engine.ts';
import { QuestionInput } from '../../lib/inputs.ts';
import { STANDARD_LIMIT } from '../../operations/operation.ts';
import { SEARCH_TYPES } from '../../published/search-document.ts';
import { siteSearch } from '../../features/search/site-search.ts';
import { searchPage } from '../site/search.ts';
import { page } from './page.ts';

const SHOWN = 20;

export default page({
  path: '/search',
  takes: ['q', 'type'],
  limit: STANDARD_LIMIT,
  render: async ({ query: { q = '', type: asked = '' }, published }) => {
    const { baseUrl } = published;
    const read = QuestionInput.safeParse(q);
    const type = SEARCH_TYPES.find((known) => known === asked);
    if (!read.success)
      return searchPage({ baseUrl, query: '', type: asked, answer: undefined, total: 0, hits: [] });
    const found = (await published.derived(siteSearch)).search(read.data, type, SHOWN);
    const [best] = await answersTo(read.data, 1, published);
    const answer = best && best.confidence >= LEAST_CONFIDENCE ? best : undefined;
    return searchPage({ baseUrl, query: read.data, type: asked, answer, ...found });
  },
});
