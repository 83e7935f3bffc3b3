/** `bellwether collect --plan`: what would be collected, listed before anything is. */
import { BellwetherError } from '../../lib/errors.ts';
import { counted } from '../../lib/prose.ts';
import { copyFolder, packedBytes } from '../../pipeline/collect/hosted-source.ts';
import { OrganizationLists } from '../../pipeline/collect/organization/organization-list.ts';
import { withLedger } from '../../pipeline/ledger/ledger.ts';
import type { Company } from '../../registry/schema.ts';
import { say } from './command.ts';
import type { Project } from './project.ts';

const BYTES_PER_MB = 1e6;

/** One line per repository. The hosting service is not asked for anything. */
export async function printPlan(companies: readonly Company[], project: Project): Promise<void> {
  const coverage = await readCoverage(project);
  const { settings, folders } = project;
  const lists = new OrganizationLists(settings.dataFolder);
  let lacking = 0;
  let repositories = 0;
  for (const company of companies) {
    const list = await lists.of(company.github);
    const sizes = new Map(list?.repositories.map(({ name, size }) => [name.toLowerCase(), size]));
    for (const { name } of company.repositories) {
      const coveredThrough = coverage.get(`${company.slug} ${name}`);
      const copied = await packedBytes(copyFolder(folders.copies, name));
      const kilobytes = sizes.get(name.toLowerCase());
      const news = coveredThrough === undefined ? 'everything' : `days after ${coveredThrough}`;
      say(`${company.slug}  ${name}  ${news}, ${sizeText(copied, kilobytes)}`);
      repositories += 1;
      if (coveredThrough === undefined) lacking += 1;
    }
  }
  say(
    `${counted(companies.length, 'company', 'companies')}, ${counted(repositories, 'repository', 'repositories')}, ${lacking} of them never collected. A copy holds no files but manifests, and is much smaller than its repository.`,
  );
}

/** Companies with a main repository that the ledger lacks. @throws BellwetherError `nothing-missing` */
export async function neverCollected(
  companies: readonly Company[],
  project: Project,
): Promise<readonly Company[]> {
  const coverage = await readCoverage(project);
  const lacking = companies.filter(({ slug, repositories }) =>
    repositories.some(({ name, role }) => role === 'main' && !coverage.has(`${slug} ${name}`)),
  );
  if (lacking.length > 0) return lacking;
  throw new BellwetherError(
    'nothing-missing',
    'Every main repository of these companies has been collected; leave out --missing.',
  );
}

/** The last day in the ledger, by slug and name. */
async function readCoverage(project: Project): Promise<ReadonlyMap<string, string>> {
  const query = 'SELECT company, repository, CAST(coveredThrough AS VARCHAR) FROM repositories';
  const rows = await withLedger(await project.ledger(), async (connection) =>
    (await connection.runAndReadAll(query)).getRows(),
  );
  return new Map(rows.map(([company, name, day]) => [`${company} ${name}`, String(day)]));
}

/** @param listedKilobytes of the whole repository, by its organization's list */
function sizeText(copiedBytes: number, listedKilobytes: number | undefined): string {
  const megabytes = (bytes: number) => `${(bytes / BYTES_PER_MB).toFixed(1)} MB`;
  if (copiedBytes > 0) return `copied (${megabytes(copiedBytes)})`;
  if (listedKilobytes === undefined) return 'size unknown';
  return `${megabytes(listedKilobytes * 1024)} on the service`;
}
