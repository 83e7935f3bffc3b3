/** Completes arguments as they are typed. The protocol allows at most 100 values. */

import type { OperationContext } from '../../api/operation/context.ts';
import { compareCodeUnits } from '../../lib/compare.ts';
import { foldKey } from '../../registry/fold.ts';
import { type McpOptions, orProtocolError } from './operations.ts';

/** Longer than any name. */
const MAX_TEXT_LENGTH = 100;

type Named = { name: string; slug: string };
type Find = (text: string, context: OperationContext) => Promise<Named[]>;

/** @returns a completion function as the protocol's library expects */
export function completer(
  find: Find,
  field: keyof Named,
  options: McpOptions,
): (text: string) => Promise<string[]> {
  return (text) =>
    orProtocolError(async () => {
      const context = options.context();
      if (text.length > MAX_TEXT_LENGTH) return [];
      const found = await find(text, context);
      return [...new Map(found.map((named) => [named.slug, named[field]])).values()];
    }, options);
}

/** Startups of the current period that the text may refer to, most likely first. */
export async function findStartups(
  text: string,
  { published: { editions, companies } }: OperationContext,
): Promise<Named[]> {
  const covered = await editions.startups(editions.latest);
  const known = [...covered.values()].map(({ name, slug }) => {
    const aliases = companies.get(slug)?.aliases ?? [];
    return { name, slug, keys: [name, slug, ...aliases].map(foldKey) };
  });
  const lookup = companies.find(text);
  const near = lookup.found ? [lookup.company] : lookup.nearMisses;
  return [...byKey(text, known), ...near.filter(({ slug }) => covered.has(slug))];
}

export async function findSectors(
  text: string,
  { published: { editions } }: OperationContext,
): Promise<Named[]> {
  const { sectors } = await editions.signals(editions.latest);
  const known = sectors.map(({ name, slug }) => ({ name, slug, keys: [name, slug].map(foldKey) }));
  return byKey(text, known);
}

/** Names that begin with the text, then names that contain it, each alphabetically. */
function byKey(text: string, known: readonly (Named & { keys: string[] })[]): Named[] {
  const typed = foldKey(text);
  if (typed === '' && text.trim() !== '') return [];
  const sorted = known.toSorted((one, other) => compareCodeUnits(one.slug, other.slug));
  return [
    ...sorted.filter(({ keys }) => keys.some((key) => key.startsWith(typed))),
    ...sorted.filter(({ keys }) => keys.some((key) => key.includes(typed))),
  ];
}
