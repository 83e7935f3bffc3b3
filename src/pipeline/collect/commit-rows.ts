/** Turns commits into ledger rows. Every source of histories goes through this parser. */
import { sum } from '../../lib/averages.ts';
import { type Day, dayOf, parseDay } from '../../lib/period.ts';
import {
  type ActivityKind,
  type ActivityRow,
  type ExcludedRow,
  type Exclusion,
  FILE_KINDS,
  type LedgerRows,
  noFiles,
  type RepositoryRow,
} from '../ledger/ledger-tables.ts';
import type { AccountRules } from '../signals/accounts.ts';
import { type AuthorKind, filterCommit, type Verdict } from '../signals/filter.ts';
import { People } from '../signals/normalise.ts';
import { landedInBulk } from './bulk-days.ts';
import type { Commit, History, HistoryFacts } from './commit.ts';
import { type DependencyCommit, dependencyRows } from './dependency-rows.ts';
import { releaseKind } from './release-kind.ts';

export type RowsOptions = {
  /**
   * Hashes of people who asked to be erased, and of all identities that the method merges with theirs;
   * their commits count, but are attributed to no author.
   */
  erased?: readonly string[];
  /** First words of the names of the company's own packages, as its file lists them. */
  ownPackages?: readonly string[];
};

/**
 * Ledger rows of one company.
 *
 * @param histories the company's histories in registry order: the first one keeps a commit that stands in
 *   several
 */
export async function ledgerRows(
  company: string,
  histories: readonly (History | ReadHistory)[],
  rules: AccountRules,
  { erased = [], ownPackages = [] }: RowsOptions = {},
): Promise<LedgerRows> {
  const read: ReadHistory[] = [];
  for (const history of histories)
    read.push('commits' in history ? await readHistory(history, rules) : history);
  const countedIds = new Set<string>();
  const counted = read.map((history, position) =>
    countHistory(company, position, history, countedIds),
  );
  return {
    activity: activityRows(company, counted, erased),
    excluded: counted.flatMap(({ excluded }) => excluded),
    releases: releaseRows(company, histories),
    dependencies: dependencyRows(
      company,
      histories.map(({ repository }) => repository),
      ownPackages,
      counted.flatMap(({ changed }) => changed),
    ),
    repositories: counted.map(({ row }) => row),
    created: [],
  };
}

type CountedCommit = { commit: Commit; kind: AuthorKind; day: Day; repository: string };
/** By day and reason. */
type ExcludedDays = Map<string, Pick<ExcludedRow, 'day' | 'reason' | 'commits'>>;

/** A history that was read: the commits that may count, and of the others their numbers alone. */
export type ReadHistory = Awaited<ReturnType<typeof readHistory>>;

/** Reads a history; commits that cannot count are dropped one by one. */
export async function readHistory({ commits, ...facts }: History, rules: AccountRules) {
  const coveredThrough = parseDay(facts.coveredThrough);
  const ids = new Set<string>();
  /** Each once; they count unless an earlier repository has them. */
  const candidates: CountedCommit[] = [];
  const excluded: ExcludedDays = new Map();
  /** Keyed by commit, because a history may contain one twice. */
  const changed = new Map<string, DependencyCommit>();
  for await (const commit of commits) {
    const verdict = filterCommit(commit, rules, coveredThrough, ids);
    const day = dayOf(commit.committedAt);
    if (changesDependencies(commit, verdict, facts))
      changed.set(commit.sha, { commit, day, history: facts });
    if (verdict.counted)
      candidates.push({ commit, kind: verdict.kind, day, repository: facts.repository });
    else exclude(excluded, day, verdict.because);
  }
  return { ...facts, candidates, excluded, changed: [...changed.values()] };
}

function exclude(days: ExcludedDays, day: Day, reason: Exclusion): void {
  days.getOrInsert(`${day} ${reason}`, { day, reason, commits: 0 }).commits++;
}

/**
 * @param history duplicates are added to what it excluded
 * @param countedIds of the company's earlier repositories; those of this one are added
 */
