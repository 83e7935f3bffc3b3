/** The copies of repositories that a ledger holds, by company. */
import { compareCodeUnits } from '../../lib/compare.ts';
import type { Day } from '../../lib/period.ts';
import { type LedgerConnection, rowsOf } from './connection.ts';
import type { DependencyBasis } from './ledger-tables.ts';
import { dayNumber } from './row-queries.ts';

/**
 * `main`: without it the company's numbers would mislead; `side`: any other of its own; `stewarded`:
 * a foundation's or community's that the company steers.
 */
export type Role = 'main' | 'side' | 'stewarded';

type TrackedRepository = { name: string; role: Role };

/** A company whose numbers are wanted. */
type TrackedCompany = {
  name: string;
  /** Most important first; without a list, all that the ledger holds of it count, as main ones. */
  repositories?: readonly TrackedRepository[];
};

/** One package in one role, as `ecosystem:name`. A move within a family is no migration. */
export type PackageRole = { dependency: string; role: string; family: string };

/** Facts of the registry that the method uses. */
export type Tracked = {
  /** By slug. Rows of all other companies, and of repositories that are not listed, are left alone. */
  companies: ReadonlyMap<string, TrackedCompany>;
  roles: readonly PackageRole[];
};

/** The part of one repository's history that was copied. */
export type Copy = {
  repository: string;
  role: Role;
  /** First day held; −Infinity when the copy goes back to the first commit. */
  from: number;
  /** Last full day held. */
  through: Day;
  /** Day of the very first commit; Infinity for an empty repository. */
  began: number;
  /** First day from which all release tags are held; −Infinity when none was cut. */
  releasesFrom: number;
  /** The basis of its dependency changes; null when they are not known. */
  dependencyBasis: DependencyBasis | null;
};

export type CompanyCopies = {
  slug: string;
  name: string;
  /** Place of the first copy in the list of all. */
  first: number;
  /** In the order of the registry, or of the ledger. */
  copies: Copy[];
  /** Main repositories that the ledger does not hold. */
  neverCollected: string[];
  /** Repositories that its organization created; undefined where the whole list is not known. */
  created?: ReturnType<typeof createdIn>;
};

/** company, repository, and what was copied of it */
export const COPIES_QUERY = `
  SELECT company, repository,
    ${dayNumber('CASE WHEN firstCommitOn >= coveredFrom THEN NULL ELSE coveredFrom END')},
    ${dayNumber('coveredThrough')}, ${dayNumber('firstCommitOn')}, ${dayNumber('releasesFrom')},
    dependencyBasis
  FROM repositories ORDER BY company, position, repository`;

/** company, repository, day, and through which day the list is whole */
const CREATED_QUERY = `
  SELECT company, repository, ${dayNumber('day')}, ${dayNumber('listedThrough')}
  FROM created ORDER BY company, day, repository`;

/** The tracked companies in the order of their slugs, those without a copy included. */
export async function readCopies(
  connection: LedgerConnection,
  tracked: Tracked['companies'],
): Promise<CompanyCopies[]> {
  const copies = await rowsByCompany(connection, COPIES_QUERY);
  const created = await rowsByCompany(connection, CREATED_QUERY);
  let first = 0;
  const companies = [...tracked].sort(([left], [right]) => compareCodeUnits(left, right));
  return companies.map(([slug, { name, repositories }]) => {
    const held = (copies.get(slug) ?? []).map(copyIn);
    const listed = repositories
      ? inOrder(held, repositories)
      : { copies: held, neverCollected: [] };
    const list = created.get(slug);
    const company = { slug, name, first, ...listed, ...(list && { created: createdIn(list) }) };
    first += company.copies.length;
    return company;
  });
}

/** The rows of a query whose first column is a company, without it. */
async function rowsByCompany(
  connection: LedgerConnection,
  sql: string,
): Promise<ReadonlyMap<string, unknown[][]>> {
  const companies = new Map<string, unknown[][]>();
  for await (const [company, ...row] of rowsOf(connection, sql))
    companies.getOrInsertComputed(String(company), () => []).push(row);
  return companies;
}

function copyIn([repository, from, through, began, releasesFrom, basis]: unknown[]): Copy {
  return {
    repository: String(repository),
    role: 'main',
    from: Number(from ?? Number.NEGATIVE_INFINITY),
    through: Number(through),
    began: Number(began ?? Number.POSITIVE_INFINITY),
    releasesFrom: Number(releasesFrom ?? Number.NEGATIVE_INFINITY),
    dependencyBasis: basis === 'manifests' || basis === 'lines' ? basis : null,
  };
}

/** The public repositories that an organization began itself. */
function createdIn(rows: readonly unknown[][]) {
  const repositories = rows.map(([repository, day]) => {
    return { repository: String(repository), day: Number(day) };
  });
  // `through` is the last full day on which the list was known to be whole.
  return { repositories, through: Number(rows[0]?.[2]) };
}

function inOrder(held: readonly Copy[], repositories: readonly TrackedRepository[]) {
  const byName = new Map(held.map((copy) => [copy.repository, copy]));
  return {
    copies: repositories.flatMap(({ name, role }) => {
      const copy = byName.get(name);
      return copy ? [{ ...copy, role }] : [];
    }),
    neverCollected: repositories
      .filter(({ name, role }) => role === 'main' && !byName.has(name))
      .map(({ name }) => name),
  };
}
