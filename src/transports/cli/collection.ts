/**
 * Collects into the ledger of a data folder: where histories come from, which processes read them, and what
 * is reported of it.
 */

import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { hasLists, hostingService } from '../../hosting/configured-hosting.ts';
import { dayOf, today } from '../../lib/period.ts';
import { keyFile } from '../../lib/private-files.ts';
import { count, counted } from '../../lib/prose.ts';
import { traced } from '../../lib/tracing.ts';
import { causeLines, failureLines, firstNames } from '../../pipeline/collect/causes.ts';
import {
  type CollectOptions,
  type CollectProgress,
  type CollectResult,
  type Crew,
  collect,
  type HistorySource,
} from '../../pipeline/collect/collect-companies.ts';
import { ownIdentityKey } from '../../pipeline/collect/git/identity-key.ts';
import {
  OrganizationLists,
  type RenewalReport,
  renewLists,
} from '../../pipeline/collect/organization/organization-list.ts';
import {
  gitReading,
  hostedSource,
  localSource,
  recordedSource,
  withPauses,
} from '../../pipeline/collect/sources.ts';
import { Stage } from '../../pipeline/collect/staging.ts';
import { erasedPeople } from '../../pipeline/ledger/erased-people.ts';
import { openLedger } from '../../pipeline/ledger/ledger.ts';
import { rowsIn } from '../../pipeline/ledger/ledger-manifest.ts';
import type { Table } from '../../pipeline/ledger/ledger-tables.ts';
import { companyAges, heldDays } from '../../pipeline/schedule/company-ages.ts';
import { accountRules } from '../../pipeline/signals/accounts.ts';
import type { Company } from '../../registry/schema.ts';
import { versionText } from '../build.ts';
import { note, say, withProgress } from './command.ts';
import type { Project } from './project.ts';

export type CollectionOptions = {
  /** Folders of recorded histories, or of repositories; without both, the hosting service. */
  recorded?: string;
  local?: string;
  asOf?: number;
  /** The first day that is read, or `all`. */
  since: string;
  jobs: number;
  /** Between the beginnings of two repositories, in each process. */
  pauseMs?: number;
  /** Where the ledger is written, if not into the data folder. */
  ledger?: string;
  fresh?: true;
  lockWaitSeconds?: number;
};

type Work = Pick<CollectOptions, 'companies' | 'signal'>;
type Watch = Pick<CollectOptions, 'onProgress'> & { warn: (line: string) => void };

/** Collects, with a progress line. */
export function runCollection(
  project: Project,
  work: Work,
  options: CollectionOptions,
): Promise<CollectResult> {
  const companies = counted(work.companies.length, 'company', 'companies');
  return withProgress(`Collecting ${companies}`, (update) =>
    collectInto(project, work, options, {
      onProgress: (now) => update(progressText(now)),
      warn: note,
    }),
  );
}

/**
 * Collects into the ledger of a data folder, or another one, under the folder's lock. Lists of
 * organizations are renewed meanwhile, where they can be had.
 *
 * @throws BellwetherError `collect-locked`, `collect-interrupted`
 */
export async function collectInto(
  project: Project,
  { companies, signal }: Work,
  options: CollectionOptions,
  { onProgress, warn }: Watch,
): Promise<CollectResult> {
  const { folders, settings } = project;
  const rules = accountRules(await project.registry());
  const source = await historySource(project, companies, options);
  const lists = new OrganizationLists(settings.dataFolder);
  const renewal =
    isHosted(options) && hasLists(settings)
      ? renewLists(companies, hostingService(settings), lists, today(), signal)
      : undefined;
  await using _lock = await project.lockLedger(options.lockWaitSeconds);
  const ledgerFolder = options.ledger ? resolve(options.ledger) : folders.ledger;
  const base = options.fresh ? undefined : await openLedger(ledgerFolder);
  const standsAlone = options.fresh || (base && base.manifest.over === undefined);
  const erased = [...(await erasedPeople(folders.ledger)), ...(await erasedPeople(ledgerFolder))];
  const stage = new Stage(folders[partOf(options)]);
  // Workers must be able to read the same histories.
  const isShared = isHosted(options) && settings.payments.databaseUrl !== undefined;
  const result = await traced('collect', { companies: companies.length }, () =>
    collect({
      companies,
      source,
      rules,
      erased,
      stage,
      ledgerFolder,
      base,
      write: standsAlone ? {} : { over: 'shipped' },
      ...(renewal && { created: renewal.created }),
      concurrency: options.jobs,
      crew: isShared ? sharedCrew(project, options, erased) : undefined,
      signal,
      onProgress,
    }),
  );
  if (renewal) renewalLines(await renewal.report()).forEach(warn);
  return result;
}

