/**
 * An organization on the hosting service: what it says of itself, all of its public repositories, and
 * how much happens in them. Texts are somebody else's: one line, without control characters, cut.
 */
import { z } from 'zod';
import { BellwetherError, NotFoundError } from '../lib/errors.ts';
import { HostingError, hostingError } from './hosting-error.ts';
import type { HostingService } from './hosting-service.ts';
import { RepositoryOwner, RepositoryTitle } from './names.ts';

const MAX_TEXT = 200;
const PAGE = 100;
/** More than anybody has; a service that names one next page after the other is stopped here. */
const MAX_PAGES = 1_000;
/** Nothing on the service is older. */
const FIRST_DAY = '2005-01-01';

const Text = z
  .string()
  .transform((text) => [...text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, MAX_TEXT).join(''))
  .nullish()
  .transform((text) => text || null)
  .catch(null);

/** The day of a time; null for one that cannot be. */
const DayText = z
  .string()
  .transform((text) => {
    const at = Date.parse(text);
    const day = Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10);
    return day >= FIRST_DAY && at <= Date.now() + 86_400_000 ? day : null;
  })
  .nullable()
  .catch(null);

const FullName = z.string().refine((name) => {
  const [owner, title, ...more] = name.split('/');
  return (
    more.length === 0 &&
    RepositoryOwner.safeParse(owner).success &&
    RepositoryTitle.safeParse(title).success
  );
});

/** The part that is read of a repository, as its API describes it. */
const Answered = z.object({
  id: z.int(),
  full_name: FullName,
  created_at: DayText,
  pushed_at: DayText.optional(),
  fork: z.boolean(),
  archived: z.boolean().default(false),
  disabled: z.boolean().default(false),
  mirror_url: z.string().nullish(),
  is_template: z.boolean().default(false),
  size: z.number().nonnegative().default(0),
  stargazers_count: z.int().nonnegative().default(0),
  description: Text,
  topics: z.array(z.string()).catch([]).default([]),
});

/** A public repository, as a list tells of it. */
export const ListedRepository = z.object({
  /** Stays when the repository is renamed or moved. */
  id: z.int(),
  /** `owner/name` */
  name: FullName,
  createdOn: z.string().nullable(),
  pushedOn: z.string().nullable(),
  isFork: z.boolean(),
  isArchived: z.boolean(),
  /** Neither a copy of somebody else's, nor shut down, nor a template to copy. */
  isOwn: z.boolean(),
  /** Of everything in it, in KiB. */
  size: z.number(),
  stars: z.int(),
  description: z.string().nullable(),
  topics: z.array(z.string()),
});
export type ListedRepository = z.infer<typeof ListedRepository>;

/** Something unreadable in a list is null. Reading twice gives the same as reading once. */
const Page = z.array(Answered.nullable().catch(null));

const Profile = z.object({
  login: RepositoryOwner,
  name: Text,
  description: Text,
  blog: Text,
  html_url: z.string(),
});

export type Organization = {
  login: string;
  name: string | null;
  description: string | null;
  /** As it gave it, which need not be an address. */
  website: string | null;
  url: string;
};

export type PublicRepositories = {
  /** Oldest first. */
  repositories: readonly ListedRepository[];
  /** Entries that could not be read, such as names with control characters. */
  unreadable: number;
};

/**
 * What an organization says of itself.
 *
 * @throws BellwetherError `unknown-organization`, `not-an-organization`; HostingError
 */
export async function readOrganization(
  hosting: HostingService,
  login: string,
  signal?: AbortSignal,
): Promise<Organization> {
  const path = `/orgs/${encodeURIComponent(login)}`;
  try {
    const { value } = await hosting.get({ path, schema: Profile, signal });
    const { blog: website, html_url: url, ...rest } = value;
    return { ...rest, website, url };
  } catch (error) {
    if (hostingError(error).fault !== 'missing') throw error;
  }
  const user = await hosting
    .get({
      path: `/users/${encodeURIComponent(login)}`,
      schema: z.object({ type: z.string() }),
      signal,
    })
    .catch((error: unknown) => {
      if (hostingError(error).fault === 'missing') return undefined;
      throw error;
    });
  if (!user)
    throw new NotFoundError(
      'unknown-organization',
      `The hosting service has no organization ${login}; name it as in the address of its page.`,
    );
  throw new BellwetherError(
    'not-an-organization',
    `${login} is a person’s account. Startups are organizations; name the one that the repositories belong to.`,
  );
}

/**
 * All of its public repositories.
 *
 * @param onPage hears how many were read so far
 * @throws HostingError
 */
export async function readRepositories(
  hosting: HostingService,
  login: string,
  { signal, onPage }: { signal?: AbortSignal | undefined; onPage?: (read: number) => void } = {},
): Promise<PublicRepositories> {
  const query = `type=public&sort=created&direction=asc&per_page=${PAGE}`;
  const path = `/orgs/${encodeURIComponent(login)}/repos?${query}`;
  const repositories = new Map<number, ListedRepository>();
  let unreadable = 0;
  let pages = 0;
  for await (const page of hosting.pages({ path, schema: Page, signal })) {
    for (const entry of page)
      if (entry) repositories.set(entry.id, listed(entry));
      else unreadable++;
    onPage?.(repositories.size);
    if (++pages === MAX_PAGES)
      throw new HostingError('unreachable', `its list has more than ${MAX_PAGES} pages`);
  }
  if (repositories.size === 0 && unreadable > 0)
    throw new HostingError('unreachable', 'nothing in its list is as its API describes');
  return { repositories: [...repositories.values()], unreadable };
}

/**
 * What a name leads to now: a repository that was renamed or moved is followed.
 *
 * @returns undefined if it is gone, or not for everyone
 * @throws HostingError
 */
export async function readRepository(
  hosting: HostingService,
  name: string,
  signal?: AbortSignal,
): Promise<ListedRepository | undefined> {
  try {
    return listed((await hosting.get({ path: `/repos/${name}`, schema: Answered, signal })).value);
  } catch (error) {
    if (hostingError(error).fault === 'missing') return undefined;
    throw error;
  }
}

const COUNTED_ONE = z.array(z.unknown().transform(() => null));

/**
 * How many commits its default branch gained since a day: one request, since the last page of a list
 * of one each is their number.
 *
 * @throws HostingError
 */
export async function countCommits(
  hosting: HostingService,
  name: string,
  since: string,
  signal?: AbortSignal,
): Promise<number> {
  const path = `/repos/${name}/commits?since=${since}T00:00:00Z&per_page=1`;
  try {
    const { value, last } = await hosting.get({ path, schema: COUNTED_ONE, signal });
    const page = Number(
      last === undefined ? Number.NaN : URL.parse(last)?.searchParams.get('page'),
    );
    return Number.isSafeInteger(page) && page > 0 ? page : value.length;
  } catch (error) {
    // An empty repository is refused with 409, one that has just gone is not there.
    const fault = hostingError(error).fault;
    if (fault === 'missing' || fault === 'refused') return 0;
    throw error;
  }
}

function listed(entry: z.infer<typeof Answered>): ListedRepository {
  const { fork, archived, disabled, is_template, mirror_url, size } = entry;
  return {
    id: entry.id,
    name: entry.full_name,
    createdOn: entry.created_at,
    pushedOn: entry.pushed_at ?? null,
    isFork: fork,
    isArchived: archived,
    isOwn: !fork && !disabled && !is_template && !mirror_url,
    size,
    stars: entry.stargazers_count,
    description: entry.description,
    topics: entry.topics,
  };
}
