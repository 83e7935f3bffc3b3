/** Questions with their answers, and the index of them. */
import { answerCorpus } from '../features/answers/corpus.ts';
import { COMPARISON_TOPIC } from '../features/answers/families/comparison.ts';
import { html, safeHref } from '../lib/html.ts';
import { layout } from './components/layout.ts';
import { onThisSite } from './components/links.ts';
import { questionList, topicSections } from './components/questions.ts';
import { page } from './page/page.ts';

export default [
  page({
    path: '/answers',
    render: async ({ published }) => {
      const { entries } = await published.derived(answerCorpus);
      const queries = [...entries.values()].filter(({ source }) => source === 'agent-query');
      return layout({
        title: 'Questions and answers',
        description: 'Every question that is answered from the current edition, by kind.',
        canonical: published.addresses.at('/answers'),
        json: '/api/answers.json',
        main: html`<header class="page">
<h1>Questions and answers</h1>
<p class="lead">Answered from the current edition by templates. Ask in your own words at <a href="/search">the search page</a>, or read <a href="/faq">the FAQ</a>.</p>
</header>
${topicSections(
  queries,
  (ofTopic) => html`<details><summary>${ofTopic.length} questions</summary>
${questionList(ofTopic)}
</details>`,
)}`,
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
<h2 id="facts-heading">What shows it</h2>
<ul class="list">${entry.facts.map(({ claim, sourceUrl }) => html`<li><a href="${safeHref(onThisSite(sourceUrl, published))}">${claim}</a></li>\n`)}</ul>
</section>
${
  related.length === 0
    ? null
    : html`<section aria-labelledby="related-heading">
<h2 id="related-heading">Near questions</h2>
${questionList(related)}
</section>`
}
<p>${source === 'faq' ? 'From the FAQ.' : 'Filled in from the current edition by a template.'} <a href="/answers">All questions</a></p>`,
      });
    },
    addresses: async (published) => {
      const { entries } = await published.derived(answerCorpus);
      const own = [...entries.values()].filter(({ topic }) => topic !== COMPARISON_TOPIC);
      return own.map(({ slug }) => published.addresses.answer(slug));
    },
  }),
];
