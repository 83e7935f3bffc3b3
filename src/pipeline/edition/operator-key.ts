/**
 * The key that signs what is published, and its replacement. A missing or different key is never taken
 * for a fresh start: readers would find everything signed with an unknown key.
 */
import { rename } from 'node:fs/promises';
import { BellwetherError } from '../../lib/errors.ts';
import { inParallel } from '../../lib/in-parallel.ts';
import { type Catalog, currentKey, type PublicKey, type Signed } from './catalog.ts';
import { type EditionStore, publishedStores } from './edition-store.ts';
import { heldSigningKey, type SigningKey, signingKey, signingKeyPath } from './signing.ts';

/**
 * The private key of the editions in a store; made when nothing is published yet.
 *
 * @param catalog of the store, if there is one
 * @throws BellwetherError `signing-key-missing` or `signing-key-differs`
 */
export async function operatorKey(
  store: EditionStore,
  catalog: Catalog | undefined,
  dataFolder: string,
): Promise<SigningKey> {
  const held = await heldSigningKey(dataFolder);
  if (!held) {
    const [published] = catalog ? [store] : await publishedStores(dataFolder);
    if (!published) return signingKey(dataFolder);
    throw new BellwetherError(
      'signing-key-missing',
      `${published.folder} holds signed editions, and ${signingKeyPath(dataFolder)} is missing. Restore it from your back-up. If it is lost, run bellwether keys signing rotate: it makes another, signs everything again, and goes on publishing the old public key.`,
    );
  }
  if (catalog && currentKey(catalog) !== held.publicKeyPem)
    throw new BellwetherError(
      'signing-key-differs',
      `${signingKeyPath(dataFolder)} is not the key that signed the editions in ${store.folder}. Restore that one from your back-up. If it is lost, or if changing it was interrupted, run bellwether keys signing rotate.`,
    );
  return held;
}

/**
 * Signs everything that is published again with a new key; the old public key stays published with the
 * time until which it was valid. Interrupted anywhere, it is finished by running it again.
 *
 * @param stores all of the data folder in which something is published
 * @throws BellwetherError `verification-failed` when a catalog does not bear the signature of the key
 *   that is replaced: it must not get a new one
 * @returns the number of manifests that were signed again, and the public key they were signed with
 */
export async function rotateSigningKey(
  dataFolder: string,
  stores: readonly EditionStore[],
): Promise<{ publicKeyPem: string; signed: number }> {
  await using locks = new AsyncDisposableStack();
  for (const store of stores) locks.defer(await store.lock());
  const path = signingKeyPath(dataFolder);
  // An interrupted change left it there, and may have signed with it.
  const next = await signingKey(dataFolder, `${path}.next`);
  const at = new Date().toISOString();
  let signed = 0;
  const sign = async <T extends Signed>(store: EditionStore, of: T): Promise<T> => {
    signed++;
    return { ...of, signature: next.sign(await store.read(of.manifest)) };
  };
  for (const store of stores) {
    const catalog = await store.catalog();
    if (!catalog || currentKey(catalog) === next.publicKeyPem) continue;
    // The catalog's own signature showed that its manifests are the operator's.
    const editions = await inParallel(catalog.editions, async (edition) => ({
      ...(await sign(store, edition)),
      superseded: await inParallel(edition.superseded, (revision) => sign(store, revision)),
    }));
    const all = await sign(store, catalog.all);
    const end = (key: PublicKey) => ({ ...key, validUntil: key.validUntil ?? at });
    const [first, ...later] = catalog.keys;
    const current = { publicKey: next.publicKeyPem, validFrom: at, validUntil: null };
    const keys: Catalog['keys'] = [end(first), ...later.map(end), current];
    await store.replaceCatalog({ ...catalog, editions, all, keys }, next);
  }
  await rename(`${path}.next`, path);
  return { publicKeyPem: next.publicKeyPem, signed };
}
