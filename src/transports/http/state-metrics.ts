/** Metrics of the service's dependencies, read once for each scrape. What is unknown then is left out. */
import { Gauge, Registry } from 'prom-client';
import { statusOf } from '../../features/status/status.ts';
import { endOfPeriod } from '../../lib/period.ts';
import { BOOKS_STATES } from '../../payments/books.ts';
import type { Payments } from '../../payments/payments.ts';
import type { EditionStore } from '../../pipeline/edition/edition-store.ts';
import type { QueueState } from '../../pipeline/queue/queue-state.ts';
import type { CycleSource } from '../../pipeline/schedule/cycle.ts';
import type { Published } from '../../published/published.ts';
import type { Build } from '../build.ts';
import { type BucketState, bucketAge } from './bucket-watch.ts';

export type StateSources = {
  build: Build;
  store: EditionStore;
  published: () => Published | undefined;
  /** When the operator's own ledger was last written; undefined if there is none. */
  collectedAt: () => Promise<Date | undefined>;
  cycle: CycleSource;
  payments?: Payments;
  /** Undefined without PostgreSQL, or if no collection ever used workers. */
  queue?: (() => Promise<QueueState | undefined>) | undefined;
  /** Undefined if editions do not come from a bucket. */
  bucket: () => BucketState | undefined;
};

/** By the metrics' names without their prefix. */
const HELP = {
  edition_info: '1 for the current period that is served',
  edition_end_timestamp_seconds: 'End of the current period that is served',
  last_publication_timestamp_seconds: 'When what is published was last changed',
  last_collection_timestamp_seconds: 'When a collection last wrote the ledger',
  scheduler_running: '1 while a scheduler is at work on the data folder',
  scheduler_held: '1 while the hosting service is left alone',
  scheduler_step_timestamp_seconds: 'When the scheduler last did a step',
  scheduler_step_failures: 'Failures of a step since it last went well',
  scheduler_companies: 'Companies by what is left to do for the week that is due',
  company_copies: 'Companies by the age of their copies, in days at most',
  oldest_copy_timestamp_seconds:
    'End of the last day that the stalest collected company’s copies hold',
  collection_workers: 'Processes of `bellwether worker` that were heard of lately',
  collection_jobs: 'Companies that are asked of workers',
  store_state: '1 for the state that the store of payments is in, 0 for the others',
  audit_faults:
    'Faults that the last audit of the books found; nothing is sold while there are any',
  last_audit_timestamp_seconds: 'When the books were last audited',
  editions_bucket_followed:
    '1 while what the bucket publishes is taken up; 0 while it is away, or refused',
  editions_bucket_followed_timestamp_seconds: 'When the bucket was last asked with success',
  editions_bucket_age_seconds: 'Age of the last agreement with the bucket',
};
type Name = keyof typeof HELP;

/** A value, or one for each value of a label. */
type Value = number | undefined | { label: string; values: Values };
type Values = Readonly<Record<string, number | undefined>>;
const by = (label: string, values: Values) => ({ label, values });

/** A registry of its own for each scrape. */
export async function stateMetrics(sources: StateSources): Promise<Registry> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `bellwether_${name}`, help, labelNames, registers: [registry] });
  const help = '1, with the version and the commit that runs';
  gauge('build_info', help, ['version', 'commit']).set(sources.build, 1);
  const values = await readValues(sources);
  for (const name of Object.keys(HELP) as Name[]) {
    const { [name]: value } = values;
    if (typeof value === 'object') {
      const metric = gauge(name, HELP[name], [value.label]);
      for (const [each, number] of Object.entries(value.values))
        if (number !== undefined) metric.set({ [value.label]: each }, number);
    } else if (value === undefined) gauge(name, HELP[name]).remove();
    else gauge(name, HELP[name]).set(value);
  }
  return registry;
}

async function readValues(sources: StateSources): Promise<Readonly<Record<Name, Value>>> {
  const { store, cycle, payments } = sources;
  const published = sources.published();
  const { scheduler, copies } = published ? await statusOf(published, await cycle()) : {};
  const { settled, waiting, retried, steps = [] } = scheduler ?? {};
  const ofSteps = (read: (step: (typeof steps)[number]) => number | undefined) =>
    Object.fromEntries(steps.map((step) => [step.step, read(step)]));
  const ages = copies?.byAge.map(({ maxDays, companies }) => [maxDays ?? 'older', companies]) ?? [];
  const oldestDay = seconds(copies?.oldestThrough);
  // The database may be away.
  const queue = await sources.queue?.().catch(() => undefined);
  const { lastAudit: audit, state: booksState } = payments?.books ?? {};
  const { waiting: idle, deferred, active, laidAside } = queue ?? {};
  const jobs = { waiting: idle, deferred, active, laidAside };
  const states = BOOKS_STATES.map((each) => [each, Number(each === booksState)]);
  const latest = published?.editions.latest;
  const bucket = sources.bucket();
  return {
    edition_info: latest === undefined ? undefined : by('period', { [latest]: 1 }),
    edition_end_timestamp_seconds: seconds(latest && endOfPeriod(latest)),
    last_publication_timestamp_seconds: seconds(await store.publishedAt()),
    last_collection_timestamp_seconds: seconds(await sources.collectedAt()),
    scheduler_running: scheduler && Number(scheduler.isRunning),
    scheduler_held: scheduler && Number(scheduler.hold !== null),
    scheduler_step_timestamp_seconds: by(
      'step',
      ofSteps(({ doneAt }) => seconds(doneAt)),
    ),
    scheduler_step_failures: by(
      'step',
      ofSteps(({ failures }) => failures),
    ),
    scheduler_companies: by('state', { settled, waiting, retried }),
    company_copies: by('age', Object.fromEntries(ages)),
    oldest_copy_timestamp_seconds: oldestDay && oldestDay + SECONDS_PER_DAY,
    collection_workers: queue?.workers.length,
    collection_jobs: queue && by('state', jobs),
    store_state: booksState && by('state', Object.fromEntries(states)),
    audit_faults: audit?.faults,
    last_audit_timestamp_seconds: seconds(audit?.at),
    editions_bucket_followed: bucket && Number(bucket.state === 'followed'),
    editions_bucket_followed_timestamp_seconds: seconds(bucket?.followedAt),
    editions_bucket_age_seconds: bucketAge(bucket),
  };
}

const SECONDS_PER_DAY = 86_400;

function seconds(at: Date | string | null | undefined): number | undefined {
  return at ? Math.floor(new Date(at).getTime() / 1000) : undefined;
}
