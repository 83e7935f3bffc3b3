/** The cohort of scouts: its rules, its members with their picks, the leaderboard, how to apply. */

import type { CohortRecords } from '../features/cohort/cohort-snapshot.ts';
import {
  type PublishedMember,
  type PublishedPick,
  type PublishedWindow,
  type Standing,
  standingsOf,
} from '../features/cohort/standings.ts';
import { compareCodeUnits } from '../lib/compare.ts';
import { NotFoundError } from '../lib/errors.ts';
import { type Html, html } from '../lib/html.ts';
import type { Published } from '../published/published.ts';
import { dataTable, numeric } from './components/data-table.ts';
import { bdi, count, counted, moment } from './components/format.ts';
import { layout } from './components/layout.ts';
import { PATHS } from './components/links.ts';
import { section } from './components/section.ts';
import { documentPage, EMPTY_LIST } from './page/document-page.ts';
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
    path: '/members/leaderboard',
    isLive: true,
    render: async ({ published: { addresses }, cohort }) => {
      const { leaderboard } = standingsOf(await cohort(), new Date());
      const lead = 'Sorted by hits, then closed windows, then picks, then handle.';
      return layout({
        title: 'Scouts’ leaderboard',
        description: lead,
        canonical: addresses.at('/members/leaderboard'),
        json: JSON_PATH,
        main: html`<header class="page">
<h1>Scouts’ leaderboard</h1>
<p class="lead">${lead}</p>
</header>
${leaderboard.length === 0 ? EMPTY_LIST : standingsTable(leaderboard)}
<p>A pick has two outcomes, after 60 and after 90 days. The hit rate is that of closed windows: hits become known earlier than misses, so open windows do not count.</p>
<p><a href="${JSON_PATH}">The same as JSON</a></p>`,
      });
    },
  }),
  documentPage('/members/apply', ({ operator: { email }, registry }) => ({
    title: 'Take part in the cohort',
    lead: 'Seats are given by the operator of this service.',
    sections: html`${
      email === undefined
        ? html`<p>This operator has not opened any seats and names no address for it.</p>`
        : html`<p>Write to ${email} with the handle that you would like to have.</p>`
    }
<p>${registry.documents.members.anonymityRule}</p>
<p>Whoever is admitted gets a key, picks startups with it until a round is locked (<code>POST /api/members/picks</code>), and is graded in public. <a href="/members">How it works</a></p>`,
  })),
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

