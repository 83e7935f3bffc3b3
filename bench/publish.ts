/**
 * Publishing all periods of the shipped ledger, and computing their numbers alone, against the
 * engine reading every value of the same files once.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computePeriod } from '../src/pipeline/edition/compute.ts';
import { EditionStore } from '../src/pipeline/edition/edition-store.ts';
import { LedgerPeriods, trackedCompanies } from '../src/pipeline/edition/periods.ts';
import { publish } from '../src/pipeline/edition/publish.ts';
import { openLedger, withLedger } from '../src/pipeline/ledger/ledger.ts';
import { TABLES } from '../src/pipeline/ledger/tables.ts';
import { loadRegistry } from '../src/registry/load-registry.ts';
import { REGISTRY_FOLDER, SHIPPED_LEDGER } from '../src/transports/cli/project.ts';
import { median, milliseconds, printTable } from './report.ts';

const ROUNDS = 3;

export async function benchPublish(): Promise<void> {
  const ledger = await openLedger(SHIPPED_LEDGER);
  if (!ledger) throw new Error('the shipped ledger is missing');
  const registry = await loadRegistry(REGISTRY_FOLDER);
  const tracked = trackedCompanies(registry);
  const times = { read: [] as number[], compute: [] as number[], publish: [] as number[] };
  let periods = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const readOnce = () =>
      withLedger(ledger, async (connection) => {
        for (const table of TABLES)
          await connection.run(`SELECT sum(hash(COLUMNS(*))) FROM ${table}`);
      });
    const compute = async () => {
      const read = await withLedger(ledger, (connection) =>
        LedgerPeriods.read(connection, tracked),
      );
      const { first } = read.range;
      for (let week = first; week <= read.lastPartial; week++) computePeriod(read, week);
      periods = read.lastPartial - first + 1;
    };
    times.read.push(await milliseconds(readOnce));
    times.compute.push(await milliseconds(compute));
    const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
    const store = new EditionStore(join(folder, 'editions'));
    const options = {
      ledger,
      registry,
      store,
      dataFolder: folder,
      baseUrl: 'http://localhost:8080',
    };
    times.publish.push(await milliseconds(() => publish(options)));
    await rm(folder, { recursive: true });
  }
  const [read, computed, published] = [times.read, times.compute, times.publish].map(median);
  const against = (time = 0) => `${time.toFixed(0)} ms, ${(time / (read ?? 1)).toFixed(1)} times`;
  printTable(`Publishing ${periods} periods of the shipped ledger`, [
    { what: 'reading every value once', value: `${(read ?? 0).toFixed(0)} ms` },
    { what: 'computing all periods', value: against(computed) },
    { what: 'rendering, compressing, signing and storing them as well', value: against(published) },
  ]);
}
