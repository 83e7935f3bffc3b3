/**
 * The Scout Score: how much better a user's startups did than their peers, from 0 to 100, with 50 for
 * the peers' level. The number of stars affects the score's certainty, not its meaning.
 */

/** A startup that counts: the probability of an event among its peers, and whether one happened. */
export type Trial = { probability: number; isWin: boolean };

export type Score = {
  /** 0 to 100; score : (100 − score) is the ratio of the user's odds to the peers'. */
  score: number;
  /** 95% interval. */
  low: number;
  high: number;
  wins: number;
  expected: number;
};

/** Changes with the method; scores of different versions are not comparable. */
export const SCORE_VERSION = '2.0';

/**
 * Standard deviation of the prior on the log-odds: two in three users are between half and twice the
 * peers' odds. With few trials, a score stays close to 50.
 */
const PRIOR_SPREAD = Math.LN2;
const Z_95 = 1.96;
const MAX_STEPS = 50;

/** The log-odds by which a user beats the peers, with its standard error. */
export type Skill = { logOdds: number; error: number };

/**
 * The maximum a posteriori odds factor common to all trials, with a normal prior on its logarithm: a
 * logistic regression with only an intercept, and the peers' log-odds as offsets.
 */
export function skillIn(trials: readonly Trial[], spread = PRIOR_SPREAD): Skill {
  const offsets = trials.map(({ probability }) => logit(probability));
  const wins = trials.filter(({ isWin }) => isWin).length;
  const precision = 1 / spread ** 2;
  let logOdds = 0;
  let information = precision;
  for (let step = 0; step < MAX_STEPS; step++) {
    let expected = 0;
    information = precision;
    for (const offset of offsets) {
      const probability = logistic(offset + logOdds);
      expected += probability;
      information += probability * (1 - probability);
    }
    const change = (wins - expected - precision * logOdds) / information;
    // Limit each step to the prior's spread, so that Newton's method cannot diverge.
    logOdds += Math.max(-spread, Math.min(spread, change));
    if (Math.abs(change) < 1e-9) break;
  }
  return { logOdds, error: Math.sqrt(1 / information) };
}

/** @returns undefined if there are no trials */
export function scoreOf(trials: readonly Trial[]): Score | undefined {
  if (trials.length === 0) return undefined;
  const { logOdds, error } = skillIn(trials);
  const shown = (value: number) => Math.round(100 * logistic(value));
  return {
    score: shown(logOdds),
    low: shown(logOdds - Z_95 * error),
    high: shown(logOdds + Z_95 * error),
    wins: trials.filter(({ isWin }) => isWin).length,
    expected: trials.reduce((sum, { probability }) => sum + probability, 0),
  };
}

/** Log-odds of a probability, bounded away from 0 and 1, where they are infinite. */
export function logit(probability: number): number {
  const bounded = Math.min(1 - 1e-6, Math.max(1e-6, probability));
  return Math.log(bounded / (1 - bounded));
}

export function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
