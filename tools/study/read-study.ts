/** Reads the input of the study from the shipped ledger. */
import { sum } from '../../src/lib/averages.ts';
import { lastDayOf, periodAt } from '../../src/lib/period.ts';
import { computePeriod } from '../../src/pipeline/edition/compute-period.ts';
import { coverageIn, readPlan, trackedCompanies } from '../../src/pipeline/edition/ledger-plan.ts';
import { LedgerPeriods } from '../../src/pipeline/edition/periods.ts';
import type { LedgerConnection } from '../../src/pipeline/ledger/connection.ts';
import { openLedger, queryLedger } from '../../src/pipeline/ledger/ledger.ts';
import { typeEvidence } from '../../src/pipeline/signals/type-evidence.ts';
import { SHIPPED_LEDGER } from '../../src/transports/cli/project.ts';
import { shippedRegistry } from '../shipped-registry.ts';
import { readPersons } from './persons.ts';
import { DAYS_FOLDER, readGroups } from './raise/days.ts';
import { readRetention } from './retention.ts';
import type { StudiedCompany } from './study.ts';
import { isStrongHiring, type TypedStartup } from './type-goals.ts';

export type StudyRows = {
  firstWeek: number;
  /** Companies that are covered in some period, by slug. */
  companies: StudiedCompany[];
};

/**
 * Roles of packages and parameters were made from the companies tracked first, and frozen before the
 * recordings of the others were looked at. Each group is studied as if it were all that is tracked.
 */
export const GROUPS = ['tracked first', 'added'] as const;
export type Group = (typeof GROUPS)[number];

export type ShippedStudy = {
  rows: StudyRows;
  types: TypedStartup[][];
  hiring: HiringRetention;
};

const shipped = new Map<Group, Promise<ShippedStudy | undefined>>();

/** The study of the companies tracked first, read once per process. */
export async function shippedStudy(): Promise<ShippedStudy> {
  const study = await studyOf('tracked first');
  if (!study) throw new Error(`${SHIPPED_LEDGER} holds no company that was tracked first`);
  return study;
}

/** Undefined where the registry lists no company of the group. */
export function studyOf(group: Group): Promise<ShippedStudy | undefined> {
  return shipped.getOrInsertComputed(group, () => readShipped(group));
}

async function readShipped(group: Group): Promise<ShippedStudy | undefined> {
  const ledger = await openLedger(SHIPPED_LEDGER);
  if (!ledger) throw new Error(`${SHIPPED_LEDGER} is missing`);
  const { companies, roles } = trackedCompanies(await shippedRegistry());
  const added = (await readGroups(DAYS_FOLDER)).get('added');
  const isAdded = (slug: string) => added?.has(slug) ?? false;
  const own = new Map([...companies].filter(([slug]) => isAdded(slug) === (group === 'added')));
  if (own.size === 0) return undefined;
  return queryLedger(ledger, async (connection) => {
    const periods = await LedgerPeriods.read(connection, { companies: own, roles });
    const types = await typedPeriods(periods);
    const rows = await readStudy(connection, periods);
    return { rows, types, hiring: await hiringRetention(connection, periods, types) };
  });
}

/** The current period of all that the registry tracks: `2026-w32, with 131 companies`. */
export async function currentPeriodWords(): Promise<string> {
  const ledger = await openLedger(SHIPPED_LEDGER);
  if (!ledger) throw new Error(`${SHIPPED_LEDGER} is missing`);
  const tracked = trackedCompanies(await shippedRegistry());
  return queryLedger(ledger, async (connection) => {
    const { companies, weights, current } = await readPlan(connection, tracked);
    const covered = companies.filter(
      (company) => coverageIn(company, weights, current).missing === undefined,
    );
    return `${periodAt(current).slug}, with ${covered.length} companies`;
  });
}

async function readStudy(connection: LedgerConnection, periods: LedgerPeriods): Promise<StudyRows> {
  const { first, last } = periods.range;
  const people = await readPersons(connection, periods.companies, lastDayOf(periods.lastPartial));
  const companies = periods.companies.map(({ slug, copies }, place) => ({
    slug,
    copies,
    people: people[place] ?? [],
    frames: Array.from({ length: last - first + 1 }, (_, period) => {
      const { missing, held, from } = periods.coverage(place, first + period);
      return missing ? null : { lastDay: lastDayOf(first + period), held, from };
    }),
  }));
  const isCovered = ({ frames }: StudiedCompany) => frames.some((frame) => frame !== null);
  return { firstWeek: first, companies: companies.filter(isCovered) };
}

/** The signal types of every period, oldest first, as their records say them. */
async function typedPeriods(periods: LedgerPeriods): Promise<TypedStartup[][]> {
  const typed: TypedStartup[][] = [];
  for (let week = periods.range.first; week <= periods.range.last; week++) {
    const { startups } = await computePeriod(periods, week);
    typed.push(
      startups.map(({ company, windows, ...startup }) => {
        const values = Object.entries(startup.evidence).map(([type, { value }]) => [type, value]);
        const evidence = typeEvidence(windows, Object.fromEntries(values));
        return { ...startup, slug: company, evidence };
      }),
    );
  }
  return typed;
}

/** New people whom hiring bursts rest on, and how many of them were seen again; once for each week. */
export type HiringRetention = { newcomers: number; seenAgain: number };

/**
 * Retention of the new people of strong hiring bursts, 31 to 90 days after the period, where the
 * copies reach so far.
 *
 * @param typed as `typedPeriods` gives them
 */
async function hiringRetention(
  connection: LedgerConnection,
  periods: LedgerPeriods,
  typed: readonly (readonly TypedStartup[])[],
): Promise<HiringRetention> {
  const strong = typed.map(
    (startups) => new Set(startups.filter(isStrongHiring).map(({ slug }) => slug)),
  );
  const isChosen = (company: number, week: number) =>
    strong[week - periods.range.first]?.has(periods.companies[company]?.slug ?? '') ?? false;
  const retentions = await readRetention(connection, periods, isChosen);
  return {
    newcomers: sum(retentions.map(({ newcomers }) => newcomers)),
    seenAgain: sum(retentions.map(({ seenAgain }) => seenAgain)),
  };
}
