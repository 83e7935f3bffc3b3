/** Corrects typing errors: a letter missing, one too many, or two swapped. */

/** Shorter names are too often one letter away from others. */
const MIN_LETTERS = 6;

/** The normalized names for which typing errors are corrected. */
export class TypoIndex {
  readonly #byLength = new Map<number, Set<string>>();

  constructor(keys: Iterable<string>) {
    for (const key of keys) {
      if (key.length < MIN_LETTERS) continue;
      this.#byLength.getOrInsertComputed(key.length, () => new Set()).add(key);
    }
  }

  /**
   * The names that differ from a normalized one by a typing error. Replaced letters are not
   * corrected, since other names often differ that way; nor are letters of other scripts, which may
   * be homoglyphs.
   */
  near(key: string): string[] {
    if (key.length < MIN_LETTERS || /[^a-z0-9]/.test(key)) return [];
    return [key.length - 1, key.length, key.length + 1].flatMap((length) =>
      [...(this.#byLength.get(length) ?? [])].filter((known) => isOneTypo(key, known)),
    );
  }
}

function isOneTypo(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  let same = 0;
  while (same < shorter.length && shorter[same] === longer[same]) same++;
  if (longer.length > shorter.length) return shorter.slice(same) === longer.slice(same + 1);
  return (
    shorter[same] === longer[same + 1] &&
    shorter[same + 1] === longer[same] &&
    shorter.slice(same + 2) === longer.slice(same + 2)
  );
}
