/** A document of docs/ as code: its tables, row by row, and the addresses in its text. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';

/** A cell as its pieces of code, and as it is written. */
export type Cell = { code: string[]; text: string };
/** Cells by the names of their columns, and the heading that the table stands under. */
export type Row = { section: string; cells: Readonly<Record<string, Cell>> };

export type Documented = { rows: Row[]; addresses: Set<string>; text: string };

export async function readDocument(name: string): Promise<Documented> {
  const text = await readFile(join(PROJECT_ROOT, 'docs', name), 'utf8');
  const rows: Row[] = [];
  const addresses = new Set<string>();
  let section = '';
  for (const token of lexer(text)) {
    if (token.type === 'heading') section = token['text'];
    else if (token.type === 'table') rows.push(...rowsOf(token as Tokens.Table, section));
    else for (const one of addressesIn(codeIn([token]))) addresses.add(one);
  }
  for (const { cells } of rows)
    for (const { code } of Object.values(cells))
      for (const one of addressesIn(code)) addresses.add(one);
  return { rows, addresses, text };
}

function rowsOf({ header, rows }: Tokens.Table, section: string): Row[] {
  return rows.map((cells) => ({
    section,
    cells: Object.fromEntries(
      cells.map(({ tokens, text }, column) => [
        header[column]?.text ?? '',
        { code: codeIn(tokens), text },
      ]),
    ),
  }));
}

function codeIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'codespan') return [token['text'].replaceAll('\\|', '|')];
    const inner = 'tokens' in token ? (token.tokens ?? []) : [];
    const items = token.type === 'list' ? (token as Tokens.List).items : [];
    return codeIn([...inner, ...items]);
  });
}

/**
 * Addresses among pieces of code, each `{part}` of one as `{}`: `/a/<b>.json` followed by `.csv` is
 * two, a method or a query beside one is none of it, and what ends with a slash is only a beginning.
 */
export function addressesIn(code: readonly string[]): string[] {
  const found: string[] = [];
  for (const piece of code) {
    const address = /^(?:[A-Z]+ )?(\/[^\s?]*)/.exec(piece)?.[1];
    const last = found.at(-1);
    if (address !== undefined) found.push(address.replace(/[{<][^}>]*[}>]/g, '{}'));
    else if (/^\.\w+$/.test(piece) && last) found.push(last.replace(/\.\w+$/, piece));
  }
  return found.filter((address) => address === '/' || !/\/$|^\/\d+$/.test(address));
}
