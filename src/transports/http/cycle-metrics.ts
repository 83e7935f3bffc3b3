/** Metrics of the weekly cycle, read on every scrape. */
import { Gauge, type Registry } from 'prom-client';
import { type Status, statusOf } from '../../features/status/status.ts';
import type { CycleSource } from '../../pipeline/schedule/cycle.ts';
import type { Published } from '../../published/published.ts';

type Sample = { labels?: Record<string, string>; value: number };

export function cycleMetrics(
  registry: Registry,
  cycle: CycleSource,
  published: () => Published | undefined,
): void {
  const status = async () => {
    const current = published();
    return current && statusOf(current, await cycle());
  };
  const gauge = (name: string, help: string, label: string[], of: (now: Status) => Sample[]) =>
    new Gauge({
      name: `bellwether_${name}`,
      help,
      labelNames: label,
      registers: [registry],
      async collect() {
        if (label.length > 0) this.reset();
        else this.remove();
        const now = await status();
        for (const { labels = {}, value } of now ? of(now) : []) this.set(labels, value);
      },
    });
  gauge('scheduler_running', '1 while a scheduler is at work on the data folder', [], (now) => [
    { value: Number(now.scheduler.isRunning) },
  ]);
  gauge('scheduler_held', '1 while the hosting service is left alone', [], (now) => [
    { value: Number(now.scheduler.hold !== null) },
  ]);
  gauge(
    'scheduler_step_timestamp_seconds',
    'When the scheduler last did a step',
    ['step'],
    ({ scheduler }) =>
      scheduler.steps.flatMap(({ step, doneAt }) =>
        doneAt === null ? [] : [{ labels: { step }, value: seconds(doneAt) }],
      ),
  );
  gauge(
    'scheduler_step_failures',
    'Failures of a step since it last went well',
    ['step'],
    ({ scheduler }) =>
      scheduler.steps.map(({ step, failures }) => ({ labels: { step }, value: failures })),
  );
  gauge(
    'scheduler_companies',
    'Companies by what is left to do for the week that is due',
    ['state'],
    ({ scheduler: { settled, waiting, retried } }) =>
      Object.entries({ settled, waiting, retried }).map(([state, value]) => ({
        labels: { state },
        value,
      })),
  );
  gauge(
    'company_copies',
    'Companies by the age of their copies, in days at most',
    ['age'],
    ({ copies }) =>
      (copies?.byAge ?? []).map(({ maxDays, companies }) => ({
        labels: { age: String(maxDays ?? 'older') },
        value: companies,
      })),
  );
  gauge(
    'oldest_copy_timestamp_seconds',
    'End of the last day that the stalest collected company’s copies hold',
    [],
    ({ copies }) =>
      copies?.oldestThrough ? [{ value: seconds(copies.oldestThrough) + 86_400 }] : [],
  );
}

function seconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000);
}
