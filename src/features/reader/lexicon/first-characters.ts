/** Which characters a regular expression can match first: for trying only those that could match. */

/** Stands for every character. */
export const ANY = 'any';

/** Escapes, classes, openings of groups, and single characters. */
const PARTS = /\\.|\[[^\]]*\]|\(\?(?:<?[=!]|:)|./g;
const LITERAL = /^[^\\^$.*+?()[\]{}|]$/;

/** @param source literals in lower case, classes, groups that capture nothing, assertions */
export function firstCharacters(source: string): Set<string> {
  return new Set(firstOf(source.match(PARTS) ?? []));
}

function firstOf(parts: readonly string[]): string[] {
  const choices = alternatives(parts);
  if (choices.length > 1) return choices.flatMap(firstOf);
  const [part = ''] = parts;
  if (part === '') return [];
  if (part === '(') return [ANY];
  const end = part.startsWith('(') ? closing(parts) : 0;
  const rest = parts.slice(end + 1);
  const inner = parts.slice(1, end);
  // An assertion takes no characters.
  if (part.startsWith('(') && part !== '(?:') return firstOf(rest);
  if (rest[0] === '{') return [ANY];
  const isOptional = rest[0] === '?' || rest[0] === '*';
  const behind = /^[?*+]$/.test(rest[0] ?? '') ? rest.slice(1) : rest;
  const skipped = isOptional ? firstOf(behind) : [];
  if (part === '(?:')
    return [
      ...skipped,
      ...alternatives(inner).flatMap((choice) => firstOf([...choice, ...grouped(behind)])),
    ];
  return [...skipped, LITERAL.test(part) ? part : ANY];
}

/** A sequence that alternatives may stand in. */
function grouped(parts: readonly string[]): string[] {
  return ['(?:', ...parts, ')'];
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
