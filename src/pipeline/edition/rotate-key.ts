/**
 * Changes the signing key: everything that is published is signed again with a new one, and the
 * old public key stays published with the time until which it was valid. Interrupted anywhere, it
 * is finished by running it again.
 */
import { rename } from 'node:fs/promises';
import { BellwetherError } from '../../lib/errors.ts';
import { Catalog, currentKey } from './catalog.ts';
import type { EditionStore } from './edition-store.ts';
import { type SigningKey, signatureHolds, signingKeyAt, signingKeyPath } from './signing.ts';

export type Rotation = {
  publicKeyPem: string;
  /** Signatures that were made. */
  signed: number;
};

/**
 * @param stores all of the data folder in which something is published
 * @throws BellwetherError `verification-failed` when something published does not bear the
 *   signature of the key that is replaced: it must not get a new one
 */
export async function rotateSigningKey(
  dataFolder: string,
  stores: readonly EditionStore[],
): Promise<Rotation> {
  const releases: (() => Promise<void>)[] = [];
  try {
    for (const store of stores) releases.push(await store.lock());
    const path = signingKeyPath(dataFolder);
    // An interrupted change left it there, and may have signed with it.
    const next = await signingKeyAt(`${path}.next`);
    let signed = 0;
    const at = new Date().toISOString();
    for (const store of stores) {
      const catalog = await store.catalog();
      if (!catalog || currentKey(catalog) === next.publicKeyPem) continue;
      const signatures = await signAgain(store, catalog, next);
      signed += signatures.size;
      const former = catalog.keys.map((key) => ({ ...key, validUntil: key.validUntil ?? at }));
      const current = { publicKey: next.publicKeyPem, validFrom: at, validUntil: null };
      const text = JSON.stringify({ ...catalog, keys: [...former, current] });
      const again = JSON.parse(text, (name, value) =>
        name === 'signature' ? signatures.get(value) : value,
      );
      await store.replaceCatalog(Catalog.parse(again));
    }
    await rename(`${path}.next`, path);
    return { publicKeyPem: next.publicKeyPem, signed };
  } finally {
    for (const release of releases) await release();
  }
}

/** New signatures of all that a catalog names, by the old ones, once those are found to hold. */
async function signAgain(
  store: EditionStore,
  catalog: Catalog,
  key: SigningKey,
): Promise<ReadonlyMap<string, string>> {
  const { editions, all, log } = catalog;
  const revisions = editions.flatMap((edition) => [edition, ...edition.superseded]);
  const bodies = [...revisions, all].map(
    ({ manifest, signature }) => [signature, manifest] as const,
  );
  const signatures = new Map<string, string>();
  for (const [signature, body] of [...bodies, [log.signature, log.log] as const]) {
    const bytes = await store.read(body);
    if (!signatureHolds(bytes, signature, currentKey(catalog)))
      throw new BellwetherError(
        'verification-failed',
        `${body} in ${store.folder} does not bear the signature of the key that is replaced, so it gets no new one. Restore catalog.json from a copy.`,
      );
    signatures.set(signature, key.sign(bytes));
  }
  return signatures;
}
