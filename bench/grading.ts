/** Grading: 100 members with 20 picks in each of 105 rounds, and a store that holds a season of them. */

import { readCohort } from '../src/features/cohort/cohort-snapshot.ts';
import { brokenCommitments, gradeCohort } from '../src/features/cohort/grade-cohort.ts';
import { type GradablePick, grade } from '../src/features/cohort/grading.ts';
import { admitMember, inviteMember, setSeats } from '../src/features/cohort/members.ts';
import { makePick, openRound } from '../src/features/cohort/picks.ts';
import { standingsOf } from '../src/features/cohort/standings.ts';
import { livesOf } from '../src/features/outcomes/life.ts';
import { datedEvents, isDayKnown } from '../src/features/outcomes/outcome-events.ts';
import { parseDay, parsePeriod } from '../src/lib/period.ts';
import { hasEnded, statusOf } from '../src/registry/status.ts';
import { migrate } from '../src/store/migrate.ts';
import { openStore } from '../src/store/store.ts';
import { shippedRegistry } from '../tools/shipped-registry.ts';
import { median, milliseconds, printTable } from './report.ts';

const MEMBERS = 100;
const PICKS = 20;
const PERIODS = 105;
const RUNS = 5;

export async function benchGrading(): Promise<void> {
  const registry = await shippedRegistry();
  const slugs = registry.companies.map(({ slug }) => slug);
  const events = Map.groupBy(datedEvents(registry).filter(isDayKnown), ({ company }) => company);
  const first = parsePeriod('2024-w31')?.lastDay ?? 0;
  const last = parseDay('2026-11-22');
  const picks: GradablePick[] = [];
  for (let period = 0; period < PERIODS; period++)
    for (let pick = 0; pick < MEMBERS * PICKS; pick++)
      picks.push({
        id: `${period}-${pick}`,
        company: slugs[(pick * 7 + period) % slugs.length] ?? '',
        lockDay: first + 7 * period,
      });
  const all = await medianOf(async () => grade(picks, new Map(), events, last));
  const open = registry.companies.filter((company) => !hasEnded(statusOf(company).status));
  const store = await seasonOf(open);
  const graded = await milliseconds(() => gradeCohort(store, events, new Date('2026-11-22')));
  const again = await medianOf(() => gradeCohort(store, events, new Date('2026-11-22')));
  const records = await readCohort(store);
  const ledger = await medianOf(async () => standingsOf(records, new Date('2026-11-22')));
  const checked = await medianOf(async () => brokenCommitments(records));
  await store.close();
  const fitted = await medianOf(async () => livesOf(registry));
  printTable('Grading', [
    {
      what: `${MEMBERS} members, ${PICKS} picks, ${PERIODS} periods: ${picks.length * 2} outcomes`,
      value: `${all.toFixed(0)} ms`,
      aim: 'under 1 s',
    },
    {
      what: `a store with ${records.picks.length} picks, graded and recorded`,
      value: `${graded.toFixed(0)} ms`,
    },
    { what: 'the same with nothing due', value: `${again.toFixed(0)} ms` },
    { what: 'its ledger and leaderboard', value: `${ledger.toFixed(0)} ms` },
    { what: 'its commitments, computed again', value: `${checked.toFixed(0)} ms` },
    { what: 'the lives of all startups', value: `${fitted.toFixed(0)} ms` },
  ]);
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) times.push(await milliseconds(work));
  return median(times);
}

/** One round, locked in January, of which every window is over. */
async function seasonOf(companies: Parameters<typeof makePick>[1]['company'][]) {
  const store = openStore(':memory:');
  await migrate(store);
  const now = new Date('2026-01-02T00:00:00Z');
  await setSeats(store, MEMBERS, now);
  for (let member = 0; member < MEMBERS; member++) {
    await inviteMember(store, `member-${member}`, 0, now);
    await admitMember(store, `member-${member}`, now);
  }
  await openRound(store, 'season', new Date('2026-01-15T00:00:00Z'), now);
  const { members } = await readCohort(store);
  for (const [at, { id }] of members.entries())
    for (let pick = 0; pick < PICKS; pick++) {
      const company = companies[(at * 3 + pick) % companies.length];
      await makePick(store, { memberId: id, company, asked: '' }, now);
    }
  return store;
}
