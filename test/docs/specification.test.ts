/** docs/specification.md has every section that the code cites, and numbers its requirements in order. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';

const CITATION = /specification(?:['’]s|,)? \(?sections? (\d+(?:(?:, | and )\d+)*)/gi;

const text = await readFile(join(PROJECT_ROOT, 'docs', 'specification.md'), 'utf8');
const sections = [...text.matchAll(/^## (\d+)\. /gm)].map(([, number = '']) => number);

/** Sections that a source file cites, also where the line breaks within the citation. */
function citedIn(source: string): string[] {
  const oneLine = source.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
  return [...oneLine.matchAll(CITATION)].flatMap(([, numbers = '']) => numbers.match(/\d+/g) ?? []);
}

it('has every section that a comment cites', async () => {
  const files = globSync('{src,client,test,tools,bench}/**/*.ts', {
    cwd: PROJECT_ROOT,
    exclude: ['**/node_modules'],
  });
  let citations = 0;
  for (const file of files)
    for (const section of citedIn(await readFile(join(PROJECT_ROOT, file), 'utf8'))) {
      assert.ok(sections.includes(section), `${file} cites section ${section}`);
      citations += 1;
    }
  assert.ok(citations > 20, `${citations} citations`);
});

it('numbers every requirement once, in order, under its section', () => {
  let [section, requirement] = [0, 0];
  for (const [, heading, number] of text.matchAll(/^## (\d+)\. |^- \*\*(\d+\.\d+)\*\*/gm))
    if (heading === undefined) assert.equal(number, `${section}.${++requirement}`);
    else {
      assert.equal(heading, `${++section}`);
      requirement = 0;
    }
});
