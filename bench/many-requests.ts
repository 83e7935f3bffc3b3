/** Ten thousand different requests that the shipped data answers: startups, measures and weeks. */
import type { Published } from '../src/published/published.ts';

const DIFFERENT = 10_000;
const MEASURES = ['commits', 'contributors', 'new contributors', 'new repositories'];

export type ManyRequests = { signals: string[]; questions: string[]; searches: string[] };

/** Paths, each list in an order in which neighbours have little in common. */
export async function manyRequests({ editions }: Published): Promise<ManyRequests> {
  const startups = [...(await editions.startups(editions.latest)).values()];
  const weeks = editions.periods.map(({ slug }) => slug);
  const pairs = startups.flatMap((startup) => weeks.map((week) => ({ startup, week })));
  // 7,919 is prime and divides no number of pairs, so that each pair comes once.
  const chosen = Array.from({ length: DIFFERENT }, (_, index) => {
    const pair = pairs[(index * 7919) % pairs.length];
    if (!pair) throw new Error('no startup has a week');
    return { ...pair, measure: MEASURES[index % MEASURES.length] ?? '' };
  });
  return {
    signals: chosen.map(
      ({ startup, week }) => `/api/signal?company=${startup.slug}&period=${week}`,
    ),
    questions: chosen.map(({ startup, week, measure }) =>
      asked('/api/answer', `How many ${measure} did ${startup.name} have in ${week}?`),
    ),
    searches: chosen.map(({ startup, week, measure }) =>
      asked('/api/llms-search', `${startup.name} ${measure} ${week}`),
    ),
  };
}

const asked = (path: string, text: string) => `${path}?q=${encodeURIComponent(text)}`;
