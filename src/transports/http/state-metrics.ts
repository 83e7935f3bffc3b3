/** Metrics of the service's dependencies, read on every scrape. What is unknown then is left out. */
import { Gauge, type Registry } from 'prom-client';
import { type Status, statusOf } from '../../features/status/status.ts';
import { parsePeriod } from '../../lib/period.ts';
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
  bucket: (() => BucketState) | undefined;
};

export function stateMetrics(registry: Registry, sources: StateSources): void {
  const gauges = new StateGauges(registry);
  const { build, payments, queue, bucket } = sources;
  new Gauge({
    name: 'bellwether_build_info',
    help: '1, with the version and the commit that runs',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set(build, 1);
  publicationMetrics(gauges, sources);
  cycleMetrics(gauges, sources);
  if (queue) queueMetrics(gauges, queue);
  if (payments) auditMetrics(gauges, payments);
  if (bucket) bucketMetrics(gauges, bucket);
}

type Values = Readonly<Record<string, number>>;

/** Gauges whose values are read on every scrape. */
class StateGauges {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  one(name: string, help: string, read: () => Promise<number | undefined>): void {
    new Gauge({
      name: `bellwether_${name}`,
      help,
      registers: [this.#registry],
      async collect() {
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }

  /** @param label whose values name those that are read */
  several(
    name: string,
    help: string,
    label: string,
    read: () => Promise<Values | undefined>,
  ): void {
    new Gauge({
      name: `bellwether_${name}`,
      help,
      labelNames: [label],
      registers: [this.#registry],
      async collect() {
        this.reset();
        for (const [named, value] of Object.entries((await read()) ?? {}))
          this.set({ [label]: named }, value);
      },
    });
  }
}

function publicationMetrics(
  gauges: StateGauges,
  { store, published, collectedAt }: StateSources,
): void {
  gauges.one(
    'edition_end_timestamp_seconds',
    'End of the current period that is served',
    async () => {
      const period = parsePeriod(published()?.editions.latest ?? '');
      return period && (period.lastDay + 1) * SECONDS_PER_DAY;
    },
  );
  gauges.one(
    'last_publication_timestamp_seconds',
    'When what is published was last changed',
    async () => seconds(await store.publishedAt()),
  );
  gauges.one(
    'last_collection_timestamp_seconds',
    'When a collection last wrote the ledger',
    async () => seconds(await collectedAt()),
  );
}

/** What the scheduler does, and how old the copies are. */
function cycleMetrics(gauges: StateGauges, { published, cycle }: StateSources): void {
  const ofCycle =
    <T>(read: (status: Status) => T) =>
    async () => {
      const current = published();
      return current && read(await statusOf(current, await cycle()));
    };
  gauges.one(
    'scheduler_running',
    '1 while a scheduler is at work on the data folder',
    ofCycle(({ scheduler }) => Number(scheduler.isRunning)),
  );
  gauges.one(
    'scheduler_held',
    '1 while the hosting service is left alone',
    ofCycle(({ scheduler }) => Number(scheduler.hold !== null)),
  );
  gauges.several(
    'scheduler_step_timestamp_seconds',
    'When the scheduler last did a step',
    'step',
    ofCycle(({ scheduler }) =>
      Object.fromEntries(
        scheduler.steps.flatMap(({ step, doneAt }) =>
          doneAt === null ? [] : [[step, secondsOf(doneAt)]],
        ),
      ),
    ),
  );
  gauges.several(
    'scheduler_step_failures',
    'Failures of a step since it last went well',
    'step',
    ofCycle(({ scheduler }) =>
      Object.fromEntries(scheduler.steps.map(({ step, failures }) => [step, failures])),
    ),
  );
  gauges.several(
    'scheduler_companies',
    'Companies by what is left to do for the week that is due',
    'state',
    ofCycle(({ scheduler: { settled, waiting, retried } }) => ({ settled, waiting, retried })),
  );
  gauges.several(
    'company_copies',
    'Companies by the age of their copies, in days at most',
    'age',
    ofCycle(({ copies }) =>
      Object.fromEntries(
        (copies?.byAge ?? []).map(({ maxDays, companies }) => [maxDays ?? 'older', companies]),
      ),
    ),
  );
  gauges.one(
    'oldest_copy_timestamp_seconds',
    'End of the last day that the stalest collected company’s copies hold',
    ofCycle(({ copies }) => {
      const through = seconds(copies?.oldestThrough);
      return through && through + SECONDS_PER_DAY;
    }),
  );
}

/** These are omitted while the database is unreachable. */
function queueMetrics(gauges: StateGauges, queue: () => Promise<QueueState | undefined>): void {
  const ofQueue =
    <T>(read: (state: QueueState) => T) =>
    async () => {
      const state = await queue().catch(() => undefined);
      return state && read(state);
    };
  gauges.one(
    'collection_workers',
    'Processes of `bellwether worker` that were heard of lately',
    ofQueue(({ workers }) => workers.length),
  );
  gauges.several(
    'collection_jobs',
    'Companies that are asked of workers',
    'state',
    ofQueue(({ waiting, deferred, active, laidAside }) => ({
      waiting,
      deferred,
      active,
      laidAside,
    })),
  );
}

function auditMetrics(gauges: StateGauges, { books }: Payments): void {
  gauges.one(
    'audit_faults',
    'Faults that the last audit of the books found; nothing is sold while there are any',
    async () => books.lastAudit?.faults,
  );
  gauges.one('last_audit_timestamp_seconds', 'When the books were last audited', async () =>
    seconds(books.lastAudit?.at),
  );
}

function bucketMetrics(gauges: StateGauges, bucket: () => BucketState): void {
  gauges.one(
    'editions_bucket_followed',
    '1 while what the bucket publishes is taken up; 0 while it is away, or refused',
    async () => Number(bucket().state === 'followed'),
  );
  gauges.one(
    'editions_bucket_followed_timestamp_seconds',
    'When the bucket was last asked with success',
    async () => seconds(bucket().followedAt),
  );
  gauges.one('editions_bucket_age_seconds', 'Age of the last agreement with the bucket', async () =>
    bucketAge(bucket()),
  );
}

const SECONDS_PER_DAY = 86_400;

function seconds(at: Date | string | null | undefined): number | undefined {
  return at ? secondsOf(at) : undefined;
}

function secondsOf(at: Date | string): number {
  return Math.floor(new Date(at).getTime() / 1000);
}
