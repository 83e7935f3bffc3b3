/** All startups of a week, to filter, to sort and to ask for in words. */
import { selectionWords } from '../features/selection/selection.ts';
import { type ShownList, shownList } from '../features/selection/shown-list.ts';
import { type Html, html } from '../lib/html.ts';
import { count, counted, shortPeriodName } from './components/format.ts';
import type { Content } from './components/layout.ts';
import { dataHref } from './components/links.ts';
import { dateline, type EditionView, editionView, periodField } from './components/periods.ts';
import { STARTUP_PARAMETERS, startupList } from './components/startup-list.ts';
import { CURRENT_PERIOD, page } from './page/page.ts';

const PATH = '/startups';

export default page({
  path: PATH,
  shownPeriod: CURRENT_PERIOD,
  takes: ['q', ...STARTUP_PARAMETERS],
  render: async ({ period, query, published }) => {
    const shown = await shownList(query, period, published);
    return startupsPage(shown, Number(query['page']), await editionView(shown.period, published));
  },
});

export async function startupsPage(
  shown: ShownList,
  pageNumber: number,
  edition: EditionView,
): Promise<Content> {
  const { signals } = edition;
  const { slug: period, name } = signals.meta.period;
  const words = selectionWords(shown.choices.picked, shown.list.facets);
  const title = shown.question === '' && words === '' ? 'Startups' : shown.question || words;
  return {
    title: `${title.slice(0, 80)}, ${shortPeriodName(name)}`,
    description: `${counted(shown.rows.length, 'startup')} of ${count(signals.meta.totalStartups)} covered in ${name}, with commits, contributors, acceleration and signals.`,
    of: { path: PATH, edition },
    // A question in words has as many addresses as there are ways to ask.
    ...(shown.question !== '' && { canonical: undefined }),
    json: dataHref('/api/signals.json', period),
    place: 'startups',
    isWide: true,
    heading: 'Startups',
    intro: html`${dateline(edition)}
${questionForm(shown, edition)}`,
    main: html`${await startupList({ path: PATH, shown, page: pageNumber, edition })}
${notCovered(edition)}`,
  };
}

/** The question that led here, how it was read, and a box for the next one. */
function questionForm({ question, asked }: ShownList, edition: EditionView): Html {
  return html`<form class="ask" action="${PATH}" role="search" aria-label="Lists of startups">
<label for="list-question">Ask for a list</label>
<input id="list-question" name="q" type="search" maxlength="280" value="${question}" placeholder="Seed startups with more than 10 contributors">
${periodField(edition)}<button type="submit">Ask</button>
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

/** The reasons: as a page for the latest week, as the edition's file for any other. */
function notCovered({ signals: { meta }, latest }: EditionView): Html | null {
  const { slug } = meta.period;
  const reasons = slug === latest ? '/coverage' : `/editions/${slug}/not-covered.jsonl`;
  if (meta.notCovered.length === 0) return null;
  return html`<p id="not-covered">${counted(meta.notCovered.length, 'tracked startup is', 'tracked startups are')} not covered in this week: <a href="${reasons}">which ones, and why</a></p>`;
}
