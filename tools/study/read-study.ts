/** Reads the input of the study from the shipped ledger, as it is or with the weeks of companies shuffled. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { isoDay, lastDayOf, periodAt } from '../../src/lib/period.ts';
import { computePeriod } from '../../src/pipeline/edition/compute-period.ts';
import { coverageIn, readPlan, trackedCompanies } from '../../src/pipeline/edition/ledger-plan.ts';
import { LedgerPeriods } from '../../src/pipeline/edition/periods.ts';
import type { Tracked } from '../../src/pipeline/ledger/copies.ts';
import { type Ledger, openLedger, withLedger } from '../../src/pipeline/ledger/ledger.ts';
import { typeEvidence } from '../../src/pipeline/signals/type-evidence.ts';
import { SHIPPED_LEDGER } from '../../src/transports/cli/project.ts';
import { shippedRegistry } from '../shipped-registry.ts';
import type { StudiedPeriods, StudiedStartup } from './goal-figures.ts';
import { type Retention, readOutcomes, readRetention } from './look-ahead.ts';
import { DAYS_FOLDER, readGroups } from './raise/days.ts';
import { isStrongHiring } from './type-goals.ts';

export type Study = {
  firstWeek: number;
  /** Companies that are covered in some period, by slug. */
  companies: readonly string[];
  periods: StudiedPeriods;
  /** Retention of the new people of strong hiring bursts. */
  hiring: Retention;
};

/**
 * Roles of packages and parameters were made from the companies tracked first, and frozen before the
 * recordings of the others were looked at. Each group is studied as if it were all that is tracked.
 */
export const GROUPS = ['tracked first', 'added'] as const;
export type Group = (typeof GROUPS)[number];

async function groupOf(group: Group): Promise<Tracked> {
  const { companies, roles } = trackedCompanies(await shippedRegistry());
  const added = (await readGroups(DAYS_FOLDER)).get('added');
  const isAdded = (slug: string) => added?.has(slug) ?? false;
  const own = [...companies].filter(([slug]) => isAdded(slug) === (group === 'added'));
  return { companies: new Map(own), roles };
}

async function onShipped<T>(
  use: (connection: DuckDBConnection, ledger: Ledger) => Promise<T>,
): Promise<T> {
  const ledger = await openLedger(SHIPPED_LEDGER);
  if (!ledger) throw new Error(`${SHIPPED_LEDGER} is missing`);
  return withLedger(ledger, (connection) => use(connection, ledger));
}

const read = new Map<Group, Promise<Study>>();

/** The study of a group, read once per process. */
export function studyOf(group: Group): Promise<Study> {
  return read.getOrInsertComputed(group, async () => {
    const tracked = await groupOf(group);
    return onShipped((connection) => readStudy(connection, tracked));
  });
}

/** The periods of the companies tracked first, had each company's weeks come in a random order. */
export async function shuffledPeriods(seed: number): Promise<StudiedPeriods> {
  const tracked = await groupOf('tracked first');
  return onShipped(async (connection) => {
    const { current } = await readPlan(connection, tracked);
    await shuffleWeeks(connection, { seed, lastDay: lastDayOf(current) });
    return (await readStudy(connection, tracked)).periods;
  });
}

/**
 * Replaces the ledger's table of activity: every day moves with its week, so that what a week was like
 * stays and what it followed does not. Weeks after the last day stay where they are.
 */
export async function shuffleWeeks(
  connection: DuckDBConnection,
  { seed, lastDay }: { seed: number; lastDay: number },
): Promise<void> {
  await connection.run(`
    CREATE TABLE shuffled AS
    WITH dated AS (SELECT *, CAST(date_trunc('week', day) AS DATE) AS monday FROM activity),
    mondays AS (
      SELECT company, CAST(unnest(generate_series(min(monday),
        DATE '${isoDay(lastDay)}' - 6, INTERVAL 7 DAY)) AS DATE) AS monday
      FROM dated GROUP BY company),
    places AS (
      SELECT company, monday, row_number() OVER (PARTITION BY company ORDER BY monday) AS place,
        row_number() OVER (
          PARTITION BY company ORDER BY md5(concat_ws(' ', company, monday, ${seed}))) AS drawn
      FROM mondays),
    moves AS (
      SELECT before.company, before.monday, CAST(after.monday - before.monday AS INTEGER) AS days
      FROM places AS before JOIN places AS after
        ON after.company = before.company AND after.place = before.drawn)
    SELECT dated.* EXCLUDE (monday) REPLACE (day + coalesce(days, 0) AS day)
    FROM dated LEFT JOIN moves USING (company, monday)`);
  await connection.run('CREATE OR REPLACE VIEW activity AS SELECT * FROM shuffled');
}

/** The current period of all that the registry tracks: `2026-w32, with 131 companies`. */
export async function currentPeriodWords(): Promise<string> {
  const tracked = trackedCompanies(await shippedRegistry());
  return onShipped(async (connection) => {
    const { companies, weights, current } = await readPlan(connection, tracked);
    const covered = companies.filter(
      (company) => coverageIn(company, weights, current).missing === undefined,
    );
    return `${periodAt(current).slug}, with ${covered.length} companies`;
  });
}

async function readStudy(connection: DuckDBConnection, tracked: Tracked): Promise<Study> {
  const ledger = await LedgerPeriods.read(connection, tracked);
  const { first, current } = ledger.plan;
  const places = new Map(ledger.plan.companies.map(({ slug }, place) => [slug, place]));
  const periods: Map<string, StudiedStartup>[] = [];
  for (let week = first; week <= current; week++) {
    const { startups } = await computePeriod(ledger, week);
    periods.push(
      new Map(
        startups.map(({ company, windows, ...startup }) => {
          const { commits, largest, bulk } = windows.composition.current14d;
          const shareOf = (part: number) => (commits === 0 ? 0 : part / commits);
          const studied = {
            ...startup,
            slug: company,
            evidence: typeEvidence(windows, startup.evidence),
            largestShare: shareOf(largest),
            bulkShare: shareOf(bulk ?? Number.NaN),
            outcome: Number.NaN,
          };
          return [company, studied];
        }),
      ),
    );
  }
  const outcome = await readOutcomes(connection, ledger);
  for (const [place, startups] of periods.entries())
    for (const startup of startups.values()) {
      const at = { company: places.get(startup.slug) ?? -1, week: first + place };
      startup.outcome = outcome(at) ?? Number.NaN;
    }
  const hiring = await readRetention(connection, ledger, ({ company, week }) => {
    const startup = periods[week - first]?.get(ledger.plan.companies[company]?.slug ?? '');
    return startup !== undefined && isStrongHiring(startup);
  });
  const companies = [...new Set(periods.flatMap((startups) => [...startups.keys()]))].sort();
  return { firstWeek: first, companies, periods, hiring };
}
