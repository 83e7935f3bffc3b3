/**
 * Reads an organization from the hosting service: its profile, all of its public repositories, and
 * their activity. Texts are third-party input: they are reduced to one line without control
 * characters, and truncated.
 */
import { z } from 'zod';
import { BellwetherError, NotFoundError } from '../lib/errors.ts';
import { RepositoryOwner, RepositoryTitle } from './account-names.ts';
import { HostingError, hostingError } from './hosting-error.ts';
import type { HostingService } from './hosting-service.ts';

const MAX_TEXT = 200;
const PAGE = 100;
/** Stops a service that always names another next page; no organization has this many. */
const MAX_PAGES = 1_000;
/** Nothing on the hosting service is older. */
const FIRST_DAY = '2005-01-01';

const Text = z
  .string()
  .transform((text) => [...text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, MAX_TEXT).join(''))
  .nullish()
  .transform((text) => text || null)
  .catch(null);

/** The day of a timestamp; null for one before `FIRST_DAY` or in the future. */
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

/** The fields that are read from a repository in the API. */
const ApiRepository = z.object({
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

export const ListedRepository = z.object({
  /** Does not change when the repository is renamed or moved. */
  id: z.int(),
  /** `owner/name` */
  name: FullName,
  createdOn: z.string().nullable(),
  pushedOn: z.string().nullable(),
  isFork: z.boolean(),
  isArchived: z.boolean(),
  /** False for forks, archived repositories and templates. */
  isOwn: z.boolean(),
  /** Size of the repository in KiB. */
  size: z.number(),
  stars: z.int(),
  description: z.string().nullable(),
  topics: z.array(z.string()),
});
export type ListedRepository = z.infer<typeof ListedRepository>;

/** Unreadable entries become null. The schema also accepts its own output. */
const Page = z.array(ApiRepository.nullable().catch(null));

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
  /** As the organization entered it; not necessarily a valid address. */
  website: string | null;
  url: string;
};

export type PublicRepositories = {
  /** Oldest first. */
  repositories: readonly ListedRepository[];
  /** Number of entries that could not be read, such as names with control characters. */
  unreadable: number;
};

/** @throws BellwetherError `unknown-organization`, `not-an-organization`; HostingError */
export async function readOrganization(
  hosting: HostingService,
  login: string,
): Promise<Organization> {
  const path = `/orgs/${encodeURIComponent(login)}`;
  try {
    const { value } = await hosting.get({ path, schema: Profile });
    const { blog: website, html_url: url, ...rest } = value;
    return { ...rest, website, url };
  } catch (error) {
    if (hostingError(error).fault !== 'missing') throw error;
  }
  const user = await hosting
    .get({
      path: `/users/${encodeURIComponent(login)}`,
      schema: z.object({ type: z.string() }),
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

/** @param onPage called with the number read so far @throws HostingError */
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
      if (entry) repositories.set(entry.id, toListed(entry));
      else unreadable++;
    onPage?.(repositories.size);
    if (++pages === MAX_PAGES)
      throw new HostingError('unreachable', `its list has more than ${MAX_PAGES} pages`);
  }
  if (repositories.size === 0 && unreadable > 0)
    throw new HostingError('unreachable', 'nothing in its list is as its API describes');
  return { repositories: [...repositories.values()], unreadable };
}

const COUNTED_ONE = z.array(z.unknown().transform(() => null));

/**
 * Number of commits on the default branch since a day. Takes one request: with one commit a page, the
 * number of the last page is the number of commits.
 *
 * @throws HostingError
 */
export async function countCommits(
  hosting: HostingService,
  name: string,
  since: string,
): Promise<number> {
  const path = `/repos/${name}/commits?since=${since}T00:00:00Z&per_page=1`;
  try {
    const { value, last } = await hosting.get({ path, schema: COUNTED_ONE });
    const page = Number(
      last === undefined ? Number.NaN : URL.parse(last)?.searchParams.get('page'),
    );
    return Number.isSafeInteger(page) && page > 0 ? page : value.length;
  } catch (error) {
    // 409 for an empty repository, 404 for one that was just deleted.
    const fault = hostingError(error).fault;
    if (fault === 'missing' || fault === 'refused') return 0;
    throw error;
  }
}

function toListed(entry: z.infer<typeof ApiRepository>): ListedRepository {
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
