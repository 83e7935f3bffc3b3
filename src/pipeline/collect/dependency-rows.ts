/**
 * Derives the rows of the ledger's table `dependencies` from the changes that commits made to
 * manifests.
 */
import { compareCodeUnits } from '../../lib/compare.ts';
import type { Day } from '../../lib/period.ts';
import type { DependencyRow } from '../ledger/ledger-tables.ts';
import type { Commit, HistoryFacts } from './commit.ts';
import { ownPackages } from './own-packages.ts';
import { recordedDependency } from './recorded-dependencies.ts';

/** A commit whose dependency changes are recorded in the ledger. */
export type DependencyCommit = { commit: Commit; day: Day; history: HistoryFacts };

/** All changes to one dependency of one repository on one day. */
type DayChange = Omit<DependencyRow, 'change' | 'commit'> & {
  added: Commit[];
  removed: Commit[];
};

/**
 * One row for each net change of a dependency on a day; additions and removals that cancel out have
 * no row. The company's own packages are left out.
 *
 * @param listed names of own packages that the company's file lists
 */
export function dependencyRows(
  company: string,
  repositories: readonly string[],
  listed: readonly string[],
  commits: readonly DependencyCommit[],
): DependencyRow[] {
  const isOwn = ownPackages(company, repositories, listed);
  const days = new Map<string, DayChange>();
  for (const { commit, day, history } of commits) {
    const { repository, dependencyBasis } = history;
    const toDependency = (name: string) => {
      const dependency = dependencyBasis === 'lines' ? recordedDependency(name) : name;
      return dependency === undefined || isOwn(dependency) ? [] : [dependency];
    };
    const changes = { added: commit.dependenciesAdded, removed: commit.dependenciesRemoved };
    for (const change of ['added', 'removed'] as const)
      for (const dependency of new Set(changes[change].flatMap(toDependency)))
        days
          .getOrInsertComputed(`${repository}\t${day}\t${dependency}`, () => ({
            ...{ company, repository, day, dependency },
            ...{ added: [], removed: [] },
          }))
          [change].push(commit);
  }
  return [...days.values()].flatMap(({ added, removed, ...day }) => {
    if (added.length === removed.length) return [];
    const change = added.length > removed.length ? 'added' : 'removed';
    const commit = lastOf(change === 'added' ? added : removed);
    return commit === undefined ? [] : [{ ...day, change, commit: commit.sha }];
  });
}

/** The commit that landed last. Ties within a second are resolved independently of their order. */
function lastOf(commits: readonly Commit[]): Commit | undefined {
  const byLanding = commits.toSorted(
    (one, other) => one.committedAt - other.committedAt || compareCodeUnits(one.sha, other.sha),
  );
  return byLanding.at(-1);
}
