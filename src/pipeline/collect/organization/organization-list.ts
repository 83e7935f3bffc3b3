/**
 * The complete list of an organization's public repositories, stored in `DATA_DIR/organizations/`.
 * Renewing a list loses nothing: removed repositories stay in it, with the day.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { HostingError } from '../../../hosting/hosting-error.ts';
import type { HostingService } from '../../../hosting/hosting-service.ts';
import {
  ListedRepository,
  type PublicRepositories,
  readRepositories,
} from '../../../hosting/organization.ts';
import { keepJson, readKeptJson } from '../../../lib/atomic-files.ts';

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
