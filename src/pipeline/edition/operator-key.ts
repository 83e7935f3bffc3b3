/**
 * The key that signs what is published. A missing or different key is never taken for a fresh start:
 * readers would find everything signed with an unknown key.
 */
import { BellwetherError } from '../../lib/errors.ts';
import { type Catalog, currentKey } from './catalog.ts';
import { publishedStores } from './data-folder-stores.ts';
import type { EditionStore } from './edition-store.ts';
import { heldSigningKey, type SigningKey, signingKey, signingKeyPath } from './signing.ts';

/**
 * The private key of the editions in a store; made when nothing is published yet.
 *
 * @throws BellwetherError `signing-key-missing` or `signing-key-differs`
 */
export async function operatorKey(store: EditionStore, dataFolder: string): Promise<SigningKey> {
  const held = await heldSigningKey(dataFolder);
  const catalog = await store.catalog();
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

/** The keys of a publication with this one as the current key. */
export function publicKeys(before: Catalog | undefined, key: SigningKey): Catalog['keys'] {
  return before?.keys ?? [{ publicKey: key.publicKeyPem, validFrom: key.madeAt, validUntil: null }];
}
