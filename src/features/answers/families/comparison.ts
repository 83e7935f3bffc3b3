/** How two startups compare. */

import { count } from '../../../lib/prose.ts';
import type { Startup } from '../../../pipeline/edition/record.ts';
import type { Numbers } from '../current-numbers.ts';
import { commits, contributors, direction, type Fact, factEach } from './family.ts';

export const COMPARISON_TOPIC = 'comparison';

export function comparisonQuestion(one: Startup, other: Startup): string {
  return `How does ${one.name} compare with ${other.name}?`;
}

/** Of any two covered startups. */
export function compared(
  one: Startup,
  other: Startup,
  numbers: Numbers,
): { answer: string; facts: Fact[] } {
  const line = (startup: Startup) =>
    `${startup.name} landed ${commits(startup)} (${direction(startup.commitVelocityChange)}) by ${contributors(startup)} of 30 days, composite score ${startup.scores.composite}`;
  const [more, less] =
    one.commitVelocity14d >= other.commitVelocity14d ? [one, other] : [other, one];
  const verdict =
    more.commitVelocity14d === less.commitVelocity14d
      ? 'Both landed equally many.'
      : `${more.name} landed ${count(more.commitVelocity14d - less.commitVelocity14d)} more.`;
  return {
    answer: `In the 14 days to the end of ${numbers.week}, ${line(one)}; ${line(other)}. ${verdict} Habits of committing differ between teams, so the score, which compares each with its own past, says more than the difference.`,
    facts: factEach(
      [one, other],
      numbers,
      (startup) =>
        `${commits(startup)} in 14 days, ${contributors(startup)}, composite ${startup.scores.composite}`,
    ),
  };
}

/** Pairs of startups next to each other in their sector's ranking, each in the order of slugs. */
export function neighbours({ sectors }: Pick<Numbers, 'sectors'>): [Startup, Startup][] {
  return sectors.flatMap(({ startups }) =>
    startups.slice(1).map((startup, index): [Startup, Startup] => {
      const before = startups[index] ?? startup;
      return before.slug < startup.slug ? [before, startup] : [startup, before];
    }),
  );
}
