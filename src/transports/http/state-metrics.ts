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
  bucket: (() => BucketState | undefined) | undefined;
};

/** A number, or several by the values of the metric's label. */
type Value = number | Readonly<Record<string, number>> | undefined;
type Metric = [name: string, help: string, read: () => Value | Promise<Value>, label?: string];

export function stateMetrics(registry: Registry, sources: StateSources): void {
  new Gauge({
    name: 'bellwether_build_info',
    help: '1, with the version and the commit that runs',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set(sources.build, 1);
  const { payments, queue, bucket } = sources;
  const metrics = [
    ...publicationMetrics(sources),
    ...cycleMetrics(sources),
    ...(queue ? queueMetrics(queue) : []),
    ...(payments ? auditMetrics(payments) : []),
    ...(bucket ? bucketMetrics(bucket) : []),
  ];
  for (const [name, help, read, label] of metrics)
    new Gauge({
      name: `bellwether_${name}`,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const value = await read();
        if (label === undefined) {
          if (typeof value === 'number') this.set(value);
          else this.remove();
          return;
        }
        this.reset();
        for (const [named, each] of Object.entries(value ?? {})) this.set({ [label]: named }, each);
      },
    });
}

function publicationMetrics({ store, published, collectedAt }: StateSources): Metric[] {
  const end = () => {
    const period = parsePeriod(published()?.editions.latest ?? '');
    return period && (period.lastDay + 1) * SECONDS_PER_DAY;
  };
  const publishedAt = async () => seconds(await store.publishedAt());
  const collected = async () => seconds(await collectedAt());
  return [
    ['edition_end_timestamp_seconds', 'End of the current period that is served', end],
    ['last_publication_timestamp_seconds', 'When what is published was last changed', publishedAt],
    ['last_collection_timestamp_seconds', 'When a collection last wrote the ledger', collected],
  ];
}

/** What the scheduler does, and how old the copies are. */
function cycleMetrics({ published, cycle }: StateSources): Metric[] {
  const from = (read: (status: Status) => Value) => async () => {
    const current = published();
    return current && read(await statusOf(current, await cycle()));
  };
  const steps = (read: (step: Status['scheduler']['steps'][number]) => Value) =>
    from(({ scheduler }) =>
      Object.fromEntries(
        scheduler.steps.flatMap((step) => {
          const value = read(step);
          return typeof value === 'number' ? [[step.step, value]] : [];
        }),
      ),
    );
  const isRunning = from(({ scheduler }) => Number(scheduler.isRunning));
  const isHeld = from(({ scheduler }) => Number(scheduler.hold !== null));
  const doneAt = steps((step) => seconds(step.doneAt));
  const failures = steps((step) => step.failures);
  const companies = from(({ scheduler: { settled, waiting, retried } }) => ({
    settled,
    waiting,
    retried,
  }));
  const ages = from(({ copies }) =>
    Object.fromEntries(
      (copies?.byAge ?? []).map((each) => [each.maxDays ?? 'older', each.companies]),
    ),
  );
  const oldest = from(({ copies }) => {
    const through = seconds(copies?.oldestThrough);
    return through && through + SECONDS_PER_DAY;
  });
  return [
    ['scheduler_running', '1 while a scheduler is at work on the data folder', isRunning],
    ['scheduler_held', '1 while the hosting service is left alone', isHeld],
    ['scheduler_step_timestamp_seconds', 'When the scheduler last did a step', doneAt, 'step'],
    ['scheduler_step_failures', 'Failures of a step since it last went well', failures, 'step'],
    [
      'scheduler_companies',
      'Companies by what is left to do for the week that is due',
      companies,
      'state',
    ],
    ['company_copies', 'Companies by the age of their copies, in days at most', ages, 'age'],
    [
      'oldest_copy_timestamp_seconds',
      'End of the last day that the stalest collected company’s copies hold',
      oldest,
    ],
  ];
}

/** These are omitted while the database is unreachable. */
function queueMetrics(queue: () => Promise<QueueState | undefined>): Metric[] {
  const from = (read: (state: QueueState) => Value) => async () => {
    const state = await queue().catch(() => undefined);
    return state && read(state);
  };
  const workers = from((state) => state.workers.length);
  const jobs = from(({ waiting, deferred, active, laidAside }) => ({
    waiting,
    deferred,
    active,
    laidAside,
  }));
  return [
    ['collection_workers', 'Processes of `bellwether worker` that were heard of lately', workers],
    ['collection_jobs', 'Companies that are asked of workers', jobs, 'state'],
  ];
}

function auditMetrics({ books }: Payments): Metric[] {
  const help = 'Faults that the last audit of the books found; nothing is sold while there are any';
  const auditedAt = () => seconds(books.lastAudit?.at);
  return [
    ['audit_faults', help, () => books.lastAudit?.faults],
    ['last_audit_timestamp_seconds', 'When the books were last audited', auditedAt],
  ];
}

function bucketMetrics(bucket: () => BucketState | undefined): Metric[] {
  const name = 'editions_bucket';
  const help = '1 while what the bucket publishes is taken up; 0 while it is away, or refused';
  const followedAt = () => seconds(bucket()?.followedAt);
  return [
    [`${name}_followed`, help, () => Number(bucket()?.state === 'followed')],
    [
      `${name}_followed_timestamp_seconds`,
      'When the bucket was last asked with success',
      followedAt,
    ],
    [`${name}_age_seconds`, 'Age of the last agreement with the bucket', () => bucketAge(bucket())],
  ];
}

const SECONDS_PER_DAY = 86_400;

function seconds(at: Date | string | null | undefined): number | undefined {
  return at ? Math.floor(new Date(at).getTime() / 1000) : undefined;
}
