/** Search and questions, in one form that works without scripts. */
import { answersTo, MIN_CONFIDENCE } from '../features/answers/answer-question.ts';
import type { AnswerHit } from '../features/answers/hits.ts';
import { type SearchHit, type SearchResult, siteSearch } from '../features/search/site-search.ts';
import type { Suggestions } from '../features/search/suggestions.ts';
import { askedEntities, askedList } from '../features/selection/asked-list.ts';
import type { Addresses } from '../lib/addresses.ts';
import { type Html, html } from '../lib/html.ts';
import { QuestionInput } from '../lib/inputs.ts';
import type { Published } from '../published/published.ts';
import { SEARCH_KINDS, SEARCH_TYPES, type SearchKind } from '../published/search-document.ts';
import { kindLink } from './components/chosen-list.ts';
import { bdi, count, counted, proseMinus } from './components/format.ts';
import type { Content } from './components/layout.ts';
import { onThisSite } from './components/links.ts';
import { section } from './components/section.ts';
import { page } from './page/page.ts';

const MAX_HITS = 20;

type Facet = { kind: SearchKind; count: number };
type Found = SearchResult & {
  answer: AnswerHit | undefined;
  /** The page that lists what the answer names, to be sorted and filtered. */
  list: string | undefined;
  facets: readonly Facet[];
  kind: SearchKind | undefined;
};

export default page({
  path: '/search',
  takes: ['q', 'type', 'kind'],
  prepares: [siteSearch],
  render: async ({ query: { q = '', type: askedType = '', kind: askedKind = '' }, published }) => {
    const read = QuestionInput.safeParse(q);
    if (!read.success) return searchPage('', undefined, published);
    const type = SEARCH_TYPES.find((known) => known === askedType);
    const kind = SEARCH_KINDS.find((known) => known === askedKind);
    const search = await published.derived(siteSearch);
    const result = search.search(read.data, { type, kind }, MAX_HITS);
    const [best] = await answersTo(read.data, 1, published);
    const isAnswer = best && best.confidence >= MIN_CONFIDENCE;
    const answer = isAnswer && (best.kind === 'query' || isQuestion(read.data)) ? best : undefined;
    const list = answer?.kind === 'query' ? await listPage(read.data, published) : undefined;
    const found = { ...result, answer, list, facets: search.kindsOf(read.data), kind };
    return searchPage(read.data, found, published);
  },
});

/** Startups of a week have a list of their own, and so have funds and other companies. */
async function listPage(question: string, published: Published): Promise<string | undefined> {
  if ((await askedList(question, published)).kind === 'list') return '/startups';
  return (await askedEntities(question, published)).kind === 'list' ? '/diligence' : undefined;
}

/** Words alone are looked for; only a question is answered from a passage. */
function isQuestion(text: string): boolean {
  return /\?\s*$|^\s*(?:what|which|who|whose|how|why|when|where|is|are|do|does|did|can|has|have)\b/i.test(
    text,
  );
}

async function searchPage(
  query: string,
  found: Found | undefined,
  published: Published,
): Promise<Content> {
  const site = published.addresses;
  return {
    title: query === '' ? 'Search' : query.slice(0, 80),
    description:
      'Search startups, funds, sectors, answers, the glossary, the method, research and digests.',
    searched: query,
    heading: 'Search',
    intro: html`<form class="ask" action="/search" method="get" role="search" aria-label="Everything">
<label for="q">A startup, a word, a question</label>
<div class="field"><input id="q" name="q" type="search" maxlength="280" required autocomplete="off" value="${query}"></div>
<button>Search</button>
</form>`,
    main: html`${found?.answer && answered(found.answer, query, found.list, site)}
${found && results(query, found, site)}
${!found || found.total === 0 ? await help(published) : null}`,
  };
}

