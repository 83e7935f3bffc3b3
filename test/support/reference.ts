/**
 * The windows of a company by their definitions, counted commit by commit: slow, short, and written
 * without a look at the SQL that it checks.
 */

import { type Day, dayOf, parseDay } from '../../src/lib/period.ts';
import type { Commit } from '../../src/pipeline/collect/commit.ts';
import type { Windows } from '../../src/pipeline/ledger/windows.ts';
import type { HistoryFixture } from './histories.ts';

type Counted = { commit: Commit; day: Day; repository: string };

export function referenceWindows(histories: readonly HistoryFixture[], lastDay: Day): Windows {
  const commits = countedCommits(histories);
  const within = (from: Day, to: Day) => commits.filter(({ day }) => day >= from && day <= to);
  const week = (ago: number) => within(lastDay - 7 * ago - 6, lastDay - 7 * ago);
  const month = (ago: number) => within(lastDay - 30 * ago - 29, lastDay - 30 * ago);
  const tags = new Map(
    histories.flatMap(({ tags: own = [] }) =>
      own.map(([name, at]) => [`${name} ${at}`, dayOf(at)] as const),
    ),
  );
  const tagsIn = (from: Day, to: Day) =>
    [...tags.values()].filter((day) => day >= from && day <= to).length;
  const began = histories.map(({ firstCommitAt }) => dayOf(firstCommitAt ?? 0));
  return {
    weeklyCommits: times(30, (ago) => week(ago).length),
    weeklyAgentCommits: times(
      2,
      (ago) => week(ago).filter(({ commit }) => commit.agentRole !== '').length,
    ),
    weeklyReleases: times(28, (ago) => tagsIn(lastDay - 7 * ago - 6, lastDay - 7 * ago)),
    contributors: peopleOf(month(0), commits),
    priorContributors: peopleOf(month(1), commits),
    newRepos: began.filter((day) => day >= lastDay - 29 && day <= lastDay).length,
    infraFiles: times(7, (ago) =>
      month(ago).reduce((sum, { commit }) => sum + commit.files.ci + commit.files.infra, 0),
    ),
    dependencyTurnover: times(7, (ago) =>
      Math.min(
        changed(month(ago), (net) => net > 0),
        changed(month(ago), (net) => net < 0),
      ),
    ),
  };
}

/** Packages that some day in some repository left more often added than removed, or less often. */
function changed(commits: readonly Counted[], wanted: (net: number) => boolean): number {
  const nets = new Map<string, number>();
  for (const { commit, day, repository } of commits) {
    const [added, removed] = [
      new Set(commit.dependenciesAdded),
      new Set(commit.dependenciesRemoved),
    ];
    const count = (name: string, step: number) => {
      const key = `${repository} ${day} ${name}`;
      nets.set(key, (nets.get(key) ?? 0) + step);
    };
    for (const name of added) count(name, 1);
    for (const name of removed) count(name, -1);
  }
  const found = [...nets].filter(([, net]) => wanted(net)).map(([key]) => key.split(' ')[2]);
  return new Set(found).size;
}

function times<T>(length: number, value: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => value(index));
}

function countedCommits(histories: readonly HistoryFixture[]): Counted[] {
  const ids = new Set<string>();
  const counted: Counted[] = [];
  for (const { commits, repository = '', coveredThrough = '2025-06-30' } of histories)
    for (const commit of commits) {
      const day = dayOf(commit.committedAt);
      if (commit.parents >= 2 || commit.botName.endsWith('[bot]')) continue;
      if (day > parseDay(coveredThrough) || ids.has(commit.sha)) continue;
      ids.add(commit.sha);
      counted.push({ commit, day, repository });
    }
  return counted;
}

/** People by repeated merging: whoever shares an address or a name takes the smaller number. */
function peopleOf(present: readonly Counted[], all: readonly Counted[]): number {
  const person = new Map<string, number>();
  const numberOf = (key: string) => {
    const known = person.get(key);
    if (known !== undefined) return known;
    person.set(key, person.size);
    return person.size - 1;
  };
  const authors = all.filter(({ commit }) => commit.agentRole !== 'author');
  for (let changed = true; changed; ) {
    changed = false;
    for (const { commit } of authors) {
      const keys = [`address ${commit.emailHash}`];
      if (commit.nameHash !== '') keys.push(`name ${commit.nameHash}`);
      const smallest = Math.min(...keys.map(numberOf));
      for (const key of keys)
        if (person.get(key) !== smallest) {
          person.set(key, smallest);
          changed = true;
        }
    }
  }
  const seen = new Set<number>();
  for (const { commit } of present) {
    if (commit.agentRole !== 'author') seen.add(numberOf(`address ${commit.emailHash}`));
    for (const coauthor of commit.coauthors) seen.add(numberOf(`address ${coauthor}`));
  }
  return seen.size;
}
