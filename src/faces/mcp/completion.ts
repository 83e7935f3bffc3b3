/** What an argument may go on to be, while it is typed. The protocol sends at most 100 of them. */
import type { OperationContext } from '../../operations/operation.ts';
import { foldKey } from '../../registry/fold.ts';

/** Longer texts are no beginning of a name. */
const LONGEST = 100;

type Named = { name: string; slug: string };

/** Startups of the current period that the text may be going to mean, likeliest first. */
export async function completeStartup(
  text: string,
  { published }: OperationContext,
): Promise<Named[]> {
  if (text.length > LONGEST) return [];
  const { editions, companies } = published;
  const covered = await editions.startups(editions.latest);
  const known = [...covered.values()].map(({ name, slug }) => {
    const others = companies.get(slug)?.aliases ?? [];
    return { name, slug, keys: [name, slug, ...others].map(foldKey) };
  });
  const matching = byKey(text, known);
  const lookup = companies.find(text);
  const near = lookup.found ? [lookup.company] : lookup.nearMisses;
  return unique([...matching, ...near.filter(({ slug }) => covered.has(slug))]);
}

/** Sectors of the current period. */
export async function completeSector(
  text: string,
  { published: { editions } }: OperationContext,
): Promise<Named[]> {
  if (text.length > LONGEST) return [];
  const { sectors } = await editions.signals(editions.latest);
  const known = sectors.map(({ name, slug }) => ({ name, slug, keys: [name, slug].map(foldKey) }));
  return unique(byKey(text, known));
}

/** Names that begin with the text, then names that hold it, each in the order of the alphabet. */
function byKey(text: string, known: readonly (Named & { keys: string[] })[]): Named[] {
  const typed = foldKey(text);
  if (typed === '' && text.trim() !== '') return [];
  const sorted = known.toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
  return [
    ...sorted.filter(({ keys }) => keys.some((key) => key.startsWith(typed))),
    ...sorted.filter(({ keys }) => keys.some((key) => key.includes(typed))),
  ];
}

function unique(named: readonly Named[]): Named[] {
  return [...new Map(named.map(({ name, slug }) => [slug, { name, slug }])).values()];
}
