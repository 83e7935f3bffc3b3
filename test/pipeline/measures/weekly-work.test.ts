import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastDayOf, parseDay, weekIndex } from '../../../src/lib/period.ts';
import { newcomerDays } from '../../../src/pipeline/measures/newcomer-days.ts';
import { pace } from '../../../src/pipeline/measures/pace.ts';
import { NEWCOMER_WEEKS } from '../../../src/pipeline/measures/windows.ts';
import { paceWeeks } from '../../../src/pipeline/signals/weekly-work.ts';
import { measuring, type PersonDays } from '../../support/measured-rows.ts';

/** A Sunday. */
const D = parseDay('2026-08-02');
const FROM_THE_START = { held: [true, true], from: Number.NEGATIVE_INFINITY };
const OLD = [{ began: parseDay('2020-01-01') }, { began: parseDay('2020-01-01') }];

/** An author's commits by days before D, in the company's first repository or in another. */
function person(
  days: readonly { ago: number; commits?: number; copy?: number; coauthored?: number }[],
  isAgent = false,
): PersonDays {
  return { isAgent, days: days.map(({ ago, ...counts }) => ({ day: D - ago, ...counts })) };
}

async function workAt(
  people: readonly PersonDays[],
  change: Partial<typeof FROM_THE_START> & { lastDay?: number } = {},
) {
  const frame = { lastDay: D, ...FROM_THE_START, ...change };
  const week = weekIndex(frame.lastDay);
  return measuring(people, frame, [pace, newcomerDays], async (measured, set) => {
    const paces = await measured.integers(pace, ['pace']);
    const days = await measured.integers(newcomerDays, ['workDays', 'newcomerDays']);
    return {
      weeklyPace: paces.newestFirst(set, week, paceWeeks(OLD, frame), 'pace'),
      workDays: days.sum(set, week, NEWCOMER_WEEKS, 'workDays'),
      newcomerDays: days.sum(set, week, NEWCOMER_WEEKS, 'newcomerDays'),
    };
  });
}

describe('the weekly pace', () => {
  it('counts at most five commits of one author and day, over all repositories', async () => {
    const people = [
      person([
        { ago: 0, commits: 90 },
        { ago: 1, commits: 3 },
        { ago: 1, commits: 4, copy: 1 },
        { ago: 7, commits: 2 },
      ]),
      person([{ ago: 0, commits: 1 }]),
    ];
    assert.deepEqual((await workAt(people)).weeklyPace.slice(0, 3), [5 + 5 + 1, 2, 0]);
  });

  it('takes all agents together for one author, and no co-authorship for a commit', async () => {
    const people = [
      person([{ ago: 2, commits: 200 }], true),
      person([{ ago: 2, commits: 0, coauthored: 9 }]),
    ];
    const work = await workAt(people);
    assert.equal(work.weeklyPace[0], 5);
    assert.equal(work.workDays, 0);
  });

  it('leaves out repositories that are not held', async () => {
    const people = [
      person([
        { ago: 0, commits: 2 },
        { ago: 0, commits: 2, copy: 1 },
      ]),
    ];
    assert.equal((await workAt(people, { held: [true, false] })).weeklyPace[0], 2);
  });

  it('goes back 52 weeks, or to the first full week that is known', () => {
    const weeks = (from: number) => paceWeeks(OLD, { lastDay: D, ...FROM_THE_START, from });
    assert.equal(weeks(Number.NEGATIVE_INFINITY), 52);
    const monday = lastDayOf(weekIndex(D) - 3) - 6;
    assert.equal(weeks(monday), 4);
    assert.equal(weeks(monday + 1), 3);
  });

  it('does not take weeks before the first commit for silence', () => {
    const young = [{ began: D - 20 }, { began: D - 400 }];
    const frame = { lastDay: D, ...FROM_THE_START };
    assert.equal(paceWeeks(young, { ...frame, held: [true, false] }), 3);
    assert.equal(paceWeeks(young, frame), 52);
  });

  it('is computed for every period from the copies that it holds', async () => {
    const people = [person([{ ago: 0, copy: 1 }, { ago: 7 }])];
    const frames = [
      { lastDay: D - 7, ...FROM_THE_START },
      { lastDay: D, ...FROM_THE_START, held: [true, false] },
    ];
    const works = await Promise.all(frames.map((frame) => workAt(people, frame)));
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
  it('is their days from a week to 180 days after their first commit', async () => {
    const joined = async (ago: number) =>
      (await workAt([person([{ ago }, { ago: 0, commits: 4 }])])).newcomerDays;
    assert.equal(await joined(6), 0);
    assert.equal(await joined(7), 1);
    assert.equal(await joined(179), 1);
    assert.equal(await joined(180), 0);
  });

  it('is none of visitors who come once, however much they land', async () => {
    const visitors = Array.from({ length: 20 }, () => person([{ ago: 3, commits: 40 }]));
    const { workDays, newcomerDays } = await workAt(visitors);
    assert.deepEqual({ workDays, newcomerDays }, { workDays: 20, newcomerDays: 0 });
  });

  it('counts a person who returns after more than 180 days as new', async () => {
    assert.equal((await workAt([person([{ ago: 300 }, { ago: 20 }, { ago: 0 }])])).newcomerDays, 1);
    assert.equal((await workAt([person([{ ago: 200 }, { ago: 20 }, { ago: 0 }])])).newcomerDays, 0);
  });

  it('is not known in the first 180 days of a copy: no person is new there', async () => {
    const people = [person([{ ago: 20 }, { ago: 0 }])];
    assert.equal((await workAt(people, { from: D - 20 - 180 })).newcomerDays, 1);
    assert.equal((await workAt(people, { from: D - 20 - 179 })).newcomerDays, 0);
  });

  it('is summed over eight weeks', async () => {
    const { workDays, newcomerDays } = await workAt([
      person([{ ago: 100 }, { ago: 56 }, { ago: 55 }, { ago: 1 }]),
    ]);
    assert.deepEqual({ workDays, newcomerDays }, { workDays: 2, newcomerDays: 2 });
  });
});
