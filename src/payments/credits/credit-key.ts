/** Keys of credit packs: `bw_…`. */
import { type ApiKey, keyFormat, newApiKey } from '../../lib/api-key.ts';

export { hashOfSecret, isValidSecret, PUBLIC_ID_LENGTH } from '../../lib/api-key.ts';

export type CreditKey = ApiKey;

export const { format: formatCreditKey, parse: parseCreditKey } = keyFormat('bw');

export function newCreditKey(): CreditKey {
  return newApiKey();
}
