/**
 * Changes the signing key: everything that is published is signed again with a new one, and the
 * old public key stays published with the time until which it was valid. Interrupted anywhere, it
 * is finished by running it again.
 */
import { rename } from 'node:fs/promises';
import { inParallel } from '../../lib/in-parallel.ts';
import { type Catalog, currentKey, type PublicKey, type Signed } from './catalog.ts';
import type { EditionStore } from './edition-store.ts';
import { type SigningKey, signingKeyAt, signingKeyPath } from './signing.ts';

export type Rotation = {
  publicKeyPem: string;
  /** Manifests that were signed again. */
  signed: number;
};

/**
 * @param stores all of the data folder in which something is published
 * @throws BellwetherError `verification-failed` when a catalog does not bear the signature of the key
 *   that is replaced: it must not get a new one
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
      const end = (key: PublicKey) => ({ ...key, validUntil: key.validUntil ?? at });
      const [first, ...later] = catalog.keys;
      const current = { publicKey: next.publicKeyPem, validFrom: at, validUntil: null };
      const keys: Catalog['keys'] = [end(first), ...later.map(end), current];
      const again = await signAgain(store, catalog, next);
      signed += again.editions.flatMap(({ superseded }) => [0, ...superseded]).length + 1;
      await store.replaceCatalog({ ...again, keys }, next);
    }
    await rename(`${path}.next`, path);
    return { publicKeyPem: next.publicKeyPem, signed };
  } finally {
    for (const release of releases) await release();
  }
}

/** The catalog with new signatures of all manifests: its own showed that they are the operator's. */
async function signAgain(store: EditionStore, catalog: Catalog, key: SigningKey): Promise<Catalog> {
  const sign = async <T extends Signed>(signed: T): Promise<T> => ({
    ...signed,
    signature: key.sign(await store.read(signed.manifest)),
  });
  const editions = await inParallel(catalog.editions, async (edition) => ({
    ...(await sign(edition)),
    superseded: await inParallel(edition.superseded, sign),
  }));
  return { ...catalog, editions, all: await sign(catalog.all) };
}
