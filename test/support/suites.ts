/**
 * Test files that run together in one process: most take longer to load the service than to ask it.
 * A file belongs to the suite with the longest matching part of its path, so that a new one belongs
 * somewhere by itself. Each file still runs alone: `node --test test/lib/period.test.ts`
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { after, before, suite } from 'node:test';
import { runnersHook } from './async-hook.ts';

const TEST_FOLDER = join(import.meta.dirname, '..');

/**
 * Paths below `test/`, by the name of the file in `test/suites/`. The runner begins suites in the order
 * of their names: named so that those which take longest come first, and none is left alone at the end.
 */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  browser: ['web/'],
  chains: ['payments/x402/', 'payments/solana/', 'payments/evm/'],
  commands: ['transports/'],
  deployment: [
    ...['clients/', 'clickhouse/', 'deploy/', 'upgrade/', 'pipeline/queue/'],
    ...['transports/cli/worker', 'transports/http/share-port'],
  ],
  faults: ['faults/', 'payments/faults/', 'payments/x402/random-chain'],
  features: ['features/'],
  histories: ['pipeline/collect/', 'pipeline/ledger/', 'pipeline/schedule/'],
  http: ['transports/http/'],
  pipeline: ['pipeline/'],
  registry: ['registry/', 'published/', 'lib/', 'docs/', 'tools/', 'store/', 'payments/audit'],
  research: ['features/research/', 'features/dataset/', 'tools/study/'],
  sales: ['payments/', 'api/', 'client/', 'hosting/'],
};

/** After its tests a process has so long to end by itself. */
const FAREWELL_MS = 30_000;

/** Runs the test files of a suite, each in a suite of its own. @param module the file of the suite */
export async function runSuite(module: string): Promise<void> {
  const hook = runnersHook(() => after(endInTime));
  const files = filesOf(basename(module, '.test.ts'));
  for (const waiting of waitingModules(files)) await import(join(TEST_FOLDER, waiting));
  for (const file of files)
    suite(file, async () => {
      // All files are described before the first one's tests run.
      before(() => void hook?.disable());
      await import(join(TEST_FOLDER, file));
    });
}

/** A server or a child that a test left behind would keep the run waiting for ever. */
function endInTime(): void {
  setTimeout(() => {
    const left = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`Tests left something open, and are ended: ${left}\n`);
    process.exit(1);
  }, FAREWELL_MS).unref();
}

export function filesOf(name: string): string[] {
  return testFiles().filter((file) => suiteOf(file) === name);
}

/** Undefined for a file that no suite names. */
export function suiteOf(file: string): string | undefined {
  const matching = Object.entries(SUITES).flatMap(([name, paths]) =>
    paths.filter((path) => file.startsWith(path)).map((path) => ({ name, length: path.length })),
  );
  return matching.sort((a, b) => b.length - a.length)[0]?.name;
}

/**
 * Modules below `test/` that these files import and that wait for something when they are loaded.
 * Loaded first: a test that is described after such a wait would belong to whichever file came to it
 * first, or to none, and might never run.
 */
export function waitingModules(files: readonly string[]): string[] {
  const reached = new Set(files);
  const waiting: string[] = [];
  for (const file of reached) {
    const text = readFileSync(join(TEST_FOLDER, file), 'utf8');
    if (!files.includes(file) && TOP_LEVEL_AWAIT.test(text)) waiting.push(file);
    for (const [, imported = ''] of text.matchAll(RELATIVE_IMPORT)) {
      const path = relative(TEST_FOLDER, join(TEST_FOLDER, dirname(file), imported));
      if (!path.startsWith('..')) reached.add(path);
    }
  }
  return waiting;
}

/** In formatted code, what begins in the first column stands at the top level. */
const TOP_LEVEL_AWAIT = /^(?![\s/*])(?!.*=>).*\bawait\b/m;
const RELATIVE_IMPORT = /^(?:import|export|\}) .*?from '(\.{1,2}\/[^']+)';$/gm;

export function testFiles(): string[] {
  return globSync('**/*.test.ts', {
    cwd: TEST_FOLDER,
    exclude: ['suites', '*/node_modules'],
  }).sort();
}

export const SUITE_NAMES: readonly string[] = Object.keys(SUITES);
