/**
 * Folds a name to the letters and digits by which it is looked up: `Weights & Biases`,
 * `weights and biases` and `WEIGHTS-AND-BIASES` are one key. Compatibility forms and accents are folded;
 * letters of other scripts stay what they are, so a look-alike is another key.
 */
export function foldKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