function countHistory(
  company: string,
  position: number,
  { candidates, excluded, changed, ...history }: ReadHistory,
  countedIds: Set<string>,
) {
  const { repository } = history;
  const counted: CountedCommit[] = [];
  const duplicates = new Set<string>();
  for (const candidate of candidates) {
    const { commit, day } = candidate;
    if (countedIds.has(commit.sha)) {
      duplicates.add(commit.sha);
      exclude(excluded, day, 'duplicate');
    } else counted.push(candidate);
  }
  for (const { commit } of counted) countedIds.add(commit.sha);
  const left: Record<Exclusion, number> = { merge: 0, duplicate: 0, automation: 0, misdated: 0 };
  for (const { reason, commits } of excluded.values()) left[reason] += commits;
  const row: RepositoryRow = {
    ...{ company, repository, position, head: history.head },
    coveredFrom: history.coveredFrom === null ? null : parseDay(history.coveredFrom),
    coveredThrough: parseDay(history.coveredThrough),
    firstCommitOn: history.firstCommitAt === null ? null : dayOf(history.firstCommitAt),
    commits: counted.length + sum(Object.values(left)),
    counted: counted.length,
    ...{ merges: left.merge, duplicates: left.duplicate },
    ...{ automated: left.automation, misdated: left.misdated },
    releasesFrom: history.releasesFrom === null ? null : parseDay(history.releasesFrom),
    dependencyBasis: history.dependencyBasis,
  };
  const isCounted = ({ commit }: DependencyCommit) => !duplicates.has(commit.sha);
  return {
    row,
    counted,
    excluded: [...excluded.values()].map((each) => ({ company, repository, ...each })),
    changed: history.dependencyBasis === 'lines' ? changed.filter(isCounted) : changed,
  };
}

/**
 * Without whole manifests, changes are taken only from commits that count. With them, every landed
 * commit is a step from one state to the next, merges and automation included.
 */
function changesDependencies(
  commit: Commit,
  verdict: Verdict,
  { dependencyBasis }: HistoryFacts,
): boolean {
  if (commit.dependenciesAdded.length + commit.dependenciesRemoved.length === 0) return false;
  if (dependencyBasis === 'lines') return verdict.counted;
  return dependencyBasis !== null && (verdict.counted || verdict.because !== 'misdated');
}

const SECONDS_A_DAY = 86_400;

function activityRows(
  company: string,
  histories: readonly ReturnType<typeof countHistory>[],
  erased: readonly string[],
): ActivityRow[] {
  const people = new People();
  for (const { commit, kind } of histories.flatMap(({ counted }) => counted)) {
    if (kind !== 'agent') people.addAuthor(commit.emailHash, commit.nameHash);
    for (const { emailHash, nameHash } of commit.coauthors) people.addAuthor(emailHash, nameHash);
  }
  const leftOut = new Set(
    erased.flatMap((hash) => [people.personOf(hash), people.personOf('', hash)]),
  );
  const personOf = (emailHash: string, nameHash?: string) => {
    const person = people.personOf(emailHash, nameHash);
    return person === undefined || leftOut.has(person) ? null : person;
  };
  const rows = new Map<string, ActivityRow>();
  const rowOf = (
    { repository, day }: CountedCommit,
    person: string | null,
    kind: ActivityKind,
  ): ActivityRow =>
    rows.getOrInsertComputed(`${repository} ${day} ${person ?? ''} ${kind}`, () => ({
      ...{ company, repository, day, person, kind, commits: 0, coauthored: 0 },
      ...{ ...noFiles(), bulk: 0, late7d: 0, late30d: 0 },
    }));
  for (const { counted } of histories) {
    const inBulk = landedInBulk(counted.map(({ commit }) => commit.committedAt));
    for (const [index, one] of counted.entries()) {
      const { commit, kind } = one;
      const author = kind === 'agent' ? null : personOf(commit.emailHash, commit.nameHash);
      const row = rowOf(one, author, kind);
      row.commits++;
      if (inBulk[index]) row.bulk++;
      const waited = commit.committedAt - commit.authoredAt;
      if (waited > 7 * SECONDS_A_DAY) row.late7d++;
      if (waited > 30 * SECONDS_A_DAY) row.late30d++;
      for (const fileKind of FILE_KINDS) row[fileKind] += commit.files[fileKind];
      // Trailers often repeat the author. Erased people are not co-authors either.
      for (const coauthor of new Set(commit.coauthors.map(({ emailHash }) => personOf(emailHash))))
        if (coauthor !== null && coauthor !== author) rowOf(one, coauthor, 'person').coauthored++;
    }
  }
  return [...rows.values()];
}

type ReleaseRow = LedgerRows['releases'][number];

function releaseRows(company: string, histories: readonly HistoryFacts[]): ReleaseRow[] {
  const releases = new Map<string, ReleaseRow>();
  for (const { repository, tags, coveredThrough } of histories)
    for (const [tag, taggedAt] of tags) {
      const row = { company, repository, day: dayOf(taggedAt), tag, kind: releaseKind(tag) };
      if (row.day <= parseDay(coveredThrough)) releases.getOrInsert(`${tag}\t${taggedAt}`, row);
    }
  return [...releases.values()];
}
