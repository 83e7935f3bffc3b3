/** How sure a passage is: a probability, learnt from questions with known right answers. */
import type { Cues } from '../reader/cues.ts';
import type { FoundPassage } from './prose.ts';

type Evidence = Omit<FoundPassage, 'kind' | 'entry'> &
  Pick<Cues, 'asksFigures' | 'isAboutData'> & {
    /** Whether data answers the question too. */
    isRead: boolean;
  };

/** Logistic regression; docs/answers.md says what it was fitted to. */
export function confidenceOf(evidence: Evidence): number {
  const { guessed, foreign, lacking, asksFigures, isAboutData, isRead } = evidence;
  const score =
    4.69 +
    0.77 * Math.log(guessed + 1e-3) -
    2.29 * foreign -
    3.02 * lacking -
    0.87 * Number(asksFigures) -
    0.83 * Number(isAboutData) -
    1.19 * Number(isRead);
  return Math.round(1000 / (1 + Math.exp(-score))) / 1000;
}
