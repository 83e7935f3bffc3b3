/** Made-up users on the shipped registry: what docs/scouts.md says of them. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Life } from '../../../src/features/outcomes/life.ts';
import { seeded } from '../../../src/features/research/random.ts';
import { type Score, scoreOf } from '../../../src/features/scout/score.ts';
import {
  isOutcome,
  type TrackRecord,
  trackRecord,
  trialOf,
} from '../../../src/features/scout/track-record.ts';
import { type Day, isoDay, parseDay } from '../../../src/lib/period.ts';
import { shippedPublication } from '../../../tools/shipped.ts';
import { readDocument } from '../../docs/tables.ts';

/** First stars by slug. */
type MadeUpStars = ReadonlyMap<string, Day>;

/** A number from 0 up to 1. */
type Random = () => number;

type Habit = (record: TrackRecord, between: Span, random: Random) => readonly [string, Day];
type Span = { from: Day; to: Day };

/** A user with foresight stars startups that have an event within two years. */
const FORESIGHT_DAYS = 731;
/** A user who is late stars within two months after an event. */
const LATE_DAYS = 60;

/** Any startup that is one on a day. */
const AT_RANDOM: Habit = (record, span, random) => {
  const day = dayIn(span, random);
  return [oneOf(startupsOn(record, day), random).slug, day];
};

/** Popular startups: the more events one has had, the more often it is starred. */
const POPULAR: Habit = (record, span, random) => {
  const day = dayIn(span, random);
  const fame = ({ events }: Life) => (1 + events.filter((event) => event.day <= day).length) ** 2;
  return [weighted(startupsOn(record, day), fame, random).slug, day];
};

/** Startups that have just been in the news. */
const LATE: Habit = (record, span, random) => {
  const news = [...record.lives.values()].flatMap(({ slug, events }) =>
    events
      .filter(({ kind, day }) => kind !== 'acquisition' && day >= span.from && day < span.to)
      .map(({ day }) => ({ slug, day })),
  );
  const { slug, day } = oneOf(news, random);
  return [slug, day + Math.floor(random() * LATE_DAYS)];
};

/** @param share of stars that are given to startups which have an event soon; others are at random */
function knowing(share: number): Habit {
  return (record, span, random) => {
    const day = dayIn(span, random);
    const all = startupsOn(record, day);
    const soon = all.filter(({ events }) =>
      events.some((event) => event.day > day && event.day <= day + FORESIGHT_DAYS),
    );
    return [oneOf(random() < share && soon.length > 0 ? soon : all, random).slug, day];
  };
}

/** The stars of one user, who has starred so often; some startups more than once. */
function starsOf(
  habit: Habit,
  count: number,
  record: TrackRecord,
  span: Span,
  random: Random,
): MadeUpStars {
  const stars = new Map<string, Day>();
  for (let index = 0; index < count; index++) {
    const [slug, day] = habit(record, span, random);
    stars.set(slug, Math.min(day, stars.get(slug) ?? day));
  }
  return stars;
}

/** A user who stars every tracked startup on one day. */
function everythingOn(record: TrackRecord, day: Day): MadeUpStars {
  return new Map([...record.lives.keys()].map((slug) => [slug, day]));
}

function startupsOn({ lives }: TrackRecord, day: Day): Life[] {
  return [...lives.values()].filter(({ end }) => !end || end.day > day);
}

function dayIn({ from, to }: Span, random: Random): Day {
  return from + Math.floor(random() * (to - from));
}

function oneOf<T>(all: readonly T[], random: Random): T {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new RangeError('there is nothing to choose from');
  return one;
}

function weighted<T>(all: readonly T[], weightOf: (one: T) => number, random: Random): T {
  const weights = all.map(weightOf);
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const found = all.find((_, index) => {
    left -= weights[index] ?? 0;
    return left < 0;
  });
  return found ?? oneOf(all, random);
}

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

type SimulatedRow = {
  name: string;
  stars: number;
  /** Mean and interval of the scores. */
  mean: number;
  low: number;
  high: number;
  /** Share of users whose interval holds 50. */
  share50: number;
};

/** A row for each habit and volume; the same every time. */
function simulated(record: TrackRecord): SimulatedRow[] {
  const span = { from: FIRST_DAY, to: record.until - DAYS_BEFORE_END };
  return HABITS.flatMap(({ name, habit }, index) =>
    VOLUMES.map((stars) => {
      const random = seeded(SEED + index * 1000 + stars);
      const scores = Array.from({ length: USERS }, () =>
        scored(starsOf(habit, stars, record, span, random), record),
      ).filter((score) => score !== undefined);
      return summary(name, stars, scores);
    }),
  );
}

/** Scores of users who star everything on the first day of a quarter. */
function everything(record: TrackRecord): { day: Day; score: Score }[] {
  const days: Day[] = [];
  for (let year = 2019; ; year++)
    for (const month of ['01', '07']) {
      const day = parseDay(`${year}-${month}-01`);
      if (day > record.until - DAYS_BEFORE_END)
        return days.flatMap((one) => {
          const score = scored(everythingOn(record, one), record);
          return score ? [{ day: one, score }] : [];
        });
      days.push(day);
    }
}

/** @returns undefined where no star can be judged */
function scored(stars: MadeUpStars, record: TrackRecord): Score | undefined {
  const outcomes = [...stars].flatMap(([slug, day]) => {
    const judged = record.outcomeOf(slug, day);
    return judged && isOutcome(judged) ? [judged] : [];
  });
  return scoreOf(outcomes.map(trialOf));
}

function summary(name: string, stars: number, scores: readonly Score[]): SimulatedRow {
  const sorted = scores.map(({ score }) => score).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  const holds50 = scores.filter(({ low, high }) => low <= 50 && high >= 50).length;
  return {
    name,
    stars,
    mean: Math.round(sorted.reduce((sum, score) => sum + score, 0) / sorted.length),
    low: at(0.05),
    high: at(0.95),
    share50: holds50 / scores.length,
  };
}

/** A few more events in the registry move scores only a little, so the documented ones need no update. */
const MAX_DRIFT = 3;

let record: TrackRecord;
before(async () => {
  record = await (await shippedPublication()).derived(trackRecord);
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
    const all = everything(record);
    assert.ok(all.length >= 15);
    for (const { day, score } of all) {
      assert.ok(Math.abs(score.score - 50) <= 5, `${isoDay(day)}: ${score.score}`);
      assert.ok(score.low <= 50 && score.high >= 50, isoDay(day));
    }
  });
});

describe('the hazard of the shipped registry', () => {
  it('expects as many events as the registry has', () => {
    const { hazard, until, lives, fittedOn } = record;
    let expected = 0;
    for (const life of lives.values())
      for (const { standing, from, to } of life.spans(until))
        expected += hazard.cumulative(standing, from, to);
    assert.ok(Math.abs(expected / fittedOn.events - 1) < 0.03, `${expected} of ${fittedOn.events}`);
  });
});
