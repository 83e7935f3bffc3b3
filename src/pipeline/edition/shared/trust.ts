/** Decides which key a publication in a bucket has to be signed with. */
import { BellwetherError } from '../../../lib/errors.ts';
import { type Catalog, currentKey, type PublicKey } from '../catalog.ts';
import { fingerprint } from '../signing.ts';

/**
 * @param before the folder's catalog
 * @param ownKey the operator's public key, if this machine has it
 * @throws BellwetherError `signing-key-differs`
 */
export function trustedKey(
  where: string,
  catalog: Catalog,
  before: Catalog | undefined,
  ownKey: string | undefined,
): string {
  const named = currentKey(catalog);
  // Trust on first use: without a known key, the first publication determines it.
  const key = ownKey ?? (before ? currentKey(before) : named);
  if (named !== key)
    throw new BellwetherError(
      'signing-key-differs',
      `${where} is signed by ${fingerprint(named)}, and the key that is known here is ${fingerprint(key)}. If you changed the key, bring the new one to DATA_DIR/keys where this machine publishes; where it only serves, ${REMEDY}`,
    );
  if (before && !continuesKeys(catalog.keys, before.keys))
    throw new BellwetherError(
      'signing-key-differs',
      `${where} names other former keys than it did. Where this machine only serves, ${REMEDY}`,
    );
  return key;
}

const REMEDY = 'stop it, move its folder of editions away, and start it again.';

/** The same keys as before; after a change of the key, the same and further ones. */
function continuesKeys(keys: readonly PublicKey[], before: readonly PublicKey[]): boolean {
  const isChanged = keys.at(-1)?.publicKey !== before.at(-1)?.publicKey;
  return (
    (isChanged || keys.length === before.length) &&
    before.every(({ publicKey }, index) => keys[index]?.publicKey === publicKey)
  );
}
