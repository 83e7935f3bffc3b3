/** Runs a collection into the ledger of a data folder. */
import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { dayOf, today } from '../../lib/period.ts';
import { keyFile } from '../../lib/private-files.ts';
import { counted } from '../../lib/prose.ts';
import { traced } from '../../lib/tracing.ts';
import {
  type CollectResult,
  type Crew,
  collect,
} from '../../pipeline/collect/collect-companies.ts';
import { ownIdentityKey } from '../../pipeline/collect/git/identity-key.ts';
import { OrganizationLists } from '../../pipeline/collect/organization/organization-list.ts';
import { type ListRenewal, renewLists } from '../../pipeline/collect/organization/renewal.ts';
import { Stage } from '../../pipeline/collect/staging.ts';
import { erasedPeople } from '../../pipeline/ledger/erased-people.ts';
import { openLedger } from '../../pipeline/ledger/ledger.ts';
import { companyAges, heldDays } from '../../pipeline/schedule/company-ages.ts';
import { accountRules } from '../../pipeline/signals/accounts.ts';
import type { Company } from '../../registry/schema.ts';
import { versionText } from '../build.ts';
import { progressText, reportRenewal } from './collection-report.ts';
import { note, withProgress } from './command.ts';
import { type Hosted, isHosted, type SourceOptions, sharedWork } from './history-sources.ts';
import { hasLists, hostingService } from './hosting.ts';
import type { Project } from './project.ts';

export type CollectionOptions = {
  jobs: number;
  /** Where the ledger is written, if not into the data folder. */
  ledger?: string;
  fresh?: true;
  lockWaitSeconds?: number;
};

type Work = Pick<Parameters<typeof collect>[0], 'companies' | 'source' | 'signal' | 'created'>;

/**
 * Collects, with a progress line. Lists of organizations are renewed meanwhile, where histories come
 * from the hosting service, unless `created` says that they were just read.
 */
export async function runCollection(
  work: Work,
  options: CollectionOptions & SourceOptions,
  project: Project,
): Promise<CollectResult> {
  const { companies, signal } = work;
  const isRenewed = work.created === undefined && isHosted(options);
  const renewal = isRenewed ? listRenewal(companies, project, signal) : undefined;
  const hosted = sharedWork(options, project);
  const begin = `Collecting ${counted(companies.length, 'company', 'companies')} …`;
  const done = ({ commits }: CollectResult) => `Collected ${counted(commits, 'commit')}`;
  const result = await withProgress(begin, done, (update) =>
    collectInto(project, {
      ...options,
      ...(renewal && { created: (company) => renewal.created(company) }),
      ...work,
      ...(hosted && { hosted }),
      onProgress: (now) => update(progressText(now)),
    }),
  );
  if (renewal) reportRenewal(await renewal.report(), note);
  return result;
}

/** Renews the organizations' lists while their companies are collected, where they can be had. */
export function listRenewal(
  companies: readonly Company[],
  { settings }: Project,
  signal: AbortSignal,
): ListRenewal | undefined {
  if (!hasLists(settings)) return undefined;
  const lists = new OrganizationLists(settings.dataFolder);
  return renewLists(companies, hostingService(settings), lists, today(), signal);
}

type Collection = CollectionOptions &
  Work &
  Pick<Parameters<typeof collect>[0], 'onProgress'> & {
    /** Where histories come from the hosting service: workers may copy them as well. */
    hosted?: Hosted;
  };

/**
 * Collects into the ledger of a data folder, or another one, under the folder's lock.
 *
 * @throws BellwetherError `collect-locked`, `collect-interrupted`
 */
export async function collectInto(
  project: Project,
  collection: Collection,
): Promise<CollectResult> {
  const { folders } = project;
  const rules = accountRules(await project.registry());
  const { companies, source, created, jobs, signal, onProgress, ledger, fresh } = collection;
  const release = await project.lockLedger(collection.lockWaitSeconds);
  try {
    const ledgerFolder = ledger ? resolve(ledger) : folders.ledger;
    const base = fresh ? undefined : await openLedger(ledgerFolder);
    const standsAlone = fresh || (base && base.manifest.over === undefined);
    const erased = [...(await erasedPeople(folders.ledger)), ...(await erasedPeople(ledgerFolder))];
    const part: Shared['part'] = fresh ? 'fresh' : 'staged';
    const work = { hosted: collection.hosted, erased, jobs, part };
    const collectedBy = (crew: Crew | undefined) =>
      collect({
        ...{ companies, source, erased, ledgerFolder, base, signal, onProgress, crew, rules },
        stage: new Stage(folders[part]),
        write: standsAlone ? {} : { over: 'shipped' },
        ...(created && { created }),
        concurrency: jobs,
      });
    return await traced('collect', { companies: companies.length }, () =>
      withCrew(project, work, collectedBy),
    );
  } finally {
    await release();
  }
}

type Shared = {
  hosted: Hosted | undefined;
  erased: readonly string[];
  jobs: number;
  /** Keeps apart collections of one data folder that must not resume each other. */
  part: 'fresh' | 'staged';
};

/** Collects with workers, if `DATABASE_URL` is set and histories come from the hosting service. */
async function withCrew<T>(
  project: Project,
  { hosted, erased, jobs, part }: Shared,
  work: (crew: Crew | undefined) => Promise<T>,
): Promise<T> {
  const { settings, folders } = project;
  const { dataFolder, gitBaseUrl, payments, maxPerHost } = settings;
  const url = payments.databaseUrl;
  if (!hosted || url === undefined) return work(undefined);
  // Loaded where it is used: most installations have no queue.
  const [{ CollectionQueue }, { queueCrew }, { compatibilityOf, termsOf }] = await Promise.all([
    import('../../pipeline/queue/queue.ts'),
    import('../../pipeline/queue/crew.ts'),
    import('../../pipeline/queue/terms.ts'),
  ]);
  const identityKey = await ownIdentityKey(dataFolder);
  const owner = await keyFile(join(dirname(folders.staged), 'owner'), randomUUID);
  const ledger = await project.ledgerIfAny();
  const registry = await project.registry();
  const ages = companyAges(registry, ledger ? await heldDays(ledger) : new Map());
  const day = dayOf(Date.now() / 1000);
  const queue = await CollectionQueue.open({ url, name: 'collector', lanes: jobs });
  try {
    return await work(
      queueCrew({
        queue,
        alike: compatibilityOf(await versionText(), gitBaseUrl, identityKey),
        terms: termsOf(hosted, accountRules(registry), erased),
        owner: `${owner.trim()} ${part}`,
        staleness: (company) => {
          const through = ages.get(company) ?? null;
          return through === null ? undefined : day - through;
        },
        maxPerHost,
        pauseMs: hosted.pauseMs,
        lanes: jobs,
        place: { copies: folders.copies, origin: gitBaseUrl, identityKey },
        warn: note,
      }),
    );
  } finally {
    await queue.close();
  }
}
