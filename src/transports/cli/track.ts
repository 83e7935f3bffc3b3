/** `bellwether track`: from an organization's name to its startup's page, in one command. */

import { accountIn } from '../../hosting/account-names.ts';
import { hasLists } from '../../hosting/configured-hosting.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { defineCommand, note, say } from './command.ts';
import { openProject, type Project } from './project.ts';
import { type Change, confirm, type Decided, proposalText, propose } from './track-proposal.ts';

export function command() {
  return defineCommand(
    'track',
    'Reads the list of an organization’s public repositories from GitHub (GITHUB_API_URL), proposes which of them to track, based on their activity, and asks. Then writes the company’s file into DATA_DIR/registry/companies/, collects, publishes, and prints the address of the startup’s page. Forks and archives are left out. If it is interrupted, the same command continues from there. For a company that is tracked already, it collects and publishes.',
    'bellwether track acme',
    'bellwether track https://github.com/acme --yes --sector databases',
    'bellwether track acme --main acme/engine --leave-out acme/website',
    'GITHUB_API_URL=https://git.example.org/api/v3 GIT_BASE_URL=https://git.example.org bellwether track acme',
  )
    .argument('<organization>', 'its name on GitHub, or the address of its page or a repository')
    .option('--yes', 'accept the proposal without asking')
    .option('--name <name>', 'the startup’s name, if it differs from the profile')
    .option('--slug <slug>', 'its slug here: lower-case words joined by hyphens')
    .option('--sector <slug>', 'a slug of registry/sectors.yaml, if not the proposed one')
    .option('--description <text>', 'one sentence, instead of the profile’s')
    .option('--main <names...>', 'the product itself: track with the role main')
    .option('--side <names...>', 'clients, documentation, tools: track with the role side')
    .option('--leave-out <names...>', 'do not track')
    .action(async (organization, options) => {
      const project = await openProject();
      const account = parseAccount(organization, project);
      const { companies } = await project.registry();
      const tracked = companies.find(
        ({ github }) => github.toLowerCase() === account.toLowerCase(),
      );
      if (tracked) note(`${tracked.name} is tracked already; continuing from there.`);
      // Later steps are made ready while the hosting service is asked.
      const [change, { follow, writeCompany }] = await Promise.all([
        tracked ? undefined : agree(account, options, project),
        import('./track-follow.ts'),
      ]);
      const company = change ? await writeCompany(change, project) : tracked;
      if (company) await follow(company, project);
    });
}

function parseAccount(organization: string, { settings: { gitBaseUrl } }: Project): string {
  const account = accountIn(organization, gitBaseUrl);
  if (account !== undefined) return account;
  const { host = 'github.com' } = URL.parse(gitBaseUrl) ?? {};
  throw new BellwetherError(
    'invalid-organization',
    `${JSON.stringify(organization)} is not an organization; give a name like acme, or an address like https://${host}/acme.`,
  );
}

/** Undefined if the operator declines. */
async function agree(
  account: string,
  options: Decided & { yes?: true },
  project: Project,
): Promise<Change | undefined> {
  if (!hasLists(project.settings))
    throw new BellwetherError(
      'settings-invalid',
      'GIT_BASE_URL and GITHUB_API_URL belong together: one of them is GitHub, the other is not. Set both.',
    );
  const change = await propose(account, options, project);
  say(proposalText(change));
  if (change.sector === undefined) {
    const { sectors } = await project.registry();
    throw new BellwetherError(
      'sector-needed',
      `No sector is named in its profile and descriptions; give one with --sector: ${sectors.map(({ slug }) => slug).join(', ')}.`,
    );
  }
  if (options.yes || (await confirm())) return change;
  say(
    'Nothing was written. Options change the proposal: --main, --side, --leave-out, --sector, --name.',
  );
  return undefined;
}
