/** Who works on a collection: this process alone, or all workers on the PostgreSQL of the books. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { dayOf } from '../../lib/period.ts';
import { keyFile } from '../../lib/private-files.ts';
import type { Crew } from '../../pipeline/collect/collect-companies.ts';
import { ownIdentityKey } from '../../pipeline/collect/git/identity-key.ts';
import { openOwnOverShipped } from '../../pipeline/ledger/ledger.ts';
import type { Terms } from '../../pipeline/queue/terms.ts';
import { companyAges, heldDays } from '../../pipeline/schedule/company-ages.ts';
import { accountRules } from '../../pipeline/signals/accounts.ts';
import { build } from '../build.ts';
import { collectFolder } from './collection-lock.ts';
import { note } from './command.ts';
import { type Project, SHIPPED_LEDGER } from './project.ts';

export type Hosted = Pick<Terms, 'coveredFrom' | 'withPaths'> & {
  /** Between the beginnings of two repositories, in each process. */
  pauseMs: number;
};

type Collection = {
  hosted: Hosted | undefined;
  erased: readonly string[];
  jobs: number;
  /** Tells collections of one data folder apart that must not be taken for one another. */
  part: string;
};

/** Collects with workers, if `DATABASE_URL` is set and histories come from the hosting service. */
export async function withCrew<T>(
  project: Project,
  { hosted, erased, jobs, part }: Collection,
  collect: (crew: Crew | undefined) => Promise<T>,
): Promise<T> {
  const { settings, folders } = project;
  const { dataFolder, gitBaseUrl, payments, maxPerHost } = settings;
  const url = payments.databaseUrl;
  if (!hosted || url === undefined) return collect(undefined);
  // Loaded where it is used: most installations have no queue.
  const [{ CollectionQueue }, { queueCrew }, { compatibilityOf, termsOf }] = await Promise.all([
    import('../../pipeline/queue/queue.ts'),
    import('../../pipeline/queue/crew.ts'),
    import('../../pipeline/queue/terms.ts'),
  ]);
  const identityKey = await ownIdentityKey(dataFolder);
  const owner = await keyFile(join(collectFolder(dataFolder), 'owner'), randomUUID);
  const ledger = await openOwnOverShipped(folders.ledger, SHIPPED_LEDGER);
  const registry = await project.registry();
  const ages = companyAges(registry, ledger ? await heldDays(ledger) : new Map());
  const today = dayOf(Date.now() / 1000);
  const queue = await CollectionQueue.open({ url, name: 'collector', lanes: jobs });
  try {
    return await collect(
      queueCrew({
        queue,
        alike: compatibilityOf(await versionText(), gitBaseUrl, identityKey),
        terms: termsOf(hosted, accountRules(registry), erased),
        owner: `${owner.trim()} ${part}`,
        staleness: (company) => {
          const through = ages.get(company) ?? null;
          return through === null ? undefined : today - through;
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

/** Which code reads histories: collectors and workers of other code do not work together. */
export async function versionText(): Promise<string> {
  const { version, commit } = await build();
  return `${version} (commit ${commit})`;
}
