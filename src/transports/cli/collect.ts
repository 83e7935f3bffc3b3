import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { Config } from '../../lib/config/config.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { count, counted } from '../../lib/prose.ts';
import {
  type CollectProgress,
  type CollectResult,
  collect,
  type HistorySource,
  type RepositoryOutcome,
} from '../../pipeline/collect/run.ts';
import {
  gitReading,
  hostedSource,
  localSource,
  recordedSource,
  recordingSource,
} from '../../pipeline/collect/sources.ts';
import { Stage } from '../../pipeline/collect/staging.ts';
import { erasedPeople } from '../../pipeline/ledger/erased-people.ts';
import { openLedger } from '../../pipeline/ledger/ledger.ts';
import { accountRules } from '../../pipeline/signals/accounts.ts';
import { CompanyIndex } from '../../published/find-company.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import { collectFolder, lockCollection } from './collection-lock.ts';
import { examples, parseAsOf, parseSince, upTo } from './options.ts';
import { copiesFolder, openProject, ownLedger } from './project.ts';
import { listSuspects } from './suspects.ts';
import { ProgressLine, say, seconds } from './terminal.ts';

/** Where the shipped ledger begins, so that a collection can be compared with it. */
export const COVERED_FROM = '2024-06-01';
const DEFAULT_JOBS = 6;
const MAX_JOBS = 64;

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
  suspects?: true;
};

export function collectCommand(): Command {
  return new Command('collect')
    .summary('bring companies’ histories into the ledger')
    .description(
      'Reads the commits of every tracked repository, from GitHub (GIT_BASE_URL) unless another source is named, and replaces the companies’ rows in the ledger under DATA_DIR. A run that is interrupted goes on where it stopped; a repository in trouble is reported and never stops the others.',
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
    .option('--jobs <number>', 'repositories at the same time', upTo(MAX_JOBS), DEFAULT_JOBS)
    .option('--ledger <folder>', 'write the ledger there')
    .option(
      '--fresh',
      'start from an empty ledger, without other companies’ rows and the shipped ones',
    )
    .addOption(
      new Option(
        '--suspects',
        'write nothing: list authors that may be automations or coding agents, by their share of commits',
      ).conflicts(['record', 'ledger', 'fresh']),
    )
    .addHelpText(
      ...examples(
        'bellwether collect                              all companies, from GitHub',
        'bellwether collect langfuse "Weights & Biases"  two of them',
        'bellwether collect chroma --local ~/src/chroma',
        'bellwether collect --recorded ./recorded --fresh --ledger data/ledger',
        'bellwether collect --recorded ./recorded --suspects',
      ),
    )
    .action(async (names: string[], options: CollectOptions) => {
      const { settings, registry } = await openProject();
      const companies = chosen(names, registry);
      const read = await historySource(companies, options, registry, settings);
      if (options.suspects) return listSuspects(companies, read, accountRules(registry));
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
  settings: Config,
): Promise<CollectResult> {
  const started = performance.now();
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const progress = new ProgressLine(
    `Collecting ${counted(companies.length, 'company', 'companies')} …`,
  );
  try {
    const result = await collectInto(settings, registry, {
      ...options,
      companies,
      source,
      signal: controller.signal,
      onProgress: (now) => progress.update(progressText(now)),
    });
    progress.done(`Collected ${counted(result.commits, 'commit')} in ${seconds(started)}`);
    return result;
  } catch (error) {
    progress.failed('The ledger is as it was.');
    throw error;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

type Collection = Pick<CollectOptions, 'jobs' | 'ledger' | 'fresh'> &
  Pick<Parameters<typeof collect>[0], 'companies' | 'source' | 'signal' | 'onProgress'>;

/**
 * Collects into the ledger of a data folder, or another one, under the folder's lock.
 *
 * @throws BellwetherError `collect-locked`, `collect-interrupted`
 */
export async function collectInto(
  { dataFolder }: Config,
  registry: Registry,
  { companies, source, jobs, signal, onProgress, ledger, fresh }: Collection,
): Promise<CollectResult> {
  const release = await lockCollection(dataFolder);
  try {
    const ledgerFolder = ledger ? resolve(ledger) : ownLedger(dataFolder);
    const base = fresh ? undefined : await openLedger(ledgerFolder);
    const standsAlone = fresh || (base && base.manifest.over === undefined);
    return await collect({
      companies,
      source,
      rules: accountRules(registry),
      erased: [
        ...(await erasedPeople(ownLedger(dataFolder))),
        ...(await erasedPeople(ledgerFolder)),
      ],
      stage: new Stage(join(collectFolder(dataFolder), fresh ? 'fresh' : 'staged')),
      ledgerFolder,
      base,
      ...(!standsAlone && { over: 'shipped' }),
      concurrency: jobs,
      signal,
      onProgress,
    });
  } finally {
    await release();
  }
}

async function historySource(
  companies: readonly Company[],
  options: CollectOptions,
  registry: Registry,
  { dataFolder, gitBaseUrl }: Config,
): Promise<HistorySource> {
  if (options.recorded !== undefined) return recordedSource(resolve(options.recorded));
  const coveredFrom = options.since === 'all' ? null : options.since;
  const reading = await gitReading(registry, dataFolder, coveredFrom);
  if (options.local !== undefined)
    return localSource(resolve(options.local), reading, {
      single: companies.flatMap(({ repositories }) => repositories).length === 1,
      ...(options.asOf !== undefined && { asOf: options.asOf }),
    });
  return hostedSource(copiesFolder(dataFolder), !options.commitsOnly, reading, gitBaseUrl);
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
  return `Companies ${companies.done}/${companies.total}, repositories ${repositories.done}/${repositories.total}${failed}, ${count(commits)} commits — ${current}`;
}

/** Statuses that are reported to the operator. */
const NOTABLE: ReadonlySet<RepositoryOutcome['status']> = new Set([
  'rewritten',
  'renamed',
  'empty',
  'gone',
  'not-recorded',
  'incomplete',
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
  if (!ledger) {
    say('Nothing was read; the ledger is as it was.');
    return;
  }
  const { activity, releases, dependencies, repositories } = ledger.manifest.tables;
  const over = ledger.manifest.over === undefined ? '' : ', over the shipped one,';
  say(
    `The ledger in ${ledger.folder}${over} holds ${counted(repositories.rows, 'repository', 'repositories')}, ${count(activity.rows)} rows of activity, ${counted(releases.rows, 'release')}, ${counted(dependencies.rows, 'dependency change')}.`,
  );
}
