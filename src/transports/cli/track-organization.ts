/** Reads an organization from the hosting service, and proposes what to track of it. */
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
import { hostingService } from './hosting.ts';
import { type Project, REGISTRY_FOLDER } from './project.ts';
import { note, ProgressLine } from './terminal.ts';
import { applied, type Change } from './track-proposal.ts';

/** A longer wait is for the operator to decide on. */
const PATIENCE_SECONDS = 120;

/** What of the proposal is decided on the command line. */
export type Decided = {
  slug?: string;
  name?: string;
  sector?: string;
  description?: string;
  main: string[];
  side: string[];
  leaveOut: string[];
};

/** Everything that the company's file will say, as far as it is known. */
export async function proposed(
  account: string,
  options: Decided,
  project: Project,
): Promise<Change> {
  const { settings } = project;
  const registry = await project.registry();
  const progress = await ProgressLine.begin(`Reading the repositories of ${account} …`);
  const hosting = hostingService(settings, {
    patienceSeconds: PATIENCE_SECONDS,
    onWait: (seconds) => progress.update(`The rate limit is used up; continuing in ${seconds} s …`),
  });
  try {
    const organization = await readOrganization(hosting, account);
    const list = await readRepositories(hosting, organization.login, {
      onPage: (read) => progress.update(`Reading the repositories of ${account}: ${count(read)} …`),
    });
    const { repositories } = list;
    const day = today();
    const candidates = candidatesOf(repositories, day);
    if (candidates.length === 0)
      throw new BellwetherError(
        'nothing-to-track',
        `${organization.login} has ${counted(repositories.length, 'public repository', 'public repositories')}, none that can be tracked: forks, archived and empty repositories are left out.`,
      );
    const commits = await commitCounts(hosting, candidates, daysBefore(day, COUNTED_DAYS));
    const lists = new OrganizationLists(settings.dataFolder);
    await lists.put(mergedList(organization.login, await lists.of(organization.login), list, day));
    progress.done(
      `Read ${counted(repositories.length, 'repository', 'repositories')} of ${organization.login} in ${counted(hosting.requests, 'request')}`,
    );
    if (list.unreadable > 0)
      note(
        `${counted(list.unreadable, 'entry', 'entries')} of its list cannot be read and are left out.`,
      );
    const proposal = withRoles(proposalOf(repositories, commits, day), options, organization.login);
    const main = repositories.find(({ name }) => name === proposal.repositories[0]?.name);
    const fields = companyFields(organization, main, day);
    const known = knownOrganization(REGISTRY_FOLDER, registry, [
      options.name ?? fields.name,
      options.slug ?? organization.login,
    ]);
    const texts = [
      organization.description,
      ...proposal.repositories.flatMap(({ name }) => {
        const { description = null, topics = [] } =
          repositories.find((one) => one.name === name) ?? {};
        return [description, ...topics];
      }),
    ];
    return {
      slug: options.slug ?? known?.slug ?? slugOf(organization.login),
      known: known?.facts ?? {},
      fields: {
        ...fields,
        ...(known && { name: known.name }),
        ...(options.name !== undefined && { name: options.name }),
        ...(options.description !== undefined && { description: options.description }),
      },
      sector: options.sector ?? sectorOf(texts, registry.sectors),
      proposal,
    };
  } catch (error) {
    progress.failed('Nothing was written.');
    throw explained(error);
  }
}

/** Without counts the proposal goes by stars. */
async function commitCounts(
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

/** The roles that were named on the command line, in place of the proposed ones. */
function withRoles(proposal: Proposal, options: Decided, account: string): Proposal {
  const full = (name: string) => (name.includes('/') ? name : `${account}/${name}`);
  let changed = proposal;
  for (const name of options.main) changed = applied(changed, { name: full(name), role: 'main' });
  for (const name of options.side) changed = applied(changed, { name: full(name), role: 'side' });
  for (const name of options.leaveOut)
    changed = applied(changed, { name: full(name), role: 'out' });
  return changed;
}

function slugOf(account: string): string {
  return account.toLowerCase().replace(/-+/g, '-').replace(/^-|-$/g, '');
}

/** In the words of somebody who waits for a command. */
function explained(error: unknown): unknown {
  if (!(error instanceof HostingError)) return error;
  const { fault, why, retryAfter } = error;
  const at = new Date(Date.now() + retryAfter * 1000).toISOString().slice(11, 16);
  const advice: Record<typeof fault, string> = {
    limited: `Run the same command again after ${at} UTC, or set GITHUB_TOKENS; what was read is kept.`,
    refused: 'Check GITHUB_TOKENS.',
    missing: 'Check the name.',
    unreachable:
      'Run the same command again later, or check GITHUB_API_URL; what was read is kept.',
  };
  return new BellwetherError(
    error.code,
    `The hosting service cannot be read: ${why}. ${advice[fault]}`,
    { cause: error },
  );
}
