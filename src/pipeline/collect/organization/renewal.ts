/**
 * Renews the lists of many organizations during a collection, stalest first, as far as the hosting
 * service's rate limit allows. Lists that could not be renewed are left unchanged.
 */
import pLimit from 'p-limit';
import { hostingError } from '../../../hosting/hosting-error.ts';
import type { HostingService } from '../../../hosting/hosting-service.ts';
import { parseDay } from '../../../lib/period.ts';
import type { Company } from '../../../registry/schema.ts';
import type { CreatedRow } from '../../ledger/ledger-tables.ts';
import { type OrganizationList, type OrganizationLists, renewList } from './organization-list.ts';

export type RenewalReport = {
  /** Organizations that could not be read, and why. */
  failed: { name: string; cause: string }[];
};

const SIDE_BY_SIDE = 4;

export type ListRenewal = {
  /** The repositories that the company's organization created. Waits for its list. */
  created: (company: Company) => Promise<CreatedRow[]>;
  report: () => Promise<RenewalReport>;
};

/** Begins to renew the lists of the companies' organizations. */
export function renewLists(
  companies: readonly Company[],
  hosting: HostingService,
  lists: OrganizationLists,
  today: string,
  signal: AbortSignal,
): ListRenewal {
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
    created: async ({ slug, github }) => {
      await (await begun).get(slug);
      const list = await lists.of(github);
      return list ? createdRows(slug, list) : [];
    },
    report: async () => {
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
