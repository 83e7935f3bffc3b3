/** Verifies published editions against their signed manifests. */

import { sha256 } from '../lib/atomic-files.ts';
import { BellwetherError, NotFoundError, UnavailableError } from '../lib/errors.ts';
import type { Catalog } from '../pipeline/edition/catalog.ts';
import {
  type Manifest,
  type ManifestFile,
  parseManifest,
} from '../pipeline/edition/edition-manifest.ts';
import type { EditionStore } from '../pipeline/edition/edition-store.ts';
import { PublicationLog } from '../pipeline/edition/publication-log.ts';
import { signatureHolds } from '../pipeline/edition/signing.ts';
import { ALL_PERIODS } from './editions.ts';

export type VerifiedEdition = { edition: string; revision: number; files: number; bytes: number };

/**
 * Verifies every file of the published editions in all encodings, including superseded revisions.
 *
 * @param publicKeyPem by default, the key that the publication declares as its own
 * @param only a period's slug, or `all` for the files that span periods; by default, everything
 * @throws BellwetherError `verification-failed` for the first failure
 */
export async function verifyEditions(
  store: EditionStore,
  publicKeyPem: string | undefined,
  only?: string,
): Promise<VerifiedEdition[]> {
  const catalog = await store.catalog();
  if (!catalog)
    throw new UnavailableError('not-published', `Nothing is published in ${store.folder} yet.`);
  const key = publicKeyPem ?? catalog.keys.at(-1)?.publicKey;
  if (key === undefined)
    throw new BellwetherError(
      'signing-key-missing',
      `${store.folder} does not name the key that it was signed with; name it with --key.`,
    );
  const revisions = [
    ...catalog.editions.flatMap((edition) =>
      [...edition.superseded.map(keptFiles), { ...edition, isKept: everyFile }].map((signed) => ({
        ...signed,
        edition: edition.period,
      })),
    ),
    { ...catalog.all, edition: ALL_PERIODS, isKept: everyFile },
  ].filter(({ edition }) => only === undefined || edition === only);
  if (revisions.length === 0)
    throw new NotFoundError('unknown-period', `There is no edition ${only}.`);
  const verified: VerifiedEdition[] = [];
  for (const { edition, manifest: hash, signature, isKept } of revisions) {
    const where = `the manifest of ${edition}`;
    const { manifest } = verifiedManifest(where, await store.read(hash), signature, [key]);
    let bytes = 0;
    const kept = manifest.files.filter(isKept);
    for (const file of kept) {
      const body = await store.read(file.sha256);
      for (const form of await store.storedForms(file.sha256))
        if (form !== 'identity') await store.readForm(file.sha256, form);
      if (body.length !== file.bytes)
        throw failed(`${edition}/${file.name} has ${body.length} bytes, not ${file.bytes}`);
      bytes += body.length;
    }
    verified.push({ edition, revision: manifest.revision, files: kept.length, bytes });
  }
  await verifyLog(store, catalog, key);
  return verified;
}

const everyFile = () => true;

/** The files that still exist of a superseded revision. */
function keptFiles<R extends Catalog['editions'][number]['superseded'][number]>(revision: R) {
  const isCore = ({ sha256: hash }: ManifestFile) => hash === revision.core;
  return { ...revision, isKept: revision.isPruned ? isCore : everyFile };
}

/**
 * Verifies that the publication log is intact and signed, and lists every revision that has a core.
 */
async function verifyLog(store: EditionStore, catalog: Catalog, key: string): Promise<void> {
  if (!catalog.log) return;
  const bytes = await store.read(catalog.log.log);
  if (!signatureHolds(bytes, catalog.log.signature, key))
    throw failed('the publication log was not signed with this key, or was changed since');
  const logged = new Map(
    PublicationLog.parse(bytes.toString('utf8')).entries.map((entry) => [entry.manifest, entry]),
  );
  for (const edition of catalog.editions)
    for (const { manifest, core, revision } of [...edition.superseded, edition])
      if (core !== undefined && logged.get(manifest)?.core !== core)
        throw failed(
          `the publication log does not list revision ${revision} of ${edition.period} as it was published`,
        );
}

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
  const { manifest, key } = verifiedManifest('the manifest', manifestBytes, signature, publicKeys);
  const hash = sha256(file);
  const listed = manifest.files.find((candidate) => candidate.sha256 === hash);
  if (listed) return { manifest, file: listed, key };
  const names = manifest.files.map(({ name, sha256: own }) => `${name} (${own.slice(0, 12)}…)`);
  throw failed(
    `the file (SHA-256 ${hash.slice(0, 12)}…, ${file.length} bytes) is none of edition ${manifest.edition}: ${names.join(', ')}`,
  );
}

function verifiedManifest(
  where: string,
  bytes: Buffer,
  signature: string,
  publicKeys: readonly string[],
): { manifest: Manifest; key: string } {
  const key = publicKeys.find((candidate) => signatureHolds(bytes, signature, candidate));
  if (key === undefined)
    throw failed(`${where} was not signed with this key, or was changed since`);
  return { manifest: parseManifest(where, bytes), key };
}

function failed(why: string): BellwetherError {
  return new BellwetherError('verification-failed', `Verification failed: ${why}.`);
}
