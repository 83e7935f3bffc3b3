import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import lockfile from 'proper-lockfile';
import { filterRules } from '../../collect/filter-rules.ts';
import type { CollectProgress, RepositoryOutcome } from '../../collect/progress.ts';
import { type CollectResult, collect, type HistorySource } from '../../pipeline/collect/run.ts';
import {
  gitReading,
  hostedSource,
  localSource,
  recordedSource,
  recordingSource,
} from '../../pipeline/collect/sources.ts';
import { Stage } from '../../pipeline/collect/staging.ts';
import type { Config } from '../../config.ts';
import { BellwetherError, systemCode } from '../../lib/errors.ts';
import { openLedger } from '../../pipeline/ledger/ledger.ts';
import { CompanyIndex } from '../../lookup/find-company.ts';
import { loadRegistry } from '../../registry/load-registry.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import { parseAsOf, parseJobs, parseSince } from '../../faces/cli/option-values.ts';
import { config, ownLedger, REGISTRY_FOLDER, SHIPPED_LEDGER } from '../../faces/cli/project.ts';
import { counted, grouped, ProgressLine, say, seconds } from './terminal.ts';

/** Where the shipped ledger begins; copies from then on can be compared with it. */
const COVERED_FROM = '2024-06-01';
const SIDE_BY_SIDE = 6;

type CollectOptions = {
  recorded?: string;
  local?: string;
  asOf?: number;
  commitsOnly?: true;
  since: string;
  record?: string;
  jobs: number;
  ledger?: string;
  fresh?: true;
};

export function collectCommand(): Command {
  return new Command('collect')
    .summary('bring companies’ histories into the ledger')
    .description(
      'Reads the commits of every tracked repository, from GitHub unless another source is named, and replaces the companies’ rows in the ledger under DATA_DIR. A run that is interrupted goes on where it stopped; a repository in trouble is reported and never stops the others.',
    )
    .argument('[companies...]', 'names or slugs; all companies without any')
    .addOption(
      new Option('--recorded <folder>', 'read recorded histories instead').conflicts('local'),
    )
    .option('--local <folder>', 'read repositories on this machine: one, or a folder of owner/name')
    .option('--as-of <day>', 'with --local: the first day after what they hold', parseAsOf)
    .addOption(
      new Option(
        '--commits-only',
        'copy commits without paths: smaller, but no kinds of file',
      ).conflicts(['local', 'recorded']),
    )
    .option('--since <day>', 'first day to read, or "all"', parseSince, COVERED_FROM)
    .option('--record <folder>', 'also record the histories there, for others to collect from')
    .option('--jobs <number>', 'repositories at the same time', parseJobs, SIDE_BY_SIDE)
    .option('--ledger <folder>', 'write the ledger there')
    .option('--fresh', 'start from an empty ledger, keeping no other companies’ rows')
    .addHelpText(
      'after',
      `
Examples:
  $ bellwether collect                              all companies, from GitHub
  $ bellwether collect langfuse "Weights & Biases"  two of them
  $ bellwether collect chroma --local ~/src/chroma
  $ bellwether collect --recorded ./recorded --fresh --ledger data/ledger`,
    )
    .action(async (names: string[], options: CollectOptions) => {
      const settings = config();
      const registry = await loadRegistry(REGISTRY_FOLDER);
      const companies = chosen(names, registry);
      const read = await historySource(companies, options, registry, settings);
      const { record } = options;
      const source = record === undefined ? read : recordingSource(read, resolve(record));
      report(await run(companies, source, registry, options, settings));
    });
}

