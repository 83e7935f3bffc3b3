/** The types that a week's replay begins with, from the edition of the week before. */
import { lastDayNamed, weekIndex } from '../../lib/period.ts';
import type { PublishedEdition } from './catalog.ts';
import type { EditionStore } from './edition-store.ts';
import type { TypesOfWeek } from './periods.ts';
import type { Startup } from './record.ts';

/**
 * @param edition of the week before, if it is published
 * @param inputs what that week would be rendered from now
 * @returns undefined if something has changed since, so that types have to be replayed from the first week
 */
export async function typesBefore(
  store: EditionStore,
  edition: PublishedEdition | undefined,
  inputs: string,
): Promise<TypesOfWeek | undefined> {
  if (edition?.inputs !== inputs) return undefined;
  const lines = (await store.fileOf(edition.manifest, 'dataset.jsonl')).toString().split('\n');
  // The store checks the bytes against the name that we signed.
  const startups = lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Startup]));
  return new Map(
    startups.flatMap(({ slug, signalType, signalStrength, signalSince }) => {
      if (signalSince === null) return [];
      const since = weekIndex(lastDayNamed(signalSince));
      return [[slug, { signalType, signalStrength, since }] as const];
    }),
  );
}
