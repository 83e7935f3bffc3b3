/** Why editions that are out may be replaced without a fault of theirs. */
import type { PublishedEdition } from './catalog.ts';
import { parseManifest } from './edition-manifest.ts';
import type { EditionStore } from './edition-store.ts';
import { METHOD_VERSION } from './method.ts';

/**
 * Why a published edition may be replaced: the operator's reason, or else that an earlier version of
 * the method computed it. Undefined where it must stay, also if its manifest cannot be read.
 */
export async function reasonToReplace(
  store: EditionStore,
  edition: PublishedEdition | undefined,
  correction: string | undefined,
): Promise<string | undefined> {
  if (correction !== undefined || !edition) return correction;
  const manifest = await store.read(edition.manifest).then(
    (bytes) => parseManifest(edition.manifest, bytes),
    () => undefined,
  );
  const version = manifest?.methodVersion ?? METHOD_VERSION;
  return version < METHOD_VERSION
    ? `computed by version ${METHOD_VERSION} of the method, not ${version}`
    : undefined;
}
