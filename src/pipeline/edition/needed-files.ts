/** Which bodies a catalog promises. */
import type { Catalog } from './catalog.ts';
import type { Manifest } from './edition-manifest.ts';

/**
 * SHA-256 of the logs, of manifests and all files that they list; of superseded revisions, manifest and core.
 *
 * @param manifests by SHA-256
 */
export function neededBy(
  { editions, all, log, forecasts }: Catalog,
  manifests: ReadonlyMap<string, Manifest>,
): Set<string> {
  const hashes = new Set([log]);
  if (forecasts) hashes.add(forecasts.log);
  for (const { manifest, core } of editions.flatMap(({ superseded }) => superseded))
    hashes.add(manifest).add(core);
  for (const { manifest } of [...editions, all]) {
    hashes.add(manifest);
    for (const { sha256 } of manifests.get(manifest)?.files ?? []) hashes.add(sha256);
  }
  return hashes;
}
