/**
 * Which of an organization's repositories to follow, and in which roles, by what happens in them. A
 * proposal: whoever tracks the organization decides. Pure, but for counting commits.
 */
import type { ListedRepository, Organization } from '../../../hosting/organization.ts';
import { listed } from '../../../lib/prose.ts';
import type { REPOSITORY_ROLES } from '../../../registry/company-file.ts';
import { HttpsUrl, type Registry } from '../../../registry/schema.ts';

type ProposedRepository = {
  name: string;
  role: (typeof REPOSITORY_ROLES)[number];
  /** Whose it is, if it is stewarded. */
  reason?: string;
  /** On the default branch in the last 90 days; null if they could not be counted. */
  commits: number | null;
  stars: number;
};

export type Proposal = {
  /** Most important first. */
  repositories: ProposedRepository[];
  /** Public repositories that are not followed, by why. */
  leftOut: { forks: number; archived: number; notOwn: number; quiet: number };
};

export const COUNTED_DAYS = 90;
/** A repository without a push for so long is quiet. */
const QUIET_DAYS = 180;
/** Repositories whose commits are counted, one request each. */
const MAX_COUNTED = 20;
/** Where nothing happens any more, the best known are followed all the same. */
const MAX_QUIET = 3;
/** Share of the busiest repository's commits from which another one is a main one too. */
const MAIN_SHARE = 0.25;
/** As long as the name of a company may be. */
const MAX_NAME = 80;
/** Names of what supports a product and is none: documentation, clients, examples, packaging. */
const SUPPORTING =
  /^(?:\.github|docs?|documentation|website|www|blog|examples?|demos?|samples?|templates?|cookbooks?|skills)$|^(?:awesome|homebrew|helm|terraform|sdk|example|docs|demo|template)-|[-_.](?:sdk|client|docs|documentation|website|examples?|samples?|demos?|starter|template|python|js|javascript|node|ts|typescript|go|rust|java|kotlin|swift|ruby|php|dotnet|elixir|helm|charts?|action|cookbook|io|com|dev)$/i;

/** What may be followed, the most promising first: what is pushed to, then what is known. */
export function candidatesOf(repositories: readonly ListedRepository[], today: string) {
  const quietSince = daysBefore(today, QUIET_DAYS);
  const own = repositories
    .filter(({ isOwn, isArchived, size }) => isOwn && !isArchived && size > 0)
    .sort((a, b) => b.stars - a.stars || (a.name < b.name ? -1 : 1));
  const active = own.filter(({ pushedOn }) => (pushedOn ?? '') >= quietSince);
  const chosen = active.length > 0 ? active : own.slice(0, MAX_QUIET);
  return chosen.slice(0, MAX_COUNTED);
}

/** @param commits of candidates by name, in the last 90 days; of those missing nothing is known */
export function proposalOf(
  repositories: readonly ListedRepository[],
  commits: ReadonlyMap<string, number>,
  today: string,
): Proposal {
  const candidates = candidatesOf(repositories, today).map(({ name, stars }) => ({
    name,
    stars,
    commits: commits.get(name) ?? null,
  }));
  const isKnown = candidates.some((candidate) => candidate.commits !== null);
  const activity = (one: { commits: number | null; stars: number }) =>
    isKnown ? (one.commits ?? 0) : one.stars;
  const isBusy = (one: (typeof candidates)[number]) => activity(one) > 0;
  const busy = candidates.some(isBusy) ? candidates.filter(isBusy) : candidates;
  const products = busy.filter(({ name }) => !SUPPORTING.test(name.split('/')[1] ?? ''));
  const inOrder = (products.length > 0 ? products : busy).toSorted(
    (a, b) => activity(b) - activity(a),
  );
  const [busiest] = inOrder;
  const [best] = inOrder.toSorted((a, b) => b.stars - a.stars);
  const isMain = (one: (typeof candidates)[number]) =>
    one === busiest ||
    one === best ||
    (products.includes(one) && busiest && activity(one) >= MAIN_SHARE * activity(busiest));
  const chosen = busy
    .map((one) => ({ ...one, role: isMain(one) ? ('main' as const) : ('side' as const) }))
    .sort(
      (a, b) =>
        Number(b.role === 'main') - Number(a.role === 'main') ||
        activity(b) - activity(a) ||
        (a.name < b.name ? -1 : 1),
    );
  const count = (matches: (one: ListedRepository) => boolean) =>
    repositories.filter(matches).length;
  return {
    repositories: chosen,
    leftOut: {
      forks: count(({ isFork }) => isFork),
      archived: count(({ isFork, isArchived }) => isArchived && !isFork),
      notOwn: count(({ isFork, isArchived, isOwn }) => !isFork && !isArchived && !isOwn),
      quiet: count(({ isArchived, isOwn }) => isOwn && !isArchived) - chosen.length,
    },
  };
}

/** The sector whose words its texts hold most of; undefined if they hold none. */
export function sectorOf(
  texts: readonly (string | null)[],
  sectors: Registry['sectors'],
): string | undefined {
  const said = ` ${words(texts.join(' '))} `;
  const scored = sectors
    .map(({ slug, name, synonyms }) => {
      const terms = new Set([slug, name, ...synonyms].map(words));
      return { slug, found: [...terms].filter((term) => said.includes(` ${term} `)).length };
    })
    .sort((a, b) => b.found - a.found);
  const [first] = scored;
  return first && first.found > 0 ? first.slug : undefined;
}

function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** What is known of a company from its organization, as the fields of its file. */
export function companyFields(
  { login, name, description, website, url }: Organization,
  main: ListedRepository | undefined,
  checked: string,
) {
  const address = websiteAddress(website);
  const facts = [
    'github',
    ...(name === null ? [] : ['name']),
    ...(description === null ? [] : ['description']),
    ...(address === null ? [] : ['website']),
  ];
  const given = facts.map((fact) => (fact === 'github' ? 'account' : fact));
  const says = `The organization’s own profile gives its ${listed(given)}.`;
  const source = { facts, url, title: `${login} on GitHub`, checked, says };
  return {
    name: (name ?? login).slice(0, MAX_NAME).trim(),
    description: description ?? main?.description ?? `Develops ${main?.name ?? login} in public.`,
    website: address,
    github: login,
    geography: null,
    linkedin: null,
    sources: HttpsUrl.safeParse(url).success ? [source] : [],
  };
}

/** Null if it gave something else than an address. */
function websiteAddress(text: string | null): string | null {
  if (text === null) return null;
  const address = /^[a-z]+:/i.test(text) ? text : `https://${text}`;
  return HttpsUrl.safeParse(address).data?.replace(/\/$/, '') ?? null;
}

export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}
