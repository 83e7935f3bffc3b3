/** How two startups compare: kept for neighbours in a sector, computed for any other two. */
import type { Startup } from '../../../pipeline/edition/record.ts';
import { count, counted } from '../../../lib/prose.ts';
import type { Filled } from '../../../answers/family.ts';
import { direction, type Numbers } from '../numbers.ts';

export const COMPARISON_TOPIC = 'comparison';

export const COMPARISON_PHRASINGS = [
  'How does ⟨startup⟩ compare with ⟨startup⟩?',
  '⟨startup⟩ vs ⟨startup⟩',
  '⟨startup⟩ or ⟨startup⟩?',
  'Which is faster, ⟨startup⟩ or ⟨startup⟩?',
  'Compare ⟨startup⟩ and ⟨startup⟩',
  'What is the difference between ⟨startup⟩ and ⟨startup⟩?',
  'Is ⟨startup⟩ growing faster than ⟨startup⟩?',
  'Does ⟨startup⟩ ship more than ⟨startup⟩?',
  'Who has more contributors, ⟨startup⟩ or ⟨startup⟩?',
] as const;

export function comparisonQuestion(one: Startup, other: Startup): string {
  return `How does ${one.name} compare with ${other.name}?`;
}

export function compared(one: Startup, other: Startup, numbers: Numbers): Filled {
  const line = (startup: Startup) =>
    `${startup.name} landed ${counted(startup.commitVelocity14d, 'commit')} (${direction(startup.commitVelocityChange)}) by ${counted(startup.contributors, 'contributor')} of 30 days, composite score ${startup.scores.composite}`;
  const [more, less] =
    one.commitVelocity14d >= other.commitVelocity14d ? [one, other] : [other, one];
  const verdict =
    more.commitVelocity14d === less.commitVelocity14d
      ? 'Both landed equally many.'
      : `${more.name} landed ${count(more.commitVelocity14d - less.commitVelocity14d)} more.`;
  return {
    answer: `In the 14 days to the end of ${numbers.week}, ${line(one)}; ${line(other)}. ${verdict} Habits of committing differ between teams, so the score, which compares each with its own past, says more than the difference.`,
    facts: [one, other].map((startup) => ({
      claim: `${startup.name}: ${counted(startup.commitVelocity14d, 'commit')} in 14 days, ${counted(startup.contributors, 'contributor')}, composite ${startup.scores.composite}`,
      sourceUrl: numbers.addresses.startup(startup.slug, numbers.period),
    })),
  };
}

/** Pairs of startups that stand next to each other in their sector's ranking. */
export function neighbours({ sectors }: Pick<Numbers, 'sectors'>): [Startup, Startup][] {
  return sectors.flatMap(({ startups }) =>
    startups.slice(1).map((startup, index): [Startup, Startup] => {
      const before = startups[index] ?? startup;
      return before.slug < startup.slug ? [before, startup] : [startup, before];
    }),
  );
}
