/** A label for a user's starring habits: the first matching rule, published with the label. */
import { medianOf } from '../../lib/averages.ts';
import type { Outcome } from './track-record.ts';

export type Personality = { label: string; rule: string };

type Habits = {
  /** Number of starred startups by sector, most frequent first. */
  sectors: readonly (readonly [sector: string, startups: number])[];
  startups: number;
  outcomes: readonly Outcome[];
};

const MIN_STARTUPS = 3;
const MIN_WINS = 3;
const MANY_SECTORS = 8;
const MAJORITY_SHARE = 0.6;
const EARLY_MONTHS = 18;
const LATE_MONTHS = 6;

const RULES: readonly {
  label: (habits: Habits) => string;
  rule: string;
  fits: (habits: Habits) => boolean;
}[] = [
  {
    label: () => 'Nothing starred yet',
    rule: 'no tracked startup starred',
    fits: ({ startups }) => startups === 0,
  },
  {
    label: () => 'Occasional scout',
    rule: `fewer than ${MIN_STARTUPS} tracked startups starred`,
    fits: ({ startups }) => startups < MIN_STARTUPS,
  },
  {
    label: ({ sectors }) => `Specialist in ${sectors[0]?.[0] ?? ''}`,
    rule: 'at least half of the starred startups are in one sector',
    fits: ({ sectors, startups }) => (sectors[0]?.[1] ?? 0) * 2 >= startups,
  },
  {
    label: () => 'First through the door',
    rule: `at least ${MAJORITY_SHARE * 100}% of the startups were starred before any event of theirs was known`,
    fits: ({ outcomes }) =>
      outcomes.length >= MIN_STARTUPS &&
      outcomes.filter(({ stageThen }) => stageThen === 'no event yet').length >=
        MAJORITY_SHARE * outcomes.length,
  },
  {
    label: () => 'Long view',
    rule: `at least ${MIN_WINS} wins, half of them ${EARLY_MONTHS} months early or more`,
    fits: ({ outcomes }) => hasWins(outcomes) && medianMonths(outcomes) >= EARLY_MONTHS,
  },
  {
    label: () => 'Good timing',
    rule: `at least ${MIN_WINS} wins, half of them at most ${LATE_MONTHS} months early`,
    fits: ({ outcomes }) => hasWins(outcomes) && medianMonths(outcomes) <= LATE_MONTHS,
  },
  {
    label: () => 'Generalist',
    rule: `starred startups in ${MANY_SECTORS} sectors or more`,
    fits: ({ sectors }) => sectors.length >= MANY_SECTORS,
  },
  { label: () => 'Explorer', rule: 'none of the other rules fits', fits: () => true },
];

export function personalityOf(habits: Habits): Personality {
  const found = RULES.find(({ fits }) => fits(habits));
  // The last rule always matches.
  return { label: found?.label(habits) ?? 'Explorer', rule: found?.rule ?? '' };
}

/** All rules in order, for the page about the method. */
export const PERSONALITY_RULES: readonly Personality[] = RULES.map(({ label, rule }) => ({
  label: label({ sectors: [['a sector', 1]], startups: 1, outcomes: [] }),
  rule,
}));

/** The median over all wins; NaN if there are none. */
export function medianMonths(outcomes: readonly Outcome[]): number {
  const months = outcomes.flatMap((one) => (one.state === 'win' ? [one.monthsEarly] : []));
  return medianOf(months) ?? Number.NaN;
}

function hasWins(outcomes: readonly Outcome[]): boolean {
  return outcomes.filter(({ state }) => state === 'win').length >= MIN_WINS;
}