async function run(
  companies: readonly Company[],
  source: HistorySource,
  registry: Registry,
  options: CollectOptions,
  { dataFolder }: Config,
): Promise<CollectResult> {
  const started = performance.now();
  const ledgerFolder = options.ledger ? resolve(options.ledger) : ownLedger(dataFolder);
  const base = options.fresh
    ? undefined
    : ((await openLedger(ledgerFolder)) ?? (await openLedger(SHIPPED_LEDGER)));
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const release = await lockCollection(dataFolder);
  const progress = new ProgressLine(
    `Collecting ${counted(companies.length, 'company', 'companies')} …`,
  );
  try {
    const result = await collect({
      companies,
      source,
      rules: filterRules(registry),
      stage: new Stage(join(dataFolder, 'collect', options.fresh ? 'fresh' : 'staged')),
      ledgerFolder,
      base,
      concurrency: options.jobs,
      signal: controller.signal,
      onProgress: (now) => progress.update(progressText(now)),
    });
    progress.done(`Collected ${counted(result.commits, 'commit')} in ${seconds(started)}`);
    return result;
  } catch (error) {
    progress.failed('The ledger is as it was.');
    throw error;
  } finally {
    await release();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/** One collection at a time writes into a data folder. */
async function lockCollection(dataFolder: string): Promise<() => Promise<void>> {
  const folder = join(dataFolder, 'collect');
  await mkdir(folder, { recursive: true });
  return lockfile.lock(folder).catch((error: unknown) => {
    if (systemCode(error) !== 'ELOCKED') throw error;
    throw new BellwetherError(
      'collect-locked',
      `Another collection is at work in ${dataFolder}; wait for it, or set another DATA_DIR.`,
    );
  });
}

async function historySource(
  companies: readonly Company[],
  options: CollectOptions,
  registry: Registry,
  { dataFolder }: Config,
): Promise<HistorySource> {
  if (options.recorded !== undefined) return recordedSource(resolve(options.recorded));
  const coveredFrom = options.since === 'all' ? null : options.since;
  const reading = await gitReading(registry, dataFolder, coveredFrom);
  if (options.local !== undefined)
    return localSource(resolve(options.local), reading, {
      single: companies.flatMap(({ repositories }) => repositories).length === 1,
      ...(options.asOf !== undefined && { asOf: options.asOf }),
    });
  return hostedSource(join(dataFolder, 'repositories'), !options.commitsOnly, reading);
}

function chosen(names: readonly string[], registry: Registry): readonly Company[] {
  if (names.length === 0) return registry.companies;
  const index = new CompanyIndex(registry.companies);
  return names.map((name) => {
    const lookup = index.find(name);
    if (lookup.found) return lookup.company;
    const near = lookup.nearMisses.map(({ slug }) => slug).join(', ');
    throw new BellwetherError(
      'unknown-company',
      `No tracked company is called ${JSON.stringify(name)}.${near === '' ? '' : ` Near: ${near}.`}`,
    );
  });
}

function progressText({ companies, repositories, commits, failures, current }: CollectProgress) {
  const failed = failures === 0 ? '' : `, ${failures} failed`;
  return `Companies ${companies.done}/${companies.total}, repositories ${repositories.done}/${repositories.total}${failed}, ${grouped(commits)} commits — ${current}`;
}

/** Statuses that an operator wants to hear of. */
const NOTABLE: ReadonlySet<RepositoryOutcome['status']> = new Set([
  'rewritten',
  'renamed',
  'empty',
  'gone',
  'not-recorded',
  'failed',
]);

function report({ ledger, outcomes, kept, resumed }: CollectResult): void {
  for (const { repository, status, message } of outcomes)
    if (NOTABLE.has(status)) say(`${status.padEnd(12)} ${repository}: ${message}`);
  if (resumed > 0)
    say(`${counted(resumed, 'company', 'companies')} had been collected by an interrupted run.`);
  if (kept.length > 0) {
    process.exitCode = 1;
    say(`These companies keep the rows that they had: ${kept.sort().join(', ')}.`);
  }
  const { activity, releases, dependencies, repositories } = ledger.manifest.tables;
  say(
    `The ledger in ${ledger.folder} holds ${counted(repositories.rows, 'repository', 'repositories')}, ${grouped(activity.rows)} rows of activity, ${counted(releases.rows, 'release')}, ${counted(dependencies.rows, 'dependency change')}.`,
  );
}
