/**
 * The complete list of an organization's public repositories, stored in `DATA_DIR/organizations/`. It
 * shows what is new, and whether a followed repository was archived, moved or removed. Renewing a
 * list loses nothing: removed repositories stay in it, with the day.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { HostingService } from '../../../hosting/hosting-service.ts';
import {
  ListedRepository,
  type PublicRepositories,
  readRepositories,
  readRepository,
} from '../../../hosting/organization.ts';
import { keepJson, readKeptJson } from '../../../lib/atomic-files.ts';
import type { Company } from '../../../registry/schema.ts';

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
type Entry = OrganizationList['repositories'][number];

/** Changes that an operator should know about; `name` is as in the company's file. */
export type ListChange =
  | { kind: 'appeared'; name: string; createdOn: string | null; stars: number; mayBeMain: boolean }
  | { kind: 'archived' | 'gone'; name: string; role: string }
  | { kind: 'moved'; name: string; role: string; newName: string }
  | { kind: 'emptied'; name: string };

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
 * Renews the list of a company's organization, and reports changes that concern its followers.
 *
 * @throws HostingError; the list is then unchanged
 */
export async function renewList(
  company: Pick<Company, 'github' | 'repositories'>,
  hosting: HostingService,
  lists: OrganizationLists,
  today: string,
  signal?: AbortSignal,
): Promise<ListChange[]> {
  const before = await lists.of(company.github);
  const read = await readRepositories(hosting, company.github, { signal });
  // An organization does not lose all of its repositories at once, so an empty list is not believed.
  if (read.repositories.length === 0 && before && before.repositories.length > 0)
    return [{ kind: 'emptied', name: company.github }];
  const after = mergedList(company.github, before, read, today);
  const changes = changesOf(company, before, after);
  const settled = await Promise.all(
    changes.map(async (change): Promise<ListChange[]> => {
      if (change.kind !== 'gone') return [change];
      const now = await readRepository(hosting, change.name, signal);
      if (now === undefined) return [change];
      if (now.name.toLowerCase() === change.name.toLowerCase()) return [];
      return [{ kind: 'moved', name: change.name, role: change.role, newName: now.name }];
    }),
  );
  await lists.put(after);
  return settled.flat();
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

/**
 * What changed between two lists for the repositories that a company's file follows and those it does
 * not. Pure.
 */
export function changesOf(
  { github, repositories }: Pick<Company, 'github' | 'repositories'>,
  before: OrganizationList | undefined,
  after: OrganizationList,
): ListChange[] {
  const named = (list: OrganizationList | undefined) =>
    new Map((list?.repositories ?? []).map((entry) => [entry.name.toLowerCase(), entry]));
  const [old, now] = [named(before), named(after)];
  const byId = new Map(after.repositories.map((entry) => [entry.id, entry]));
  const followed = repositories.filter(({ name }) =>
    name.toLowerCase().startsWith(`${github.toLowerCase()}/`),
  );
  const tracked = followed.flatMap(({ name, role }): ListChange[] => {
    const entry = now.get(name.toLowerCase());
    const past = old.get(name.toLowerCase());
    const moved = past && byId.get(past.id);
    if (moved && moved.goneOn === null && moved.name.toLowerCase() !== name.toLowerCase())
      return [{ kind: 'moved', name, role, newName: moved.name }];
    if (!entry || entry.goneOn !== null) return [{ kind: 'gone', name, role }];
    return entry.isArchived && !past?.isArchived ? [{ kind: 'archived', name, role }] : [];
  });
  const names = new Set(followed.map(({ name }) => name.toLowerCase()));
  const mains = followed.flatMap(({ name, role }) =>
    role === 'main' ? (now.get(name.toLowerCase())?.stars ?? []) : [],
  );
  const known = new Set((before?.repositories ?? []).map(({ id }) => id));
  const isNew = ({ id, name, isOwn, isArchived }: Entry) =>
    !known.has(id) && isOwn && !isArchived && !names.has(name.toLowerCase());
  const appeared = (before ? after.repositories.filter(isNew) : []).map(
    ({ name, createdOn, stars }): ListChange => ({
      kind: 'appeared',
      name,
      createdOn,
      stars,
      mayBeMain: stars > 0 && stars >= Math.min(...mains),
    }),
  );
  return [...tracked, ...appeared];
}
