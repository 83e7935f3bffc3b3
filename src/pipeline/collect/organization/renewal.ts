/**
 * Renews the lists of many organizations during a collection, stalest first, as far as the hosting
 * service's rate limit allows. Lists that could not be renewed are left unchanged.
 */
import pLimit from 'p-limit';
import { type HostingError, hostingError } from '../../../hosting/hosting-error.ts';
import type { HostingService } from '../../../hosting/hosting-service.ts';
import { parseDay } from '../../../lib/period.ts';
import type { Company } from '../../../registry/schema.ts';
import type { CreatedRow } from '../../ledger/ledger-tables.ts';
import {
  type ListChange,
  type OrganizationList,
  type OrganizationLists,
  renewList,
} from './organization-list.ts';

export type RenewalReport = {
  renewed: number;
  changes: { company: string; change: ListChange }[];
  /** Companies whose organizations could not be read, and the reason for the first. */
  failed: readonly string[];
  fault: HostingError | undefined;
};

const SIDE_BY_SIDE = 4;

export class ListRenewal {
  readonly #lists: OrganizationLists;
  readonly #report = {
    renewed: 0,
    changes: [] as RenewalReport['changes'],
    failed: [] as string[],
  };
  #fault: HostingError | undefined;
  readonly #done: Promise<ReadonlyMap<string, Promise<void>>>;

  constructor(
    companies: readonly Company[],
    hosting: HostingService,
    lists: OrganizationLists,
    today: string,
    signal: AbortSignal,
  ) {
    this.#lists = lists;
    this.#done = this.#start(companies, hosting, today, signal);
  }

  /** The repositories that the company's organization created. Waits for its list. */
  async created({ slug, github }: Company): Promise<CreatedRow[]> {
    await (await this.#done).get(slug);
    const list = await this.#lists.of(github);
    return list ? createdRows(slug, list) : [];
  }

  async report(): Promise<RenewalReport> {
    await Promise.all((await this.#done).values());
    return { ...this.#report, fault: this.#fault };
  }

  async #start(
    companies: readonly Company[],
    hosting: HostingService,
    today: string,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Promise<void>>> {
    const aged = await Promise.all(
      companies.map(async (company) => ({
        company,
        readOn: (await this.#lists.of(company.github))?.readOn ?? '',
      })),
    );
    const limit = pLimit(SIDE_BY_SIDE);
    const stalestFirst = aged.sort((a, b) => (a.readOn < b.readOn ? -1 : 1));
    return new Map(
      stalestFirst.map(({ company }) => [
        company.slug,
        limit(() => this.#renew(company, hosting, today, signal)),
      ]),
    );
  }

  async #renew(
    company: Company,
    hosting: HostingService,
    today: string,
    signal: AbortSignal,
  ): Promise<void> {
    const isHopeless = this.#fault?.fault === 'limited' || this.#fault?.fault === 'unreachable';
    if (isHopeless || signal.aborted) {
      this.#report.failed.push(company.slug);
      return;
    }
    try {
      const changes = await renewList(company, hosting, this.#lists, today, signal);
      this.#report.renewed++;
      for (const change of changes) this.#report.changes.push({ company: company.slug, change });
    } catch (error) {
      this.#fault ??= hostingError(error);
      this.#report.failed.push(company.slug);
    }
  }
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
