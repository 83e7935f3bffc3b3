/** A page is found by its address: `/compare/{pair}` is `src/web/compare.ts`. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { loadPages } from '../../src/web/page/all-pages.ts';

/** Pages that share a file with the rest of their family. */
const FAMILIES: Readonly<Record<string, string>> = {
  '/checkout/done': 'checkout',
  // The page of one startup is startups.ts.
  '/startups': 'startup-list',
  '/docs/mcp': 'docs',
  '/startups/{slug}/check/{number}': 'startup-check',
};

const FOLDER = join(import.meta.dirname, '../../src/web');

/** The fixed segments of the path; `home` where there are none. */
function fileOf(path: string): string {
  const fixed = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  return FAMILIES[path] ?? (fixed.join('/') || 'home');
}

describe('the file of a page', () => {
  it('is where its address says, and holds no page of another address', async () => {
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.ts')).sort();
    for (const file of files) {
      const { default: defined } = await import(join(FOLDER, file));
      for (const { path } of [defined].flat()) assert.equal(`${fileOf(path)}.ts`, file, path);
    }
    const pages = await loadPages();
    assert.deepEqual([...new Set(pages.map(({ path }) => `${fileOf(path)}.ts`))].sort(), files);
  });

  it('is shared only by pages that exist', async () => {
    const paths = (await loadPages()).map(({ path }) => path);
    for (const path of Object.keys(FAMILIES)) assert.ok(paths.includes(path), path);
  });
});