async function historySource(
  project: Project,
  companies: readonly Company[],
  { recorded, local, asOf, since, pauseMs = 0 }: CollectionOptions,
): Promise<HistorySource> {
  if (recorded !== undefined) return recordedSource(resolve(recorded));
  const { dataFolder, gitBaseUrl } = project.settings;
  const reading = await gitReading(await project.registry(), dataFolder, coveredFrom(since));
  if (local === undefined)
    return withPauses(hostedSource(project.folders.copies, reading, gitBaseUrl), pauseMs);
  return localSource(resolve(local), reading, {
    single: companies.flatMap(({ repositories }) => repositories).length === 1,
    ...(asOf !== undefined && { asOf }),
  });
}

function coveredFrom(since: string): string | null {
  return since === 'all' ? null : since;
}

function isHosted({ recorded, local }: CollectionOptions): boolean {
  return recorded === undefined && local === undefined;
}

/** Keeps apart collections of one data folder that must not resume each other. */
function partOf({ fresh }: CollectionOptions): 'fresh' | 'staged' {
  return fresh ? 'fresh' : 'staged';
}

/** Collects together with workers, which take companies from a queue on PostgreSQL. */
function sharedCrew(project: Project, options: CollectionOptions, erased: readonly string[]): Crew {
  return async (...collecting) => {
    // Loaded where it is used: most installations have no queue.
    const [{ CollectionQueue }, { queueCrew }, { queueName }] = await Promise.all([
      import('../../pipeline/queue/queue.ts'),
      import('../../pipeline/queue/crew.ts'),
      import('../../pipeline/queue/terms.ts'),
    ]);
    const { settings, folders } = project;
    const { dataFolder, gitBaseUrl: origin, payments, maxPerHost } = settings;
    const { jobs: lanes, since, pauseMs = 0 } = options;
    const identityKey = await ownIdentityKey(dataFolder);
    const owner = await keyFile(join(dirname(folders.staged), 'owner'), randomUUID);
    const ledger = await project.ledgerIfAny();
    const registry = await project.registry();
    const ages = companyAges(registry, ledger ? await heldDays(ledger) : new Map());
    const { databaseUrl: url = '' } = payments;
    const queue = await CollectionQueue.open({ url, name: 'collector', lanes });
    await using opened = new AsyncDisposableStack();
    opened.defer(() => queue.close());
    const crew = queueCrew({
      queue,
      name: queueName(await versionText(), origin, identityKey),
      terms: {
        coveredFrom: coveredFrom(since),
        erased: [...new Set(erased)].sort(),
        automations: registry.automations,
        agents: registry.agents,
      },
      owner: `${owner.trim()} ${partOf(options)}`,
      staleness: (company) => {
        const through = ages.get(company) ?? null;
        return through === null ? undefined : dayOf(Date.now() / 1000) - through;
      },
      maxPerHost,
      pauseMs,
      lanes,
      place: { copies: folders.copies, origin, identityKey },
      warn: note,
    });
    await crew(...collecting);
  };
}

export function progressText(progress: CollectProgress): string {
  const { companies, repositories, commits, failures, current } = progress;
  const failed = failures === 0 ? '' : `, ${failures} failed`;
  return `Companies ${companies.done}/${companies.total}, repositories ${repositories.done}/${repositories.total}${failed}, ${count(commits)} commits — ${current}`;
}

/** Outcomes that are not reported one by one. */
const USUAL: readonly string[] = ['cloned', 'fetched', 'unchanged', 'collected'];

export function report({ ledger, outcomes, kept, resumed }: CollectResult): void {
  const notable = outcomes.filter(({ status }) => !USUAL.includes(status));
  for (const [status, alike] of Map.groupBy(notable, (outcome) => outcome.status))
    for (const line of causeLines(alike)) say(`${status.padEnd(12)} ${line}`);
  if (resumed > 0)
    say(`${counted(resumed, 'company', 'companies')} had been collected by an interrupted run.`);
  const unread = outcomes.filter(({ keepsRows }) => keepsRows);
  if (kept.length > 0 || unread.some(({ status }) => status === 'failed')) process.exitCode = 1;
  if (unread.length > 0)
    say(
      `Not read: ${firstNames(unread.map(({ repository: name }) => ({ name })))}. Periods that need them are not covered. Rows collected of them earlier stay, and so do those of repositories that share commits with them; shipped rows, whose people have other hashes, do not count beside new ones. Once they can be read, run bellwether collect again.`,
    );
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

/** A line for each cause for which lists could not be read. */
function renewalLines({ failed }: RenewalReport): string[] {
  const failures = failed.map((failure) => ({ ...failure, message: failure.cause }));
  return failureLines(failures, 'lists').map(
    (line) => `List of repositories not renewed: ${line}. The next collection asks for it first.`,
  );
}
