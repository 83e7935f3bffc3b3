/**
 * Publishing many times the shipped data: all periods, and then one more week, each in a process of its
 * own, so that its memory can be told. `BENCH_COPIES=80` chooses another number of copies than 20.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EditionStore } from '../src/pipeline/edition/edition-store.ts';
import { publish } from '../src/pipeline/edition/publish.ts';
import { copiedData } from './copied-data.ts';
import { costOf } from './publish.ts';
import { readingLines } from './reading.ts';
import { printTable } from './report.ts';

const COPIES = Number(process.env['BENCH_COPIES'] ?? 20);

export async function benchGrowth(): Promise<void> {
  const { registry } = await copiedData(COPIES);
  const folder = await mkdtemp(join(process.env['BENCH_DIR'] ?? tmpdir(), 'bellwether-growth-'));
  try {
    const measure = async (what: string, aim: string) => {
      const { seconds, cpuSeconds, megabytes } = await costOf([import.meta.filename, folder]);
      const value = `${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of processors, ${megabytes.toFixed(0)} MB`;
      return { what, value, aim };
    };
    const all = await measure('all periods', 'at most 60 s and 1536 MB with 20 copies');
    await withoutCurrentWeek(new EditionStore(join(folder, 'editions')));
    const week = await measure('one more week', 'at most 8 s with 20 copies');
    printTable(`Publishing ${registry.companies.length} companies`, [
      all,
      week,
      ...(await readingLines(COPIES)),
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As if the current week had not been published yet, nor the partial ones after it. */
async function withoutCurrentWeek(store: EditionStore): Promise<void> {
  const catalog = await store.catalog();
  if (!catalog) throw new Error('nothing was published');
  const full = catalog.editions.filter(({ isPartial }) => !isPartial);
  await store.replaceCatalog({ ...catalog, editions: full.slice(0, -1) });
}

if (import.meta.main) {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error('name the folder to publish into');
  await publish({
    ...(await copiedData(COPIES)),
    store: new EditionStore(join(folder, 'editions')),
    dataFolder: folder,
    baseUrl: 'http://localhost:8080',
  });
}
