/** `bellwether collect --plan`: what a collection will cost, said before anything is collected. */
import { HostingError } from '../../hosting/hosting-error.ts';
import { readRepositories, readRepository } from '../../hosting/organization.ts';
import type { Config } from '../../lib/config/config.ts';
import { dayOf, today } from '../../lib/period.ts';
import { count, counted } from '../../lib/prose.ts';
import {
  type Basis,
  type Cost,
  costOf,
  experienceOf,
  type KnownRepository,
  totalOf,
} from '../../pipeline/collect/collection-cost.ts';
import { readCopy } from '../../pipeline/collect/git/repository-copy.ts';
import { copyFolder, packedBytes } from '../../pipeline/collect/hosted-source.ts';
import {
  mergedList,
  OrganizationLists,
} from '../../pipeline/collect/organization/organization-list.ts';
import { readTransfers } from '../../pipeline/collect/transfers.ts';
import { withLedger } from '../../pipeline/ledger/ledger.ts';
import type { Company } from '../../registry/schema.ts';
import { hasLists, hostingService } from './hosting.ts';
import { copiesFolder, currentLedger } from './project.ts';
import { note, say } from './terminal.ts';

/** Companies whose repositories are listed one by one. */
const MAX_DETAILED = 10;

type Row = { company: Company; known: KnownRepository };

export async function printPlan(
  companies: readonly Company[],
  settings: Config,
  jobs: number,
): Promise<void> {
  const held = await heldRepositories(settings);
  const never = lackingIn(held, companies);
  const rows = await knownOf(companies, held, settings);
  const asked = await askSizes(rows, settings);
  const experience = experienceOf(rows.map((row) => row.known));
  const costs = rows.map((row) => ({ ...row, cost: costOf(row.known, experience) }));
  const width = Math.max(20, ...costs.map(({ known }) => known.repository.length));
  const line = (what: string, { requests, bytes, seconds }: Omit<Cost, 'basis' | 'factor'>) =>
    `${what.padEnd(width)} ${count(requests).padStart(8)} ${sizeText(bytes).padStart(9)} ${timeText(seconds).padStart(9)}`;
  say(`${''.padEnd(width)} requests     bytes      time  basis`);
  if (companies.length <= MAX_DETAILED)
    for (const { company, known, cost } of costs) {
      const isNever = never.get(company.slug)?.includes(known.repository);
      const basis = `${BASES[cost.basis]}${isNever ? '; never collected' : ''}`;
      say(`${line(known.repository, cost)}  ${basis}`);
    }
  else
    for (const basis of Object.keys(BASES) as Basis[]) {
      const group = costs.filter(({ cost }) => cost.basis === basis).map(({ cost }) => cost);
      const what = counted(group.length, 'repository', 'repositories');
      if (group.length > 0) say(`${line(what, totalOf(group, jobs))}  ${BASES[basis]}`);
    }
  const total = totalOf(
    costs.map(({ cost }) => cost),
    jobs,
  );
  const lists = hasLists(settings) ? new Set(companies.map(({ github }) => github)).size : 0;
  say(line('in all', total));
  say(
    `Probably between ${sizeText(total.low)} and ${sizeText(total.high)}, with ${jobs} repositories at the same time.`,
  );
  say(
    `These are git requests, which are not rate-limited. Lists of repositories take at least ${count(lists)} API requests more; GitHub allows ${settings.gitHubTokens.length > 0 ? '5,000 an hour with a token' : '60 an hour without a token (GITHUB_TOKENS), and lists that do not fit wait for the next collection'}.`,
  );
  const missing = [...never.values()].flat();
  if (missing.length > 0)
    say(
      `Never collected: ${counted(missing.length, 'main repository', 'main repositories')} of ${counted(never.size, 'company', 'companies')} (${missing.join(', ')}).`,
    );
  say(
    experience.copies > 0
      ? `Measured on this machine: copies of ${counted(experience.copies, 'repository', 'repositories')} had ${(experience.share * 100).toFixed(0)}% of the size that the service states, at ${sizeText(experience.bytesPerSecond)} a second.`
      : 'Nothing has been measured on this machine yet: bytes and times are those of typical repositories over a typical connection.',
  );
  if (asked !== undefined) note(asked);
}

const BASES: Record<Basis, string> = {
  measured: 'measured the last time (within a factor of 1.5)',
  size: 'its size on the service (within 2.5)',
  history: 'its age and pace in the ledger (within 3)',
  nothing: 'what is typical (within 10)',
};

/** Main repositories that the ledger lacks, by slug, of those companies that lack any. */
export async function neverCollected(
  companies: readonly Company[],
  settings: Config,
): Promise<ReadonlyMap<string, string[]>> {
  return lackingIn(await heldRepositories(settings), companies);
}

