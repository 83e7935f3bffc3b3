/** A startup's numbers in a sentence. */
import type { Startup } from '../pipeline/edition/record.ts';
import { count } from '../lib/prose.ts';

export function signalSentence({
  period,
  commitVelocity14d,
  commitVelocityChange,
  contributors,
  contributorGrowth,
  scores,
}: Startup): string {
  return `in ${period} ${count(commitVelocity14d)} commits in 14 days (${commitVelocityChange}), ${count(contributors)} contributors in 30 days (${contributorGrowth}), score ${scores.composite} of 100`;
}
