/** Weeks after the current one: counts are published, scores are not. */
import { counted, listed } from '../../lib/prose.ts';
import type { PartialStartup } from '../../pipeline/edition/record.ts';
import type { Published } from '../../published/published.ts';
import type { QueryAnswer } from '../query/answer-schema.ts';
import type { WrittenQuery } from '../query/query.ts';
import { weekName } from '../reader/say/voice.ts';

/** The counts known for a startup in such a week; undefined if another week is asked about. */
export async function partialCounts(
  { subject, names, period }: WrittenQuery,
  { editions, addresses }: Published,
): Promise<(Pick<QueryAnswer, 'readAs' | 'query' | 'url'> & { text: string }) | undefined> {
  if (subject !== 'startup' || period === undefined || !editions.isPartial(period))
    return undefined;
  const startups = await editions.partialStartups(period);
  const found = [names ?? []].flat().flatMap((slug) => startups.get(slug) ?? []);
  if (found.length === 0) return undefined;
  const each = found.map((startup) => countsOf(startup));
  return {
    text: `In ${weekName(period)}, ${each.join('; ')}. That week comes after the current one and is published in part: without scores, ranks and signals.`,
    readAs: `Read as: counts of ${weekName(period)}, of ${listed(found.map(({ name }) => name))}.`,
    query: { subject, names: found.map(({ slug }) => slug), period },
    url: addresses.startup(found[0]?.slug ?? ''),
  };
}

function countsOf({ name, commitVelocity14d, contributors }: PartialStartup): string {
  return `${name} had ${counted(commitVelocity14d, 'commit')} in 14 days and ${counted(contributors, 'contributor')} in 30 days`;
}
