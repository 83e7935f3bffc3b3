/**
 * A strict reader for our own pages, without error recovery: markup that a browser would have to repair
 * fails here. It does not parse other people's HTML.
 */
export type Element = { name: string; attributes: ReadonlyMap<string, string>; path: string[] };

const VOID = new Set(['meta', 'link', 'br', 'hr', 'img', 'input', 'wbr']);
const BLOCKS = [
  'p',
  'div',
  'ul',
  'dl',
  'table',
  'section',
  'figure',
  'header',
  'nav',
  'h1',
  'h2',
  'h3',
];
/** Which parents an element may have. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  li: ['ul', 'ol'],
  dt: ['dl', 'div'],
  dd: ['dl', 'div'],
  caption: ['table'],
  thead: ['table'],
  tbody: ['table'],
  tfoot: ['table'],
  tr: ['thead', 'tbody', 'tfoot'],
  th: ['tr'],
  td: ['tr'],
  summary: ['details'],
  figcaption: ['figure'],
};
const TAG =
  /<(?:!doctype html|(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z][a-zA-Z0-9-]*="[^"<]*")*)\s*(\/?))>/g;

/** All elements in document order; throws at the first thing that is not well formed. */
export function readElements(page: string): Element[] {
  const text = page.replace(/<style>.*?<\/style>/gs, '');
  const rest = text.replace(TAG, '');
  if (/[<>]/.test(rest)) throw new Error(`stray markup: ${/.{0,40}[<>].{0,40}/.exec(rest)?.[0]}`);
  const elements: Element[] = [];
  const open: string[] = [];
  for (const [tag, closing, name, attributes = '', selfClosing] of text.matchAll(TAG)) {
    if (name === undefined) continue;
    if (closing) {
      const expected = open.pop();
      if (expected !== name) throw new Error(`${tag} closes <${expected}>`);
      continue;
    }
    checkParent(name, open);
    elements.push({ name, attributes: readAttributes(tag, attributes), path: [...open] });
    if (!selfClosing && !VOID.has(name)) open.push(name);
  }
  if (open.length > 0) throw new Error(`never closed: ${open.join(' ')}`);
  return elements;
}

function checkParent(name: string, open: readonly string[]): void {
  const parent = open.at(-1) ?? '';
  const parents = PARENTS[name];
  if (parents && !parents.includes(parent)) throw new Error(`<${name}> in <${parent}>`);
  if (open.includes('p') && BLOCKS.includes(name)) throw new Error(`<${name}> in <p>`);
  if (name === 'a' && open.includes('a')) throw new Error('a link in a link');
}

function readAttributes(tag: string, text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/([a-zA-Z][a-zA-Z0-9-]*)="([^"]*)"/g)) {
    if (attributes.has(name)) throw new Error(`${name} twice in ${tag}`);
    attributes.set(name, value);
  }
  return attributes;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

/** A text or an attribute's value as a browser reads it. */
export function unescaped(markup: string): string {
  return markup.replace(/&(?:#(\d+)|\w+);/g, (entity, code: string | undefined) =>
    code === undefined ? (ENTITIES[entity] ?? entity) : String.fromCodePoint(Number(code)),
  );
}
