/** Questions with their answers, and the index of them. */

import { answerCorpus } from '../features/answers/answer-corpus.ts';
import { COMPARISON_TOPIC } from '../features/answers/families.ts';
import { selectionAddress } from '../features/selection/selection.ts';
import { html, safeHref } from '../lib/html.ts';
import { filteredList, LIST_PARAMETERS } from './components/filtered-list.ts';
import { proseMinus } from './components/format.ts';
import { onThisSite } from './components/links.ts';
import { ANSWER_KINDS, answerItems, questionList, topicFacet } from './components/questions.ts';
import { section } from './components/section.ts';
import { page } from './page/page.ts';

export default [
  page({
    path: '/answers',
    takes: [...LIST_PARAMETERS, 'topic'],
    prepares: [answerItems],
    render: async ({ published, query }) => {
      const items = await published.derived(answerItems);
      return {
        title: 'Questions and answers',
        description: 'Every question that the current edition answers, by kind.',
        address: published.addresses.at(selectionAddress('/answers', Object.entries(query))),
        json: '/api/answers.json',
        isWide: true,
        lead: html`Questions that the current week’s numbers answer. Ask your own in <a href="/search">search</a>, or read <a href="/faq">the FAQ</a> about this service.`,
        main: html`${filteredList({
          path: '/answers',
          label: 'Filter questions',
          one: 'question',
          many: 'questions',
          kinds: ANSWER_KINDS,
          facets: [topicFacet(items)],
          items,
          query,
        })}`,
      };
    },
  }),
  page({
    path: '/answers/{slug}',
    render: async ({ params: { slug = '' }, published }) => {
      const { entries } = await published.derived(answerCorpus);
      const entry = entries.get(slug);
      if (!entry) return undefined;
      const { question, answer, source } = entry;
      const related = entry.related
        .map((other) => entries.get(other))
        .filter((other) => other !== undefined);
      return {
        title: question,
        description: answer.slice(0, 300),
        json: `/api/answer?q=${encodeURIComponent(question)}`,
        lead: proseMinus(answer),
        side: section('facts', 'Where it comes from')`
<ul>${entry.facts.map(({ claim, sourceUrl }) => html`<li><a href="${safeHref(onThisSite(sourceUrl, published))}">${claim}</a></li>\n`)}</ul>`,
        main: html`${
          related.length === 0
            ? null
            : section('related', 'Related questions')`
${questionList(related)}`
        }
<p>${source === 'faq' ? html`From <a href="/faq">the FAQ</a>.` : 'Computed from the current edition.'} <a href="/answers">All questions</a></p>`,
      };
    },
    addresses: async (published) => {
      const { entries } = await published.derived(answerCorpus);
      const own = [...entries.values()].filter(({ topic }) => topic !== COMPARISON_TOPIC);
      return own.map(({ slug }) => published.addresses.answer(slug));
    },
  }),
];
