/** Turns commits into ledger rows. Every source of histories goes through this parser. */

import { type Day, dayOf, parseDay } from '../../lib/period.ts';
import {
  type ActivityKind,
  type ActivityRow,
  type ExcludedRow,
  FILE_KINDS,
  type LedgerRows,
  noFiles,
  type RepositoryRow,
} from '../ledger/ledger-tables.ts';
import type { AccountRules } from '../signals/accounts.ts';
import { type AuthorKind, filterCommit, type Verdict } from '../signals/filter.ts';
import { People } from '../signals/normalise.ts';
import { landedInBulk } from './bulk-days.ts';
import type { Commit, History } from './commit.ts';
import { type DependencyCommit, dependencyRows } from './dependency-rows.ts';
import { releaseKind } from './release-kind.ts';

type CountedCommit = { commit: Commit; kind: AuthorKind; day: Day; history: History };

export type RowsOptions = {
  /** Called periodically with the number of commits read since the last call. */
  onCommits?: (commits: number) => void;
  /**
   * Hashes of people who asked to be erased, and of all identities that the method merges with theirs;
   * their commits count, but are attributed to nobody.
   */
  erased?: readonly string[];
  /** First words of the names of the company's own packages, as its file lists them. */
  ownPackages?: readonly string[];
  /** Called if a history breaks while it is read; it is then left out as a whole. */
  onUnreadable?: (repository: string, error: unknown) => void;
};

/**
 * Ledger rows of one company.
 *
 * @param histories the company's histories in registry order; each is counted before the next is asked for
 */
export async function ledgerRows(
  company: string,
  histories: Iterable<History> | AsyncIterable<History>,
  rules: AccountRules,
  { onCommits = () => {}, erased = [], ownPackages = [], onUnreadable = rethrow }: RowsOptions = {},
): Promise<LedgerRows> {
  const people = new People();
  const countedIds = new Set<string>();
  const read: CountedHistory[] = [];
  for await (const history of histories) {
    const counting = countHistory(company, read.length, history, { rules, countedIds, onCommits });
    const result = await counting.catch((error) => onUnreadable(history.repository, error));
    if (!result) continue;
    read.push(result);
    for (const { commit, kind } of result.counted) {
      if (kind !== 'agent') people.addAuthor(commit.emailHash, commit.nameHash);
      for (const { emailHash, nameHash } of commit.coauthors) people.addAuthor(emailHash, nameHash);
    }
  }
  const counted = read.flatMap((result) => result.counted);
  const inOrder = read.map(({ history }) => history);
  return {
    activity: activityRows(company, counted, people, erased),
    excluded: read.flatMap((result) => result.excluded),
    releases: releaseRows(company, inOrder),
    dependencies: dependencyRows(
      company,
      inOrder.map(({ repository }) => repository),
      ownPackages,
      read.flatMap((result) => result.changed),
    ),
    repositories: read.map(({ row }) => row),
    created: [],
  };
}

function rethrow(_repository: string, error: unknown): void {
  throw error;
}

type CountedHistory = {
  history: History;
  row: RepositoryRow;
  counted: CountedCommit[];
  excluded: ExcludedRow[];
  changed: DependencyCommit[];
};

type Counting = Required<Pick<RowsOptions, 'onCommits'>> & {
  rules: AccountRules;
  /** Ids that the company's earlier repositories count; those of this one are added if it is read. */
  countedIds: Set<string>;
};

async function countHistory(
  company: string,
  position: number,
  history: History,
  { rules, countedIds, onCommits }: Counting,
): Promise<CountedHistory> {
  const row = repositoryRow(company, position, history);
  const counted: CountedCommit[] = [];
  const excluded = new ExcludedTable(company);
  /** Keyed by commit, because a history may contain one twice. */
  const changed = new Map<string, DependencyCommit>();
  try {
    for await (const commit of history.commits) {
      if (++row.commits % 1000 === 0) onCommits(1000);
      const verdict = filterCommit(commit, rules, row.coveredThrough, countedIds);
      const day = dayOf(commit.committedAt);
      if (changesDependencies(commit, verdict, history))
        changed.set(commit.sha, { commit, day, history });
      if (!verdict.counted) {
        row[EXCLUSION_COLUMN[verdict.because]]++;
        excluded.row(history.repository, day, verdict.because).commits++;
        continue;
      }
      row.counted++;
      counted.push({ commit, kind: verdict.kind, day, history });
    }
  } catch (error) {
    for (const { commit } of counted) countedIds.delete(commit.sha);
    throw error;
  }
  onCommits(row.commits % 1000);
  return { history, row, counted, excluded: excluded.rows, changed: [...changed.values()] };
}

/**
 * Without whole manifests, changes are taken only from commits that count. With them, every landed
 * commit is a step from one state to the next, whoever made it.
 */
function changesDependencies(
  commit: Commit,
  verdict: Verdict,
  { dependencyBasis }: History,
): boolean {
  if (commit.dependenciesAdded.length + commit.dependenciesRemoved.length === 0) return false;
  if (dependencyBasis === 'lines') return verdict.counted;
  return dependencyBasis !== null && (verdict.counted || verdict.because !== 'misdated');
}

