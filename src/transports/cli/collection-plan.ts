/** `bellwether collect --plan`: what would be collected, listed before anything is. */
import { counted } from '../../lib/prose.ts';
import { copyFolder, packedBytes } from '../../pipeline/collect/hosted-source.ts';
import { OrganizationLists } from '../../pipeline/collect/organization/organization-list.ts';
import { withLedger } from '../../pipeline/ledger/ledger.ts';
import type { Company } from '../../registry/schema.ts';
import type { Project } from './project.ts';
import { say } from './terminal.ts';

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

/** Main repositories that the ledger lacks, by slug, of those companies that lack any. */
export async function neverCollected(
  companies: readonly Company[],
  project: Project,
): Promise<ReadonlyMap<string, string[]>> {
  const coverage = await readCoverage(project);
  const lacking = companies.map(({ slug, repositories }): [string, string[]] => [
    slug,
    repositories
      .filter(({ name, role }) => role === 'main' && !coverage.has(`${slug} ${name}`))
      .map(({ name }) => name),
  ]);
  return new Map(lacking.filter(([, names]) => names.length > 0));
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
