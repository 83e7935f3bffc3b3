/** The proposal of `bellwether track`: read from the hosting service, changed by options, shown and confirmed. */

import { createInterface } from 'node:readline/promises';
import { hostingService } from '../../hosting/configured-hosting.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { countCommits, readOrganization, readRepositories } from '../../hosting/organization.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { today } from '../../lib/period.ts';
import { count, counted } from '../../lib/prose.ts';
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
  main?: string[];
  leaveOut?: string[];
};

/** Everything that the company's file will say, as far as it is known. */
export async function propose(account: string, decided: Decided, project: Project) {
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
    fields: { ...fields, name: decided.name ?? known?.name ?? fields.name },
    sector: decided.sector ?? sectorOf([organization.description, ...texts], registry.sectors),
    proposal,
  };
}

/** The organization, its repositories, and the recent commits of the ones that may be tracked. */
async function readAll(account: string, { settings }: Project) {
  const task = `Reading the repositories of ${account}`;
  const readWith = async (update: (text: string) => void) => {
    const hosting = hostingService(settings, {
      patienceSeconds: PATIENCE_SECONDS,
      onWait: (seconds) => update(`the rate limit is used up; continuing in ${seconds} s`),
    });
    const organization = await readOrganization(hosting, account);
    const onPage = (read: number) => update(count(read));
    const list = await readRepositories(hosting, organization.login, { onPage });
    const day = today();
    const candidates = candidatesOf(list.repositories, day);
    if (candidates.length === 0)
      throw new BellwetherError(
        'nothing-to-track',
        `${organization.login} has ${counted(list.repositories.length, 'public repository', 'public repositories')}, none that can be tracked: forks, archived and empty repositories are left out.`,
      );
    const since = daysBefore(day, COUNTED_DAYS);
    const commits = await Promise.all(
      candidates.map(async ({ name }) => [name, await countCommits(hosting, name, since)] as const),
    );
    return { ...list, organization, commits: new Map(commits) };
  };
  const read = await withProgress(task, readWith).catch((error: unknown) => {
    throw error instanceof HostingError ? explain(error) : error;
  });
  if (read.unreadable > 0) note(`Entries of its list that cannot be read: ${read.unreadable}.`);
  return read;
}

/** The proposal with the roles that were named on the command line. */
function assignRoles(
  proposal: Proposal,
  { main = [], leaveOut = [] }: Decided,
  account: string,
): Proposal {
  const byKey = new Map(proposal.repositories.map((each) => [each.name.toLowerCase(), each]));
  const fullName = (name: string) => (name.includes('/') ? name : `${account}/${name}`);
  for (const name of main.map(fullName)) {
    const known = byKey.get(name.toLowerCase()) ?? { name, commits: null, stars: 0 };
    byKey.set(name.toLowerCase(), { ...known, role: 'main' });
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

type Change = Awaited<ReturnType<typeof propose>>;

export function proposalText({ slug, fields, sector, proposal }: Change): string {
  const { repositories, leftOut } = proposal;
  const lines = columns(
    repositories.map(({ name, role, commits, stars }) => [
      ...[`  ${role.padEnd(8)}`, name, commits ?? '?', 'commits in 90 days,', stars, 'stars'],
    ]),
  );
  const { forks, archived, notOwn, quiet } = leftOut;
  return [
    `${fields.name} (${slug}), sector ${sector ?? 'unknown'}`,
    `  ${fields.description}`,
    ...(fields.website === null ? [] : [`  ${fields.website}`]),
    ...lines,
    `  left out: ${counted(forks, 'fork')}, ${archived} archived, ${notOwn} mirrored or templates, ${quiet} with little activity`,
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
