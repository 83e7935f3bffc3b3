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
    const stored = await store.storedFiles();
    const sizes = Map.groupBy(stored, ({ hash }) => hash);
    const needed = await filesOf(store, [...catalog.editions, catalog.all]);
    needed.add(catalog.log.log);
    const pruned = new Set<string>();
    const over = new Set<string>();
    let total = 0;
    for (const revision of supersededIn(catalog)) {
      const { manifest, core, isPruned } = revision;
      const files = await filesOf(store, [revision]);
      const own = files.difference(needed).difference(new Set([manifest, core]));
      total += sumOf([...own].flatMap((hash) => sizes.get(hash) ?? []));
      if (total > maxSupersededBytes && !isPruned) pruned.add(manifest);
      for (const hash of own) (total > maxSupersededBytes ? over : needed).add(hash);
      needed.add(manifest).add(core);
    }
    const removable = stored
      .filter(({ hash }) => !needed.has(hash))
      .map(({ path, bytes, hash }) => ({
        ...{ path, bytes },
        why: over.has(hash)
          ? 'superseded revisions are over their limit'
          : 'nothing that is published names it',
      }));
    // First: a file that is gone is never one that the catalog promises.
    if (pruned.size > 0 && !isDryRun) await store.replaceCatalog(markPruned(catalog, pruned));
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

/** The superseded revisions, those first that were computed last. */
function supersededIn({ editions }: Catalog): Superseded[] {
  return editions
    .flatMap(({ superseded }) => superseded)
    .sort((left, right) => (left.computedAt < right.computedAt ? 1 : -1));
}

function markPruned(catalog: Catalog, manifests: ReadonlySet<string>): Catalog {
  const mark = (revision: Superseded): Superseded =>
    manifests.has(revision.manifest) ? { ...revision, isPruned: true } : revision;
  const editions = catalog.editions.map((edition) => ({
    ...edition,
    superseded: edition.superseded.map(mark),
  }));
  return { ...catalog, editions };
}
