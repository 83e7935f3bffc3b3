/**
 * Bounds what editions take on the disk: the bodies that the catalog promises stay, and all others go.
 */
import { type PruneOptions, type Removable, removeUnless } from '../../lib/removal.ts';
import { neededBy, openPublication } from './check-publication.ts';
import type { EditionStore } from './edition-store.ts';

/** Servers have taken up a new catalog long before that, and answers under way have ended. */
const TAKEN_UP_MS = 3_600_000;

/** Removes what a publication does not need; publications wait meanwhile. */
export async function pruneEditions(
  store: EditionStore,
  { isDryRun, now }: PruneOptions,
): Promise<readonly Removable[]> {
  await using locks = new AsyncDisposableStack();
  locks.defer(await store.lock());
  // A catalog that was changed may leave out what must not be removed.
  const published = await openPublication(store);
  const publishedAt = await store.publishedAt();
  if (!published || !publishedAt) return [];
  if (Math.abs(now.getTime() - publishedAt.getTime()) < TAKEN_UP_MS) return [];
  const needed = neededBy(published.catalog, published.manifests);
  const why = 'nothing that is published needs it';
  const removable = (await store.storedFiles())
    .filter(({ hash }) => !needed.has(hash))
    .map(({ path, bytes }) => ({ path, bytes, why }));
  const removed = await removeUnless(isDryRun, removable);
  return [...removed, ...(await store.pruneShared(needed, { isDryRun, now }))];
}
