/** How sure an answer is: a probability, learnt from questions with known right answers. */
import calibration from './calibration.json' with { type: 'json' };

/** The features that confidence is computed from; most are zero unless the answer is a passage. */
export type Evidence = {
  /** 1 if a page has just this question. */
  isRead: number;
  /** Similarity of the question to the passage's best phrasing, 0 to 1. */
  similarity: number;
  /** Share of the question's telling words that the passage has, by weight, 0 to 1. */
  covered: number;
  /** Share of the question's telling words that no passage has. */
  unknown: number;
  /** The same share by weight, 0 to 1. */
  foreign: number;
  /** Likelihood that the question means the passage, in any words, 0 to 1; 0.5 if unknown. */
  guessed: number;
  /** Similarity above that of the next passage. */
  margin: number;
  /** 1 if the question asks for figures, an order or a deal. */
  asksFigures: number;
  /** 1 if the question asks how, why, or what something means. */
  asksProse: number;
};

export const NO_EVIDENCE: Evidence = {
  isRead: 0,
  similarity: 0,
  covered: 0,
  unknown: 0,
  foreign: 0,
  guessed: 0,
  margin: 0,
  asksFigures: 0,
  asksProse: 0,
};

const EVIDENCE_NAMES = Object.keys(NO_EVIDENCE) as (keyof Evidence)[];

/** Logistic regression; docs/answers.md says what it was fitted to. */
export function confidenceOf(
  evidence: Evidence,
  { intercept, weights }: { intercept: number; weights: Evidence } = calibration,
): number {
  const score = EVIDENCE_NAMES.reduce(
    (sum, name) => sum + weights[name] * evidence[name],
    intercept,
  );
  return Math.round(1000 / (1 + Math.exp(-score))) / 1000;
}
