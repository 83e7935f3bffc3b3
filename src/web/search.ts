/** Search and questions, in one form that works without scripts. */
import { type AnswerHit, answersTo, MIN_CONFIDENCE } from '../features/answers/answer.ts';
import { type SearchResult, siteSearch } from '../features/search/site-search.ts';
import type { Suggestions } from '../features/search/suggestions.ts';
import type { Addresses } from '../lib/addresses.ts';
import { type Html, html } from '../lib/html.ts';
import { QuestionInput } from '../lib/inputs.ts';
import { SEARCH_KINDS, SEARCH_TYPES } from '../published/search-document.ts';
import { layout } from './components/layout.ts';
import { onThisSite } from './components/links.ts';
import { page } from './page/page.ts';

const MAX_HITS = 20;

type Found = SearchResult & { answer: AnswerHit | undefined };

export default page({
  path: '/search',
  takes: ['q', 'type', 'kind'],
  prepares: [siteSearch],
  render: async ({ query: { q = '', type: askedType = '', kind: asked = '' }, published }) => {
    const read = QuestionInput.safeParse(q);
    if (!read.success) return searchPage('', asked, undefined, published.addresses);
    const type = SEARCH_TYPES.find((known) => known === askedType);
    const kind = SEARCH_KINDS.find((known) => known === asked);
    const found = (await published.derived(siteSearch)).search(read.data, { type, kind }, MAX_HITS);
    const [best] = await answersTo(read.data, 1, published);
    const answer = best && best.confidence >= MIN_CONFIDENCE ? best : undefined;
    return searchPage(read.data, asked, { answer, ...found }, published.addresses);
  },
});

/** @param found undefined where nothing was asked */
function searchPage(
  query: string,
  kind: string,
  found: Found | undefined,
  site: Addresses,
): string {
  return layout({
    title: query === '' ? 'Search' : query.slice(0, 80),
    description:
      'Search startups, funds, sectors, answers, the glossary, the method, research and digests.',
    ...(query === '' && { canonical: site.at('/search') }),
    main: html`<header class="page">
<h1>Search</h1>
<form action="/search" method="get" role="search">
<label for="q">A question, a startup, a word</label>
<input id="q" name="q" type="search" maxlength="280" required value="${query}">
<label for="kind">Kind</label>
<select id="kind" name="kind"><option value="">all kinds</option>${SEARCH_KINDS.map((known) =>
      known === kind
        ? html`<option selected value="${known}">${known}</option>`
        : html`<option value="${known}">${known}</option>`,
    )}</select>
<button>Search</button>
</form>
</header>
${found?.answer && answered(found.answer, site)}
${found && results(found, site)}`,
  });
}

function answered({ question, answer, url, confidence }: AnswerHit, site: Addresses): Html {
  return html`<section aria-labelledby="answer-heading">
<h2 id="answer-heading">${question}</h2>
<p>${answer}</p>
<p><a href="${onThisSite(url, site)}">What shows it</a>; confidence ${confidence}.</p>
</section>`;
}

function results({ total, hits, suggestions }: Found, site: Addresses): Html {
  return html`<section aria-labelledby="results-heading">
<h2 id="results-heading">${total === 0 ? 'Nothing found' : `${total} found`}</h2>
<ol class="results">${hits.map(({ url, title, snippet, kind, score, matches }) => {
    const why = matches.map(
      ({ term, fields, how }) => `${term} (${how}, in ${fields.join(' and ')})`,
    );
    return html`<li><a href="${onThisSite(url, site)}">${title}</a> <small>${kind}</small>
<p>${snippet}</p>
<p><small>Score ${score}: ${why.join('; ')}</small></p></li>\n`;
  })}</ol>
${suggestions && near(suggestions, site)}
</section>`;
}

/** What is offered where nothing was found. */
function near({ names, kinds }: Suggestions, site: Addresses): Html {
  return html`${
    names.length === 0
      ? null
      : html`<h3>Names like it</h3>
<ul>${names.map(({ title, url, kind }) => html`<li><a href="${onThisSite(url, site)}">${title}</a> <small>${kind}</small></li>\n`)}</ul>`
  }
<h3>Where to look</h3>
<ul>${kinds.map(({ kind, count, url }) => html`<li><a href="${onThisSite(url, site)}">${kind}</a> <small>${count}</small></li>\n`)}</ul>`;
}
