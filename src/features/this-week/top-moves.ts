/** Which startups entered and left the top 20 since the week before, and why. */
import type { SignalsResponse, Startup } from '../../pipeline/edition/record.ts';
import { statusWords } from '../../published/company-words.ts';
import type { Published } from '../../published/published.ts';
import { absentFrom } from '../../published/startup-numbers.ts';
import { weekBefore } from '../../published/week-before.ts';
import { hasEnded } from '../../registry/status.ts';

type TopMove = {
  slug: string;
  name: string;
  /** Current or former place in the top 20. */
  place: number;
  /** `its score rose from 71 to 88 as its pace rose further` */
  why: string;
};

export type TopMoves = {
  /** Slug of the week compared with. */
  before: string;
  entered: readonly TopMove[];
  left: readonly TopMove[];
};

/** Undefined for the first period. */
export async function topMoves(
  period: string,
  { editions }: Pick<Published, 'editions'>,
): Promise<TopMoves | undefined> {
  const before = weekBefore(period, editions);
  if (before === undefined) return undefined;
  return {
    before,
    ...movesBetween(await editions.signals(before), await editions.signals(period)),
  };
}

export function movesBetween(
  before: SignalsResponse,
  now: SignalsResponse,
): Pick<TopMoves, 'entered' | 'left'> {
  const [then, current] = [bySlug(before), bySlug(now)];
  return {
    entered: absentFrom(before.trending, now.trending).map(({ startup, place }) => ({
      ...named(startup, place),
      why: whyEntered(startup, then.get(startup.slug), before),
    })),
    left: absentFrom(now.trending, before.trending).map(({ startup, place }) => ({
      ...named(startup, place),
      why: whyLeft(startup, current.get(startup.slug), now),
    })),
  };
}

function whyEntered(now: Startup, then: Startup | undefined, before: SignalsResponse): string {
  if (!then) return 'not covered the week before';
  if (wasTooQuiet(then, before)) return 'too few commits or contributors the week before';
  return scoreMove(then, now) ?? 'others lost more';
}

function whyLeft(then: Startup, now: Startup | undefined, { meta, trending }: SignalsResponse) {
  if (!now) {
    const missing = meta.notCovered.find(({ slug }) => slug === then.slug);
    return missing ? `not covered: ${missing.reason}` : 'no longer tracked';
  }
  if (hasEnded(now.status) && !hasEnded(then.status))
    return statusWords(now).replace(/^./, (letter) => letter.toLowerCase());
  if (wasTooQuiet(now, { trending })) return 'too few commits or contributors to be ranked';
  return scoreMove(then, now) ?? 'others passed it';
}

/** Whether it was excluded only because it had too few commits or contributors. */
function wasTooQuiet(startup: Startup, { trending }: Pick<SignalsResponse, 'trending'>): boolean {
  const last = trending.at(-1);
  return last !== undefined && startup.scores.composite > last.scores.composite;
}

/**
 * The components of the composite score, their weights, and phrases for an increase and a decrease.
 */
const PARTS = [
  ['growth', 0.7, 'its pace rose further', 'its pace came closer to usual'],
  ['velocity', 0.15, 'it passed others in commits', 'others passed it in commits'],
  ['novelty', 0.15, 'newcomers did more of the work', 'newcomers did less of the work'],
] as const;

/** Undefined if the score did not change. */
function scoreMove(then: Startup, now: Startup): string | undefined {
  const [from, to] = [then.scores.composite, now.scores.composite];
  if (from === to) return undefined;
  const direction = Math.sign(to - from);
  const [first] = PARTS.map(([key, weight, more, less]) => ({
    moved: (now.scores[key] - then.scores[key]) * weight * direction,
    words: direction > 0 ? more : less,
  })).toSorted((a, b) => b.moved - a.moved);
  const why = first && first.moved > 0 ? first.words : spread(direction);
  return `its score ${direction > 0 ? 'rose' : 'fell'} from ${from} to ${to} as ${why}`;
}

/**
 * The only other component: the discount for commits concentrated on one person or one bulk landing.
 */
function spread(direction: number): string {
  return direction > 0
    ? 'less of its work came from one person or at once'
    : 'more of its work came from one person or at once';
}

function named({ slug, name }: Startup, place: number) {
  return { slug, name, place };
}

function bySlug({ sectors }: SignalsResponse): ReadonlyMap<string, Startup> {
  return new Map(
    sectors.flatMap(({ startups }) => startups.map((startup) => [startup.slug, startup])),
  );
}
