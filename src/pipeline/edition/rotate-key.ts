/**
 * Changes the signing key: everything that is published is signed again with a new one, and the
 * old public key stays published with the time until which it was valid. Interrupted anywhere, it
 * is finished by running it again.
 */
import { rename } from 'node:fs/promises';
import { BellwetherError } from '../../lib/errors.ts';
import type { Catalog, PublicKey, Signed } from './catalog.ts';
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
      if (!catalog || catalog.keys.at(-1)?.publicKey === next.publicKeyPem) continue;
      const before = retired(catalog, at);
      const replaced = before.at(-1)?.publicKey;
      const signAgain: SignAgain = async (body, old) => {
        signed++;
        return signature(store, body, old, replaced, next);
      };
      await store.replaceCatalog(await signedAgain(catalog, before, next, at, signAgain));
    }
    await rename(`${path}.next`, path);
    return { publicKeyPem: next.publicKeyPem, signed };
  } finally {
    for (const release of releases) await release();
  }
}

/** A new signature of a stored body, once the old one was found to hold. */
type SignAgain = (body: string, old: string) => Promise<string>;

/** The keys so far, the last of them valid until now. */
function retired({ keys: [first, ...later] }: Catalog, at: string): Catalog['keys'] {
  const until = (key: PublicKey) => ({ ...key, validUntil: key.validUntil ?? at });
  return [until(first), ...later.map(until)];
}

async function signedAgain(
  catalog: Catalog,
  before: Catalog['keys'],
  next: SigningKey,
  at: string,
  signAgain: SignAgain,
): Promise<Catalog> {
  const again = ({ manifest, signature }: Signed) => signAgain(manifest, signature);
  const editions: Catalog['editions'] = [];
  for (const edition of catalog.editions) {
    const superseded: typeof edition.superseded = [];
    for (const old of edition.superseded) superseded.push({ ...old, signature: await again(old) });
    editions.push({ ...edition, signature: await again(edition), superseded });
  }
  const current = { publicKey: next.publicKeyPem, validFrom: at, validUntil: null };
  const all = { ...catalog.all, signature: await again(catalog.all) };
  const { log, signature } = catalog.log;
  const signedLog = { log, signature: await signAgain(log, signature) };
  return { ...catalog, keys: [...before, current], editions, all, log: signedLog };
}

async function signature(
  store: EditionStore,
  body: string,
  signature: string,
  replaced: string | undefined,
  next: SigningKey,
): Promise<string> {
  const bytes = await store.read(body);
  if (replaced !== undefined && !signatureHolds(bytes, signature, replaced))
    throw new BellwetherError(
      'verification-failed',
      `${body} in ${store.folder} does not bear the signature of the key that is replaced, so it gets no new one. Restore catalog.json from a copy.`,
    );
  return next.sign(bytes);
}
