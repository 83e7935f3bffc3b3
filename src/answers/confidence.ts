/** Turns what is known of a match into the probability that it is the right answer. */
import calibration from '../features/answers/calibration.json' with { type: 'json' };

export type Evidence = {
  similarity: number;
  /** The question's weight that the phrasing holds. */
  covered: number;
  /** Share of the question's telling words that no phrasing has. */
  unknown: number;
  /** Similarity above the best match that would be answered otherwise. */
  margin: number;
};

/** Logistic regression, fitted to the kept questions by `npm run bench -- questions`. */
export function confidenceOf({ similarity, covered, unknown, margin }: Evidence): number {
  const { intercept, weights } = calibration;
  const score =
    intercept +
    weights.similarity * similarity +
    weights.covered * covered +
    weights.unknown * unknown +
    weights.margin * margin;
  return Math.round(1000 / (1 + Math.exp(-score))) / 1000;
}
