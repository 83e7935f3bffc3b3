/** How sure an answer is: a probability, learnt from questions with known right answers. */
import calibration from './calibration.json' with { type: 'json' };

/** What is known of an answer to a question. */
export type Evidence = {
  /** 1 if a page has just this question. */
  isRead: number;
  /** Of a passage: how similar the question is to its best phrasing, 0 to 1. */
  similarity: number;
  /** Of a passage: how much of the weight of the question's telling words it has, 0 to 1. */
  covered: number;
  /** Share of the question's telling words that no passage has. */
  unknown: number;
  /** How much of the weight of its telling words is that of words that no passage has, 0 to 1. */
  foreign: number;
  /** Of a passage: how likely the question means it, whatever its words, 0 to 1; 0.5 if that is unknown. */
  guessed: number;
  /** Similarity above that of the next passage. */
  margin: number;
  /** Of a passage: 1 if the question asks for figures, an order or a deal. */
  asksFigures: number;
  /** Of a passage: 1 if it asks how, why, or what something means. */
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
