/**
 * Bounds what editions take on the disk. Whatever the catalog names stays: every file of what is
 * served, and of superseded revisions as long as there is room for them. Of those for which there is
 * none, the oldest are marked in the catalog, and keep their manifests and cores, so that every line
 * of the publication log can still be checked. What no catalog names goes.
 */
import { type PruneOptions, type Removable, removeUnless, sumOf } from '../../lib/removal.ts';
import type { Catalog } from './catalog.ts';
import { openPublication } from './check-publication.ts';
import type { EditionStore } from './edition-store.ts';
import { filesOf } from './needed-files.ts';

export type EditionLimits = {
  /** Room for the files of superseded revisions that nothing else needs. */
  maxSupersededBytes: number;
};

/** Servers have taken up a new catalog long before that, and answers under way have ended. */
const TAKEN_UP_MS = 3_600_000;

type Superseded = Catalog['editions'][number]['superseded'][number];

/** Removes what a publication does not need; publications wait meanwhile. */
export async function pruneEditions(
  store: EditionStore,
  { maxSupersededBytes }: EditionLimits,
  { isDryRun, now }: PruneOptions,
): Promise<readonly Removable[]> {
  const release = await store.lock();
  try {
    // A catalog that was changed may leave out what must not be removed.
    const { catalog } = (await openPublication(store)) ?? {};
    if (!catalog || !(await isTakenUp(store, now))) return [];
    const sizes = Map.groupBy(await store.storedFiles(), ({ hash }) => hash);
    const needed = await filesOf(store, [...catalog.editions, catalog.all]);
    needed.add(catalog.log.log);
    const full = await beyond(store, catalog, needed, maxSupersededBytes, (hash) =>
      sumOf(sizes.get(hash) ?? []),
    );
    const marked = markPruned(catalog, full);
    const kept = await filesOf(
      store,
      marked.editions.flatMap(({ superseded }) => superseded),
    );
    const removable = [...sizes]
      .filter(([hash]) => !needed.has(hash) && !kept.has(hash))
      .flatMap(([, files]) => files)
      .map(({ path, bytes, hash }) => ({
        path,
        bytes,
        why: full.hashes.has(hash)
          ? 'superseded revisions are over their limit'
          : 'nothing that is published names it',
      }));
    // First: a file that is gone is never one that the catalog promises.
    if (full.manifests.size > 0 && !isDryRun) await store.replaceCatalog(marked);
    return await removeUnless(isDryRun, removable);
  } finally {
    await release();
  }
}

/** Whether nobody needs what was published before any more: until a moment ago it was served. */
export async function isTakenUp(store: EditionStore, now: Date): Promise<boolean> {
  const publishedAt = await store.publishedAt();
  return (
    publishedAt !== undefined && Math.abs(now.getTime() - publishedAt.getTime()) >= TAKEN_UP_MS
  );
}

/** The oldest superseded revisions, until the rest has room. */
async function beyond(
  store: EditionStore,
  catalog: Catalog,
  needed: ReadonlySet<string>,
  maxBytes: number,
  bytesOf: (hash: string) => number,
): Promise<{ manifests: Set<string>; hashes: Set<string> }> {
  const newestFirst = catalog.editions
    .flatMap(({ superseded }) => superseded)
    .filter(({ isPruned }) => !isPruned)
    .sort((a, b) => (a.computedAt < b.computedAt ? 1 : -1));
  const counted = new Set<string>();
  const over = { manifests: new Set<string>(), hashes: new Set<string>() };
  let total = 0;
  for (const revision of newestFirst) {
    const own = (await filesOf(store, [revision])).difference(needed).difference(counted);
    own.delete(revision.manifest);
    own.delete(revision.core);
    for (const hash of own) total += bytesOf(hash);
    if (total <= maxBytes) for (const hash of own) counted.add(hash);
    else {
      over.manifests.add(revision.manifest);
      for (const hash of own) over.hashes.add(hash);
    }
  }
  return over;
}

function markPruned(catalog: Catalog, { manifests }: { manifests: ReadonlySet<string> }): Catalog {
  const mark = (revision: Superseded): Superseded =>
    manifests.has(revision.manifest) ? { ...revision, isPruned: true } : revision;
  return {
    ...catalog,
    editions: catalog.editions.map((edition) => ({
      ...edition,
      superseded: edition.superseded.map(mark),
    })),
  };
}
