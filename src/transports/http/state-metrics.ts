/** Metrics of what the service stands on, read for each scrape. What is unknown then has no value. */
import { Gauge, Registry } from 'prom-client';
import { statusOf } from '../../features/status/status.ts';
import { endOfPeriod } from '../../lib/period.ts';
import { BOOKS_STATES } from '../../payments/books.ts';
import type { Payments } from '../../payments/payments.ts';
import type { EditionStore } from '../../pipeline/edition/edition-store.ts';
import { type CycleSource, UNKNOWN_CYCLE } from '../../pipeline/schedule/cycle.ts';
import type { Published } from '../../published/published.ts';
import type { Build } from '../build.ts';

export type StateSources = {
  build?: Build;
  store: EditionStore;
  published: () => Published | undefined;
  /** When the operator's own ledger was last written; undefined if there is none. */
  collectedAt?: () => Promise<Date | undefined>;
  cycle?: CycleSource | undefined;
  payments?: Payments;
};

/** By the metrics' names without their prefix. Alerts and the dashboard in `deploy/` ask for each. */
const HELP = {
  edition_info: '1 for the current period that is served',
  edition_end_timestamp_seconds: 'End of the current period that is served',
  last_publication_timestamp_seconds: 'When what is published was last changed',
  last_collection_timestamp_seconds: 'When a collection last wrote the ledger',
  scheduler_running: '1 while a scheduler is at work on the data folder',
  scheduler_step_failures: 'Failures of a step since it last went well',
  store_state: '1 for the state that the store of payments is in, 0 for the others',
  audit_faults:
    'Faults that the last audit of the books found; nothing is sold while there are any',
};
type Name = keyof typeof HELP;

/** A number, or one for each value of a label. */
type Value = number | undefined | Readonly<Record<string, Readonly<Record<string, number>>>>;

export async function stateMetrics(sources: StateSources): Promise<Registry> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `bellwether_${name}`, help, labelNames, registers: [registry] });
  const { build = { version: 'unknown', commit: 'unknown' } } = sources;
  const help = '1, with the version and the commit that runs';
  gauge('build_info', help, Object.keys(build)).set(build, 1);
  const values = await readValues(sources);
  // The names of an object literal.
  for (const name of Object.keys(HELP) as Name[]) {
    const value = values[name];
    if (typeof value === 'number') gauge(name, HELP[name]).set(value);
    else
      for (const [label, numbers] of Object.entries(value ?? {})) {
        const labelled = gauge(name, HELP[name], [label]);
        for (const [key, number] of Object.entries(numbers)) labelled.set({ [label]: key }, number);
      }
  }
  return registry;
}

async function readValues(sources: StateSources): Promise<Readonly<Record<Name, Value>>> {
  const { store, cycle = UNKNOWN_CYCLE, payments } = sources;
  const published = sources.published();
  const { scheduler } = published ? await statusOf(published, await cycle()) : {};
  const failures = scheduler?.steps.map((step) => [step.step, step.failures]) ?? [];
  const { lastAudit, state } = payments?.books ?? {};
  const states = BOOKS_STATES.map((each) => [each, Number(each === state)]);
  const latest = published?.editions.latest;
  return {
    edition_info: latest === undefined ? undefined : { period: { [latest]: 1 } },
    edition_end_timestamp_seconds: seconds(latest && endOfPeriod(latest)),
    last_publication_timestamp_seconds: seconds(await store.publishedAt()),
    last_collection_timestamp_seconds: seconds(await sources.collectedAt?.()),
    scheduler_running: scheduler && Number(scheduler.isRunning),
    scheduler_step_failures: { step: Object.fromEntries(failures) },
    store_state: state && { state: Object.fromEntries(states) },
    audit_faults: lastAudit?.faults,
  };
}

function seconds(at: Date | string | null | undefined): number | undefined {
  return at ? Math.floor(new Date(at).getTime() / 1000) : undefined;
}
