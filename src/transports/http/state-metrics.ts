/** Metrics of the service's dependencies, read on every scrape. */
import { Gauge, type Registry } from 'prom-client';
import { parsePeriod } from '../../lib/period.ts';
import type { Payments } from '../../payments/payments.ts';
import type { EditionStore } from '../../pipeline/edition/edition-store.ts';
import type { CycleSource } from '../../pipeline/schedule/cycle.ts';
import type { Editions } from '../../published/editions.ts';
import type { Published } from '../../published/published.ts';
import type { Build } from '../build.ts';
import { cycleMetrics } from './cycle-metrics.ts';
import { type QueueSource, queueMetrics } from './queue-metrics.ts';

export type StateSources = {
  build: Build;
  store: EditionStore;
  editions: () => Editions | undefined;
  /** When the operator's own ledger was last written; undefined if there is none. */
  collectedAt: () => Promise<Date | undefined>;
  cycle: CycleSource;
  published: () => Published | undefined;
  payments: Payments | undefined;
  /** State of the collection queue; undefined without PostgreSQL. */
  queue?: QueueSource | undefined;
};

const SECONDS_PER_DAY = 86_400;

export function stateMetrics(
  registry: Registry,
  { build, store, editions, collectedAt, cycle, published, payments, queue }: StateSources,
): void {
  new Gauge({
    name: 'bellwether_build_info',
    help: '1, with the version and the commit that runs',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set(build, 1);
  const timestamp = (name: string, help: string, at: () => Promise<number | undefined>) =>
    readGauge(registry, `bellwether_${name}_timestamp_seconds`, help, at);
  timestamp('edition_end', 'End of the current period that is served', async () => {
    const period = parsePeriod(editions()?.latest ?? '');
    return period && (period.lastDay + 1) * SECONDS_PER_DAY;
  });
  timestamp('last_publication', 'When what is published was last changed', async () =>
    seconds(await store.publishedAt()),
  );
  timestamp('last_collection', 'When a collection last wrote the ledger', async () =>
    seconds(await collectedAt()),
  );
  cycleMetrics(registry, cycle, published);
  if (queue) queueMetrics(registry, queue);
  if (!payments) return;
  readGauge(
    registry,
    'bellwether_audit_faults',
    'Faults that the last audit of the books found; nothing is sold while there are any',
    async () => payments.books.lastAudit?.faults,
  );
  timestamp('last_audit', 'When the books were last audited', async () =>
    seconds(payments.books.lastAudit?.at),
  );
}

/** A gauge that is omitted while its value is unknown. */
function readGauge(
  registry: Registry,
  name: string,
  help: string,
  value: () => Promise<number | undefined>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const now = await value();
      if (now === undefined) this.remove();
      else this.set(now);
    },
  });
}

function seconds(at: Date | undefined): number | undefined {
  return at && Math.floor(at.getTime() / 1000);
}
