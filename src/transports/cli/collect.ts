import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { Config } from '../../lib/config/config.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { count, counted } from '../../lib/prose.ts';
import { traced } from '../../lib/tracing.ts';
import { OrganizationLists } from '../../pipeline/collect/organization/organization-list.ts';
import { ListRenewal } from '../../pipeline/collect/organization/renewal.ts';
import {
  type CollectProgress,
  type CollectResult,
  type Crew,
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
import { keepTransfers } from '../../pipeline/collect/transfers.ts';
import { erasedPeople } from '../../pipeline/ledger/erased-people.ts';
import { openLedger } from '../../pipeline/ledger/ledger.ts';
import { rowsIn } from '../../pipeline/ledger/manifest.ts';
import { withSharedLedger } from '../../pipeline/ledger/shared-ledger.ts';
import type { CreatedRow, Table } from '../../pipeline/ledger/tables.ts';
import type { WriteOptions } from '../../pipeline/ledger/write-ledger.ts';
import { accountRules } from '../../pipeline/signals/accounts.ts';
import { CompanyIndex } from '../../published/find-company.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import { type Hosted, withCrew } from './collection-crew.ts';
import { collectFolder, lockCollection } from './collection-lock.ts';
import { neverCollected, printPlan } from './collection-plan.ts';
import { hasLists, hostingService, today } from './hosting.ts';
import { reportRenewal } from './list-changes.ts';
import { examples, parseAsOf, parseSince, upTo } from './options.ts';
import { copiesFolder, openProject, ownLedger } from './project.ts';
import { listSuspects } from './suspects.ts';
import { ProgressLine, say, seconds } from './terminal.ts';

/** Where the shipped ledger begins, so that a collection can be compared with it. */
export const COVERED_FROM = '2024-06-01';
export const DEFAULT_JOBS = 6;
export const MAX_JOBS = 64;

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
  plan?: true;
  missing?: true;
};

export function collectCommand(): Command {
  return new Command('collect')
    .summary('read companies’ histories into the ledger')
    .description(
      'Reads the commits of every tracked repository, from GitHub (GIT_BASE_URL) unless another source is named, and replaces the companies’ rows in the ledger under DATA_DIR. An interrupted run continues where it stopped; a repository that fails is reported and never stops the others.',
    )
    .argument('[companies...]', 'names or slugs; the default is all companies')
    .addOption(
      new Option('--recorded <folder>', 'read recorded histories instead').conflicts('local'),
    )
    .option('--local <folder>', 'read repositories on this machine: one, or a folder of owner/name')
    .option('--as-of <day>', 'with --local: the first day that is not complete', parseAsOf)
    .addOption(
      new Option(
        '--commits-only',
        'copy commits without paths: smaller, but without file kinds',
      ).conflicts(['local', 'recorded']),
    )
    .option('--since <day>', 'first day to read, or "all"', parseSince, COVERED_FROM)
    .option(
      '--record <folder>',
      'also record the histories in this folder, for others to collect from',
    )
    .option(
      '--jobs <number>',
      'repositories at the same time; with DATABASE_URL, companies; 0 leaves all work to workers',
      upTo(MAX_JOBS, 0),
      DEFAULT_JOBS,
    )
    .option('--ledger <folder>', 'write the ledger to this folder')
    .option(
      '--fresh',
      'start from an empty ledger, without the shipped rows and those of other companies',
    )
    .addOption(
      new Option(
        '--suspects',
        'write nothing: list authors that may be automations or coding agents, by their share of commits',
      ).conflicts(['record', 'ledger', 'fresh']),
    )
    .addOption(
      new Option(
        '--plan',
        'collect nothing: estimate requests, bytes and time, and say how reliable each estimate is',
      ).conflicts(['local', 'recorded', 'record', 'suspects', 'fresh']),
    )
    .option('--missing', 'only companies with a main repository that has never been collected')
    .addHelpText(
      ...examples(
        'bellwether collect --plan --missing             what the companies that lack a main repository would take',
        'bellwether collect                              all companies, from GitHub',
        'bellwether collect langfuse "Weights & Biases"  two of them',
        'bellwether collect chroma --local ~/src/chroma',
        'bellwether collect --recorded ./recorded --fresh --ledger data/ledger',
        'bellwether collect --recorded ./recorded --suspects',
      ),
    )
    .action(async (names: string[], options: CollectOptions) => {
      const { settings, registry } = await openProject();
      if (options.jobs === 0 && !sharesWork(options, settings))
        throw new BellwetherError(
          'nobody-collects',
          'With --jobs 0, only workers collect. That needs DATABASE_URL, and histories from the hosting service. Leave --jobs 0 out to collect in this process.',
        );
      const companies = await wanted(chosen(names, registry), options, settings);
      if (options.plan) return printPlan(companies, settings, options.jobs);
      const read = await historySource(companies, options, registry, settings);
      if (options.suspects) return listSuspects(companies, read, accountRules(registry));
      const { record } = options;
      const source = record === undefined ? read : recordingSource(read, resolve(record));
      report(await runCollection(companies, source, registry, options, settings));
    });
}

