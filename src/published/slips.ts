/** Slips of the keyboard: one letter left out, one too many, or two swapped. */

/** Shorter names are one letter away from too many others. */
const MIN_FORGIVEN_LETTERS = 6;

/** Folded names in which a slip is forgiven. */
export class Slips {
  readonly #byLength = new Map<number, Set<string>>();

  constructor(keys: Iterable<string>) {
    for (const key of keys) {
      if (key.length < MIN_FORGIVEN_LETTERS) continue;
      const known = this.#byLength.get(key.length);
      if (known) known.add(key);
      else this.#byLength.set(key.length, new Set([key]));
    }
  }

  /**
   * The names that differ from a folded one by a slip. A wrong letter is not forgiven: that is how
   * other names differ. Nor are letters of other scripts, which can look the same.
   */
  near(key: string): string[] {
    if (key.length < MIN_FORGIVEN_LETTERS || /[^a-z0-9]/.test(key)) return [];
    return [key.length - 1, key.length, key.length + 1].flatMap((length) =>
      [...(this.#byLength.get(length) ?? [])].filter((known) => isOneSlip(key, known)),
    );
  }
}

function isOneSlip(one: string, other: string): boolean {
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
