/**
 * Reads the rows of a stretch of periods. Many are read on two threads of their own: they take half the
 * time, and what reading leaves behind goes with the threads.
 */
import { MODULE_EXTENSION } from '../../lib/project-root.ts';
import { onThreads } from '../../lib/threads.ts';
import type { EngineOptions } from '../ledger/duckdb.ts';
import { type Ledger, queryLedger, queryTogether } from '../ledger/ledger.ts';
import { rowsIn } from '../ledger/ledger-manifest.ts';
import { numberCopies } from '../ledger/row-queries.ts';
import type { LedgerPlan, PeriodRange } from './ledger-plan.ts';
import {
  type ActivityRows,
  type EventRows,
  type LedgerRows,
  readActivityRows,
  readEventRows,
} from './ledger-rows.ts';

/** What is read lies in memory beside the engines. */
const MEMORY_OF_BOTH: EngineOptions = { memoryLimit: '700MB' };
const MEMORY_OF_ONE: EngineOptions = { memoryLimit: '350MB' };

type Stretch = { ledger: Ledger; plan: LedgerPlan; weeks: PeriodRange };
/** What one thread reads. */
export type StretchPart = Stretch & { part: 'activity' | 'events' };

export async function readStretch(stretch: Stretch, usesThreads: boolean): Promise<LedgerRows> {
  if (usesThreads) return readOnThreads(stretch);
  const { ledger, plan, weeks } = stretch;
  const [activity, events] = await queryTogether(
    ledger,
    async (connection) => {
      await numberCopies(connection, plan.companies);
      return readActivityRows(connection, plan, weeks);
    },
    async (connection) => {
      await numberCopies(connection, plan.companies);
      return readEventRows(connection, plan, weeks);
    },
    MEMORY_OF_BOTH,
  );
  return { ...activity, ...events };
}

async function readOnThreads(stretch: Stretch): Promise<LedgerRows> {
  const parts = ['activity', 'events'] as const;
  const [activity, events] = await onThreads<StretchPart, ActivityRows | EventRows>(
    parts.map((part) => ({ ...stretch, part })),
    {
      file: new URL(`stretch-rows-thread${MODULE_EXTENSION}`, import.meta.url),
      threads: parts.length,
    },
  );
  // A thread answers with the part that it was asked for.
  return { ...(activity as ActivityRows), ...(events as EventRows) };
}

/** On one of these threads. */
export function readPart({ ledger, plan, weeks, part }: StretchPart) {
  return queryLedger(
    ledger,
    async (connection): Promise<ActivityRows | EventRows> => {
      await numberCopies(connection, plan.companies);
      return part === 'activity'
        ? readActivityRows(connection, plan, weeks)
        : readEventRows(connection, plan, weeks);
    },
    MEMORY_OF_ONE,
  );
}

/** How many there are, those beneath included. */
export function activityRows({ manifest, beneath }: Ledger): number {
  return rowsIn(manifest, 'activity') + (beneath ? activityRows(beneath) : 0);
}
