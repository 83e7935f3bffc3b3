/**
 * Normalizes a name to its look-up key: `Weights & Biases`, `weights and biases` and
 * `WEIGHTS-AND-BIASES` have the same key. Compatibility forms and accents are folded. Letters of
 * other scripts are kept, so a homoglyph has a different key.
 */
export function foldKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
