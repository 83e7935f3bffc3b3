/** Metrics of the collection queue, if there is one. */
import { Gauge, type Registry } from 'prom-client';
import type { QueueState } from '../../pipeline/queue/queue-state.ts';

/** Undefined if no collection ever used workers. */
export type QueueSource = () => Promise<QueueState | undefined>;

/** These metrics are omitted while the database is unreachable. */
export function queueMetrics(registry: Registry, queue: QueueSource): void {
  const state = () => queue().catch(() => undefined);
  new Gauge({
    name: 'bellwether_collection_workers',
    help: 'Processes of `bellwether worker` that were heard of lately',
    registers: [registry],
    async collect() {
      this.remove();
      const now = await state();
      if (now) this.set(now.workers.length);
    },
  });
  new Gauge({
    name: 'bellwether_collection_jobs',
    help: 'Companies that are asked of workers',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      const now = await state();
      if (!now) return;
      const { waiting, deferred, active, laidAside } = now;
      for (const [name, value] of Object.entries({ waiting, deferred, active, laidAside }))
        this.set({ state: name }, value);
    },
  });
}
