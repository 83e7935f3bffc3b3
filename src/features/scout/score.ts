/**
 * The Scout Score: by how much a user's startups did better than their peers, from 0 to 100, with 50
 * for what their peers did. How much a user starred changes how sure the score is, never what it means.
 */

/** One startup that counts: how probable an event was among its peers, and whether one came. */
export type Trial = { probability: number; isWin: boolean };

export type Score = {
  /** 0 to 100; score : (100 − score) is how the user's odds stand to those of the peers. */
  score: number;
  /** Where it lies with a probability of 95%. */
  low: number;
  high: number;
  wins: number;
  /** Wins that the peers would have had. */
  expected: number;
};

/** What changes when the method does; scores of two versions do not compare. */
export const SCORE_VERSION = '2.0';

/**
 * What is believed of a user before anything is known: two in three lie between half and twice the
 * odds of the peers. The fewer trials, the closer a score stays to 50.
 */
const PRIOR_SPREAD = Math.LN2;
const Z_95 = 1.96;
const MAX_STEPS = 50;

/** The log-odds by which somebody beats the peers, and its standard error. */
export type Skill = { logOdds: number; error: number };

/**
 * The most probable factor on the odds that all trials share, with a normal prior on its logarithm:
 * a logistic regression with nothing but an intercept, and the peers' log-odds as offsets.
 */
export function skillIn(trials: readonly Trial[], spread = PRIOR_SPREAD): Skill {
  const offsets = trials.map(({ probability }) => logit(clamped(probability)));
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
    // A step is never longer than the prior is wide, so that it cannot overshoot for good.
    logOdds += Math.max(-spread, Math.min(spread, change));
    if (Math.abs(change) < 1e-9) break;
  }
  return { logOdds, error: Math.sqrt(1 / information) };
}

/** @returns undefined without a trial */
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

export function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}

export function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

function clamped(probability: number): number {
  return Math.min(1 - 1e-6, Math.max(1e-6, probability));
}
