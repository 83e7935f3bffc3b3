/** All startups of a week, to filter, to sort and to ask for in words. */
import { selectionWords } from '../features/selection/selection.ts';
import { type ShownList, shownList } from '../features/selection/shown-list.ts';
import { compareNames } from '../lib/compare.ts';
import { type Html, html } from '../lib/html.ts';
import { dateline } from './components/dateline.ts';
import { bdi, count, counted, shortPeriodName } from './components/format.ts';
import type { Content } from './components/layout.ts';
import { dataHref, PATHS, periodHref } from './components/links.ts';
import { type EditionView, editionView, periodLinks } from './components/periods.ts';
import { section } from './components/section.ts';
import { startupList } from './components/startup-list.ts';
import { LIST_PARAMETERS, pageIn } from './page/list-parameters.ts';
import { CURRENT_PERIOD, page } from './page/page.ts';

const PATH = '/startups';
const MAX_NOT_COVERED = 250;

export default page({
  path: PATH,
  shownPeriod: CURRENT_PERIOD,
  takes: ['q', ...LIST_PARAMETERS],
  render: async ({ period, query, published }) => {
    const shown = await shownList(query, period, published);
    return startupsPage(shown, pageIn(query), await editionView(shown.period, published));
  },
});

export async function startupsPage(
  shown: ShownList,
  pageNumber: number,
  edition: EditionView,
): Promise<Content> {
  const { signals } = edition;
  const { slug: period, name } = signals.meta.period;
  const words = selectionWords(shown.selection, shown.facets);
  const title = shown.question === '' && words === '' ? 'Startups' : shown.question || words;
  return {
    title: `${title.slice(0, 80)}, ${shortPeriodName(name)}`,
    description: `${counted(shown.rows.length, 'startup')} of ${count(signals.meta.totalStartups)} covered in ${name}, with commits, contributors, acceleration and signals.`,
    of: { path: PATH, edition },
    // A question in words has as many addresses as there are ways to ask.
    ...(shown.question !== '' && { canonical: undefined }),
    json: dataHref('/api/signals.json', period),
    place: 'startups',
    heading: 'Startups',
    intro: html`${dateline(edition)}
${questionForm(shown, edition)}`,
    main: html`${await startupList({ path: PATH, shown, page: pageNumber, edition })}
${periodLinks(PATH, edition)}
${notCovered(edition)}`,
  };
}

/** The question that led here, how it was read, and a box for the next one. */
function questionForm({ question, asked }: ShownList, edition: EditionView): Html {
  const period = edition.signals.meta.period.slug;
  return html`<form class="ask" action="${PATH}" role="search" aria-label="Lists of startups">
<label for="list-question">Ask for a list</label>
<input id="list-question" name="q" type="search" maxlength="280" value="${question}" placeholder="Seed startups with more than 10 contributors">
${period === edition.latest ? null : html`<input type="hidden" name="period" value="${period}">`}<button type="submit">Ask</button>
</form>
${asked && readAs(asked, question)}`;
}

function readAs(asked: NonNullable<ShownList['asked']>, question: string): Html {
  const search = html`<a href="/search?q=${encodeURIComponent(question)}">Search for it</a>`;
  if (asked.kind === 'list')
    return html`<p class="read-as"><strong>${asked.readAs}</strong> ${asked.notes.join(' ')}</p>`;
  if (asked.kind === 'other')
    return html`<p class="notice">${asked.why ?? 'This question has an answer, but no list of startups.'} ${search}. Below are all startups.</p>`;
  const words = asked.words.map((word) => `“${word}”`).join(', ');
  return html`<p class="notice">This was not read as a list of startups${words === '' ? '' : `: ${words} was not understood`}. ${search}, or pick below.</p>`;
}

function notCovered(edition: EditionView): Html | null {
  const { notCovered: missing, period } = edition.signals.meta;
  if (missing.length === 0) return null;
  const sorted = missing.toSorted((a, b) => compareNames(a.name, b.name));
  const file = `/editions/${period.slug}/not-covered.jsonl`;
  const hrefOf = (slug: string) => periodHref(PATHS.startup(slug), period.slug, edition);
  return section('not-covered', 'Not covered in this week')`
<p>Of these startups too few repositories are held for the week, and unknown is not zero. Their pages say what is known.</p>
<details><summary>${counted(missing.length, 'startup')} with reasons</summary>
<ul class="list">${sorted
    .slice(0, MAX_NOT_COVERED)
    .map(
      ({ slug, name, reason }) =>
        html`<li><a href="${hrefOf(slug)}">${bdi(name)}</a>: ${reason}.</li>\n`,
    )}</ul>${
    sorted.length > MAX_NOT_COVERED
      ? html`
<p>These are the first ${MAX_NOT_COVERED} by name; <a href="${file}">the file</a> has all ${count(sorted.length)}.</p>`
      : null
  }
</details>`;
}