function hubPage({ registry, addresses }: Published, records: CohortRecords): string {
  const { name, totalSeats, anonymityRule, gradingRules } = registry.documents.members;
  const { members, aggregate } = standingsOf(records, new Date());
  const seats = records.seats ?? totalSeats;
  const claimed = records.members.filter(({ removed_at }) => removed_at === null).length;
  const { picks, hits, closedWindows, hitRatePct } = aggregate;
  return layout({
    title: name,
    description: 'Scouts whose picks are graded in public, in windows of 60 and 90 days.',
    canonical: addresses.at('/members'),
    json: JSON_PATH,
    main: html`<header class="page">
<h1>${name}</h1>
<p class="lead">Scouts whose picks are graded in public, in windows of 60 and 90 days.</p>
</header>
<p>${count(claimed)} of ${counted(seats, 'seat')} ${claimed === 1 ? 'is' : 'are'} claimed. ${anonymityRule}</p>
${roundsOf(records)}
${section('members', 'Members')`
${members.length === 0 ? EMPTY_LIST : html`<p>${counted(picks, 'pick')}, ${counted(hits, 'hit')}, ${counted(closedWindows, 'closed window')}${hitRatePct === null ? null : `, of which ${hitRatePct}% are hits`}.</p>\n${standingsTable(members)}`}`}
${section('rules', 'How picks are graded')`
<dl>${Object.entries(gradingRules).map(([outcome, rule]) => html`<dt>${outcome}</dt><dd>${rule}</dd>\n`)}</dl>
<p>Before the lock, only a commitment of each pick is public: the SHA-256 of the canonical JSON of <code>company</code>, <code>member</code>, <code>nonce</code> and <code>round</code>. Afterwards all four are, and anyone can compute it again. Every transition is kept; a correction reopens an outcome and says why.</p>`}
<p><a href="/members/leaderboard">Leaderboard</a>, <a href="/members/apply">take part</a>, <a href="${JSON_PATH}">the same as JSON</a></p>`,
  });
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

function standingsTable(standings: readonly Standing[]): Html {
  return dataTable({
    name: 'standings',
    caption: 'Members with their outcomes',
    columns: ['Member', ...['Hits', 'Closed', 'Picks', 'Hit rate'].map(numeric)],
    rows: standings.map(({ handle, status, hits, closedWindows, picks, hitRatePct }) => [
      html`<a href="/members/${handle}">${bdi(handle)}</a>${status === 'left' ? ' (left)' : null}`,
      ...[hits, closedWindows, picks].map(count),
      hitRatePct === null ? 'none yet' : `${hitRatePct}%`,
    ]),
  });
}

function memberPage(member: PublishedMember, { registry, addresses }: Published): string {
  const { handle, status, admittedOn, picks, hits, misses, pending, record } = member;
  const names = new Map(registry.companies.map(({ slug, name }) => [slug, name]));
  const title = `Picks of ${handle}`;
  return layout({
    title,
    description: `${title}, graded in public after 60 and 90 days.`,
    canonical: addresses.at(`/members/${handle}`),
    json: JSON_PATH,
    main: html`<header class="page">
<h1>Picks of ${bdi(handle)}</h1>
<p class="period">Member since ${admittedOn}${status === 'left' ? '; has left' : null}</p>
<p class="lead">${counted(picks, 'pick')}: ${counted(hits, 'hit')}, ${counted(misses, 'miss', 'misses')}, ${count(pending)} pending. Each pick has two outcomes.</p>
</header>
${record.length === 0 ? html`<p>No picks yet.</p>` : picksTable(record, names)}
${transitionsOf(record, names)}
${section('check', 'Check it yourself')`
<p>The commitment of a pick is the SHA-256 of <code>{"company":…,"member":"${member.id}","nonce":…,"round":…}</code>, without spaces. <a href="${JSON_PATH}">The JSON</a> has the nonce of every pick whose round is locked.</p>
<ul>${record.map(({ company, round, commitment }) => html`<li>${round}, ${startup(company, names)}: <code>${commitment.slice(0, 16)}…</code></li>\n`)}</ul>
<p><a href="/members">The cohort</a>, <a href="/members/leaderboard">leaderboard</a></p>`}`,
  });
}

function picksTable(record: readonly PublishedPick[], names: ReadonlyMap<string, string>): Html {
  return dataTable({
    name: 'picks',
    caption: 'Every pick, oldest first',
    columns: ['Startup', 'Made', '60 days', '90 days'],
    rows: record.map(({ company, madeAt, windows }) => [
      startup(company, names),
      madeAt.slice(0, 10),
      ...[60, 90].map((days) => outcomeOf(windows.find((one) => one.days === days))),
    ]),
  });
}

function outcomeOf(window: PublishedWindow | undefined): string {
  if (!window) return '';
  return window.state === 'pending' ? `pending until ${window.closes}` : window.state;
}

function transitionsOf(
  record: readonly PublishedPick[],
  names: ReadonlyMap<string, string>,
): Html | null {
  const all = record.flatMap(({ company, windows }) =>
    windows.flatMap(({ days, transitions }) =>
      transitions.map((transition) => ({ company, days, ...transition })),
    ),
  );
  if (all.length === 0) return null;
  return section('transitions', 'Every transition')`
<ul>${all
    .toSorted((a, b) => compareCodeUnits(a.at, b.at))
    .map(
      ({ company, days, from, to, at, reason, event }) =>
        html`<li>${moment(at)}: ${startup(company, names)}, ${days} days, ${from} → ${to}${event ? html`: <a href="${event.sourceUrl}">${event.kind} of ${event.on}</a>` : null}${reason === null ? null : `: ${reason}`}</li>\n`,
    )}</ul>`;
}

function startup(company: string | null, names: ReadonlyMap<string, string>): Html {
  if (company === null) return html`hidden until the lock`;
  return html`<a href="${PATHS.startup(company)}">${bdi(names.get(company) ?? company)}</a>`;
}
