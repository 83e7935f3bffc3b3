/** Measures what docs/scale.md is computed from, on this machine and the shipped data. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isoDay } from '../src/lib/period.ts';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { filesBelow, sumOf } from '../src/lib/removal.ts';
import { publishedStores } from '../src/pipeline/edition/data-folder-stores.ts';
import { openLedger } from '../src/pipeline/ledger/ledger.ts';
import { SHIPPED_LEDGER } from '../src/transports/cli/project.ts';
import { manyRepositories } from '../tools/many-repositories.ts';
import { writeOwnCompanies } from '../tools/own-companies.ts';
import type { Figures } from '../tools/scale/figures.ts';
import { shippedRegistry } from '../tools/shipped-registry.ts';
import { costOf } from './publish.ts';
import { processorSeconds, startServiceIn } from './servers.ts';

const MAIN = join(PROJECT_ROOT, 'src', 'main.ts');
const REPOSITORIES = 24;
const ANSWERS = 1_000;
const AT_A_TIME = 8;
const run = promisify(execFile);

/** @param say told what is being measured */
export async function measure(say: (what: string) => void): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-scale-'));
  try {
    const { companies } = await shippedRegistry();
    const ledger = await openLedger(SHIPPED_LEDGER);
    if (!ledger) throw new Error('the shipped ledger is missing');
    const tables = Object.values(ledger.manifest.tables);
    say('publishing');
    const data = join(folder, 'data');
    const published = await publishing(data);
    say('collecting');
    const collectCpuSeconds = await collecting(join(folder, 'collect'));
    say('serving');
    const served = await serving(data);
    return {
      measuredOn: isoDay(Math.floor(Date.now() / 86_400_000)),
      machine: `${cpus().length} cores of ${cpus()[0]?.model} and Node ${process.version}`,
      companies: companies.length,
      repositories: companies.flatMap(({ repositories }) => repositories).length,
      ledgerBytes: tables.reduce((sum, table) => sum + (table?.bytes ?? 0), 0),
      ...published,
      collectCpuSeconds,
      ...served,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** All periods, and then the last one again. */
async function publishing(data: string) {
  const variables = { DATA_DIR: data, BASE_URL: 'http://localhost' };
  const publishAll = await costOf([MAIN, 'publish'], variables);
  const [store] = await publishedStores(data);
  const catalog = await store?.catalog();
  if (!store || !catalog) throw new Error('nothing was published');
  const files = await filesBelow(store.folder);
  await store.replaceCatalog({ ...catalog, editions: catalog.editions.slice(0, -1) });
  const began = Date.now();
  const publishWeek = await costOf([MAIN, 'publish'], variables);
  // What is there already is not written again, so what a week writes is what its files take.
  const newest = [...(await namedBy(store, catalog))].map((hash) =>
    files.filter(({ path }) => path.includes(hash)),
  );
  const own = newest.flat();
  const written = (await filesBelow(store.folder)).filter(({ writtenAt }) => writtenAt >= began);
  const week = [...new Map([...own, ...written].map((file) => [file.path, file])).values()];
  const cost = ({ cpuSeconds, megabytes }: typeof publishAll) => ({ cpuSeconds, megabytes });
  return {
    periods: catalog.editions.length,
    publishAll: cost(publishAll),
    publishWeek: cost(publishWeek),
    editions: { bytes: sumOf(files), files: files.length },
    week: { bytes: sumOf(week), files: week.length },
  };
}

/** SHA-256 of the files of the newest edition, and of those of all periods. */
async function namedBy(
  store: Awaited<ReturnType<typeof publishedStores>>[number],
  { editions, all }: NonNullable<Awaited<ReturnType<typeof store.catalog>>>,
): Promise<Set<string>> {
  const { filesOf } = await import('../src/pipeline/edition/needed-files.ts');
  return filesOf(store, [...editions.slice(-1), all]);
}

/** Processor time of a repository, that of git included. */
async function collecting(folder: string): Promise<number> {
  const hosting = await manyRepositories(join(folder, 'hosted'), REPOSITORIES);
  try {
    const slugs = await writeOwnCompanies(folder, hosting.names);
    // The shell tells what its children took, and theirs.
    const command = '"$@" >"$0" 2>&1; times';
    const args = [process.execPath, MAIN, 'collect', '--fresh', ...slugs];
    const { stdout } = await run('sh', ['-c', command, join(folder, 'collect.log'), ...args], {
      env: { PATH: process.env['PATH'], DATA_DIR: folder, GIT_BASE_URL: hosting.url },
    });
    const [, children = ''] = stdout.trim().split('\n');
    const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
      ([, minutes, rest]) => 60 * Number(minutes) + Number(rest),
    );
    return seconds.reduce((sum, each) => sum + each, 0) / REPOSITORIES;
  } finally {
    hosting.close();
  }
}

/** Processor time of a service, as it tells by itself. */
async function serving(data: string) {
  const { origin, stop } = await startServiceIn(data, '/readyz');
  try {
    const { startups } = (await (await fetch(`${origin}/editions/all/history.json`)).json()) as {
      startups: Record<string, unknown>;
    };
    const slugs = Object.keys(startups);
    const time = async (pathOf: (index: number) => string) => {
      // The first ones warm it up.
      await ask(origin, pathOf, ANSWERS);
      const before = await processorSeconds(origin);
      await ask(origin, pathOf, ANSWERS);
      return ((await processorSeconds(origin)) - before) * (1000 / ANSWERS);
    };
    return {
      fileCpuSeconds: await time(() => '/api/signals.json'),
      pageCpuSeconds: await time((index) => `/startups/${slugs[index % slugs.length]}`),
    };
  } finally {
    await stop();
  }
}

async function ask(origin: string, pathOf: (index: number) => string, answers: number) {
  let next = 0;
  const lane = async () => {
    while (next < answers) {
      const index = next++;
      // Limits are for each address; proxies name it.
      const client = `10.${index >> 14}.${(index >> 7) & 127}.${index & 127}`;
      const response = await fetch(origin + pathOf(index), {
        headers: { 'x-forwarded-for': client, 'accept-encoding': 'br' },
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${pathOf(index)} gives ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
}
