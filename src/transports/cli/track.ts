/** `bellwether track`: from an organization's name to its startup's page, in one command. */
import { Command, Option } from 'commander';
import { HostingError } from '../../hosting/hosting-error.ts';
import type { HostingService } from '../../hosting/hosting-service.ts';
import { accountIn } from '../../hosting/names.ts';
import { countCommits, readOrganization, readRepositories } from '../../hosting/organization.ts';
import type { Config } from '../../lib/config/config.ts';
import { BellwetherError } from '../../lib/errors.ts';
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
import { createdRows } from '../../pipeline/collect/organization/renewal.ts';
import { periodsInPart } from '../../published/not-covered.ts';
import { knownOrganization, writeOwnCompany } from '../../registry/own-company.ts';
import { isOwn, ownFile } from '../../registry/own-files.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import {
  COVERED_FROM,
  DEFAULT_JOBS,
  hostedHistories,
  MAX_JOBS,
  report,
  runCollection,
} from './collect.ts';
import { hasLists, hostingService, today } from './hosting.ts';
import { openPublished } from './operation-context.ts';
import { examples, parseSince, upTo } from './options.ts';
import {
  currentLedger,
  editionStore,
  openProject,
  ownRegistry,
  REGISTRY_FOLDER,
} from './project.ts';
import { publishEditions } from './publish.ts';
import { note, ProgressLine, say } from './terminal.ts';
import { agreed, applied, type Change, proposalText } from './track-proposal.ts';

/** A longer wait is for the operator to decide on. */
const PATIENCE_SECONDS = 120;
/** The same command may have been killed a moment ago, and its lock be free in ten seconds. */
const LOCK_WAIT_SECONDS = 15;

type TrackOptions = {
  yes?: true;
  slug?: string;
  name?: string;
  sector?: string;
  description?: string;
  main: string[];
  side: string[];
  leaveOut: string[];
  since: string;
  jobs: number;
};

export function trackCommand(): Command {
  return new Command('track')
    .summary('track another startup')
    .description(
      'Reads the list of an organization’s public repositories from GitHub (GITHUB_API_URL), proposes which of them to track, based on their activity, and asks. Then writes the company’s file into DATA_DIR/registry/companies/, collects, publishes, and prints the address of the startup’s page. Forks and archives are left out. If it is interrupted, the same command continues from there. For a company that is tracked already, it collects and publishes.',
    )
    .argument('<organization>', 'its name on GitHub, or the address of its page or a repository')
    .option('--yes', 'accept the proposal without asking')
    .option('--name <name>', 'the startup’s name, if it differs from the profile')
    .option('--slug <slug>', 'its slug here: lower-case words joined by hyphens')
    .option('--sector <slug>', 'a slug of registry/sectors.yaml, if not the proposed one')
    .option('--description <text>', 'one sentence, instead of the profile’s')
    .addOption(repositories('--main <names...>', 'the product itself: track with the role main'))
    .addOption(
      repositories('--side <names...>', 'clients, documentation, tools: track with the role side'),
    )
    .addOption(repositories('--leave-out <names...>', 'do not track'))
    .option('--since <day>', 'first day to read, or "all"', parseSince, COVERED_FROM)
    .option('--jobs <number>', 'repositories at the same time', upTo(MAX_JOBS), DEFAULT_JOBS)
    .addHelpText(
      ...examples(
        'bellwether track acme',
        'bellwether track https://github.com/acme --yes --sector databases',
        'bellwether track acme --main acme/engine --leave-out acme/website',
        'GITHUB_API_URL=https://git.example.org/api/v3 GIT_BASE_URL=https://git.example.org bellwether track acme',
      ),
    )
    .action(async (organization: string, options: TrackOptions) => {
      const { settings, registry } = await openProject();
      const known = trackedAlready(organization, registry, settings);
      const tracked = known
        ? { company: known, registry }
        : await chosen(organization, options, registry, settings);
      if (tracked) await collectAndPublish(tracked, options, settings);
    });
}

function repositories(flags: string, description: string): Option {
  return new Option(flags, description).default([], 'as proposed');
}

function login(organization: string, { gitBaseUrl }: Config): string {
  const account = accountIn(organization, gitBaseUrl);
  if (account !== undefined) return account;
  const { host = 'github.com' } = URL.parse(gitBaseUrl) ?? {};
  throw new BellwetherError(
    'invalid-organization',
    `${JSON.stringify(organization)} is not an organization; give a name like acme, or an address like https://${host}/acme.`,
  );
}

