/** Which bodies a catalog promises. */

import type { Catalog, Signed } from './catalog.ts';
import { parseManifest } from './edition-manifest.ts';
import type { EditionStore } from './edition-store.ts';

type Superseded = Catalog['editions'][number]['superseded'][number];
type Needs = Signed & Partial<Pick<Superseded, 'core' | 'isPruned'>>;

/** SHA-256 of manifests and all files that they list; of pruned revisions manifest and core. */
export async function filesOf(
  store: EditionStore,
  revisions: readonly Needs[],
): Promise<Set<string>> {
  const hashes = new Set<string>();
  for (const { manifest, core, isPruned } of revisions) {
    hashes.add(manifest);
    if (core !== undefined) hashes.add(core);
    if (isPruned) continue;
    const { files } = parseManifest(manifest, await store.read(manifest));
    for (const { sha256 } of files) hashes.add(sha256);
  }
  return hashes;
}

/** The same of all that is published, superseded revisions and the log included. */
export async function neededBy(store: EditionStore, catalog: Catalog): Promise<Set<string>> {
  const { editions, all, log } = catalog;
  const superseded = editions.flatMap((edition) => edition.superseded);
  const hashes = await filesOf(store, [...editions, ...superseded, all]);
  return hashes.add(log.log);
}
