/**
 * Proposes which of an organization's repositories to follow, and in which roles, by their activity.
 * The person who tracks the organization decides. Pure, except for counting commits.
 */
import type { ListedRepository, Organization } from '../../../hosting/organization.ts';
import { listed } from '../../../lib/prose.ts';
import { HttpsUrl, type Registry } from '../../../registry/schema.ts';

export type Proposal = ReturnType<typeof proposalOf>;

export const COUNTED_DAYS = 90;
const QUIET_DAYS = 180;
/** Maximum number of repositories whose commits are counted, which takes one request each. */
const MAX_COUNTED = 20;
/** If all are quiet, this many of the most starred ones are followed nevertheless. */
const MAX_QUIET = 3;
/** A repository gets the role `main` if it has at least this share of the busiest one's commits. */
const MAIN_SHARE = 0.25;
const MAX_NAME = 80;
/** Names of repositories that support a product: documentation, clients, examples, packaging. */
const SUPPORTING =
  /^(?:\.github|docs?|documentation|website|www|blog|examples?|demos?|samples?|templates?|cookbooks?|skills)$|^(?:awesome|homebrew|helm|terraform|sdk|example|docs|demo|template)-|[-_.](?:sdk|client|docs|documentation|website|examples?|samples?|demos?|starter|template|python|js|javascript|node|ts|typescript|go|rust|java|kotlin|swift|ruby|php|dotnet|elixir|helm|charts?|action|cookbook|io|com|dev)$/i;

/** Repositories that may be followed, most promising first: recently pushed ones, then by stars. */
export function candidatesOf(repositories: readonly ListedRepository[], today: string) {
  const quietSince = daysBefore(today, QUIET_DAYS);
  const own = repositories
    .filter(({ isOwn, isArchived, size }) => isOwn && !isArchived && size > 0)
    .sort((a, b) => b.stars - a.stars || (a.name < b.name ? -1 : 1));
  const active = own.filter(({ pushedOn }) => (pushedOn ?? '') >= quietSince);
  const chosen = active.length > 0 ? active : own.slice(0, MAX_QUIET);
  return chosen.slice(0, MAX_COUNTED);
}

/** @param commits of candidates in the last 90 days, by name */
export function proposalOf(
  repositories: readonly ListedRepository[],
  commits: ReadonlyMap<string, number>,
  today: string,
) {
  const candidates = candidatesOf(repositories, today).map(({ name, stars }) => ({
    name,
    stars,
    /** On the default branch in the last 90 days; null if unknown. */
    commits: commits.get(name) ?? null,
  }));
  const activity = (one: (typeof candidates)[number]) => one.commits ?? 0;
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
    /** Most important first. */
    repositories: chosen,
    /** Numbers of public repositories that are not followed, by reason. */
    leftOut: {
      forks: count(({ isFork }) => isFork),
      archived: count(({ isFork, isArchived }) => isArchived && !isFork),
      notOwn: count(({ isFork, isArchived, isOwn }) => !isFork && !isArchived && !isOwn),
      quiet: count(({ isArchived, isOwn }) => isOwn && !isArchived) - chosen.length,
    },
  };
}

/** The sector whose vocabulary matches the texts best; undefined if none matches. */
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

/** A company's facts taken from its organization, as the fields of its file. */
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
    sources: HttpsUrl.safeParse(url).success ? [source] : [],
    exitsChecked: { checked, where: 'The organization’s own profile.' },
  };
}

function websiteAddress(text: string | null): string | null {
  if (text === null) return null;
  const address = /^[a-z]+:/i.test(text) ? text : `https://${text}`;
  return HttpsUrl.safeParse(address).data?.replace(/\/$/, '') ?? null;
}

export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}