function trackedAlready(
  organization: string,
  registry: Registry,
  settings: Config,
): Company | undefined {
  const account = login(organization, settings).toLowerCase();
  const company = registry.companies.find(({ github }) => github.toLowerCase() === account);
  if (!company) return undefined;
  const own = ownRegistry(settings.dataFolder);
  const file = isOwn(own, company.slug)
    ? ownFile(own, company.slug)
    : `the shipped registry, companies/${company.slug}.yaml`;
  note(`${company.name} is tracked already (${file}); continuing from there.`);
  return company;
}

/** A company, and the registry that has it. */
type Tracked = { company: Company; registry: Registry };

/** Undefined if whoever was asked does not want it. */
async function chosen(
  organization: string,
  options: TrackOptions,
  registry: Registry,
  settings: Config,
): Promise<Tracked | undefined> {
  const account = login(organization, settings);
  if (!hasLists(settings))
    throw new BellwetherError(
      'settings-invalid',
      'GIT_BASE_URL and GITHUB_API_URL belong together: one of them is GitHub, the other is not. Set both.',
    );
  const found = await proposed(account, options, registry, settings);
  say(proposalText(found));
  if (!options.yes && !(await agreed(found, registry))) {
    say('Nothing was written.');
    return undefined;
  }
  const { slug, fields, sector, proposal } = found;
  if (sector === undefined)
    throw new BellwetherError(
      'sector-needed',
      `No sector is named in its profile and descriptions; give one with --sector: ${registry.sectors.map((one) => one.slug).join(', ')}.`,
    );
  const own = ownRegistry(settings.dataFolder);
  const written = await writeOwnCompany({ registry: REGISTRY_FOLDER, own }, slug, {
    ...found.known,
    ...fields,
    sector,
    repositories: proposal.repositories.map(({ name, role, reason }) =>
      role === 'main' ? name : { name, role, ...(reason !== undefined && { reason }) },
    ),
  });
  say(`Wrote ${written.path}.`);
  const company = written.registry.companies.find((one) => one.slug === slug);
  if (!company) throw new RangeError(`${written.path} is not in the registry`);
  return { company, registry: written.registry };
}

/** Everything that the company's file will say, as far as it is known. */
async function proposed(
  account: string,
  options: TrackOptions,
  registry: Registry,
  settings: Config,
): Promise<Change> {
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
function withRoles(proposal: Proposal, options: TrackOptions, account: string): Proposal {
  const full = (name: string) => (name.includes('/') ? name : `${account}/${name}`);
  let changed = proposal;
  for (const name of options.main) changed = applied(changed, { name: full(name), role: 'main' });
  for (const name of options.side) changed = applied(changed, { name: full(name), role: 'side' });
  for (const name of options.leaveOut)
    changed = applied(changed, { name: full(name), role: 'out' });
  return changed;
}

async function collectAndPublish(
  { company, registry }: Tracked,
  options: TrackOptions,
  settings: Config,
): Promise<void> {
  const list = await new OrganizationLists(settings.dataFolder).of(company.github);
  const result = await runCollection(
    [company],
    await hostedHistories(registry, settings, options),
    registry,
    { ...options, lockWaitSeconds: LOCK_WAIT_SECONDS },
    settings,
    list?.readOn === today() ? async () => createdRows(company.slug, list) : undefined,
  );
  report(result);
  if (!result.ledger || result.kept.length > 0)
    throw new BellwetherError(
      'not-collected',
      `${company.name} is tracked, and nothing could be collected yet. Run the same command again to continue.`,
    );
  const editions = (await editionStore(settings).catalog())?.editions ?? [];
  // The current week, which may be out already, is to have the startup; those before it stay.
  const current = editions.findLast(({ isPartial }) => !isPartial)?.period;
  const reason = `${company.name} is tracked now`;
  const ledger = await currentLedger(settings);
  await publishEditions(settings, registry, ledger, current && reason, current);
  say(`${company.name}: ${await pageOf(company.slug, settings, registry)}`);
}

/** The address of its page in the newest week that covers it. */
async function pageOf(slug: string, settings: Config, registry: Registry): Promise<string> {
  const published = await openPublished(settings, registry);
  const { editions, addresses } = published;
  const isCovered = (await editions.startups(editions.latest)).has(slug);
  const inPart = isCovered ? undefined : (await published.derived(periodsInPart)).get(slug);
  return inPart === undefined ? addresses.startup(slug) : addresses.startup(slug, inPart);
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
    {
      cause: error,
    },
  );
}
