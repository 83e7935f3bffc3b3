/** Fits the confidence of answers to half of the kept questions, and tests it on the other half. */
import type { AnswerEngine, Evidence } from '../src/features/answers/engine.ts';
import { isFitted, isRightAnswer, type KeptQuestion } from './questions.ts';

type Judged = { evidence: Evidence; isRight: boolean };
type Fit = { intercept: number; weights: Evidence };
export type Bin = { from: number; to: number; count: number; confidence: number; right: number };

const ROUNDS = 60_000;
const RATE = 2;
/** Keeps weights finite where the classes can be told apart without fault. */
const RIDGE = 0.0001;

/** Logistic regression by gradient descent: a few hundred rows of four numbers. */
function fitConfidence(rows: readonly Judged[]): Fit {
  const fit: Fit = { intercept: 0, weights: { similarity: 0, covered: 0, unknown: 0, margin: 0 } };
  for (let round = 0; round < ROUNDS; round++) {
    const step = { intercept: 0, similarity: 0, covered: 0, unknown: 0, margin: 0 };
    for (const { evidence, isRight } of rows) {
      const error = ((isRight ? 1 : 0) - confidence(fit, evidence)) / rows.length;
      step.intercept += error;
      step.similarity += error * evidence.similarity;
      step.covered += error * evidence.covered;
      step.unknown += error * evidence.unknown;
      step.margin += error * evidence.margin;
    }
    fit.intercept += RATE * step.intercept;
    for (const name of ['similarity', 'covered', 'unknown', 'margin'] as const)
      fit.weights[name] += RATE * (step[name] - RIDGE * fit.weights[name]);
  }
  return rounded(fit);
}

/** Fits to one half of the questions, and tries the fit on the other. */
export function calibrate(engine: AnswerEngine, questions: readonly KeptQuestion[]) {
  const judge = (question: KeptQuestion): Judged => {
    const [best] = engine.candidates(question.text, 1);
    const evidence = best?.evidence ?? { similarity: 0, covered: 0, unknown: 1, margin: 0 };
    return { evidence, isRight: isRightAnswer(question, best?.entry.slug) };
  };
  const fitted = questions.filter(isFitted).map(judge);
  const fit = fitConfidence(fitted);
  const tested = questions
    .filter((question) => !isFitted(question))
    .map(judge)
    .map(({ evidence, isRight }) => ({ confidence: confidence(fit, evidence), isRight }));
  return { fit, fitted: fitted.length, tested, bins: reliability(tested) };
}

function confidence({ intercept, weights }: Fit, evidence: Evidence): number {
  const score =
    intercept +
    weights.similarity * evidence.similarity +
    weights.covered * evidence.covered +
    weights.unknown * evidence.unknown +
    weights.margin * evidence.margin;
  return 1 / (1 + Math.exp(-score));
}

/** How often answers of about the same confidence are right; empty bins are left out. */
export function reliability(
  rows: readonly { confidence: number; isRight: boolean }[],
  bins = 5,
): Bin[] {
  return Array.from({ length: bins }, (_, index) => {
    const [from, to] = [index / bins, (index + 1) / bins];
    const within = rows.filter(
      (row) => row.confidence >= from && (row.confidence < to || index === bins - 1),
    );
    const mean = (value: (row: (typeof rows)[number]) => number) =>
      within.reduce((sum, row) => sum + value(row), 0) / within.length;
    return {
      from,
      to,
      count: within.length,
      confidence: mean((row) => row.confidence),
      right: mean((row) => (row.isRight ? 1 : 0)),
    };
  }).filter(({ count }) => count > 0);
}

/** Expected calibration error: the mean distance of confidence and share of right answers. */
export function calibrationError(bins: readonly Bin[]): number {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  return bins.reduce(
    (sum, bin) => sum + (bin.count / total) * Math.abs(bin.confidence - bin.right),
    0,
  );
}

export function brierScore(rows: readonly { confidence: number; isRight: boolean }[]): number {
  const squares = rows.map((row) => (row.confidence - (row.isRight ? 1 : 0)) ** 2);
  return squares.reduce((sum, square) => sum + square, 0) / rows.length;
}

function rounded({ intercept, weights }: Fit): Fit {
  const short = (value: number) => Math.round(value * 100) / 100;
  return {
    intercept: short(intercept),
    weights: {
      similarity: short(weights.similarity),
      covered: short(weights.covered),
      unknown: short(weights.unknown),
      margin: short(weights.margin),
    },
  };
}
