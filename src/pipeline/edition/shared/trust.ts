/**
 * Decides whether a catalog from a bucket may replace the folder's: it must be signed with the known
 * key, and its log must continue the local one.
 */
import { BellwetherError } from '../../../lib/errors.ts';
import type { Catalog, Signed } from '../catalog.ts';
import type { EditionStore } from '../edition-store.ts';
import { PublicationLog } from '../publication-log.ts';
import { fingerprint, signatureHolds } from '../signing.ts';

/**
 * @param before the folder's catalog
 * @param ownKey the operator's public key, if this machine has it
 * @throws BellwetherError `signing-key-differs`
 */
export function trustedKey(
  where: string,
  { keys }: Catalog,
  before: Catalog | undefined,
  ownKey: string | undefined,
): string {
  const known = ownKey ?? before?.keys.at(-1)?.publicKey;
  const named = keys.at(-1)?.publicKey;
  // Trust on first use: without a known key, the first publication determines it.
  const key = known ?? named;
  if (key !== undefined && (named === undefined || named === key)) return key;
  const signer = named === undefined ? 'nobody' : fingerprint(named);
  const expected =
    key === undefined ? '' : `, and the key that is known here is ${fingerprint(key)}`;
  throw new BellwetherError(
    'signing-key-differs',
    `${where} is signed by ${signer}${expected}. If you changed the key, bring the new one to DATA_DIR/keys where this machine publishes; where it only serves, stop it, move its folder of editions away, and start it again.`,
  );
}

/**
 * Verifies everything newly signed. The bodies must be in the store.
 *
 * @throws BellwetherError `verification-failed`, `publication-forked`
 */
export async function verifyPublication(
  where: string,
  store: EditionStore,
  catalog: Catalog,
  before: Catalog | undefined,
  key: string,
): Promise<void> {
  const known = new Set(before?.editions.map(identity));
  const signed: Signed[] = catalog.editions.filter((edition) => !known.has(identity(edition)));
  if (catalog.log) signed.push({ manifest: catalog.log.log, signature: catalog.log.signature });
  for (const { manifest, signature } of [...signed, catalog.all])
    if (!signatureHolds(await store.read(manifest), signature, key))
      throw new BellwetherError(
        'verification-failed',
        `${where}: ${manifest} does not bear the signature of ${fingerprint(key)}`,
      );
  const head = (await logOf(store, before))?.head;
  const log = await logOf(store, catalog);
  if (head === undefined || log?.contains(head)) return;
  throw new BellwetherError(
    'publication-forked',
    `${where} does not go on from what ${store.folder} has published: its log never had the entry ${head}. Publish into another bucket or prefix, or move ${store.folder} away to take up what the bucket has.`,
  );
}

function identity({ manifest, signature }: Signed): string {
  return `${manifest} ${signature}`;
}

async function logOf(
  store: EditionStore,
  catalog: Catalog | undefined,
): Promise<PublicationLog | undefined> {
  if (!catalog?.log) return undefined;
  return PublicationLog.parse((await store.read(catalog.log.log)).toString('utf8'));
}
