/** The proposal of `bellwether track`: read from the hosting service, changed by options, shown and confirmed. */

import { createInterface } from 'node:readline/promises';
import { hostingService } from '../../hosting/configured-hosting.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import type { HostingService } from '../../hosting/hosting-service.ts';
import { countCommits, readOrganization, readRepositories } from '../../hosting/organization.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { today } from '../../lib/period.ts';
import { count, counted } from '../../lib/prose.ts';
import {
  mergedList,
  OrganizationLists,
} from '../../pipeline/collect/organization/organization-list.ts';
import {
  COUNTED_DAYS,
  candidatesOf,
  companyFields,
  daysBefore,
  type Proposal,
  proposalOf,
  sectorOf,
} from '../../pipeline/collect/organization/proposal.ts';
import { knownOrganization } from '../../registry/known-organization.ts';
import { columns, note, withProgress } from './command.ts';
import { type Project, REGISTRY_FOLDER } from './project.ts';

/** A longer wait is for the operator to decide on. */
const PATIENCE_SECONDS = 120;

/** Parts of the proposal that are decided on the command line. */
export type Decided = {
  slug?: string;
  name?: string;
  sector?: string;
  description?: string;
  main?: string[];
  side?: string[];
  leaveOut?: string[];
};

/** Everything that the company's file will say, as far as it is known. */
export async function propose(
  account: string,
  decided: Decided,
  project: Project,
): Promise<Change> {
  const registry = await project.registry();
  const { organization, repositories, commits } = await readAll(account, project);
  const { login } = organization;
  const day = today();
  const proposal = assignRoles(proposalOf(repositories, commits, day), decided, login);
  const byName = new Map(repositories.map((repository) => [repository.name, repository]));
  const fields = companyFields(organization, byName.get(proposal.repositories[0]?.name ?? ''), day);
  const names = [decided.name ?? fields.name, decided.slug ?? login];
  const known = knownOrganization(REGISTRY_FOLDER, registry, names);
  const texts = proposal.repositories.flatMap(({ name }) => {
    const { description = null, topics = [] } = byName.get(name) ?? {};
    return [description, ...topics];
  });
  const slug = login.toLowerCase().replace(/-+/g, '-').replace(/^-|-$/g, '');
  return {
    slug: decided.slug ?? known?.slug ?? slug,
    known: known?.facts ?? {},
    fields: {
      ...fields,
      name: decided.name ?? known?.name ?? fields.name,
      description: decided.description ?? fields.description,
    },
    sector: decided.sector ?? sectorOf([organization.description, ...texts], registry.sectors),
    proposal,
  };
}

/** The organization, its repositories, and the recent commits of the ones that may be tracked. */
async function readAll(account: string, { settings }: Project) {
  const begin = `Reading the repositories of ${account}`;
  const done = ({ organization, repositories, requests }: Awaited<ReturnType<typeof readWith>>) =>
    `Read ${counted(repositories.length, 'repository', 'repositories')} of ${organization.login}: ${counted(requests, 'request')}`;
  const readWith = async (update: (text: string) => void) => {
    const hosting = hostingService(settings, {
      patienceSeconds: PATIENCE_SECONDS,
      onWait: (seconds) => update(`The rate limit is used up; continuing in ${seconds} s …`),
    });
    const organization = await readOrganization(hosting, account);
    const onPage = (read: number) => update(`${begin}: ${count(read)} …`);
    const list = await readRepositories(hosting, organization.login, { onPage });
    const day = today();
    const candidates = candidatesOf(list.repositories, day);
    if (candidates.length === 0)
      throw new BellwetherError(
        'nothing-to-track',
        `${organization.login} has ${counted(list.repositories.length, 'public repository', 'public repositories')}, none that can be tracked: forks, archived and empty repositories are left out.`,
      );
    const commits = await countAll(hosting, candidates, daysBefore(day, COUNTED_DAYS));
    const lists = new OrganizationLists(settings.dataFolder);
    await lists.put(mergedList(organization.login, await lists.of(organization.login), list, day));
    return { ...list, organization, commits, requests: hosting.requests };
  };
  const read = await withProgress(`${begin} …`, done, readWith).catch((error: unknown) => {
    throw error instanceof HostingError ? explain(error) : error;
  });
  if (read.unreadable > 0)
    note(
      `${counted(read.unreadable, 'entry', 'entries')} of its list cannot be read and are left out.`,
    );
  return read;
}

