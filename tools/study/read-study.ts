/** Reads the input of the study from the shipped ledger. */
import { sum } from '../../src/lib/averages.ts';
import { lastDayOf } from '../../src/lib/period.ts';
import { computePeriod } from '../../src/pipeline/edition/compute-period.ts';
import { trackedCompanies } from '../../src/pipeline/edition/ledger-plan.ts';
import { LedgerPeriods } from '../../src/pipeline/edition/periods.ts';
import type { LedgerConnection } from '../../src/pipeline/ledger/connection.ts';
import { openLedger, queryLedger } from '../../src/pipeline/ledger/ledger.ts';
import { typeEvidence } from '../../src/pipeline/signals/type-evidence.ts';
import { SHIPPED_LEDGER } from '../../src/transports/cli/project.ts';
import { shippedRegistry } from '../shipped-registry.ts';
import { readPersons } from './persons.ts';
import { readRetention } from './retention.ts';
import type { StudiedCompany } from './study.ts';
import { isStrongHiring, type TypedStartup } from './type-goals.ts';

export type StudyRows = {
  firstWeek: number;
  /** Those that are covered in some period, by slug. */
  companies: StudiedCompany[];
};

let shipped: ReturnType<typeof readShipped> | undefined;

/** Read once per process. */
export function shippedStudy(): ReturnType<typeof readShipped> {
  shipped ??= readShipped();
  return shipped;
}

async function readShipped() {
  const ledger = await openLedger(SHIPPED_LEDGER);
  if (!ledger) throw new Error(`${SHIPPED_LEDGER} is missing`);
  const tracked = trackedCompanies(await shippedRegistry());
  return queryLedger(ledger, async (connection) => {
    const periods = await LedgerPeriods.read(connection, tracked);
    const types = await typedPeriods(periods);
    const rows = await readStudy(connection, periods);
    return { rows, types, hiring: await hiringRetention(connection, periods, types) };
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
  const { first, last } = periods.range;
  const typed: TypedStartup[][] = [];
  for (let week = first; week <= last; week++) {
    const { startups } = await computePeriod(periods, week);
    typed.push(
      startups.map(({ company, windows, ...startup }) => ({
        ...startup,
        slug: company,
        evidence: typeEvidence(windows, startup.evidence),
      })),
    );
  }
  return typed;
}

/** New people whom hiring bursts rest on, and how many of them were seen again; once for each week. */
export type HiringRetention = { newcomers: number; seenAgain: number };

/**
 * What became of the new people of strong hiring bursts, 31 to 90 days after the period, where the
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
