/** Why editions that are out may be replaced without a fault of theirs. */

import type { PublishedEdition } from './catalog.ts';
import { CHECKS_FILE } from './checks.ts';
import { type Manifest, parseManifest } from './edition-manifest.ts';
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
  const version = (await manifestOf(store, edition))?.methodVersion ?? METHOD_VERSION;
  return version < METHOD_VERSION
    ? `computed by version ${METHOD_VERSION} of the method, not ${version}`
    : undefined;
}

/**
 * Why a published edition may be replaced by one with the same numbers: it was published before
 * editions told how each number adds up.
 */
export async function reasonToComplete(
  store: EditionStore,
  edition: PublishedEdition | undefined,
): Promise<string | undefined> {
  const manifest = edition && (await manifestOf(store, edition));
  return !manifest || manifest.files.some(({ name }) => name === CHECKS_FILE)
    ? undefined
    : `${CHECKS_FILE} was added; no number changed`;
}

/** Undefined if it cannot be read. */
function manifestOf(
  store: EditionStore,
  { manifest }: PublishedEdition,
): Promise<Manifest | undefined> {
  return store.read(manifest).then(
    (bytes) => parseManifest(manifest, bytes),
    () => undefined,
  );
}
