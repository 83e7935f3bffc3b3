/** JSON that may be none, or too much to parse. */

/** Undefined for text that is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/** Brackets and braces differ in this bit; no other character that matters here has a double. */
const BRACE_BIT = 0x20;
const [OPENING_BRACE, CLOSING_BRACE, SPACE] = [0x7b, 0x7d, 0x20];

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
