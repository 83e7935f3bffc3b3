/**
 * The complete list of an organization's public repositories, stored in `DATA_DIR/organizations/`.
 * Renewing a list loses nothing: removed repositories stay in it, with the day. A collection renews the
 * lists of its companies, stalest first, as far as the hosting service's rate limit allows.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import { HostingError, hostingError } from '../../../hosting/hosting-error.ts';
import type { HostingService } from '../../../hosting/hosting-service.ts';
import {
  ListedRepository,
  type PublicRepositories,
  readRepositories,
} from '../../../hosting/organization.ts';
import { keepJson, readKeptJson } from '../../../lib/atomic-files.ts';
import { parseDay } from '../../../lib/period.ts';
import type { Company } from '../../../registry/schema.ts';
import type { CreatedRow } from '../../ledger/ledger-tables.ts';

const OrganizationList = z.object({
  login: z.string(),
  /** The day on which it was last read, ISO 8601. */
  readOn: z.iso.date(),
  repositories: z.array(
    z.object({
      ...ListedRepository.shape,
      /** The first day on which it was missing. */
      goneOn: z.iso.date().nullable(),
    }),
  ),
});
export type OrganizationList = z.infer<typeof OrganizationList>;

/** Lists by account, one file each. A damaged file is treated as missing. */
export class OrganizationLists {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'organizations');
  }

  async of(login: string): Promise<OrganizationList | undefined> {
    return readKeptJson(this.#file(login), OrganizationList);
  }

  async put(list: OrganizationList): Promise<void> {
    await keepJson(this.#file(list.login), list);
  }

  async remove(login: string): Promise<void> {
    await rm(this.#file(login), { force: true });
  }

  #file(login: string): string {
    return join(this.#folder, `${login.toLowerCase()}.json`);
  }
}

/**
 * Renews the list of an organization.
 *
 * @throws HostingError; the list is then unchanged
 */
export async function renewList(
  login: string,
  hosting: HostingService,
  lists: OrganizationLists,
  today: string,
  signal?: AbortSignal,
): Promise<void> {
  const before = await lists.of(login);
  const read = await readRepositories(hosting, login, { signal });
  // An organization does not lose all of its repositories at once, so an empty list is not believed.
  if (read.repositories.length === 0 && before && before.repositories.length > 0)
    throw new HostingError('unreachable', 'its list is suddenly empty');
  await lists.put(mergedList(login, before, read, today));
}

/** @returns the current list, including what was removed from it */
export function mergedList(
  login: string,
  before: OrganizationList | undefined,
  { repositories }: PublicRepositories,
  today: string,
): OrganizationList {
  const present = new Set(repositories.map(({ id }) => id));
  const gone = (before?.repositories ?? []).filter(({ id }) => !present.has(id));
  return {
    login,
    readOn: today,
    repositories: [
      ...repositories.map((entry) => ({ ...entry, goneOn: null })),
      ...gone.map((entry) => ({ ...entry, goneOn: entry.goneOn ?? today })),
    ],
  };
}

export type RenewalReport = {
  /** Organizations that could not be read, and why. */
  failed: { name: string; cause: string }[];
};

const SIDE_BY_SIDE = 4;

/** Begins to renew the lists of the companies' organizations. */
export function renewLists(
  companies: readonly Company[],
  hosting: HostingService,
  lists: OrganizationLists,
  today: string,
  signal: AbortSignal,
) {
  const report: RenewalReport = { failed: [] };
  /** Why asking for another list would be in vain. */
  let hopeless: string | undefined;
  const renew = async (company: Company): Promise<void> => {
    if (signal.aborted) hopeless ??= 'interrupted';
    if (hopeless !== undefined) {
      report.failed.push({ name: company.github, cause: hopeless });
      return;
    }
    try {
      await renewList(company.github, hosting, lists, today, signal);
    } catch (error) {
      const { fault, why } = hostingError(error);
      if (fault === 'limited' || fault === 'unreachable') hopeless ??= why;
      report.failed.push({ name: company.github, cause: why });
    }
  };
  const begin = async () => {
    const aged = await Promise.all(
      companies.map(async (company) => ({
        company,
        readOn: (await lists.of(company.github))?.readOn ?? '',
      })),
    );
    const stalestFirst = aged.sort((a, b) => (a.readOn < b.readOn ? -1 : 1));
    const limit = pLimit(SIDE_BY_SIDE);
    return new Map(stalestFirst.map(({ company }) => [company.slug, limit(() => renew(company))]));
  };
  const begun = begin();
  return {
    /** The repositories that the company's organization created. Waits for its list. */
    created: async ({ slug, github }: Company): Promise<CreatedRow[]> => {
      await (await begun).get(slug);
      const list = await lists.of(github);
      return list ? createdRows(slug, list) : [];
    },
    report: async (): Promise<RenewalReport> => {
      await Promise.all((await begun).values());
      return report;
    },
  };
}

/** Includes repositories that were deleted since. */
export function createdRows(
  company: string,
  { readOn, repositories }: OrganizationList,
): CreatedRow[] {
  const listedThrough = parseDay(readOn) - 1;
  return repositories.flatMap(({ name, createdOn, isOwn }) => {
    const day = createdOn === null ? undefined : parseDay(createdOn);
    if (!isOwn || day === undefined || day > listedThrough) return [];
    return [{ company, repository: name, day, listedThrough }];
  });
}
