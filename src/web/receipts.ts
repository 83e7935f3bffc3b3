/** The receipt of one GitHub user: the score with its interval, every win and miss, and how to show it. */

import { scoutReceipt } from '../features/scout/receipt.ts';
import type {
  ReceiptStartup,
  ReceiptWaiting,
  ReceiptWin,
  ScoutReceipt,
} from '../features/scout/receipt-schema.ts';
import { trackedRepositories } from '../features/scout/starred.ts';
import { Username } from '../hosting/account-names.ts';
import { BellwetherError } from '../lib/errors.ts';
import { type Html, html, safeHref } from '../lib/html.ts';
import { counted, figure, percent } from '../lib/prose.ts';
import type { Published } from '../published/published.ts';
import { badgeCode } from './components/code.ts';
import { dataTable, numeric } from './components/data-table.ts';
import { tile } from './components/facts.ts';
import { bdi, moment } from './components/format.ts';
import type { Content } from './components/layout.ts';
import { type Section, section } from './components/section.ts';
import { page } from './page/page.ts';

export default page({
  path: '/receipts/{username}',
  isLive: true,
  // Each may ask the hosting service, like the receipt as JSON, which it is counted with.
  policy: { name: 'get_scout_receipts', limit: { perMinute: 10, burst: 20 } },
  addresses: async () => [],
  render: async ({ params: { username: named = '' }, published, stars }) => {
    const { data: username, error } = Username.safeParse(named);
    if (username === undefined)
      throw new BellwetherError(
        'invalid-request',
        `${JSON.stringify(named)} ${error?.issues[0]?.message ?? 'is no user name'}.`,
        { status: 400 },
      );
    const tracked = await published.derived(trackedRepositories);
    const receipt = await scoutReceipt(username, await stars.starsOf(username, tracked), published);
    return receiptPage(receipt, published);
  },
});

function receiptPage(receipt: ScoutReceipt, published: Published): Content {
  const { username, score, interval, breakdown, notes, stars, urls } = receipt;
  const sectors = new Map(published.registry.sectors.map(({ slug, name }) => [slug, name]));
  const sectorOf = (slug: string) => sectors.get(slug) ?? slug;
  return {
    title: `Scout receipt of ${username}`,
    description: `Which tracked startups ${username} starred before they were funded, valued at a billion, or acquired.`,
    json: `/api/receipts/${encodeURIComponent(username)}`,
    // Search engines leave people out, but a shared receipt has its own address.
    canonical: undefined,
    address: urls.page,
    heading: username,
    dated: html`<p class="period">Scout receipt</p>`,
    lead: receipt.explanation,
    main: [
      section('score', 'The score')`
<dl class="numbers">
${tile('Scout Score', score === null ? 'None yet' : html`${score} <small>of 100</small>`, interval === null ? 'There is nothing to compare yet.' : `Between ${interval.low} and ${interval.high} with a probability of 95%; 50 is what the peers did.`)}
${tile('Wins', html`${breakdown.wins} <small>of ${counted(breakdown.startupsCounted, 'startup')}</small>`, `Peers of the same stage had ${figure(breakdown.expectedWins)} in the same time.`)}
${tile('Months early', breakdown.medianMonthsEarly === null ? '–' : figure(breakdown.medianMonthsEarly), 'Median time from the star to the event, over all wins.')}
${tile('Kind of scout', receipt.personality, `By rule: ${receipt.personalityRule}.`)}
</dl>
<p><a href="/scouts#score-heading">What the score means</a>, and <a href="/scouts#limits-heading">what it cannot show</a>. Method version ${receipt.scoreVersion}.</p>`,
      ...STARTUP_TABLES.map(([title, key, caption]) =>
        startupsTable(title, caption, receipt[key], sectorOf),
      ),
      leftOut(receipt),
      section('notes', 'What to keep in mind')`
<ul class="results">
<li>${counted(stars.read, 'star')} read from GitHub on ${moment(stars.readAt)}, ${counted(breakdown.startupsStarred, 'tracked startup')} among them.</li>
${notes.map((note) => html`<li>${note}</li>\n`)}</ul>`,
      section('show', 'Show it')`
${badgeCode({ badge: urls.badge, target: urls.page, alt: `Scout Score of ${username}` }, published.addresses)}`,
    ],
  };
}

const STARTUP_TABLES = [
  ['Wins', 'wins', 'Startups with an event within three years of the star'],
  [
    'Misses',
    'misses',
    'Followed for three years, or to the end of the startup, and no event is known.',
  ],
  ['Still open', 'open', 'An event can still come within three years of the star.'],
] as const;

type SectorOf = (slug: string) => string;

function startupsTable(
  title: string,
  caption: string,
  all: readonly (ReceiptWin | ReceiptWaiting)[],
  sectorOf: SectorOf,
): Section | null {
  const id = title.toLowerCase().replace(' ', '-');
  if (all.length === 0) return id === 'wins' ? section(id, title)`<p>None so far.</p>` : null;
  return section(id, title)`
${dataTable({
  caption,
  columns: ['Startup', { title: 'Starred', cellClass: 'date' }, 'Event', numeric('Months early')],
  rows: all.map((one) => [
    startupCell(one, sectorOf),
    one.starredOn,
    ...('eventOn' in one
      ? [
          html`${one.eventOn}: ${one.what}<br><small>Source: <a href="${safeHref(one.source.url)}" rel="noopener nofollow" title="${one.source.title}">${one.source.publisher}</a></small>`,
          figure(one.monthsEarly),
        ]
      : [`none by ${one.followedUntil}`, '–']),
  ]),
})}`;
}

/** The startup with what it was when it was starred, and what its peers could expect. */
function startupCell(startup: ReceiptStartup, sectorOf: SectorOf): Html {
  const { company, url, sector, stageThen, probability } = startup;
  const about = [sectorOf(sector), stageWords(stageThen), `peers: ${percent(probability)}`];
  return html`<a href="${new URL(url).pathname}">${bdi(company)}</a> <small>${about.join(' · ')}</small>`;
}

/** The stage on the day of the star. */
function stageWords(stage: ReceiptStartup['stageThen']): string {
  if (stage === 'no event yet') return 'before any known round';
  return stage === 'stage unknown' ? stage : `${stage} then`;
}

function leftOut({ leftOut: all }: ScoutReceipt): Html | null {
  if (all.length === 0) return null;
  return section('left-out', 'Not counted')`
<ul class="results">
${all.map(({ repository, starredOn, reason }) => html`<li>${repository}, starred on ${starredOn}: ${reason}</li>\n`)}</ul>`;
}
