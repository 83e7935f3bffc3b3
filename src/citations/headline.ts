/** Capitals of English titles as MLA 9 and Chicago 17 set them. */

/** Articles, coordinating conjunctions and prepositions stay small inside a title. */
const SMALL = new Set(
  'a an and as at but by for from in into nor of off on onto or over per so the to up via with yet'.split(
    ' ',
  ),
);

/** `Coding Agents Take Part in a Growing Share`. Words with a capital or digit stay as they are. */
export function headlineStyle(title: string): string {
  const words = title.split(' ');
  return words
    .map((word, index) => {
      const isAtEdge =
        index === 0 || index === words.length - 1 || (words[index - 1] ?? '').endsWith(':');
      if (!isAtEdge && SMALL.has(word.replace(/\W/g, ''))) return word;
      return word
        .split('-')
        .map((part, place) => (place > 0 && SMALL.has(part) ? part : capitalised(part)))
        .join('-');
    })
    .join(' ');
}

function capitalised(word: string): string {
  return /[\p{Lu}\d]/u.test(word)
    ? word
    : word.replace(/\p{Ll}/u, (letter) => letter.toUpperCase());
}
