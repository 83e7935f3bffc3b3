import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastDayOf, parseDay, weekIndex } from '../../../src/lib/period.ts';
import {
  columnsOfPersons,
  type PersonActivity,
  peopleBetween,
} from '../../../src/pipeline/ledger/people.ts';
import { WORK_DAYS_BACK, weeklyWork, workOf } from '../../../src/pipeline/signals/weekly-work.ts';

/** A Sunday. */
const D = parseDay('2026-08-02');
const FROM_THE_START = { held: [true, true], from: Number.NEGATIVE_INFINITY };
const OLD = [{ began: parseDay('2020-01-01') }, { began: parseDay('2020-01-01') }];

/** What somebody landed: commits by days before D, in the company's first repository or another. */
function somebody(
  days: readonly { ago: number; commits?: number; copy?: number; coauthored?: number }[],
  isAgent = false,
): PersonActivity {
  const rows = days.map(({ ago, commits = 1, copy = 0, coauthored = 0 }) => ({
    day: D - ago,
    copy,
    commits,
    coauthored,
    bulk: 0,
    ci: 0,
    infra: 0,
  }));
  return { isAgent, days: rows.sort((a, b) => a.day - b.day || a.copy - b.copy) };
}

function workAt(people: readonly PersonActivity[], frame: Partial<typeof FROM_THE_START> = {}) {
  return workFor(people, OLD, { lastDay: D, ...FROM_THE_START, ...frame });
}

function workFor(
  people: readonly PersonActivity[],
  copies: Parameters<typeof workOf>[2],
  frame: Parameters<typeof workOf>[3],
) {
  const { lastDay } = frame;
  const own = peopleBetween(columnsOfPersons(people), 0, lastDay - WORK_DAYS_BACK, lastDay);
  const weeks = { first: weekIndex(lastDay) - 60, last: weekIndex(lastDay) };
  return workOf(weeklyWork(own, frame, weeks), weeks.first, copies, frame);
}

describe('the weekly pace', () => {
  it('counts at most five commits of one author and day, over all repositories', () => {
    const people = [
      somebody([
        { ago: 0, commits: 90 },
        { ago: 1, commits: 3 },
        { ago: 1, commits: 4, copy: 1 },
        { ago: 7, commits: 2 },
      ]),
      somebody([{ ago: 0, commits: 1 }]),
    ];
    assert.deepEqual(workAt(people).weeklyPace.slice(0, 3), [5 + 5 + 1, 2, 0]);
  });

  it('takes all agents together for one author, and no co-authorship for a commit', () => {
    const people = [
      somebody([{ ago: 2, commits: 200 }], true),
      somebody([{ ago: 2, commits: 0, coauthored: 9 }]),
    ];
    assert.equal(workAt(people).weeklyPace[0], 5);
    assert.equal(workAt(people).workDays, 0);
  });

  it('leaves out repositories that are not held', () => {
    const people = [
      somebody([
        { ago: 0, commits: 2 },
        { ago: 0, commits: 2, copy: 1 },
      ]),
    ];
    assert.equal(workAt(people, { held: [true, false] }).weeklyPace[0], 2);
  });

  it('goes back 52 weeks, or to the first full week that is known', () => {
    assert.equal(workAt([]).weeklyPace.length, 52);
    const monday = lastDayOf(weekIndex(D) - 3) - 6;
    assert.equal(workAt([], { from: monday }).weeklyPace.length, 4);
    assert.equal(workAt([], { from: monday + 1 }).weeklyPace.length, 3);
  });

  it('does not take weeks before the first commit for silence', () => {
    const young = [{ began: D - 20 }, { began: D - 400 }];
    const frame = { lastDay: D, ...FROM_THE_START };
    assert.equal(workFor([], young, { ...frame, held: [true, false] }).weeklyPace.length, 3);
    assert.equal(workFor([], young, frame).weeklyPace.length, 52);
  });

  it('is computed for every period from the copies that it holds', () => {
    const people = [somebody([{ ago: 0, copy: 1 }, { ago: 7 }])];
    const frames = [
      { lastDay: D - 7, ...FROM_THE_START },
      { lastDay: D, ...FROM_THE_START, held: [true, false] },
    ];
    const works = frames.map((frame) => workFor(people, OLD, frame));
    assert.deepEqual(
      works.map(({ weeklyPace }) => weeklyPace.slice(0, 2)),
      [
        [1, 0],
        [0, 1],
      ],
    );
  });
});

describe('the work of newcomers', () => {
  it('is their days from a week to 180 days after their first commit', () => {
    const joined = (ago: number) => workAt([somebody([{ ago }, { ago: 0, commits: 4 }])]);
    assert.equal(joined(6).newcomerDays, 0);
    assert.equal(joined(7).newcomerDays, 1);
    assert.equal(joined(179).newcomerDays, 1);
    assert.equal(joined(180).newcomerDays, 0);
  });

  it('is none of visitors who come once, however much they land', () => {
    const visitors = Array.from({ length: 20 }, () => somebody([{ ago: 3, commits: 40 }]));
    const { workDays, newcomerDays } = workAt(visitors);
    assert.deepEqual({ workDays, newcomerDays }, { workDays: 20, newcomerDays: 0 });
  });

  it('counts whoever returns after more than 180 days as new', () => {
    assert.equal(workAt([somebody([{ ago: 300 }, { ago: 20 }, { ago: 0 }])]).newcomerDays, 1);
    assert.equal(workAt([somebody([{ ago: 200 }, { ago: 20 }, { ago: 0 }])]).newcomerDays, 0);
  });

  it('is not known in the first 180 days of a copy: nobody is new there', () => {
    const person = [somebody([{ ago: 20 }, { ago: 0 }])];
    assert.equal(workAt(person, { from: D - 20 - 180 }).newcomerDays, 1);
    assert.equal(workAt(person, { from: D - 20 - 179 }).newcomerDays, 0);
  });

  it('is summed over eight weeks', () => {
    const { workDays, newcomerDays } = workAt([
      somebody([{ ago: 100 }, { ago: 56 }, { ago: 55 }, { ago: 1 }]),
    ]);
    assert.deepEqual({ workDays, newcomerDays }, { workDays: 2, newcomerDays: 2 });
  });
});
