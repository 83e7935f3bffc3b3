/** Metrics of what the service stands on, read for each scrape. What is unknown then has no value. */
import { statusOf } from '../../features/status/status.ts';
import { endOfPeriod } from '../../lib/period.ts';
import { BOOKS_STATES } from '../../payments/books.ts';
import type { Payments } from '../../payments/payments.ts';
import type { EditionStore } from '../../pipeline/edition/edition-store.ts';
import type { CycleSource } from '../../pipeline/schedule/cycle.ts';
import type { Published } from '../../published/published.ts';
import type { Build } from '../build.ts';
import { metricText, type Sample } from './exposition.ts';

export type StateSources = {
  build: Build;
  store: EditionStore;
  published: () => Published | undefined;
  /** When the operator's own ledger was last written; undefined if there is none. */
  collectedAt: () => Promise<Date | undefined>;
  cycle: CycleSource;
  payments?: Payments;
};

/** By the metrics' names without their prefix. Alerts and the dashboard in `deploy/` ask for each. */
const HELP = {
  edition_info: '1 for the current period that is served',
  edition_end_timestamp_seconds: 'End of the current period that is served',
  last_publication_timestamp_seconds: 'When what is published was last changed',
  last_collection_timestamp_seconds: 'When a collection last wrote the ledger',
  scheduler_running: '1 while a scheduler is at work on the data folder',
  scheduler_step_timestamp_seconds: 'When the scheduler last did a step',
  scheduler_step_failures: 'Failures of a step since it last went well',
  scheduler_companies: 'Companies by what is left to do for the week that is due',
  oldest_copy_timestamp_seconds:
    'End of the last day that the stalest collected company’s copies hold',
  store_state: '1 for the state that the store of payments is in, 0 for the others',
  audit_faults:
    'Faults that the last audit of the books found; nothing is sold while there are any',
};
type Name = keyof typeof HELP;

/** A number, or one for each value of a label. */
type Value = number | undefined | Readonly<Record<string, ByLabel>>;
type ByLabel = Readonly<Record<string, number | undefined>>;

export async function stateMetrics(sources: StateSources): Promise<string> {
  const values = await readValues(sources);
  const help = '1, with the version and the commit that runs';
  const build = metricText('build_info', 'gauge', help, [{ labels: sources.build, value: 1 }]);
  // The names of an object literal.
  const texts = (Object.keys(HELP) as Name[]).map((name) =>
    metricText(name, 'gauge', HELP[name], samplesOf(values[name])),
  );
  return [build, ...texts].join('\n');
}

function samplesOf(value: Value): Sample[] {
  if (typeof value === 'number') return [{ value }];
  return Object.entries(value ?? {}).flatMap(([label, values]) =>
    Object.entries(values).flatMap(([labelled, number]) =>
      number === undefined ? [] : [{ labels: { [label]: labelled }, value: number }],
    ),
  );
}

async function readValues(sources: StateSources): Promise<Readonly<Record<Name, Value>>> {
  const { store, cycle, payments } = sources;
  const published = sources.published();
  const { scheduler, copies } = published ? await statusOf(published, await cycle()) : {};
  const { settled, waiting, retried, steps = [] } = scheduler ?? {};
  const doneAt = steps.map((step) => [step.step, seconds(step.doneAt)]);
  const failures = steps.map((step) => [step.step, step.failures]);
  const oldestDay = seconds(copies?.oldestThrough);
  const { lastAudit, state } = payments?.books ?? {};
  const states = BOOKS_STATES.map((each) => [each, Number(each === state)]);
  const latest = published?.editions.latest;
  return {
    edition_info: latest === undefined ? undefined : { period: { [latest]: 1 } },
    edition_end_timestamp_seconds: seconds(latest && endOfPeriod(latest)),
    last_publication_timestamp_seconds: seconds(await store.publishedAt()),
    last_collection_timestamp_seconds: seconds(await sources.collectedAt()),
    scheduler_running: scheduler && Number(scheduler.isRunning),
    scheduler_step_timestamp_seconds: { step: Object.fromEntries(doneAt) },
    scheduler_step_failures: { step: Object.fromEntries(failures) },
    scheduler_companies: { state: { settled, waiting, retried } },
    oldest_copy_timestamp_seconds: oldestDay && oldestDay + SECONDS_PER_DAY,
    store_state: state && { state: Object.fromEntries(states) },
    audit_faults: lastAudit?.faults,
  };
}

const SECONDS_PER_DAY = 86_400;

function seconds(at: Date | string | null | undefined): number | undefined {
  return at ? Math.floor(new Date(at).getTime() / 1000) : undefined;
}
