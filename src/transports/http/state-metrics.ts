/** Metrics of the service's dependencies, read once for each scrape. What is unknown then is left out. */
import { Gauge, type Registry } from 'prom-client';
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
  payments: Payments | undefined;
  /** Undefined without PostgreSQL, or if no collection ever used workers. */
  queue: (() => Promise<QueueState | undefined>) | undefined;
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

/** Metrics with a value for each of several. */
const LABELS: Partial<Record<Name, string>> = {
  edition_info: 'period',
  store_state: 'state',
  scheduler_step_timestamp_seconds: 'step',
  scheduler_step_failures: 'step',
  scheduler_companies: 'state',
  company_copies: 'age',
  collection_jobs: 'state',
};
type Value = number | Readonly<Record<string, number | undefined>> | undefined;
type Values = Readonly<Record<Name, Value>>;

export function stateMetrics(registry: Registry, sources: StateSources): void {
  new Gauge({
    name: 'bellwether_build_info',
    help: '1, with the version and the commit that runs',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set(sources.build, 1);
  let reading: Promise<Values> | undefined;
  /** A scrape collects all metrics at the same time. */
  const valuesOfScrape = () => {
    reading ??= readValues(sources).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  for (const name of Object.keys(HELP) as Name[]) {
    const label = LABELS[name];
    new Gauge({
      name: `bellwether_${name}`,
      help: HELP[name],
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const { [name]: value } = await valuesOfScrape();
        this.reset();
        if (label === undefined && typeof value !== 'number') this.remove();
        else if (typeof value === 'number') this.set(value);
        else
          for (const [named, each] of Object.entries(value ?? {}))
            if (each !== undefined) this.set({ [String(label)]: named }, each);
      },
    });
  }
}

async function readValues(sources: StateSources): Promise<Values> {
  const { store, collectedAt, cycle, payments } = sources;
  const published = sources.published();
  const { scheduler, copies } = published ? await statusOf(published, await cycle()) : {};
  const { settled, waiting, retried, steps = [] } = scheduler ?? {};
  const oldestDay = seconds(copies?.oldestThrough);
  // The database may be away.
  const queue = await sources.queue?.().catch(() => undefined);
  const { lastAudit: audit, state: booksState } = payments?.books ?? {};
  const latest = published?.editions.latest;
  const bucket = sources.bucket();
  return {
    edition_info: latest === undefined ? {} : { [latest]: 1 },
    edition_end_timestamp_seconds: seconds(latest && endOfPeriod(latest)),
    last_publication_timestamp_seconds: seconds(await store.publishedAt()),
    last_collection_timestamp_seconds: seconds(await collectedAt()),
    scheduler_running: scheduler && Number(scheduler.isRunning),
    scheduler_held: scheduler && Number(scheduler.hold !== null),
    scheduler_step_timestamp_seconds: Object.fromEntries(
      steps.map(({ step, doneAt }) => [step, seconds(doneAt)]),
    ),
    scheduler_step_failures: Object.fromEntries(
      steps.map(({ step, failures }) => [step, failures]),
    ),
    scheduler_companies: { settled, waiting, retried },
    company_copies: Object.fromEntries(
      (copies?.byAge ?? []).map(({ maxDays, companies }) => [maxDays ?? 'older', companies]),
    ),
    oldest_copy_timestamp_seconds: oldestDay && oldestDay + SECONDS_PER_DAY,
    collection_workers: queue?.workers.length,
    collection_jobs: queue && {
      waiting: queue.waiting,
      deferred: queue.deferred,
      active: queue.active,
      laidAside: queue.laidAside,
    },
    store_state:
      booksState &&
      Object.fromEntries(BOOKS_STATES.map((each) => [each, Number(each === booksState)])),
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
