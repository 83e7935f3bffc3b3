/**
 * Transaction signatures of Solana as people write them: 64 bytes in base58. Without Solana's own
 * library, which takes long to load and is only loaded where the rail is configured.
 */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BYTES = 64;

export function isSignature(text: string): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)) return false;
  const zeros = text.length - text.replace(/^1+/, '').length;
  let value = 0n;
  for (const digit of text) value = value * 58n + BigInt(ALPHABET.indexOf(digit));
  const bytes = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2);
  return zeros + bytes === BYTES;
}