/** @param list path of the page that lists what the answer names */
function answered(
  { question, answer, readAs, url }: AnswerHit,
  asked: string,
  list: string | undefined,
  site: Addresses,
): Html {
  return section('answer', html`${question}`, 'found-answer')`
<p class="lead">${proseMinus(answer)}</p>
<p>${readAs && html`<small>${readAs}</small> `}<a href="${onThisSite(url, site)}">What shows it</a></p>${
    list === undefined
      ? null
      : html`
<p><a href="${list}?${new URLSearchParams({ q: asked }).toString()}">All of them as a list</a>, to sort, to filter and to take as a file.</p>`
  }`;
}

function results(query: string, found: Found, site: Addresses): Html {
  const { total, hits, suggestions, facets, kind } = found;
  const of = kind === undefined ? '' : ` of the kind “${kind}”`;
  const heading = total === 0 ? `Nothing found${of}` : `${count(total)} found${of}`;
  const shown = kind === undefined ? startupsFirst(hits) : hits;
  return section('results', html`${heading}`)`
${facetLinks(query, facets, kind)}
${
  shown.length === 0
    ? null
    : html`<ol class="results">${shown.map(
        (
          hit,
        ) => html`<li><a href="${onThisSite(hit.url, site)}">${bdi(hit.title)}</a> <small>${hit.kind}</small>
<p>${hit.snippet}</p></li>\n`,
      )}</ol>`
}
${total > shown.length ? html`<p>The best ${count(shown.length)} are shown. Choose a kind, or add a word.</p>` : null}
${suggestions && near(suggestions, site)}`;
}

/** Puts startups before texts about them. */
function startupsFirst(hits: readonly SearchHit[]): SearchHit[] {
  return hits.toSorted((a, b) => Number(b.kind === 'startup') - Number(a.kind === 'startup'));
}

function facetLinks(
  query: string,
  facets: readonly Facet[],
  chosen: SearchKind | undefined,
): Html | null {
  if (facets.length < 2 && chosen === undefined) return null;
  const link = (kind: SearchKind | undefined, label: string, hits: number) =>
    kindLink({
      href: `/search?${new URLSearchParams({ q: query, ...(kind && { kind }) })}`,
      isCurrent: kind === chosen,
      label,
      size: hits,
    });
  const all = facets.reduce((sum, facet) => sum + facet.count, 0);
  return html`<ul class="kinds">${link(undefined, 'all', all)}${facets.map((facet) => link(facet.kind, facet.kind, facet.count))}</ul>`;
}

/** Suggestions if nothing was found. */
function near({ names, kinds }: Suggestions, site: Addresses): Html {
  return html`${
    names.length === 0
      ? null
      : html`<h3>Names like it</h3>
<ul>${names.map(({ title, url, kind }) => html`<li><a href="${onThisSite(url, site)}">${bdi(title)}</a> <small>${kind}</small></li>\n`)}</ul>`
  }
<h3>Where to look</h3>
<ul>${kinds.map(({ kind, count: hits, url }) => html`<li><a href="${onThisSite(url, site)}">${kind}</a> <small>${count(hits)}</small></li>\n`)}</ul>`;
}

const EXAMPLES = ['commit velocity', 'hiring burst', 'Which startups have the highest score?'];

async function help({ editions, registry }: Published): Promise<Html> {
  const { meta } = await editions.signals(editions.latest);
  return section('help', 'What can be found')`
<p>${counted(registry.companies.length, 'startup')} are tracked, ${count(meta.totalStartups)} of them covered in ${meta.period.name}. There are also ${counted(registry.organizations.length, 'fund, acquirer or other company', 'funds, acquirers and other companies')} named in their deals, ${counted(meta.totalSectors, 'sector')}, and pages that explain the numbers. Startups without public repositories are not tracked.</p>
<p>For example:</p>
<ul>${EXAMPLES.map((example) => html`<li><a href="/search?${new URLSearchParams({ q: example }).toString()}">${example}</a></li>\n`)}</ul>`;
}
