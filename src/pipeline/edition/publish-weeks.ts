/** Computes, renders and stores the periods of a publication. */
import { Addresses } from '../../lib/addresses.ts';
import type { Registry } from '../../registry/schema.ts';
import type { EngineOptions } from '../ledger/duckdb.ts';
import { type Ledger, queryLedger } from '../ledger/ledger.ts';
import type { RowDigests } from '../ledger/row-digests.ts';
import type { PublishedEdition } from './catalog.ts';
import { checksArtifact } from './checks.ts';
import { computePeriod } from './compute-period.ts';
import { Sealer } from './edition-manifest.ts';
import { EditionStore } from './edition-store.ts';
import type { LedgerPlan } from './ledger-plan.ts';
import { LedgerPeriods, type ReleaseDays } from './periods.ts';
import { PeriodRendering, type PublishedPeriod, publishPeriod } from './publish-period.ts';

/** What all periods of a publication have in common. */
export type Publishing = {
  ledger: Ledger;
  registry: Registry;
  plan: LedgerPlan;
  baseUrl: string;
  /** Where the editions lie. */
  folder: string;
  /** ISO 8601. */
  computedAt: string;
};

/** One period to publish. */
export type Week = {
  /** Week index. */
  week: number;
  /** What its rows are. */
  rows: RowDigests;
  /** What is out for it. */
  published: PublishedEdition | undefined;
  /** Why that may be replaced. */
  correction: string | undefined;
};

/** Beside the engine stands what is rendered of one period, and the numbers of all. */
const ENGINE: EngineOptions = { memoryLimit: '700MB' };

/**
 * Publishes weeks, one period after the other.
 *
 * @param weeks in ascending order, the latest ones of the ledger among them
 * @returns when companies released, in all weeks
 */
export async function publishWeeks(
  { ledger, registry, plan, baseUrl, folder, computedAt }: Publishing,
  weeks: readonly Week[],
  onPublished: (period: PublishedPeriod) => void,
): Promise<ReleaseDays> {
  const [first, last] = [weeks[0], weeks.at(-1)];
  // The current period is always published anew.
  if (!first || !last) throw new RangeError('no period to publish');
  const sealer = new Sealer(new EditionStore(folder), baseUrl);
  const publication = { addresses: new Addresses(baseUrl), registry };
  return queryLedger(
    ledger,
    async (connection) => {
      const range = { first: first.week, last: last.week };
      const periods = await LedgerPeriods.readWeeks(connection, plan, range);
      for (const { week, rows, published, correction } of weeks) {
        const computed = await computePeriod(periods, week);
        const checks = checksArtifact(computed, periods);
        const rendering = new PeriodRendering(computed, checks, publication, rows);
        onPublished(await publishPeriod(rendering, published, sealer, computedAt, correction));
      }
      return periods.releaseDays();
    },
    ENGINE,
  );
}
