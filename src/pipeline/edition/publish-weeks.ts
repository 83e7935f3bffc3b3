/**
 * Consecutive periods of a publication: read, computed, rendered and stored together. Memory holds
 * their numbers and nothing else, so a large publication is made of several such spans, on threads.
 */
import { availableParallelism } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { Addresses } from '../../lib/addresses.ts';
import { MODULE_EXTENSION } from '../../lib/project-root.ts';
import type { Registry } from '../../registry/schema.ts';
import { type Ledger, queryLedger } from '../ledger/ledger.ts';
import type { RowDigests } from '../ledger/row-digests.ts';
import { numberCopies } from '../ledger/rows.ts';
import { checksArtifact } from './checks.ts';
import { computePeriod } from './compute.ts';
import { EditionStore, type PublishedEdition } from './edition-store.ts';
import { Sealer } from './manifest.ts';
import { LedgerPeriods, type LedgerPlan } from './periods.ts';
import { PeriodRendering, type PublishedPeriod, publishPeriod } from './publish-period.ts';

/** What all spans of a publication have in common. */
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
  /** Why it may be replaced if every number comes out the same. */
  completion: string | undefined;
};

/** @param weeks in ascending order */
export type Span = { publishing: Publishing; weeks: readonly Week[] };

/** Companies times weeks whose numbers are in memory at the same time. */
const MAX_NUMBERS = 100_000;
/** Below this a thread takes longer to start than it saves. */
const MIN_NUMBERS_FOR_THREADS = 100_000;
/** Periods stored at the same time by one thread; of so many companies one alone, as its files are large. */
const SIDE_BY_SIDE = 2;
const MAX_SIDE_BY_SIDE = 10_000;
/** Most of what rendering allocates is dropped at once: it should not be moved before. */
const YOUNG_GENERATION_MB = 32;

/** Each thread has an engine of its own, and there are as many threads as cores. */
const THREAD_ENGINE = { threads: 1, memoryLimit: '400MB' };

/** Publishes weeks in spans; their order is that in which they are done. */
export async function publishWeeks(
  publishing: Publishing,
  weeks: readonly Week[],
  onPublished: (period: PublishedPeriod) => void,
): Promise<void> {
  const numbers = weeks.length * publishing.plan.companies.length;
  if (numbers <= MIN_NUMBERS_FOR_THREADS) {
    await publishSpan({ publishing, weeks }, onPublished);
    return;
  }
  const threads = availableParallelism();
  const spans = threads * Math.ceil(numbers / MAX_NUMBERS / threads);
  const length = Math.ceil(weeks.length / spans);
  await using pool = new Piscina<Span, void>({
    filename: new URL(`publish-thread${MODULE_EXTENSION}`, import.meta.url).href,
    maxThreads: threads,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    recordTiming: false,
  });
  pool.on('message', onPublished);
  const runs = Array.from({ length: Math.ceil(weeks.length / length) }, (_, index) =>
    pool.run({ publishing, weeks: weeks.slice(index * length, (index + 1) * length) }),
  );
  await Promise.all(runs);
}

/** Publishes one span on this thread. */
export async function publishSpan(
  { publishing, weeks }: Span,
  onPublished: (period: PublishedPeriod) => void,
): Promise<void> {
  const { ledger, registry, plan, baseUrl, folder, computedAt } = publishing;
  const [first, last] = [weeks[0]?.week, weeks.at(-1)?.week];
  if (first === undefined || last === undefined) return;
  const periods = await queryLedger(
    ledger,
    async (connection) => {
      await numberCopies(connection, plan.companies);
      return LedgerPeriods.readWeeks(connection, plan, { first, last });
    },
    isMainThread ? {} : THREAD_ENGINE,
  );
  const sealer = new Sealer(new EditionStore(folder), baseUrl);
  const publication = { addresses: new Addresses(baseUrl), registry };
  const limit = pLimit(plan.companies.length > MAX_SIDE_BY_SIDE ? 1 : SIDE_BY_SIDE);
  const publishWeek = async ({ week, rows, published, ...reasons }: Week) => {
    const computed = computePeriod(periods, week);
    const checks = checksArtifact(computed, periods);
    const rendering = new PeriodRendering(computed, checks, publication, rows);
    onPublished(await publishPeriod(rendering, published, sealer, computedAt, reasons));
  };
  await Promise.all(weeks.map((week) => limit(() => publishWeek(week))));
}
