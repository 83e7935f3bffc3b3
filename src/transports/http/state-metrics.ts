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
import type { BucketState } from './bucket-watch.ts';

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

type Values = Readonly<Record<string, number>>;

export function stateMetrics(
  registry: Registry,
  { build, store, collectedAt, cycle, published, payments, queue, bucket }: StateSources,
): void {
  const gauge = (name: string, help: string, read: () => Promise<number | undefined>) =>
    new Gauge({
      name: `bellwether_${name}`,
      help,
      registers: [registry],
      async collect() {
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  /** @param label whose values name those that are read */
  const gauges = (
    name: string,
    help: string,
    label: string,
    read: () => Promise<Values | undefined>,
  ) =>
    new Gauge({
      name: `bellwether_${name}`,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        this.reset();
        for (const [named, value] of Object.entries((await read()) ?? {}))
          this.set({ [label]: named }, value);
      },
    });
  const ofCycle =
    <T>(read: (status: Status) => T) =>
    async () => {
      const current = published();
      return current && read(await statusOf(current, await cycle()));
    };

  new Gauge({
    name: 'bellwether_build_info',
    help: '1, with the version and the commit that runs',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set(build, 1);
  gauge('edition_end_timestamp_seconds', 'End of the current period that is served', async () => {
    const period = parsePeriod(published()?.editions.latest ?? '');
    return period && (period.lastDay + 1) * SECONDS_PER_DAY;
  });
  gauge('last_publication_timestamp_seconds', 'When what is published was last changed', async () =>
    seconds(await store.publishedAt()),
  );
  gauge('last_collection_timestamp_seconds', 'When a collection last wrote the ledger', async () =>
    seconds(await collectedAt()),
  );
  gauge(
    'scheduler_running',
    '1 while a scheduler is at work on the data folder',
    ofCycle(({ scheduler }) => Number(scheduler.isRunning)),
  );
  gauge(
    'scheduler_held',
    '1 while the hosting service is left alone',
    ofCycle(({ scheduler }) => Number(scheduler.hold !== null)),
  );
  gauges(
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
  gauges(
    'scheduler_step_failures',
    'Failures of a step since it last went well',
    'step',
    ofCycle(({ scheduler }) =>
      Object.fromEntries(scheduler.steps.map(({ step, failures }) => [step, failures])),
    ),
  );
  gauges(
    'scheduler_companies',
    'Companies by what is left to do for the week that is due',
    'state',
    ofCycle(({ scheduler: { settled, waiting, retried } }) => ({ settled, waiting, retried })),
  );
  gauges(
    'company_copies',
    'Companies by the age of their copies, in days at most',
    'age',
    ofCycle(({ copies }) =>
      Object.fromEntries(
        (copies?.byAge ?? []).map(({ maxDays, companies }) => [maxDays ?? 'older', companies]),
      ),
    ),
  );
  gauge(
    'oldest_copy_timestamp_seconds',
    'End of the last day that the stalest collected company’s copies hold',
    ofCycle(({ copies }) => {
      const through = seconds(copies?.oldestThrough);
      return through && through + SECONDS_PER_DAY;
    }),
  );
  if (queue) {
    // These are omitted while the database is unreachable.
    const ofQueue =
      <T>(read: (state: QueueState) => T) =>
      async () => {
        const state = await queue().catch(() => undefined);
        return state && read(state);
      };
    gauge(
      'collection_workers',
      'Processes of `bellwether worker` that were heard of lately',
      ofQueue(({ workers }) => workers.length),
    );
    gauges(
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
  if (payments) {
    gauge(
      'audit_faults',
      'Faults that the last audit of the books found; nothing is sold while there are any',
      async () => payments.books.lastAudit?.faults,
    );
    gauge('last_audit_timestamp_seconds', 'When the books were last audited', async () =>
      seconds(payments.books.lastAudit?.at),
    );
  }
  if (!bucket) return;
  gauge(
    'editions_bucket_followed',
    '1 while what the bucket publishes is taken up; 0 while it is away, or refused',
    async () => Number(bucket().state === 'followed'),
  );
  gauge(
    'editions_bucket_followed_timestamp_seconds',
    'When the bucket was last asked with success',
    async () => seconds(bucket().followedAt),
  );
}

const SECONDS_PER_DAY = 86_400;

function seconds(at: Date | string | null | undefined): number | undefined {
  return at ? secondsOf(at) : undefined;
}

function secondsOf(at: Date | string): number {
  return Math.floor(new Date(at).getTime() / 1000);
}
