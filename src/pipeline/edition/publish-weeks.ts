/**
 * Computes, renders and stores the periods of a publication. The rows that a stretch of them is
 * computed from are read once, into memory that all threads see; beside them a thread holds the one
 * period that it is at.
 */
import { availableParallelism } from 'node:os';
import { Addresses } from '../../lib/addresses.ts';
import { MODULE_EXTENSION } from '../../lib/project-root.ts';
import { onThreads } from '../../lib/threads.ts';
import type { Registry } from '../../registry/schema.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { RowDigests } from '../ledger/row-digests.ts';
import { CLASSIFIED_WEEKS } from '../signals/classify.ts';
import type { PublishedEdition } from './catalog.ts';
import { checksArtifact } from './checks.ts';
import { computePeriod } from './compute-period.ts';
import { Sealer } from './edition-manifest.ts';
import { EditionStore } from './edition-store.ts';
import type { LedgerPlan, PeriodRange } from './ledger-plan.ts';
import { DAYS_BACK, type LedgerRows } from './ledger-rows.ts';
import { LedgerPeriods } from './periods.ts';
import { PeriodRendering, type PublishedPeriod, publishPeriod } from './publish-period.ts';
import { activityRows, readStretch } from './stretch-rows.ts';

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
};

/** Periods that one thread publishes. */
export type Span = {
  publishing: Publishing;
  /** What all of the stretch's periods are computed from. */
  rows: LedgerRows;
  stretch: PeriodRange;
  /** In ascending order. */
  weeks: readonly Week[];
};

export type StretchLimits = {
  /** Rows of activity in memory at the same time, if the periods that depend on them are not too few. */
  maxRows: number;
  /** Each stretch reads more than a year before it, so a short one is mostly that. */
  minWeeks: number;
  /** Rows of activity below which threads take longer to start than they save in reading. */
  minRowsForThreads: number;
  /** The same of numbers, one a startup and period, in computing. */
  minNumbersForThreads: number;
};
export const STRETCH_LIMITS: StretchLimits = {
  maxRows: 16_000_000,
  minWeeks: 26,
  minRowsForThreads: 1_000_000,
  minNumbersForThreads: 100_000,
};

const WEEKS_BEFORE = Math.ceil(DAYS_BACK / 7) + CLASSIFIED_WEEKS;
/** Most of what rendering allocates is dropped at once: it should not be moved before. */
const YOUNG_GENERATION_MB = 32;

/** Publishes weeks, a stretch of them after the other; within one, their order is that in which they are done. */
export async function publishWeeks(
  publishing: Publishing,
  weeks: readonly Week[],
  onPublished: (period: PublishedPeriod) => void,
  limits = STRETCH_LIMITS,
): Promise<void> {
  const { ledger, plan } = publishing;
  for (const stretch of stretchesOf(publishing, weeks, limits)) {
    const range = { first: stretch[0]?.week ?? 0, last: stretch.at(-1)?.week ?? 0 };
    const usesThreads = activityRows(ledger) >= limits.minRowsForThreads;
    const rows = await readStretch({ ledger, plan, weeks: range }, usesThreads);
    const span = { publishing, rows, stretch: range, weeks: stretch };
    if (stretch.length * plan.companies.length > limits.minNumbersForThreads)
      await publishOnThreads(span, onPublished);
    else await publishSpan(span, onPublished);
  }
}

export function stretchesOf<T>(
  { ledger, plan }: Pick<Publishing, 'ledger' | 'plan'>,
  weeks: readonly T[],
  { maxRows, minWeeks } = STRETCH_LIMITS,
): (readonly T[])[] {
  const rowsAWeek = activityRows(ledger) / (plan.lastPartial - plan.first + 1 + WEEKS_BEFORE);
  const length = Math.max(minWeeks, Math.floor(maxRows / rowsAWeek) - WEEKS_BEFORE);
  return cut(weeks, Math.ceil(weeks.length / Math.ceil(weeks.length / length)));
}

async function publishOnThreads(
  span: Span,
  onPublished: (period: PublishedPeriod) => void,
): Promise<void> {
  const { weeks } = span;
  const threads = availableParallelism();
  // Each begins with the windows that its first period looks back on, so they should be long.
  const spans = cut(weeks, Math.ceil(weeks.length / threads)).map((own) => ({
    ...span,
    weeks: own,
  }));
  await onThreads<Span, void, PublishedPeriod>(spans, {
    file: new URL(`publish-thread${MODULE_EXTENSION}`, import.meta.url),
    threads,
    onMessage: onPublished,
    youngGenerationMb: YOUNG_GENERATION_MB,
  });
}

function cut<T>(list: readonly T[], length: number): (readonly T[])[] {
  const pieces: (readonly T[])[] = [];
  for (let at = 0; at < list.length; at += length) pieces.push(list.slice(at, at + length));
  return pieces;
}

/** Publishes one span on this thread, one period after the other. */
export async function publishSpan(
  { publishing, rows, stretch, weeks }: Span,
  onPublished: (period: PublishedPeriod) => void,
): Promise<void> {
  const { registry, plan, baseUrl, folder, computedAt } = publishing;
  const periods = new LedgerPeriods(plan, rows, stretch);
  const sealer = new Sealer(new EditionStore(folder), baseUrl);
  const publication = { addresses: new Addresses(baseUrl), registry };
  for (const { week, rows: digests, published, correction } of weeks) {
    const computed = computePeriod(periods, week);
    const checks = checksArtifact(computed, periods);
    const rendering = new PeriodRendering(computed, checks, publication, digests);
    onPublished(await publishPeriod(rendering, published, sealer, computedAt, correction));
  }
}
