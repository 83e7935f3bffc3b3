/** Sentences that the current edition adds to FAQ entries that ask for its numbers. */
import { isoDay, lastDayNamed } from '../../lib/period.ts';
import { counted, listed } from '../../lib/prose.ts';
import type { Published } from '../../published/published.ts';
import { digest } from '../digests/digest.ts';
import { topMoves } from '../this-week/top-moves.ts';
import type { Numbers } from './current-numbers.ts';

type EditionFact = (published: Published, numbers: Numbers) => string | Promise<string | undefined>;

const FACTS: ReadonlyMap<string, EditionFact> = new Map<string, EditionFact>([
  ['how-far-back-does-the-data-go', weeks],
  ['which-period-is-current', currentWeek],
  ['how-many-startups-are-tracked', startups],
  ['what-are-the-sectors', sectors],
  ['what-happened-this-week', thisWeek],
  ['who-is-new-in-the-top-20', movesOf('entered')],
  ['who-left-the-top-20', movesOf('left')],
]);

/** Whether an entry's answer is of the current week. */
export const isOfWeek = (slug: string): boolean => FACTS.has(slug);

/** A sentence that goes before an entry's answer. */
export async function editionFact(
  slug: string,
  published: Published,
  numbers: Numbers,
): Promise<string | undefined> {
  return FACTS.get(slug)?.(published, numbers);
}

function weeks({ editions: { periods, latest } }: Published): string {
  const first = periods.at(-1)?.slug ?? latest;
  return `${counted(periods.length, 'weekly edition')} are published, from ${first} to ${latest}.`;
}

function currentWeek(_: Published, { week, period }: Numbers): string {
  return `${week.charAt(0).toUpperCase()}${week.slice(1)} (${period}) is the current one, up to ${isoDay(lastDayNamed(period))}.`;
}

function startups({ registry }: Published, { meta, week }: Numbers): string {
  return `${counted(registry.companies.length, 'startup')} are tracked; ${week} covers ${meta.totalStartups} of them.`;
}

function sectors(_: Published, numbers: Numbers): string {
  const names = numbers.sectors.map(({ name }) => name);
  return `${counted(names.length, 'sector')} have covered startups: ${listed(names)}.`;
}

async function thisWeek(published: Published, numbers: Numbers): Promise<string> {
  const { period, week, startups: covered } = numbers;
  const { title } = await digest(published, period);
  const commits = [...covered.values()].reduce((sum, one) => sum + one.commitVelocity14d, 0);
  const sentences = [
    `${title}.`,
    `In ${week}, ${counted(covered.size, 'covered startup')} landed ${counted(commits, 'commit')} in 14 days.`,
    await movesOf('entered')(published, numbers),
    await movesOf('left')(published, numbers),
  ];
  return sentences.filter((sentence) => sentence !== undefined).join(' ');
}

/** The startups that entered or left the top 20; nothing in the first week, which has none to compare with. */
function movesOf(move: 'entered' | 'left'): EditionFact {
  return async (published, { period, week }) => {
    const moves = await topMoves(period, published);
    if (!moves) return undefined;
    const names = moves[move].map(({ name }) => name);
    return `${names.length === 0 ? 'No startup' : listed(names)} ${move} the top 20 in ${week}.`;
  };
}
