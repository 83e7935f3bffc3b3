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

const joined = (ago: number) => person([{ ago }, { ago: 0, commits: 4 }]);
const back = (...ago: number[]) => person(ago.map((days) => ({ ago: days })));
const FIRST_ONLY = { held: [true, false] };

describe('the work of a week', () => {
  /** @param expected the newest weeks of the pace, and other numbers */
  const holds = (
    what: string,
    people: readonly PersonDays[],
    { pace: weeks = [], ...days }: { pace?: number[]; workDays?: number; newcomerDays?: number },
    frame?: Parameters<typeof workAt>[1],
  ) =>
    it(what, async () => {
      const work = await workAt(people, frame);
      assert.deepEqual(work.weeklyPace.slice(0, weeks.length), weeks);
      assert.partialDeepStrictEqual(work, days);
    });
  const day = { ago: 0, commits: 2 };
  const agent = person([{ ago: 2, commits: 200 }], true);
  const inBoth = person([day, { ...day, copy: 1 }]);
  const inTurn = person([{ ago: 0, copy: 1 }, { ago: 7 }]);
  const busy = [
    { ago: 0, commits: 90 },
    { ago: 1, commits: 3 },
    { ago: 1, commits: 4, copy: 1 },
  ];
  holds('at most five commits of an author and day count', [person(busy), back(0)], {
    pace: [11, 0],
  });
  holds('all agents are one author', [agent], { pace: [5], workDays: 0 });
  const helper = person([{ ago: 2, commits: 0, coauthored: 9 }]);
  holds('a co-authorship is no commit', [helper], { pace: [0], workDays: 0 });
  holds('repositories that are not held are left out', [inBoth], { pace: [2] }, FIRST_ONLY);
  holds('a period has the copies that it holds', [inTurn], { pace: [0, 1] }, FIRST_ONLY);
  holds('an earlier one ends earlier', [inTurn], { pace: [1, 0] }, { lastDay: D - 7 });
  holds('a newcomer of six days is none yet', [joined(6)], { newcomerDays: 0 });
  holds('a newcomer of a week is one', [joined(7)], { newcomerDays: 1 });
  holds('a newcomer of 179 days still is', [joined(179)], { newcomerDays: 1 });
  holds('a newcomer of 180 days is none any more', [joined(180)], { newcomerDays: 0 });
  const visitors = Array.from({ length: 20 }, () => back(3));
  holds('visitors are no newcomers', visitors, { workDays: 20, newcomerDays: 0 });
  holds('a person is new again after 181 days', [back(300, 20, 0)], { newcomerDays: 1 });
  holds('a person is not new after 180 days', [back(200, 20, 0)], { newcomerDays: 0 });
  const known = { from: D - 20 - 180 };
  holds('a copy of 180 days knows who is new', [back(20, 0)], { newcomerDays: 1 }, known);
  holds('a shorter one does not', [back(20, 0)], { newcomerDays: 0 }, { from: known.from + 1 });
  holds('eight weeks are summed', [back(100, 56, 55, 1)], { workDays: 2, newcomerDays: 2 });

  it('is known for 52 weeks, or from the first full week that is held, or begun', () => {
    const frame = { lastDay: D, ...FROM_THE_START };
    const weeks = (from: number) => paceWeeks(OLD, { ...frame, from });
    const monday = lastDayOf(weekIndex(D) - 3) - 6;
    assert.deepEqual([Number.NEGATIVE_INFINITY, monday, monday + 1].map(weeks), [52, 4, 3]);
    const young = [{ began: D - 20 }, { began: D - 400 }];
    assert.equal(paceWeeks(young, { ...frame, ...FIRST_ONLY }), 3);
    assert.equal(paceWeeks(young, frame), 52);
  });
});
