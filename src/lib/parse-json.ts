/** Parses JSON that may be none, and megabytes of it without blocking the process. */
import type { Slices } from './slices.ts';

/** Undefined for text that is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Shorter texts (in UTF-16 code units) are parsed in one go, in a few milliseconds. */
const MAX_UNSLICED_LENGTH = 500_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/** Brackets and braces differ in this bit; no other character that matters here has a double. */
const BRACE_BIT = 0x20;
const [OPENING_BRACE, CLOSING_BRACE, SPACE] = [0x7b, 0x7d, 0x20];

/**
 * Parses in slices, because `JSON.parse` blocks the process until it is done.
 *
 * @throws SyntaxError as `JSON.parse` does
 */
export async function parseJson(text: string, slices: Slices): Promise<unknown> {
  const trimmed = text.trim();
  if (
    trimmed.length <= MAX_UNSLICED_LENGTH ||
    (trimmed.charCodeAt(0) | BRACE_BIT) !== OPENING_BRACE
  )
    return JSON.parse(trimmed);
  const isList = trimmed.startsWith('[');
  if (!trimmed.endsWith(isList ? ']' : '}')) throw new SyntaxError('The JSON text is cut short.');
  const list: unknown[] = [];
  const members: [string, unknown][] = [];
  for await (const part of partsOf(trimmed, slices)) {
    if (slices.isOver) await slices.pause();
    if (isList) list.push(await parseJson(part, slices));
    else {
      const colon = part.indexOf(':', endOfString(part, part.indexOf('"')));
      if (colon < 0) throw new SyntaxError('A member of a JSON object has no colon.');
      const name = JSON.parse(part.slice(0, colon)) as string;
      members.push([name, await parseJson(part.slice(colon + 1), slices)]);
    }
  }
  return isList ? list : Object.fromEntries(members);
}

/** The texts between the top-level commas of a list or an object. */
async function* partsOf(text: string, slices: Slices): AsyncGenerator<string> {
  let depth = 0;
  let from = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at) <= SPACE ? SPACE : text.charCodeAt(at) | BRACE_BIT;
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPENING_BRACE) depth++;
    else if (code === CLOSING_BRACE) depth--;
    else if (code === COMMA && depth === 1) {
      yield text.slice(from, at);
      from = at + 1;
    }
    if ((at & 0xfff) === 0 && slices.isOver) await slices.pause();
  }
  const last = text.slice(from, -1);
  if (last.trim() !== '' || from > 1) yield last;
}

/** The index of the closing quotation mark of the string that begins at `from`. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

/** The most that JSON from a client may hold: members of objects and elements of lists, at any depth. */
export const MAX_MEMBERS = 2_000;

/**
 * Counts the members of JSON before it is parsed, since parsing a megabyte of them blocks the process
 * for longer than anything else that a client can send. Counting stops above MAX_MEMBERS. For text that
 * is not JSON, the numbers say nothing.
 */
export function measureJson(text: string): { members: number; depth: number } {
  let members = 0;
  let [level, depth] = [0, 0];
  let isOpened = false;
  for (let at = 0; at < text.length && members <= MAX_MEMBERS; at++) {
    if (text.charCodeAt(at) <= SPACE) continue;
    const code = text.charCodeAt(at) | BRACE_BIT;
    // One more than there are commas, unless it is empty.
    if (isOpened && code !== CLOSING_BRACE) members++;
    isOpened = code === OPENING_BRACE;
    if (isOpened) depth = Math.max(depth, ++level);
    else if (code === CLOSING_BRACE) level--;
    else if (code === COMMA) members++;
    else if (code === QUOTE) at = endOfString(text, at);
  }
  return { members, depth };
}
