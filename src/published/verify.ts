/** Checks published editions against their signed manifests. */
import { BellwetherError } from '../lib/errors.ts';
import { sha256 } from '../lib/files.ts';
import { ALL_PERIODS } from './editions.ts';
import { type Manifest, type ManifestFile, parseManifest } from '../pipeline/edition/manifest.ts';
import { signatureHolds } from '../pipeline/edition/signing.ts';
import type { EditionStore } from '../pipeline/edition/edition-store.ts';

export type VerifiedEdition = { edition: string; revision: number; files: number; bytes: number };

/**
 * Checks every file of the published editions in all its forms, superseded revisions included.
 *
 * @param only a period's slug, or `all` for the files that span periods; everything without it
 * @throws BellwetherError `verification-failed` for the first thing that does not hold
 */
export async function verifyEditions(
  store: EditionStore,
  publicKeyPem: string,
  only?: string,
): Promise<VerifiedEdition[]> {
  const catalog = await store.catalog();
  if (!catalog)
    throw new BellwetherError('not-published', `Nothing is published in ${store.folder} yet.`);
  const revisions = [
    ...catalog.editions.flatMap((edition) =>
      [...edition.superseded, edition].map((signed) => ({ ...signed, edition: edition.period })),
    ),
    { ...catalog.all, edition: ALL_PERIODS },
  ].filter(({ edition }) => only === undefined || edition === only);
  if (revisions.length === 0)
    throw new BellwetherError('unknown-period', `There is no edition ${only}.`);
  const verified: VerifiedEdition[] = [];
  for (const { edition, manifest: hash, signature } of revisions) {
    const where = `the manifest of ${edition}`;
    const manifest = verifiedManifest(where, await store.read(hash), signature, publicKeyPem);
    let bytes = 0;
    for (const file of manifest.files) {
      const body = await store.read(file.sha256);
      for (const form of await store.storedForms(file.sha256))
        if (form !== 'identity') await store.readForm(file.sha256, form);
      if (body.length !== file.bytes)
        throw failed(`${edition}/${file.name} has ${body.length} bytes, not ${file.bytes}`);
      bytes += body.length;
    }
    verified.push({ edition, revision: manifest.revision, files: manifest.files.length, bytes });
  }
  return verified;
}

/**
 * Checks one downloaded file.
 *
 * @param signature of the manifest's bytes, base64
 * @returns what the file is
 */
export function verifyFile(
  file: Buffer,
  manifestBytes: Buffer,
  signature: string,
  publicKeyPem: string,
): { manifest: Manifest; file: ManifestFile } {
  const manifest = verifiedManifest('the manifest', manifestBytes, signature, publicKeyPem);
  const hash = sha256(file);
  const listed = manifest.files.find((candidate) => candidate.sha256 === hash);
  if (listed) return { manifest, file: listed };
  const names = manifest.files.map(({ name, sha256: own }) => `${name} (${own.slice(0, 12)}…)`);
  throw failed(
    `the file (SHA-256 ${hash.slice(0, 12)}…, ${file.length} bytes) is none of edition ${manifest.edition}: ${names.join(', ')}`,
  );
}

function verifiedManifest(
  where: string,
  bytes: Buffer,
  signature: string,
  publicKeyPem: string,
): Manifest {
  if (!signatureHolds(bytes, signature, publicKeyPem))
    throw failed(`${where} was not signed with this key, or was changed since`);
  return parseManifest(where, bytes);
}

function failed(why: string): BellwetherError {
  return new BellwetherError('verification-failed', `Verification failed: ${why}.`);
}
