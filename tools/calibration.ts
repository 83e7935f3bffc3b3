/** Fits the confidence of answers to questions whose right answers are known. */
import { candidates } from '../src/features/answers/answer-question.ts';
import {
  confidenceOf,
  EVIDENCE_NAMES,
  type Evidence,
  NO_EVIDENCE,
} from '../src/features/answers/confidence.ts';
import type { Published } from '../src/published/published.ts';
import { judgeOne, mayDecline, type Question } from './questions/examination/judge.ts';
import type { Tables } from './questions/examination/tables.ts';
import { isRightAnswer, type KeptQuestion } from './questions.ts';

export type Judged = { evidence: Evidence; isRight: boolean };
export type Fit = { intercept: number; weights: Evidence };
export type Bin = { from: number; to: number; count: number; confidence: number; right: number };

/** How questions came out when they were judged for the first time, before any word was added for them. */
const FIRST_SIGHT = [
  { reworded: 0, answered: 978, wrong: 39 },
  { reworded: 1, answered: 103, wrong: 13 },
];
/**
 * The registry's passages are asked for in the words of whoever wrote them: strangers are answered wrongly
 * more often.
 */
const WRONG_PROSE_WEIGHT = 2;
const ROUNDS = 20_000;
const RATE = 2;
/** Keeps weights finite where the classes can be told apart without fault. */
const RIDGE = 0.0005;

/** The likeliest answer to each question, and whether it is right. Questions without any are left out. */
export async function judgedAnswers(
  questions: readonly Question[],
  published: Published,
  tables: Tables,
): Promise<Judged[]> {
  const startups = (await tables.query('SELECT name FROM tracked')).map(({ name }) => String(name));
  const judged: Judged[] = [];
  for (const question of questions) {
    const { hits } = await candidates(question.question, 1, published);
    const [best] = hits;
    if (!best || best.confidence === 0) continue;
    const answer = {
      found: true,
      text: best.answer,
      confidence: best.confidence,
      rows: best.facts.map(({ claim }) => claim),
    };
    const outcome = await judgeOne(question, answer, tables, startups);
    // What reads the others was written with them at hand, and so were the phrasings of passages.
    if (best.evidence.isRead === 0 && mayDecline(question))
      judged.push({ evidence: best.evidence, isRight: outcome === 'right' });
  }
  return [...judged, ...firstSight()];
}

/** The same of questions by whoever had not written the rules yet: these are right by design. */
function firstSight(): Judged[] {
  return FIRST_SIGHT.flatMap(({ reworded, answered, wrong }) =>
    Array.from({ length: answered }, (_, index) => ({
      evidence: { ...NO_EVIDENCE, isRead: 1, reworded },
      isRight: index >= wrong,
    })),
  );
}

/** The same of questions whose right answer is an entry of the corpus, where prose answers them. */
export async function judgedPassages(
  questions: readonly KeptQuestion[],
  published: Published,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const question of questions) {
    const { hits } = await candidates(question.text, 1, published);
    const [best] = hits;
    if (!best || best.confidence === 0 || best.kind === 'query') continue;
    const slug = decodeURIComponent(best.url.split('/').at(-1) ?? '');
    judged.push({ evidence: best.evidence, isRight: isRightAnswer(question, slug) });
  }
  return judged;
}

/** Logistic regression by gradient descent: a few hundred rows of few numbers. */
export function fitConfidence(rows: readonly Judged[]): Fit {
  const fit: Fit = { intercept: 0, weights: { ...NO_EVIDENCE } };
  for (let round = 0; round < ROUNDS; round++) {
    let intercept = 0;
    const step = { ...NO_EVIDENCE };
    for (const { evidence, isRight } of rows) {
      const weight = isRight || evidence.isRead === 1 ? 1 : WRONG_PROSE_WEIGHT;
      const error = (weight * ((isRight ? 1 : 0) - probability(fit, evidence))) / rows.length;
      intercept += error;
      for (const name of EVIDENCE_NAMES) step[name] += error * evidence[name];
    }
    fit.intercept += RATE * intercept;
    for (const name of EVIDENCE_NAMES)
      fit.weights[name] += RATE * (step[name] - RIDGE * fit.weights[name]);
  }
  const short = (value: number) => Math.round(value * 100) / 100;
  const weights = { ...NO_EVIDENCE };
  for (const name of EVIDENCE_NAMES) weights[name] = short(fit.weights[name]);
  return { intercept: short(fit.intercept), weights };
}

function probability({ intercept, weights }: Fit, evidence: Evidence): number {
  const score = EVIDENCE_NAMES.reduce(
    (sum, name) => sum + weights[name] * evidence[name],
    intercept,
  );
  return 1 / (1 + Math.exp(-score));
}

export function withConfidence(rows: readonly Judged[], fit: Fit) {
  return rows.map(({ evidence, isRight }) => ({
    confidence: confidenceOf(evidence, fit),
    isRight,
  }));
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