function lackingIn(
  held: ReadonlyMap<string, Held>,
  companies: readonly Company[],
): ReadonlyMap<string, string[]> {
  const lacking = companies.map(({ slug, repositories }): [string, string[]] => [
    slug,
    repositories
      .filter(({ name, role }) => role === 'main' && !held.has(`${slug} ${name}`))
      .map(({ name }) => name),
  ]);
  return new Map(lacking.filter(([, names]) => names.length > 0));
}

type Held = { ageDays: number | undefined; commitsPerDay: number };

/** By slug and name. */
async function heldRepositories(settings: Config): Promise<ReadonlyMap<string, Held>> {
  const now = dayOf(Date.now() / 1000);
  const query = `
    SELECT company, repository, CAST(firstCommitOn - DATE '1970-01-01' AS INTEGER),
      commits / greatest(1, coveredThrough - greatest(coveredFrom, firstCommitOn) + 1)
    FROM repositories`;
  const rows = await withLedger(await currentLedger(settings), async (connection) =>
    (await connection.runAndReadAll(query)).getRows(),
  );
  return new Map(
    rows.map(([company, repository, began, pace]) => [
      `${company} ${repository}`,
      { ageDays: began === null ? undefined : now - Number(began), commitsPerDay: Number(pace) },
    ]),
  );
}

async function knownOf(
  companies: readonly Company[],
  held: ReadonlyMap<string, Held>,
  { dataFolder }: Config,
): Promise<Row[]> {
  const transfers = await readTransfers(dataFolder);
  const lists = new OrganizationLists(dataFolder);
  const rows = companies.map(async (company) => {
    const list = await lists.of(company.github);
    const sizes = new Map(list?.repositories.map(({ name, size }) => [name.toLowerCase(), size]));
    return Promise.all(
      company.repositories.map(async ({ name: repository }): Promise<Row> => {
        const folder = copyFolder(copiesFolder(dataFolder), repository);
        const copy = await readCopy(folder).catch(() => undefined);
        const size = sizes.get(repository.toLowerCase());
        const { ageDays, commitsPerDay } = held.get(`${company.slug} ${repository}`) ?? {};
        return {
          company,
          known: {
            repository,
            copy: copy && {
              bytes: await packedBytes(folder),
              days: Math.max(0, Date.now() / 1000 - copy.copiedAt) / 86_400,
            },
            transfers: transfers[repository],
            bytesThere: size === undefined ? undefined : size * 1024,
            ageDays,
            commitsPerDay,
          },
        };
      }),
    );
  });
  return (await Promise.all(rows)).flat();
}

/**
 * Asks for the sizes of those of which nothing else is known; lists are kept for the collection.
 *
 * @returns what could not be asked, as a sentence
 */
async function askSizes(rows: readonly Row[], settings: Config): Promise<string | undefined> {
  const unknown = rows.filter(({ known: { copy, transfers, bytesThere, ageDays } }) =>
    [copy, transfers?.whole, bytesThere, ageDays].every((each) => each === undefined),
  );
  if (unknown.length === 0 || !hasLists(settings)) return undefined;
  const hosting = hostingService(settings, { retries: 1 });
  const lists = new OrganizationLists(settings.dataFolder);
  const read = new Map<string, ReadonlyMap<string, number>>();
  const sizesOf = async (login: string) => {
    const sizes = read.get(login);
    if (sizes) return sizes;
    const list = await readRepositories(hosting, login);
    await lists.put(mergedList(login, await lists.of(login), list, today()));
    const named = new Map(list.repositories.map(({ name, size }) => [name.toLowerCase(), size]));
    read.set(login, named);
    return named;
  };
  for (const [index, { company, known: one }] of unknown.entries()) {
    const { repository } = one;
    const isOrganizations = repository.toLowerCase().startsWith(`${company.github.toLowerCase()}/`);
    try {
      const size = isOrganizations
        ? (await sizesOf(company.github)).get(repository.toLowerCase())
        : (await readRepository(hosting, repository))?.size;
      if (size !== undefined) one.bytesThere = size * 1024;
    } catch (error) {
      if (!(error instanceof HostingError)) throw error;
      if (error.fault === 'missing') continue;
      return `The sizes of ${counted(unknown.length - index, 'repository', 'repositories')} could not be read: ${error.why}.`;
    }
  }
  return undefined;
}

/** `12.3 MB` */
function sizeText(bytes: number): string {
  const [unit, size] =
    bytes >= 1e9 ? ['GB', 1e9] : bytes >= 1e6 ? ['MB', 1e6] : (['kB', 1e3] as const);
  return `${(bytes / Number(size)).toFixed(bytes >= 1e6 ? 1 : 0)} ${unit}`;
}

/** `45 s`, `12 min` */
function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
