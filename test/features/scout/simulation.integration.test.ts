/** Made-up users on the shipped registry: what docs/scouts.md says of them. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { seeded } from '../../../src/features/research/random.ts';
import { share } from '../../../src/features/research/statistics.ts';
import { type Score, scoreOf } from '../../../src/features/scout/score.ts';
import {
  isOutcome,
  type TrackRecord,
  trackRecord,
  trialOf,
} from '../../../src/features/scout/track-record.ts';
import { mean } from '../../../src/lib/averages.ts';
import { isoDay, parseDay } from '../../../src/lib/period.ts';
import type { Published } from '../../../src/published/published.ts';
import { shippedPublication } from '../../../tools/shipped.ts';
import { readDocument } from '../../docs/tables.ts';
import { backTested } from './back-test.ts';
import {
  AT_RANDOM,
  type Habit,
  knowing,
  LATE,
  type MadeUpStars,
  POPULAR,
  starsOf,
} from './made-up-users.ts';

const VOLUMES = [5, 20, 80, 393] as const;
const USERS = 60;
const SEED = 20;
const FIRST_DAY = parseDay('2019-01-01');
/** Half a year before the last known day, so that there is something to tell of each star. */
const DAYS_BEFORE_END = 183;

const HABITS: readonly { name: string; habit: Habit }[] = [
  { name: 'stars at random', habit: AT_RANDOM },
  { name: 'stars what is popular', habit: POPULAR },
  { name: 'stars after the news', habit: LATE },
  { name: 'knows of every third', habit: knowing(1 / 3) },
  { name: 'knows of two in three', habit: knowing(2 / 3) },
];

type SimulatedRow = ReturnType<typeof summarize> & { name: string; stars: number };

/** A row for each habit and volume; the same every time. */
function simulated(record: TrackRecord): SimulatedRow[] {
  const span = { from: FIRST_DAY, to: record.until - DAYS_BEFORE_END };
  return HABITS.flatMap(({ name, habit }, index) =>
    VOLUMES.map((stars) => {
      const random = seeded(SEED + index * 1000 + stars);
      const users = Array.from({ length: USERS }, () =>
        scored(starsOf(habit, stars, record, span, random), record),
      );
      return { ...summarize(users.filter((score) => score !== undefined)), name, stars };
    }),
  );
}

/** @returns undefined where no star can be judged */
function scored(stars: MadeUpStars, record: TrackRecord): Score | undefined {
  const judged = [...stars].map(([slug, day]) => record.outcomeOf(slug, day));
  return scoreOf(
    judged.filter((outcome) => outcome !== undefined && isOutcome(outcome)).map(trialOf),
  );
}

/** Mean and interval of the scores, and the share of users whose interval holds 50. */
function summarize(scores: readonly Score[]) {
  const ascending = scores.map(({ score }) => score).toSorted((a, b) => a - b);
  const at = (part: number) => ascending[Math.floor(part * (ascending.length - 1))] ?? Number.NaN;
  return {
    mean: Math.round(mean(ascending)),
    low: at(0.05),
    high: at(0.95),
    share50: share(scores, ({ low, high }) => low <= 50 && high >= 50),
  };
}

/** A few more events in the registry move scores only a little, so the documented ones need no update. */
const MAX_DRIFT = 3;

let published: Published;
let record: TrackRecord;
before(async () => {
  published = await shippedPublication();
  record = await published.derived(trackRecord);
});

describe('made-up users', () => {
  let all: readonly SimulatedRow[];
  before(() => {
    all = simulated(record);
  });
  const of = (name: RegExp) => all.filter((row) => name.test(row.name));

  it('score about 50 without knowledge, by any habit and number of stars', () => {
    const unknowing = of(/at random|popular|news/);
    assert.equal(unknowing.length, 12);
    for (const { name, stars, mean, share50 } of unknowing) {
      assert.ok(Math.abs(mean - 50) <= 4, `${name}, ${stars}: ${mean}`);
      assert.ok(share50 >= 0.9, `${name}, ${stars}: ${share50}`);
    }
  });

  it('score high if they know, once there is enough to tell', () => {
    for (const { name, stars, mean, low } of of(/two in three/)) {
      if (stars >= 20) assert.ok(mean >= 70 && low > 55, `${name}, ${stars}: ${mean}`);
      else assert.ok(mean > 55, `${name}, ${stars}: ${mean}`);
    }
    for (const { stars, mean } of of(/every third/)) if (stars >= 20) assert.ok(mean >= 60);
  });

  it('score as docs/scouts.md says', async () => {
    const { rows } = await readDocument('scouts.md');
    const shown = rows.filter(({ cells }) => 'mean score' in cells);
    assert.ok(shown.length > 6);
    for (const { cells } of shown) {
      const [user, stars] = [cells['user']?.text, Number(cells['stars']?.text)];
      const row = all.find((each) => each.name === user && each.stars === stars);
      const [low, high] = (cells['9 in 10 users']?.text ?? '').split(' to ').map(Number);
      const pairs = [
        [Number(cells['mean score']?.text), row?.mean],
        [low, row?.low],
        [high, row?.high],
      ] as const;
      for (const [said = NaN, value = NaN] of pairs)
        assert.ok(Math.abs(said - value) <= MAX_DRIFT, `${user}, ${stars}: ${said}, ${value}`);
    }
  });
});

describe('a user who stars everything on one day', () => {
  it('scores about 50, whenever that was', () => {
    const years = [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026];
    const days = years
      .flatMap((year) => [parseDay(`${year}-01-01`), parseDay(`${year}-07-01`)])
      .filter((day) => day <= record.until - DAYS_BEFORE_END);
    assert.ok(days.length >= 15);
    for (const day of days) {
      const stars = new Map([...record.lives.keys()].map((slug) => [slug, day]));
      const score = scored(stars, record) ?? assert.fail(isoDay(day));
      assert.ok(Math.abs(score.score - 50) <= 5, `${isoDay(day)}: ${score.score}`);
      assert.ok(score.low <= 50 && score.high >= 50, isoDay(day));
    }
  });
});

describe('predictions for users of known skill', () => {
  it('rank as well as docs/scouts.md says, and better the more is known', async () => {
    const history = await published.editions.history();
    const [idle, third, most] = await backTested(record, history);
    assert.ok(idle && third && most);
    assert.ok(most.low > 0.05, 'the interval of the gain holds no zero');
    const { predicted, signal, withoutStars } = idle;
    assert.ok(Math.abs(predicted - withoutStars) < 0.02);
    const said = [predicted, third.predicted, most.predicted, signal].map((one) => one.toFixed(2));
    assert.deepEqual(said, ['0.58', '0.60', '0.65', '0.56']);
  });
});
