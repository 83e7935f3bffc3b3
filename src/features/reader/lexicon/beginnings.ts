/** What a regular expression can match first: for trying only those that could match. */

/** Ends a beginning that anything may follow. */
export const ANY = '…';

/** Escapes, classes, openings of groups, and single characters. */
const PARTS = /\\.|\[[^\]]*\]|\(\?(?:<?[=!]|:)|./g;
const LITERAL = /^[^\\^$.*+?()[\]{}|]$/;

/**
 * The first characters of whatever an expression matches in a text of words, each followed by a blank:
 * `ups?` begins with `up ` and `ups`.
 *
 * @param source literals in lower case, classes, groups that capture nothing, assertions
 */
export function beginnings(source: string, length: number): Set<string> {
  return new Set(beginningsOf(source.match(PARTS) ?? [], length));
}

function beginningsOf(parts: readonly string[], length: number): string[] {
  if (length === 0) return [''];
  const choices = alternatives(parts);
  if (choices.length > 1) return choices.flatMap((choice) => beginningsOf(choice, length));
  const [part = ''] = parts;
  if (part === '') return [length > 1 ? ` ${ANY}` : ' '];
  if (part === '(') return [ANY];
  const end = part.startsWith('(') ? closing(parts) : 0;
  const rest = parts.slice(end + 1);
  // An assertion takes no characters.
  if (part.startsWith('(') && part !== '(?:') return beginningsOf(rest, length);
  if (rest[0] === '{') return [ANY];
  const isOptional = rest[0] === '?' || rest[0] === '*';
  const isRepeated = rest[0] === '+' || rest[0] === '*';
  const behind = isOptional || isRepeated ? rest.slice(1) : rest;
  const next = isRepeated ? ['('] : behind;
  const skipped = isOptional ? beginningsOf(behind, length) : [];
  if (part === '(?:') {
    const inner = alternatives(parts.slice(1, end));
    const taken = inner.flatMap((one) => beginningsOf([...one, ...grouped(next)], length));
    return [...skipped, ...taken];
  }
  if (!LITERAL.test(part)) return [...skipped, ANY];
  return [...skipped, ...beginningsOf(next, length - 1).map((others) => part + others)];
}

/** A sequence that alternatives may stand in. */
function grouped(parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : ['(?:', ...parts, ')'];
}

/** Split where `|` stands outside of all groups. */
function alternatives(parts: readonly string[]): string[][] {
  const found: string[][] = [[]];
  let depth = 0;
  for (const part of parts) {
    if (part.startsWith('(')) depth++;
    if (part === ')') depth--;
    if (part === '|' && depth === 0) found.push([]);
    else found.at(-1)?.push(part);
  }
  return found;
}

/** Where the group that comes first ends. */
function closing(parts: readonly string[]): number {
  let depth = 0;
  return parts.findIndex((part) => {
    if (part.startsWith('(')) depth++;
    if (part === ')') depth--;
    return depth === 0;
  });
}