const EXCLUSION_COLUMN = {
  merge: 'merges',
  duplicate: 'duplicates',
  automation: 'automated',
  misdated: 'misdated',
} as const;

function repositoryRow(company: string, position: number, history: History): RepositoryRow {
  const { firstCommitAt, releasesFrom, dependencyBasis } = history;
  return {
    company,
    repository: history.repository,
    position,
    head: history.head,
    coveredFrom: history.coveredFrom === null ? null : parseDay(history.coveredFrom),
    coveredThrough: parseDay(history.coveredThrough),
    firstCommitOn: firstCommitAt === null ? null : dayOf(firstCommitAt),
    commits: 0,
    counted: 0,
    merges: 0,
    duplicates: 0,
    automated: 0,
    misdated: 0,
    releasesFrom: releasesFrom === null ? null : parseDay(releasesFrom),
    dependencyBasis,
  };
}

function activityRows(
  company: string,
  counted: CountedCommit[],
  people: People,
  erased: readonly string[],
): ActivityRow[] {
  const table = new ActivityTable(company);
  const leftOut = new Set(
    erased.flatMap((hash) => [people.personOf(hash), people.personOf('', hash)]),
  );
  const personOf = (emailHash: string, nameHash?: string) => {
    const person = people.personOf(emailHash, nameHash);
    return person === undefined || leftOut.has(person) ? null : person;
  };
  const bulk = bulkLandings(counted);
  for (const { commit, kind, day, history } of counted) {
    const { repository } = history;
    const author = kind === 'agent' ? null : personOf(commit.emailHash, commit.nameHash);
    const row = table.row(repository, day, author, kind);
    row.commits++;
    if (bulk.has(commit)) row.bulk++;
    const waited = commit.committedAt - commit.authoredAt;
    if (waited > 7 * SECONDS_A_DAY) row.late7d++;
    if (waited > 30 * SECONDS_A_DAY) row.late30d++;
    for (const fileKind of FILE_KINDS) row[fileKind] += commit.files[fileKind];
    if (commit.coauthors.length === 0) continue;
    for (const coauthor of new Set(commit.coauthors.map(({ emailHash }) => personOf(emailHash)))) {
      // Trailers often repeat the author. Erased people are not co-authors either.
      if (coauthor === null || coauthor === author) continue;
      table.row(repository, day, coauthor, 'person').coauthored++;
    }
  }
  return table.rows;
}

const SECONDS_A_DAY = 86_400;

function bulkLandings(counted: readonly CountedCommit[]): Set<Commit> {
  const byRepository = Map.groupBy(counted, ({ history }) => history);
  const landed = [...byRepository.values()].flatMap((commits) => {
    const inBulk = landedInBulk(commits.map(({ commit }) => commit.committedAt));
    return commits.filter((_, index) => inBulk[index]).map(({ commit }) => commit);
  });
  return new Set(landed);
}

/** Accumulates the rows of excluded commits by repository, day and reason. */
class ExcludedTable {
  readonly rows: ExcludedRow[] = [];
  readonly #company: string;
  readonly #byPlace = new Map<string, ExcludedRow>();

  constructor(company: string) {
    this.#company = company;
  }

  /** The row for the key, added if missing. */
  row(repository: string, day: Day, reason: ExcludedRow['reason']): ExcludedRow {
    return this.#byPlace.getOrInsertComputed(`${repository} ${day} ${reason}`, () => {
      const row = { company: this.#company, repository, day, reason, commits: 0 };
      this.rows.push(row);
      return row;
    });
  }
}

/** Accumulates a company's rows by repository, day, person and kind. */
class ActivityTable {
  readonly rows: ActivityRow[] = [];
  readonly #company: string;
  readonly #byPlace = new Map<string, Map<Day, Map<string | null, ActivityRow[]>>>();

  constructor(company: string) {
    this.#company = company;
  }

  /** The row for the key, added if missing. */
  row(repository: string, day: Day, person: string | null, kind: ActivityKind): ActivityRow {
    const days = this.#byPlace.getOrInsertComputed(repository, () => new Map());
    const people = days.getOrInsertComputed(day, () => new Map());
    const kinds = people.getOrInsertComputed(person, (): ActivityRow[] => []);
    const known = kinds.find((row) => row.kind === kind);
    if (known) return known;
    const company = this.#company;
    const row = {
      ...{ company, repository, day, person, kind, commits: 0, coauthored: 0 },
      ...{ ...noFiles(), bulk: 0, late7d: 0, late30d: 0 },
    };
    kinds.push(row);
    this.rows.push(row);
    return row;
  }
}

function releaseRows(company: string, histories: readonly History[]) {
  const seen = new Set<string>();
  return histories.flatMap(({ repository, tags, coveredThrough }) =>
    tags.flatMap(([tag, taggedAt]) => {
      const key = `${tag}\t${taggedAt}`;
      const day = dayOf(taggedAt);
      if (seen.has(key) || day > parseDay(coveredThrough)) return [];
      seen.add(key);
      return [{ company, repository, day, tag, kind: releaseKind(tag) }];
    }),
  );
}
