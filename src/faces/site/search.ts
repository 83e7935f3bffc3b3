/** Search and questions, in one form that works without scripts. */
import type { AnswerHit } from '../../answers/answer.ts';
import { type Html, html } from '../../lib/html.ts';
import { SEARCH_TYPES } from '../../published/search-document.ts';
import type { SearchHit } from '../../features/search/site-search.ts';
import { layout } from '../../web/components/layout.ts';
import { onThisSite } from './links.ts';

export type SearchModel = {
  baseUrl: string;
  query: string;
  type: string;
  answer: AnswerHit | undefined;
  total: number;
  hits: readonly SearchHit[];
};

export function searchPage({ baseUrl, query, type, answer, total, hits }: SearchModel): string {
  return layout({
    title: query === '' ? 'Search – Bellwether' : `${query.slice(0, 80)} – Bellwether`,
    description: 'Search startups, sectors, digests, comparisons, answers and research.',
    ...(query === '' && { canonical: `${baseUrl}/search` }),
    home: '/',
    main: html`<header class="page">
<h1>Search</h1>
<form action="/search" method="get" role="search">
<label for="q">A question, a startup, a word</label>
<input id="q" name="q" type="search" maxlength="280" required value="${query}">
<label for="type">Kind</label>
<select id="type" name="type"><option value="">all kinds</option>${SEARCH_TYPES.map((known) =>
      known === type
        ? html`<option selected value="${known}">${known}</option>`
        : html`<option value="${known}">${known}</option>`,
    )}</select>
<button>Search</button>
</form>
</header>
${answer && answered(answer, baseUrl)}
${query === '' ? null : results(total, hits, baseUrl)}`,
  });
}

function answered({ question, answer, url, confidence }: AnswerHit, baseUrl: string): Html {
  return html`<section aria-labelledby="answer-heading">
<h2 id="answer-heading">${question}</h2>
<p>${answer}</p>
<p><a href="${onThisSite(url, { baseUrl })}">What shows it</a>; confidence ${confidence}.</p>
</section>`;
}

function results(total: number, hits: readonly SearchHit[], baseUrl: string): Html {
  return html`<section aria-labelledby="results-heading">
<h2 id="results-heading">${total === 0 ? 'Nothing found' : `${total} found`}</h2>
<ol class="results">${hits.map(
    ({
      url,
      title,
      snippet,
      type,
      score,
      matches,
    }) => html`<li><a href="${onThisSite(url, { baseUrl })}">${title}</a> <small>${type}</small>
<p>${snippet}</p>
<p><small>Score ${score}: ${matches.map(({ term, fields, how }) => `${term} (${how}, in ${fields.join(' and ')})`).join('; ')}</small></p></li>\n`,
  )}</ol>
</section>`;
}
