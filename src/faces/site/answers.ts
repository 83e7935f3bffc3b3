/** Questions with their answers, their index, and the FAQ. */
import type { AnswerEntry } from '../../answers/entry.ts';
import { type Html, html, safeHref } from '../../lib/html.ts';
import type { FaqEntry } from '../../registry/faq.ts';
import { layout } from '../../web/components/layout.ts';
import { onThisSite } from './links.ts';

type Link = { question: string; path: string };

export function answerPage(
  entry: AnswerEntry,
  related: readonly Link[],
  site: { baseUrl: string; canonical: string },
): string {
  return layout({
    title: `${entry.question} – Bellwether`,
    description: entry.answer.slice(0, 300),
    canonical: site.canonical,
    json: `/api/answer?q=${encodeURIComponent(entry.question)}`,
    home: '/',
    main: html`<header class="page">
<h1>${entry.question}</h1>
<p class="lead">${entry.answer}</p>
</header>
<section aria-labelledby="facts-heading">
<h2 id="facts-heading">What shows it</h2>
<ul class="list">${entry.facts.map(({ claim, sourceUrl }) => html`<li><a href="${safeHref(onThisSite(sourceUrl, site))}">${claim}</a></li>\n`)}</ul>
</section>
${
  related.length === 0
    ? null
    : html`<section aria-labelledby="related-heading">
<h2 id="related-heading">Near questions</h2>
${links(related)}
</section>`
}
<p>${entry.source === 'faq' ? 'From the FAQ.' : 'Filled in from the current edition by a template.'} <a href="/answers">All questions</a></p>`,
  });
}

export function answersPage(
  topics: readonly { topic: string; entries: readonly Link[] }[],
  canonical: string,
): string {
  return layout({
    title: 'Questions and answers – Bellwether',
    description: 'Every question that is answered from the current edition, by kind.',
    canonical,
    json: '/api/answers.json',
    home: '/',
    main: html`<header class="page">
<h1>Questions and answers</h1>
<p class="lead">Answered from the current edition by templates. Ask in your own words at <a href="/search">the search page</a>, or read <a href="/faq">the FAQ</a>.</p>
</header>
${topics.map(
  ({ topic, entries }) => html`<section aria-labelledby="${topic}">
<h2 id="${topic}">${heading(topic)}</h2>
<details><summary>${entries.length} questions</summary>
${links(entries)}
</details>
</section>`,
)}`,
  });
}

export function faqPage(faq: readonly FaqEntry[], canonical: string): string {
  return layout({
    title: 'Frequently asked questions – Bellwether',
    description: 'What the service is, how its numbers are made, and how to use it.',
    canonical,
    json: '/api/v1/faq.json',
    home: '/',
    main: html`<header class="page">
<h1>Frequently asked questions</h1>
</header>
${[...Map.groupBy(faq, ({ topic }) => topic)].map(
  ([topic, entries]) => html`<section aria-labelledby="${topic}">
<h2 id="${topic}">${heading(topic)}</h2>
${links(entries.map(({ slug, question }) => ({ question, path: `/answers/${slug}` })))}
</section>`,
)}`,
  });
}

function links(list: readonly Link[]): Html {
  return html`<ul class="list">${list.map(({ question, path }) => html`<li><a href="${path}">${question}</a></li>\n`)}</ul>`;
}

/** `signals-and-scores` → `Signals and scores` */
function heading(topic: string): string {
  const text = topic.replaceAll('-', ' ').replace(/\b(?:api|mcp)\b/g, (name) => name.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}
