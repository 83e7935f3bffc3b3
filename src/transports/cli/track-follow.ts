/** The work of `bellwether track` after the user has agreed. Loaded while the hosting service answers. */
import { BellwetherError } from '../../lib/errors.ts';
import { today } from '../../lib/period.ts';
import {
  createdRows,
  OrganizationLists,
} from '../../pipeline/collect/organization/organization-list.ts';
import { periodsInPart } from '../../published/not-covered.ts';
import { writeOwnCompany } from '../../registry/own-company.ts';
import type { Company } from '../../registry/schema.ts';
import { runCollection } from './collection.ts';
import { report } from './collection-report.ts';
import { COVERED_FROM, DEFAULT_JOBS, say } from './command.ts';
import { stopSignal } from './interrupts.ts';
import { type Project, REGISTRY_FOLDER } from './project.ts';
import { publishEditions } from './publish.ts';
import type { Change } from './track-proposal.ts';

/** The same command may have been killed a moment ago, and its lock be free in ten seconds. */
const LOCK_WAIT_SECONDS = 15;

/** As `bellwether collect` has them by default. */
const OPTIONS = { since: COVERED_FROM, jobs: DEFAULT_JOBS, lockWaitSeconds: LOCK_WAIT_SECONDS };

/** Makes the company a tracked one. */
export async function writeCompany(
  { slug, known, fields, sector, proposal }: Change,
  project: Project,
): Promise<Company> {
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

/** Collects and publishes. */
export async function follow(company: Company, project: Project): Promise<void> {
  await collectOne(company, project);
  say(`${company.name}: ${await publishTracked(company, project)}`);
}

async function collectOne(company: Company, project: Project): Promise<void> {
  using stopping = stopSignal();
  const list = await new OrganizationLists(project.settings.dataFolder).of(company.github);
  const isRead = list?.readOn === today();
  const created = isRead && { created: async () => createdRows(company.slug, list) };
  const work = { companies: [company], signal: stopping.signal, ...created };
  const result = await runCollection(project, work, OPTIONS);
  report(result);
  if (!result.ledger || result.kept.length > 0)
    throw new BellwetherError(
      'not-collected',
      `${company.name} is tracked, and nothing could be collected yet. Run the same command again to continue.`,
    );
}

/** @returns the address of its page in the newest week that covers it */
async function publishTracked({ name, slug }: Company, project: Project): Promise<string> {
  const out = (await project.store.catalog())?.editions ?? [];
  // The current week, which may be out already, is to have the startup; those before it stay.
  const current = out.findLast(({ isPartial }) => !isPartial)?.period;
  const reason = `${name} is tracked now`;
  await publishEditions(project, current && reason, current);
  const published = await project.published();
  const { editions, addresses } = published;
  const isCovered = (await editions.startups(editions.latest)).has(slug);
  const inPart = isCovered ? undefined : (await published.derived(periodsInPart)).get(slug);
  return inPart === undefined ? addresses.startup(slug) : addresses.startup(slug, inPart);
}
