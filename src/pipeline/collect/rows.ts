/**
 * From commits to ledger rows: the one parser that every source of histories goes through.
 */

import { type Day, dayOf, parseDay } from '../../lib/period.ts';
import {
  type ActivityKind,
  type ActivityRow,
  FILE_KINDS,
  type LedgerRows,
  noFiles,
  type RepositoryRow,
} from '../ledger/tables.ts';
import type { AccountRules } from '../signals/accounts.ts';
import { type AuthorKind, filterCommit } from '../signals/filter.ts';
import { People } from '../signals/normalise.ts';
import type { Commit, History } from './commit.ts';

type CountedCommit = { commit: Commit; kind: AuthorKind; day: Day; repository: string };

/**
 * Ledger rows of one company.
 *
 * @param histories the company's histories in the order in which the registry lists them
 * @param onCommits called now and then with the number of commits read since the last call
 * @param erased hashes of addresses and names of people who asked to be left out, with everything
 *   that the method merges with them: their commits count and are nobody's
 */
export async function ledgerRows(
  company: string,
  histories: readonly History[],
  rules: AccountRules,
  onCommits: (commits: number) => void = () => {},
  erased: readonly string[] = [],
): Promise<LedgerRows> {
  const people = new People();
  const countedIds = new Set<string>();
  const counted: CountedCommit[] = [];
  const repositories: RepositoryRow[] = [];
  for (const [position, history] of histories.entries()) {
    const row = repositoryRow(company, position, history);
    for await (const commit of history.commits) {
      if (++row.commits % 1000 === 0) onCommits(1000);
      const verdict = filterCommit(commit, rules, row.coveredThrough, countedIds);
      if (!verdict.counted) {
        row[EXCLUSION_COLUMN[verdict.because]]++;
        continue;
      }
      row.counted++;
      const day = dayOf(commit.committedAt);
      counted.push({ commit, kind: verdict.kind, day, repository: history.repository });
      if (verdict.kind !== 'agent') people.addAuthor(commit.emailHash, commit.nameHash);
      for (const coauthor of commit.coauthors) people.addAddress(coauthor);
    }
    onCommits(row.commits % 1000);
    repositories.push(row);
  }
  return {
    activity: activityRows(company, counted, people, erased),
    releases: releaseRows(company, histories),
    dependencies: dependencyRows(company, counted),
    repositories,
  };
}

const EXCLUSION_COLUMN = {
  merge: 'merges',
  duplicate: 'duplicates',
  automation: 'automated',
  misdated: 'misdated',
} as const;

function repositoryRow(company: string, position: number, history: History): RepositoryRow {
  const { firstCommitAt } = history;
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
  for (const { commit, kind, day, repository } of counted) {
    const author = kind === 'agent' ? null : personOf(commit.emailHash, commit.nameHash);
    const row = table.row(repository, day, author, kind);
    row.commits++;
    for (const fileKind of FILE_KINDS) row[fileKind] += commit.files[fileKind];
    if (commit.coauthors.length === 0) continue;
    for (const coauthor of new Set(commit.coauthors.map((hash) => personOf(hash)))) {
      // Trailers often repeat the author. Whom nobody may know has no co-authorship either.
      if (coauthor === null || coauthor === author) continue;
      table.row(repository, day, coauthor, 'person').coauthored++;
    }
  }
  return table.rows;
}

/** The rows of a company so far, found by repository, day, person and kind. */
class ActivityTable {
  readonly rows: ActivityRow[] = [];
  readonly #company: string;
  readonly #byPlace = new Map<string, Map<Day, Map<string | null, ActivityRow[]>>>();

  constructor(company: string) {
    this.#company = company;
  }

  /** The row, made when there is none. */
  row(repository: string, day: Day, person: string | null, kind: ActivityKind): ActivityRow {
    const days = entry(this.#byPlace, repository, () => new Map());
    const people = entry(days, day, () => new Map());
    const kinds = entry<string | null, ActivityRow[]>(people, person, () => []);
    const known = kinds.find((row) => row.kind === kind);
    if (known) return known;
    const company = this.#company;
    const row = { company, repository, day, person, kind, commits: 0, coauthored: 0, ...noFiles() };
    kinds.push(row);
    this.rows.push(row);
    return row;
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function releaseRows(company: string, histories: readonly History[]) {
  const seen = new Set<string>();
  return histories.flatMap(({ repository, tags, coveredThrough }) =>
    tags.flatMap(([tag, taggedAt]) => {
      const key = `${tag}\t${taggedAt}`;
      const day = dayOf(taggedAt);
      if (seen.has(key) || day > parseDay(coveredThrough)) return [];
      seen.add(key);
      return [{ company, repository, day, tag }];
    }),
  );
}

function dependencyRows(company: string, counted: CountedCommit[]) {
  const rows = new Map<string, LedgerRows['dependencies'][number]>();
  for (const { commit, day, repository } of counted) {
    if (commit.dependenciesAdded.length + commit.dependenciesRemoved.length === 0) continue;
    for (const change of ['added', 'removed'] as const) {
      const names = change === 'added' ? commit.dependenciesAdded : commit.dependenciesRemoved;
      for (const dependency of names) {
        const key = `${repository}\t${day}\t${dependency}\t${change}`;
        rows.set(key, { company, repository, day, dependency, change });
      }
    }
  }
  return [...rows.values()];
}
