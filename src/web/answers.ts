/** Questions with their answers, and the index of them. */
import { answerCorpus } from '../features/answers/corpus.ts';
import { COMPARISON_TOPIC } from '../features/answers/families/comparison.ts';
import { html, safeHref } from '../lib/html.ts';
import { filteredList, LIST_PARAMETERS } from './components/filtered-list.ts';
import { layout } from './components/layout.ts';
import { onThisSite } from './components/links.ts';
import { ANSWER_KINDS, byAnswerKind, questionList } from './components/questions.ts';
import { page } from './page/page.ts';

export default [
  page({
    path: '/answers',
    takes: LIST_PARAMETERS,
    render: async ({ published, query }) => {
      const { entries } = await published.derived(answerCorpus);
      const questions = [...entries.values()].filter(({ source }) => source === 'agent-query');
      return layout({
        title: 'Questions and answers',
        description: 'Every question that the current edition answers, by kind.',
        // A filtered list is no page of its own.
        ...(Object.keys(query).length === 0 && { canonical: published.addresses.at('/answers') }),
        json: '/api/answers.json',
        modules: ['filter'],
        main: html`<header class="page">
<h1>Questions and answers</h1>
<p class="lead">Questions that the current week’s numbers answer. Ask your own in <a href="/search">search</a>, or read <a href="/faq">the FAQ</a> about this service.</p>
</header>
${filteredList({
  path: '/answers',
  label: 'Filter questions',
  one: 'question',
  many: 'questions',
  kinds: ANSWER_KINDS,
  items: byAnswerKind(questions),
  query,
})}`,
      });
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
      return layout({
        title: question,
        description: answer.slice(0, 300),
        canonical: published.addresses.answer(slug),
        json: `/api/answer?q=${encodeURIComponent(question)}`,
        main: html`<header class="page">
<h1>${question}</h1>
<p class="lead">${answer}</p>
</header>
<section aria-labelledby="facts-heading">
<h2 id="facts-heading">Where it comes from</h2>
<ul class="list">${entry.facts.map(({ claim, sourceUrl }) => html`<li><a href="${safeHref(onThisSite(sourceUrl, published))}">${claim}</a></li>\n`)}</ul>
</section>
${
  related.length === 0
    ? null
    : html`<section aria-labelledby="related-heading">
<h2 id="related-heading">Related questions</h2>
${questionList(related)}
</section>`
}
<p>${source === 'faq' ? html`From <a href="/faq">the FAQ</a>.` : 'Computed from the current edition.'} <a href="/answers">All questions</a></p>`,
      });
    },
    addresses: async (published) => {
      const { entries } = await published.derived(answerCorpus);
      const own = [...entries.values()].filter(({ topic }) => topic !== COMPARISON_TOPIC);
      return own.map(({ slug }) => published.addresses.answer(slug));
    },
  }),
];
