/**
 * The windows of a company by their definitions, counted commit by commit: slow, short, and written
 * without a look at the SQL that it checks.
 */

import { type Day, dayOf, parseDay } from '../../src/lib/period.ts';
import type { Commit } from '../../src/pipeline/collect/commit.ts';
import type { Composition, Windows } from '../../src/pipeline/signals/windows.ts';
import type { HistoryFixture } from './histories.ts';

type Counted = { commit: Commit; day: Day; repository: string };

/** The part of the windows that is counted here; the rest has tests of its own. */
export type ReferenceWindows = Pick<
  Windows,
  | 'weeklyCommits'
  | 'weeklyAgentCommits'
  | 'contributors'
  | 'priorContributors'
  | 'newRepositories'
  | 'composition'
  | 'releaseDays'
> & { infrastructureDays: number[] };

/** @param all histories of one company, which are held once they have begun */
export function referenceWindows(all: readonly HistoryFixture[], lastDay: Day): ReferenceWindows {
  const histories = all.filter(({ firstCommitAt }) => dayOf(firstCommitAt ?? 0) <= lastDay);
  const held = new Set(histories.map(({ repository }) => repository));
  const everything = countedCommits(all);
  const commits = everything.filter(({ repository }) => held.has(repository));
  const within = (from: Day, to: Day) => commits.filter(({ day }) => day >= from && day <= to);
  const week = (ago: number) => within(lastDay - 7 * ago - 6, lastDay - 7 * ago);
  const people = personNumbers(everything);
  const releaseDays = new Set(
    histories.flatMap(({ tags = [] }) => tags.map(([, at]) => dayOf(at))),
  );
  const window = (first: number, last: number): Composition => {
    const inside = within(lastDay - first, lastDay - last);
    const before = presentIn(within(lastDay - first - 180, lastDay - first - 1), people);
    const present = presentIn(inside, people);
    const written = Map.groupBy(
      inside.filter(({ commit }) => commit.agentRole !== 'author'),
      ({ commit }) => people(commit.emailHash),
    );
    return {
      commits: inside.length,
      largest: Math.max(0, ...[...written.values()].map(({ length }) => length)),
      bulk: 0,
      people: present.size,
      steadyPeople: [...present.values()].filter((days) => days.size >= 2).length,
      newPeople: [...present.keys()].filter((person) => !before.has(person)).length,
    };
  };
  const current30d = window(29, 0);
  const prior30d = window(59, 30);
  const fourWeeks = (ago: number) => within(lastDay - 28 * ago - 27, lastDay - 28 * ago);
  return {
    weeklyCommits: times(30, (ago) => week(ago).length),
    weeklyAgentCommits: times(
      2,
      (ago) => week(ago).filter(({ commit }) => commit.agentRole !== '').length,
    ),
    contributors: current30d.people,
    priorContributors: prior30d.people,
    newRepositories: histories.flatMap(({ repository = '', firstCommitAt }) => {
      const day = dayOf(firstCommitAt ?? 0);
      return day >= lastDay - 29 && day <= lastDay ? [{ repository, day }] : [];
    }),
    composition: { current14d: window(13, 0), prior14d: window(27, 14), current30d, prior30d },
    releaseDays: times(
      7,
      (ago) =>
        [...releaseDays].filter((day) => day > lastDay - 28 * ago - 28 && day <= lastDay - 28 * ago)
          .length,
    ),
    infrastructureDays: times(7, (ago) => {
      const touched = fourWeeks(ago).filter(
        ({ commit }) => commit.agentRole !== 'author' && commit.files.ci + commit.files.infra > 0,
      );
      return new Set(touched.map(({ commit, day }) => `${people(commit.emailHash)} ${day}`)).size;
    }),
  };
}

/** The days on which each person wrote or co-authored. */
function presentIn(
  commits: readonly Counted[],
  personOf: (address: string) => number,
): Map<number, Set<Day>> {
  const present = new Map<number, Set<Day>>();
  for (const { commit, day } of commits) {
    const addresses = commit.agentRole === 'author' ? [] : [commit.emailHash];
    for (const address of [...addresses, ...commit.coauthors.map(({ emailHash }) => emailHash)]) {
      const days = present.get(personOf(address)) ?? new Set();
      present.set(personOf(address), days.add(day));
    }
  }
  return present;
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

/** People by repeated merging: authors and co-authors who share an address or a name take the smaller number. */
function personNumbers(all: readonly Counted[]): (address: string) => number {
  const person = new Map<string, number>();
  const numberOf = (key: string) => {
    const known = person.get(key);
    if (known !== undefined) return known;
    person.set(key, person.size);
    return person.size - 1;
  };
  const people = all.flatMap(({ commit }) =>
    commit.agentRole === 'author' ? commit.coauthors : [commit, ...commit.coauthors],
  );
  for (let changed = true; changed; ) {
    changed = false;
    for (const { emailHash, nameHash } of people) {
      const keys = [`address ${emailHash}`];
      if (nameHash !== '') keys.push(`name ${nameHash}`);
      const smallest = Math.min(...keys.map(numberOf));
      for (const key of keys)
        if (person.get(key) !== smallest) {
          person.set(key, smallest);
          changed = true;
        }
    }
  }
  return (address) => numberOf(`address ${address}`);
}
