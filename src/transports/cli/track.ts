/** `bellwether track`: from an organization's name to its startup's page, in one command. */
import { Option } from 'commander';
import { accountIn } from '../../hosting/account-names.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { recallOrganizations } from '../../registry/kept-registry.ts';
import { isOwn, ownFile } from '../../registry/own-files.ts';
import type { Company } from '../../registry/schema.ts';
import { hasLists } from './hosting.ts';
import { COVERED_FROM, Command, DEFAULT_JOBS, MAX_JOBS, parseSince, upTo } from './options.ts';
import { openProject, type Project, REGISTRY_FOLDER } from './project.ts';
import { note, say } from './terminal.ts';
import type { Agreed, FollowOptions } from './track-follow.ts';
import { type Decided, proposed } from './track-organization.ts';
import { agreed, proposalText } from './track-proposal.ts';

type TrackOptions = Decided & FollowOptions & { yes?: true };

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
    .examples(
      'bellwether track acme',
      'bellwether track https://github.com/acme --yes --sector databases',
      'bellwether track acme --main acme/engine --leave-out acme/website',
      'GITHUB_API_URL=https://git.example.org/api/v3 GIT_BASE_URL=https://git.example.org bellwether track acme',
    )
    .action(async (organization: string, options: TrackOptions) => {
      const project = await openProject();
      const company = await findTracked(organization, project);
      if (company) {
        const { follow } = await import('./track-follow.ts');
        return follow(company, async () => company, options, project);
      }
      // What is needed later is made ready while the hosting service is asked.
      const [change, { follow, written }] = await Promise.all([
        agreedChange(organization, options, project),
        import('./track-follow.ts'),
        recallOrganizations(REGISTRY_FOLDER),
      ]);
      if (!change) return;
      const { github } = change.fields;
      const { repositories } = change.proposal;
      const enter = () => written(change, project);
      await follow({ github, repositories }, enter, options, project);
    });
}

function repositories(flags: string, description: string): Option {
  return new Option(flags, description).default([], 'as proposed');
}

function login(organization: string, { settings: { gitBaseUrl } }: Project): string {
  const account = accountIn(organization, gitBaseUrl);
  if (account !== undefined) return account;
  const { host = 'github.com' } = URL.parse(gitBaseUrl) ?? {};
  throw new BellwetherError(
    'invalid-organization',
    `${JSON.stringify(organization)} is not an organization; give a name like acme, or an address like https://${host}/acme.`,
  );
}

async function findTracked(organization: string, project: Project): Promise<Company | undefined> {
  const account = login(organization, project).toLowerCase();
  const { companies } = await project.registry();
  const company = companies.find(({ github }) => github.toLowerCase() === account);
  if (!company) return undefined;
  const own = project.folders.registry;
  const file = isOwn(own, company.slug)
    ? ownFile(own, company.slug)
    : `the shipped registry, companies/${company.slug}.yaml`;
  note(`${company.name} is tracked already (${file}); continuing from there.`);
  return company;
}

/** Undefined if whoever was asked does not want it. */
async function agreedChange(
  organization: string,
  options: TrackOptions,
  project: Project,
): Promise<Agreed | undefined> {
  const account = login(organization, project);
  if (!hasLists(project.settings))
    throw new BellwetherError(
      'settings-invalid',
      'GIT_BASE_URL and GITHUB_API_URL belong together: one of them is GitHub, the other is not. Set both.',
    );
  const change = await proposed(account, options, project);
  say(proposalText(change));
  const registry = await project.registry();
  if (!options.yes && !(await agreed(change, registry))) {
    say('Nothing was written.');
    return undefined;
  }
  const { sector } = change;
  if (sector === undefined)
    throw new BellwetherError(
      'sector-needed',
      `No sector is named in its profile and descriptions; give one with --sector: ${registry.sectors.map((one) => one.slug).join(', ')}.`,
    );
  return { ...change, sector };
}
