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

type Rule = { label: (habits: Habits) => string; rule: string; fits: (habits: Habits) => boolean };

const rule = (label: string, text: string, fits: Rule['fits']): Rule => ({
  label: ({ sectors }) => label.replace('⟨sector⟩', () => sectors[0]?.[0] ?? ''),
  rule: text,
  fits,
});

const RULES: readonly Rule[] = [
  rule('Nothing starred yet', 'no tracked startup starred', ({ startups }) => startups === 0),
  rule(
    'Occasional scout',
    `fewer than ${MIN_STARTUPS} tracked startups starred`,
    ({ startups }) => startups < MIN_STARTUPS,
  ),
  rule(
    'Specialist in ⟨sector⟩',
    'at least half of the starred startups are in one sector',
    ({ sectors, startups }) => (sectors[0]?.[1] ?? 0) * 2 >= startups,
  ),
  rule(
    'First through the door',
    `at least ${MAJORITY_SHARE * 100}% of the startups were starred before any event of theirs was known`,
    ({ outcomes }) =>
      outcomes.length >= MIN_STARTUPS &&
      outcomes.filter(({ stageThen }) => stageThen === 'no event yet').length >=
        MAJORITY_SHARE * outcomes.length,
  ),
  rule(
    'Long view',
    `at least ${MIN_WINS} wins, half of them ${EARLY_MONTHS} months early or more`,
    ({ outcomes }) => hasWins(outcomes) && medianMonths(outcomes) >= EARLY_MONTHS,
  ),
  rule(
    'Good timing',
    `at least ${MIN_WINS} wins, half of them at most ${LATE_MONTHS} months early`,
    ({ outcomes }) => hasWins(outcomes) && medianMonths(outcomes) <= LATE_MONTHS,
  ),
  rule(
    'Generalist',
    `starred startups in ${MANY_SECTORS} sectors or more`,
    ({ sectors }) => sectors.length >= MANY_SECTORS,
  ),
  rule('Explorer', 'none of the other rules fits', () => true),
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
