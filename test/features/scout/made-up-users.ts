/**
 * Invented users, with stars on real startups at real times: they star at random, or popular startups,
 * or with a given knowledge of the future.
 */
import type { Life } from '../../../src/features/outcomes/life.ts';
import type { TrackRecord } from '../../../src/features/scout/track-record.ts';
import type { Day } from '../../../src/lib/period.ts';

/** First stars by slug. */
export type MadeUpStars = ReadonlyMap<string, Day>;

/** A number from 0 up to 1. */
type Random = () => number;

export type Habit = (record: TrackRecord, between: Span, random: Random) => readonly [string, Day];
type Span = { from: Day; to: Day };

/** A user with foresight stars startups that have an event within two years. */
const FORESIGHT_DAYS = 731;
/** A user who is late stars within two months after an event. */
const LATE_DAYS = 60;

/** Any startup that is one on a day. */
export const AT_RANDOM: Habit = (record, span, random) => {
  const day = dayIn(span, random);
  return [oneOf(startupsOn(record, day), random).slug, day];
};

/** Popular startups: the more events one has had, the more often it is starred. */
export const POPULAR: Habit = (record, span, random) => {
  const day = dayIn(span, random);
  const fame = ({ events }: Life) => (1 + events.filter((event) => event.day <= day).length) ** 2;
  return [weighted(startupsOn(record, day), fame, random).slug, day];
};

/** Startups that have just been in the news. */
export const LATE: Habit = (record, span, random) => {
  const news = [...record.lives.values()].flatMap(({ slug, events }) =>
    events
      .filter(({ kind, day }) => kind !== 'acquisition' && day >= span.from && day < span.to)
      .map(({ day }) => ({ slug, day })),
  );
  const { slug, day } = oneOf(news, random);
  return [slug, day + Math.floor(random() * LATE_DAYS)];
};

/** @param share of stars that are given to startups which have an event soon; others are at random */
export function knowing(share: number): Habit {
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
export function starsOf(
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
