/** A document of docs/ as code: its tables, row by row. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';

/** A cell as its pieces of code, and as it is written. */
export type Cell = { code: string[]; text: string };
/** Cells by the names of their columns, and the heading that the table stands under. */
export type Row = { section: string; cells: Readonly<Record<string, Cell>> };

export async function readDocument(name: string): Promise<{ rows: Row[]; text: string }> {
  const text = await readFile(join(PROJECT_ROOT, 'docs', name), 'utf8');
  const rows: Row[] = [];
  let section = '';
  for (const token of lexer(text))
    if (token.type === 'heading') section = token['text'];
    else if (token.type === 'table') {
      const { header, rows: lines } = token as Tokens.Table;
      for (const line of lines) {
        const cells = line.map(({ tokens, text }, column): [string, Cell] => [
          header[column]?.text ?? '',
          { code: codeIn(tokens), text },
        ]);
        rows.push({ section, cells: Object.fromEntries(cells) });
      }
    }
  return { rows, text };
}

function codeIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'codespan') return [token['text'].replaceAll('\\|', '|')];
    return 'tokens' in token ? codeIn(token.tokens ?? []) : [];
  });
}
