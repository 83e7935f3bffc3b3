/** Words of questions: how they are cut, and which of them count as the same. */

/** Stands for the name of a startup or a sector in a phrasing. */
export const STARTUP = '⟨startup⟩';
export const SECTOR = '⟨sector⟩';

/** Words that questions are made of, whatever they are about. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  "a an and are at by can could did do does for from get has have how i in is it its let may me my of on one or please should tell that the their there these they this to was we what when where which who why will with would you your what's".split(
    ' ',
  ),
);

/** Lower-case words in their order; marks, case and accents do not matter. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('&', ' and ')
    .toLowerCase();
  return plain.match(/⟨\w+⟩|[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
}

/** Endings that English grammar adds; enough to tell growing from grow, and no more. */
export function stem(word: string): string {
  // British and American.
  const bare = word.replace(/['’]\w*$/, '').replace(/^licens/, 'licenc');
  if (bare.length < 5) return bare.length === 4 && /[^s]s$/.test(bare) ? bare.slice(0, -1) : bare;
  if (bare.endsWith('ies')) return `${bare.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(bare)) return bare.slice(0, -2);
  if (/[^su]s$/.test(bare)) return stem(bare.slice(0, -1));
  for (const ending of ['ing', 'ed'])
    if (bare.endsWith(ending) && bare.length - ending.length >= 3)
      return undoubled(bare.slice(0, -ending.length));
  return bare.endsWith('e') ? bare.slice(0, -1) : bare;
}

/** `shipp` → `ship`, `comput` stays. */
function undoubled(word: string): string {
  return /([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word.replace(/e$/, '');
}

/** Whether one word becomes the other by at most so many letters added, dropped, changed or swapped. */
export function isWithin(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let cost = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, at(before, j - 2) + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return at(row, other.length) <= most;
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