/** Without counts the proposal goes by stars. */
async function countAll(
  hosting: HostingService,
  candidates: readonly { name: string }[],
  since: string,
): Promise<ReadonlyMap<string, number>> {
  try {
    const counts = await Promise.all(
      candidates.map(async ({ name }) => [name, await countCommits(hosting, name, since)] as const),
    );
    return new Map(counts);
  } catch (error) {
    if (!(error instanceof HostingError)) throw error;
    note(`Commits could not be counted: ${error.why}. The proposal is based on stars.`);
    return new Map();
  }
}

/** The proposal with the roles that were named on the command line. */
function assignRoles(
  proposal: Proposal,
  { main = [], side = [], leaveOut = [] }: Decided,
  account: string,
): Proposal {
  const byKey = new Map(proposal.repositories.map((each) => [each.name.toLowerCase(), each]));
  const fullName = (name: string) => (name.includes('/') ? name : `${account}/${name}`);
  const named = [
    ['main', main],
    ['side', side],
  ] as const;
  for (const [role, names] of named)
    for (const name of names.map(fullName)) {
      const known = byKey.get(name.toLowerCase()) ?? { name, commits: null, stars: 0 };
      byKey.set(name.toLowerCase(), { ...known, role });
    }
  for (const name of leaveOut.map(fullName)) byKey.delete(name.toLowerCase());
  if (byKey.size === 0)
    throw new BellwetherError('nothing-to-track', 'At least one repository has to be tracked.');
  const { main: mains = [], side: sides = [] } = Object.groupBy(byKey.values(), ({ role }) => role);
  return { ...proposal, repositories: [...mains, ...sides] };
}

/** Words for an operator who waits for a command. */
function explain({ code, message, retryAfter }: HostingError): BellwetherError {
  const at = new Date(Date.now() + retryAfter * 1000).toISOString().slice(11, 16);
  const advice = `Check the name, GITHUB_API_URL and GITHUB_TOKENS, or run the same command again after ${at} UTC; what was read is kept.`;
  return new BellwetherError(code, `${message} ${advice}`);
}

export type Change = {
  slug: string;
  /** Facts that the registry has of it already. */
  known: Record<string, unknown>;
  fields: { name: string; description: string; website: string | null; github: string };
  /** Undefined if its texts name none. */
  sector: string | undefined;
  proposal: Proposal;
};

export function proposalText({ slug, fields, sector, proposal }: Change): string {
  const { repositories, leftOut } = proposal;
  const lines = columns(
    repositories.map(({ name, role, commits, stars }) => {
      const activity = commits === null ? '' : `${count(commits).padStart(7)} commits in 90 days, `;
      return [`  ${role.padEnd(8)}`, name, `${activity}${count(stars)} stars`];
    }),
  );
  const out = [
    [leftOut.forks, leftOut.forks === 1 ? 'fork' : 'forks'],
    [leftOut.archived, 'archived'],
    [leftOut.notOwn, 'mirrored or templates'],
    [leftOut.quiet, 'with little activity'],
  ] as const;
  const left = out.filter(([many]) => many > 0).map(([many, what]) => `${count(many)} ${what}`);
  return [
    `${fields.name} (${slug}), ${sector === undefined ? 'unknown sector' : `sector ${sector}`}`,
    `  ${fields.description}`,
    ...(fields.website === null ? [] : [`  ${fields.website}`]),
    ...lines,
    ...(left.length > 0 ? [`  left out: ${left.join(', ')}`] : []),
  ].join('\n');
}

/** @throws BellwetherError `not-confirmed` where standard input ends */
export async function confirm(): Promise<boolean> {
  process.stderr.write('Track these? [yes or no] ');
  for await (const line of createInterface({ input: process.stdin }))
    return /^\s*(?:y|yes)\s*$/i.test(line);
  throw new BellwetherError(
    'not-confirmed',
    'No answer came, so nothing was written. Use --yes to accept the proposal.',
  );
}
