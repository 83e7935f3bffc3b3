/** Names as keys of look-ups, and as parts of addresses. */

/**
 * Normalizes a name to its look-up key: `Weights & Biases`, `weights and biases` and
 * `WEIGHTS-AND-BIASES` have the same key. Compatibility forms and accents are folded. Letters of
 * other scripts are kept, so a homoglyph has a different key.
 */
export function foldKey(name: string): string {
  if (PLAIN_KEY.test(name)) return name;
  if (ASCII.test(name))
    return name
      .toLowerCase()
      .replaceAll('&', 'and')
      .replace(/[^a-z0-9]/g, '');
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Most words of questions are their own keys. */
const PLAIN_KEY = /^[a-z0-9]*$/;
/** There is nothing to fold, which takes most of the time. */
const ASCII = /^[ -~]*$/;

/** The name of a round as part of an address: `Series B` is `series-b`. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
