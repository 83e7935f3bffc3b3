/** `bellwether track`: from an organization's name to its startup's page, in one command. */

import { accountIn } from '../../hosting/account-names.ts';
import { hasLists } from '../../hosting/configured-hosting.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { writeOwnCompany } from '../../registry/own-company.ts';
import type { Company } from '../../registry/schema.ts';
import { report, runCollection } from './collection.ts';
import { COVERED_FROM, DEFAULT_JOBS, defineCommand, note, say } from './command.ts';
import { stopSignal } from './interrupts.ts';
import { openProject, type Project, REGISTRY_FOLDER } from './project.ts';
import { publishEditions } from './publish.ts';
import { confirm, type Decided, proposalText, propose } from './track-proposal.ts';

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
    .option('--main <names...>', 'the product itself: track with the role main')
    .option('--leave-out <names...>', 'do not track')
    .action(async (organization, options) => {
      const project = await openProject();
      const account = parseAccount(organization, project);
      const { companies } = await project.registry();
      const tracked = companies.find(
        ({ github }) => github.toLowerCase() === account.toLowerCase(),
      );
      if (tracked) note(`${tracked.name} is tracked already; continuing from there.`);
      const company = tracked ?? (await agree(account, options, project));
      if (company) say(`${company.name}: ${await follow(company, project)}`);
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

/** Proposes the company and makes it a tracked one; undefined if the operator declines. */
async function agree(
  account: string,
  options: Decided & { yes?: true },
  project: Project,
): Promise<Company | undefined> {
  if (!hasLists(project.settings))
    throw new BellwetherError(
      'settings-invalid',
      'GIT_BASE_URL and GITHUB_API_URL belong together: one of them is GitHub, the other is not. Set both.',
    );
  const change = await propose(account, options, project);
  say(proposalText(change));
  const { slug, known, fields, sector, proposal } = change;
  if (sector === undefined) {
    const { sectors } = await project.registry();
    throw new BellwetherError(
      'sector-needed',
      `No sector is named in its profile and descriptions; give one with --sector: ${sectors.map((each) => each.slug).join(', ')}.`,
    );
  }
  if (!options.yes && !(await confirm())) {
    say('Nothing was written. Options change the proposal: --main, --leave-out, --sector, --name.');
    return undefined;
  }
  const folders = { registry: REGISTRY_FOLDER, own: project.folders.registry };
  const path = await writeOwnCompany(folders, slug, {
    ...known,
    ...fields,
    sector,
    repositories: proposal.repositories.map(({ name, role }) =>
      role === 'main' ? name : { name, role },
    ),
  });
  say(`Wrote ${path}.`);
  return project.company(slug);
}

/** The same command may have been killed a moment ago, and its lock be free in ten seconds. */
const LOCK_WAIT_SECONDS = 15;

/** As `bellwether collect` has them by default. */
const OPTIONS = { since: COVERED_FROM, jobs: DEFAULT_JOBS, lockWaitSeconds: LOCK_WAIT_SECONDS };

/** Collects and publishes. @returns the address of its page, which names a week that covers it in part */
async function follow(company: Company, project: Project): Promise<string> {
  const stopping = stopSignal();
  const work = { companies: [company], signal: stopping.signal };
  const result = await runCollection(project, work, OPTIONS).finally(stopping[Symbol.dispose]);
  report(result);
  if (!result.ledger || result.kept.length > 0)
    throw new BellwetherError(
      'not-collected',
      `${company.name} is tracked, and nothing could be collected yet. Run the same command again to continue.`,
    );
  // The current week, which may be out already, is to have the startup; those before it stay.
  const editions = (await project.store.catalog())?.editions ?? [];
  const current = editions.findLast(({ isPartial }) => !isPartial)?.period;
  await publishEditions(project, current && `${company.name} is tracked now`, current);
  return (await project.published()).addresses.startup(company.slug);
}