/** Whether workers take part: histories come from where they can have them too, and are kept there. */
function sharesWork(
  {
    recorded,
    local,
    record,
    suspects,
  }: Pick<CollectOptions, 'recorded' | 'local' | 'record' | 'suspects'>,
  { payments }: Config,
): boolean {
  const isElsewhere = [recorded, local, record].every((folder) => folder === undefined);
  return isElsewhere && !suspects && payments.databaseUrl !== undefined;
}

/** With `--missing`, only companies of which a main repository has never been collected. */
async function wanted(
  companies: readonly Company[],
  { missing }: CollectOptions,
  settings: Config,
): Promise<readonly Company[]> {
  if (!missing) return companies;
  const never = await neverCollected(companies, settings);
  const lacking = companies.filter(({ slug }) => never.has(slug));
  if (lacking.length > 0) return lacking;
  throw new BellwetherError(
    'nothing-missing',
    'Every main repository of these companies has been collected; leave out --missing.',
  );
}

/**
 * Collects, with a progress line. Lists of organizations are renewed meanwhile, where histories come
 * from the hosting service.
 *
 * @param created what organizations have created, where their lists were just read
 */
export async function runCollection(
  companies: readonly Company[],
  source: HistorySource,
  registry: Registry,
  options: Omit<
    Collection,
    'companies' | 'source' | 'signal' | 'onProgress' | 'created' | 'hosted'
  > &
    Pick<CollectOptions, 'recorded' | 'local' | 'record' | 'since' | 'commitsOnly'>,
  settings: Config,
  created?: (company: Company) => Promise<CreatedRow[]>,
): Promise<CollectResult> {
  const { dataFolder } = settings;
  const started = performance.now();
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const progress = await ProgressLine.begin(
    `Collecting ${counted(companies.length, 'company', 'companies')} …`,
  );
  const isHosted = options.recorded === undefined && options.local === undefined;
  const renewal =
    created === undefined && isHosted
      ? listRenewal(companies, settings, controller.signal)
      : undefined;
  const createdBy = created ?? (renewal && ((company: Company) => renewal.created(company)));
  try {
    const result = await collectInto(settings, registry, {
      ...options,
      companies,
      source,
      ...(createdBy && { created: createdBy }),
      ...(sharesWork(options, settings) && { hosted: hostedBy(options) }),
      signal: controller.signal,
      onProgress: (now) => progress.update(progressText(now)),
    });
    progress.done(`Collected ${counted(result.commits, 'commit')} in ${seconds(started)}`);
    await keepTransfers(dataFolder, result.outcomes, new Date().toISOString());
    if (renewal) reportRenewal(await renewal.report());
    return result;
  } catch (error) {
    progress.failed('The ledger is unchanged.');
    throw error;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/** Renews the organizations' lists while their companies are collected, where they can be had. */
export function listRenewal(
  companies: readonly Company[],
  settings: Config,
  signal: AbortSignal,
): ListRenewal | undefined {
  if (!hasLists(settings)) return undefined;
  const lists = new OrganizationLists(settings.dataFolder);
  return new ListRenewal(companies, hostingService(settings), lists, today(), signal);
}

type Collection = Pick<CollectOptions, 'jobs' | 'ledger' | 'fresh'> & {
  /** Where histories come from the hosting service: workers may copy them as well. */
  hosted?: Hosted;
} & Pick<
    Parameters<typeof collect>[0],
    'companies' | 'source' | 'signal' | 'onProgress' | 'created'
  > & {
    /** How long to wait for another collection to end. */
    lockWaitSeconds?: number;
  };

/**
 * Collects into the ledger of a data folder, or another one, under the folder's lock.
 *
 * @throws BellwetherError `collect-locked`, `collect-interrupted`
 */
export async function collectInto(
  settings: Config,
  registry: Registry,
  collection: Collection,
): Promise<CollectResult> {
  const { dataFolder } = settings;
  const { companies, source, created, jobs, signal, onProgress, ledger, fresh } = collection;
  const release = await lockCollection(dataFolder, collection.lockWaitSeconds);
  try {
    const ledgerFolder = ledger ? resolve(ledger) : ownLedger(dataFolder);
    const sharing = ledger ? {} : await sharedThrough(settings.ledgerUrl, ledgerFolder);
    const base = fresh ? undefined : await openLedger(ledgerFolder);
    const standsAlone = fresh || (base && base.manifest.over === undefined);
    const erased = [
      ...(await erasedPeople(ownLedger(dataFolder))),
      ...(await erasedPeople(ledgerFolder)),
    ];
    const part = fresh ? 'fresh' : 'staged';
    const work = { hosted: collection.hosted, erased, jobs, part };
    const collectedBy = (crew: Crew | undefined) =>
      collect({
        ...{ companies, source, erased, ledgerFolder, base, signal, onProgress, crew },
        rules: accountRules(registry),
        stage: new Stage(join(collectFolder(dataFolder), part)),
        write: { ...sharing, ...(!standsAlone && { over: 'shipped' as const }) },
        ...(created && { created }),
        concurrency: jobs,
      });
    return await traced('collect', { companies: companies.length }, () =>
      withCrew(settings, registry, work, collectedBy),
    );
  } finally {
    await release();
  }
}

/**
 * Brings a ledger's folder up to what the bucket holds. Nothing is written on top of an old one.
 *
 * @returns how a new one is shared; nothing without a bucket
 */
export async function sharedThrough(
  url: string | undefined,
  folder: string,
): Promise<WriteOptions> {
  if (url === undefined) return {};
  await withSharedLedger(url, folder, (shared) => shared.pull());
  return {
    inParts: true,
    share: (manifest) => withSharedLedger(url, folder, (shared) => shared.push(manifest)),
  };
}

async function historySource(
  companies: readonly Company[],
  options: CollectOptions,
  registry: Registry,
  settings: Config,
): Promise<HistorySource> {
  if (options.recorded !== undefined) return recordedSource(resolve(options.recorded));
  if (options.local === undefined) return hostedHistories(registry, settings, options);
  const reading = await gitReading(registry, settings.dataFolder, coveredFrom(options));
  return localSource(resolve(options.local), reading, {
    single: companies.flatMap(({ repositories }) => repositories).length === 1,
    ...(options.asOf !== undefined && { asOf: options.asOf }),
  });
}

/** Histories from the hosting service, by copies under DATA_DIR. */
export async function hostedHistories(
  registry: Registry,
  { dataFolder, gitBaseUrl }: Pick<Config, 'dataFolder' | 'gitBaseUrl'>,
  options: Pick<CollectOptions, 'since' | 'commitsOnly'>,
): Promise<HistorySource> {
  const reading = await gitReading(registry, dataFolder, coveredFrom(options));
  return hostedSource(copiesFolder(dataFolder), !options.commitsOnly, reading, gitBaseUrl);
}

function hostedBy(options: Pick<CollectOptions, 'since' | 'commitsOnly'>): Hosted {
  return { coveredFrom: coveredFrom(options), withPaths: !options.commitsOnly, pauseMs: 0 };
}

function coveredFrom({ since }: Pick<CollectOptions, 'since'>): string | null {
  return since === 'all' ? null : since;
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
      `No tracked company is called ${JSON.stringify(name)}.${near === '' ? '' : ` Similar: ${near}.`}`,
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

export function report({ ledger, outcomes, kept, resumed }: CollectResult): void {
  for (const { repository, status, message } of outcomes)
    if (NOTABLE.has(status)) say(`${status.padEnd(12)} ${repository}: ${message}`);
  if (resumed > 0)
    say(`${counted(resumed, 'company', 'companies')} had been collected by an interrupted run.`);
  if (kept.length > 0) {
    process.exitCode = 1;
    say(`These companies keep their existing rows: ${kept.sort().join(', ')}.`);
  }
  if (!ledger) {
    say('Nothing was read; the ledger is unchanged.');
    return;
  }
  const rows = (table: Table) => rowsIn(ledger.manifest, table);
  const over = ledger.manifest.over === undefined ? '' : ', on top of the shipped one,';
  say(
    `The ledger in ${ledger.folder}${over} holds ${counted(rows('repositories'), 'repository', 'repositories')}, ${count(rows('activity'))} rows of activity, ${counted(rows('releases'), 'release')}, ${counted(rows('dependencies'), 'dependency change')}.`,
  );
}
