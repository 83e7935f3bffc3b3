/** The cohort of scouts: its rules, its members in the order of their hits, and the picks of each. */

import type { CohortRecords } from '../features/cohort/cohort-snapshot.ts';
import {
  type PublishedMember,
  type PublishedWindow,
  standingsOf,
} from '../features/cohort/standings.ts';
import { NotFoundError } from '../lib/errors.ts';
import { type Html, html } from '../lib/html.ts';
import type { Published } from '../published/published.ts';
import { dataTable, numeric } from './components/data-table.ts';
import { bdi, count, counted, moment } from './components/format.ts';
import type { Content } from './components/layout.ts';
import { PATHS } from './components/links.ts';
import { section } from './components/section.ts';
import { page } from './page/page.ts';

const JSON_PATH = '/api/v1/members.json';

export default [
  page({
    path: '/members',
    // Members pick and are graded between two publications.
    isLive: true,
    render: async ({ published, cohort }) => hubPage(published, await cohort()),
  }),
  page({
    path: '/members/{handle}',
    isLive: true,
    render: async ({ params: { handle = '' }, published, cohort }) => {
      const { members } = standingsOf(await cohort(), new Date());
      const member = members.find((one) => one.handle === handle);
      if (!member)
        throw new NotFoundError('not-found', `The cohort has no member ${JSON.stringify(handle)}.`);
      return memberPage(member, published);
    },
    // Members come and go between publications; the hub lists them.
    addresses: async () => [],
  }),
];

function hubPage({ registry, operator }: Published, records: CohortRecords): Content {
  const { name, totalSeats, anonymityRule, gradingRules } = registry.documents.members;
  const { leaderboard, aggregate } = standingsOf(records, new Date());
  const seats = records.seats ?? totalSeats;
  const claimed = records.members.filter(({ removed_at }) => removed_at === null).length;
  const isOpen = seats > 0 || leaderboard.length > 0;
  return {
    title: name,
    description: 'Scouts whose picks are graded in public, in windows of 60 and 90 days.',
    json: JSON_PATH,
    lead: 'Scouts whose picks are graded in public, in windows of 60 and 90 days.',
    main: html`${isOpen ? html`<p>${count(claimed)} of ${counted(seats, 'seat')} ${claimed === 1 ? 'is' : 'are'} claimed. ${anonymityRule}</p>` : html`<p>This service has not opened any seats.</p>`}
${roundsOf(records)}
${
  leaderboard.length === 0
    ? html`<p id="leaderboard">No scout has picked yet.</p>`
    : leaderboardOf(leaderboard, aggregate)
}
${section('rules', 'How picks are graded')`
<dl>${Object.entries(gradingRules).map(([outcome, rule]) => html`<dt>${outcome}</dt><dd>${rule}</dd>\n`)}</dl>
<p>Before the lock, only a commitment of each pick is public: the SHA-256 of the canonical JSON of <code>company</code>, <code>member</code>, <code>nonce</code> and <code>round</code>. Afterwards all four are, and anyone can compute it again. Every transition is kept; a correction reopens an outcome and says why.</p>`}
${section('apply', 'Take part')`
<p>${isOpen && operator.email !== undefined ? `Write to ${operator.email} with the handle that you would like to have.` : 'Seats are given by the operator of this service.'} A member gets a key, picks startups with it until a round is locked (<code>POST /api/members/picks</code>), and is graded in public.</p>`}`,
  };
}

type Standings = ReturnType<typeof standingsOf>;

function leaderboardOf(members: Standings['leaderboard'], all: Standings['aggregate']): Html {
  const { picks, hits, closedWindows, hitRatePct } = all;
  return section('leaderboard', 'Members')`
<p>${counted(picks, 'pick')}, ${counted(hits, 'hit')}, ${counted(closedWindows, 'closed window')}${hitRatePct === null ? null : `, of which ${hitRatePct}% are hits`}. Hits become known earlier than misses, so open windows do not count.</p>
${dataTable({
  caption: 'Sorted by hits, then closed windows, then picks, then handle',
  columns: ['Member', ...['Hits', 'Closed', 'Picks', 'Hit rate'].map(numeric)],
  rows: members.map((one) => [
    html`<a href="/members/${one.handle}">${bdi(one.handle)}</a>${one.status === 'left' ? ' (left)' : null}`,
    ...[one.hits, one.closedWindows, one.picks].map(count),
    one.hitRatePct === null ? 'none yet' : `${one.hitRatePct}%`,
  ]),
})}`;
}

function roundsOf({ rounds }: CohortRecords): Html | null {
  if (rounds.length === 0) return null;
  const now = new Date().toISOString();
  return section('rounds', 'Rounds')`
<ul>${rounds
    .toReversed()
    .map(
      ({ id, locks_at }) =>
        html`<li>${id}: ${locks_at > now ? 'picks are taken until' : 'locked since'} ${moment(locks_at)}</li>\n`,
    )}</ul>`;
}

function memberPage(member: PublishedMember, { companies }: Published): Content {
  const { handle, id, status, admittedOn, picks, hits, misses, pending, record } = member;
  const title = `Picks of ${handle}`;
  return {
    title,
    description: `${title}, graded in public after 60 and 90 days.`,
    json: JSON_PATH,
    heading: html`Picks of ${bdi(handle)}`,
    dated: html`<p class="period">Member since ${admittedOn}${status === 'left' ? '; has left' : null}</p>`,
    lead: html`${counted(picks, 'pick')}: ${counted(hits, 'hit')}, ${counted(misses, 'miss', 'misses')}, ${count(pending)} pending. Each pick has two outcomes.`,
    main: html`${
      record.length === 0
        ? html`<p>No picks yet.</p>`
        : dataTable({
            caption: 'Every pick, oldest first',
            columns: ['Startup', 'Round', 'Made', '60 days', '90 days', 'Commitment'],
            rows: record.map(({ company, round, madeAt, windows, commitment }) => [
              company === null
                ? 'hidden until the lock'
                : html`<a href="${PATHS.startup(company)}">${bdi(companies.get(company)?.name ?? company)}</a>`,
              round,
              madeAt.slice(0, 10),
              ...[60, 90].map((days) => outcomeOf(windows.find((one) => one.days === days))),
              html`<code>${commitment.slice(0, 16)}…</code>`,
            ]),
          })
    }
<p>A commitment is the SHA-256 of <code>{"company":…,"member":"${id}","nonce":…,"round":…}</code>, without spaces. <a href="${JSON_PATH}">The JSON</a> has every transition, and the nonce of every pick whose round is locked.</p>
<p><a href="/members">The cohort</a></p>`,
  };
}

function outcomeOf(window: PublishedWindow | undefined): string {
  if (!window) return '';
  return window.state === 'pending' ? `pending until ${window.closes}` : window.state;
}
