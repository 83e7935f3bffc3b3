/** Verifies every published file against the signed manifests. */

import { sha256 } from '../lib/atomic-files.ts';
import { NotFoundError, UnavailableError } from '../lib/errors.ts';
import { ALL_PERIODS } from '../pipeline/edition/all-periods.ts';
import { currentKey, type Signed } from '../pipeline/edition/catalog.ts';
import { openPublication } from '../pipeline/edition/check-publication.ts';
import {
  type Manifest,
  type ManifestFile,
  parseManifest,
} from '../pipeline/edition/edition-manifest.ts';
import type { EditionStore } from '../pipeline/edition/edition-store.ts';
import { verificationError, verifySignature } from '../pipeline/edition/signing.ts';

export type VerifiedEdition = { edition: string; revision: number; files: number; bytes: number };

/**
 * Verifies the publication as a whole, and every file of its editions; of superseded revisions, their
 * manifests and cores.
 *
 * @param publicKeyPem by default, the operator's own, or else the one that the publication names
 * @param only a period's slug, or `all` for the files that span periods; by default, everything
 * @throws BellwetherError as `checkPublication` does, and `editions-damaged` for a damaged file
 */
export async function verifyEditions(
  store: EditionStore,
  publicKeyPem: string | undefined,
  only?: string,
): Promise<VerifiedEdition[]> {
  const published = await openPublication(store, publicKeyPem);
  if (!published)
    throw new UnavailableError('not-published', `Nothing is published in ${store.folder} yet.`);
  const { catalog, manifests } = published;
  const revisions: Revision[] = catalog.editions.flatMap(({ period: edition, ...newest }) => [
    // Their other files may be gone.
    ...newest.superseded.map((each) => ({ ...each, edition, onlyFile: each.core })),
    { ...newest, edition },
  ]);
  revisions.push({ ...catalog.all, edition: ALL_PERIODS, revision: 1 });
  const chosen = revisions.filter(({ edition }) => only === undefined || edition === only);
  if (chosen.length === 0)
    throw new NotFoundError('unknown-period', `There is no edition ${only}.`);
  const verified: VerifiedEdition[] = [];
  for (const { edition, manifest, signature, revision, onlyFile } of chosen) {
    const where = `the manifest of ${edition}`;
    verifySignature(where, await store.read(manifest), signature, [currentKey(catalog)]);
    let bytes = 0;
    const files = (manifests.get(manifest)?.files ?? []).filter(
      (file) => onlyFile === undefined || file.sha256 === onlyFile,
    );
    for (const file of files) {
      const size = await store.check(file.sha256);
      if (size !== file.bytes)
        throw verificationError(`${edition}/${file.name} has ${size} bytes, not ${file.bytes}`);
      bytes += size;
    }
    verified.push({ edition, revision, files: files.length, bytes });
  }
  return verified;
}

/** @property onlyFile SHA-256 of the one file that is kept */
type Revision = Signed & { edition: string; revision: number; onlyFile?: string };

/**
 * Verifies one downloaded file.
 *
 * @param signature of the manifest's bytes, base64
 * @param publicKeys of the publisher; any of them may have signed
 * @returns the file's entry in the manifest, and the key that signed
 */
export function verifyFile(
  file: Buffer,
  manifestBytes: Buffer,
  signature: string,
  publicKeys: readonly string[],
): { manifest: Manifest; file: ManifestFile; key: string } {
  const key = verifySignature('the manifest', manifestBytes, signature, publicKeys);
  const manifest = parseManifest('the manifest', manifestBytes);
  const hash = sha256(file);
  const listed = manifest.files.find((candidate) => candidate.sha256 === hash);
  if (listed) return { manifest, file: listed, key };
  const names = manifest.files.map(({ name, sha256: own }) => `${name} (${own.slice(0, 12)}…)`);
  throw verificationError(
    `the file (SHA-256 ${hash.slice(0, 12)}…, ${file.length} bytes) is none of edition ${manifest.edition}: ${names.join(', ')}`,
  );
}
