/** The documents name files that exist, link to what is there, and keep their journeys short. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';

const MAX_STEPS = 15;
/** A path from the project's root; one with a `<part>` in it is a pattern, not a file. */
const PATH =
  /(?<![\w./<>-])(?:src|client|test|tools|bench|bin|docs|registry)\/(?:[\w.-]+\/)*(?:[\w.-]+\.\w+)?(?![\w<>*-])/g;
/** Files that the reader is told to create are not there yet. */
const TO_CREATE = /[Cc]reate\s+`([^`<]+)`/g;

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...(await readdir(join(PROJECT_ROOT, 'docs')))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const read = (document: string) => readFile(join(PROJECT_ROOT, document), 'utf8');
const exists = (path: string) => existsSync(join(PROJECT_ROOT, path));

/** A heading's anchor, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

for (const document of documents)
  describe(document, () => {
    it('names only files that exist', async () => {
      const text = await read(document);
      const created = new Set([...text.matchAll(TO_CREATE)].map(([, path = '']) => path));
      // Addresses of repositories of others hold such paths as well.
      const own = text.replace(/https?:\S+/g, '');
      const named = [...own.matchAll(PATH)].map(([path]) => path);
      const missing = named.filter((path) => !created.has(path) && !exists(path));
      assert.deepEqual(missing, []);
    });

    it('links to what is there', async () => {
      const links = [...(await read(document)).matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)];
      for (const [, link = ''] of links) {
        const [file = '', anchor] = link.split('#');
        const path = join(dirname(document), file);
        assert.ok(exists(path), link);
        if (anchor === undefined) continue;
        const headings = [...(await read(path)).matchAll(/^#+ (.+)$/gm)];
        assert.ok(
          headings.some(([, heading = '']) => anchorOf(heading) === anchor),
          link,
        );
      }
    });
  });

describe('the journeys in docs/architecture.md', () => {
  it('are three, each of at most 15 steps that name a file', async () => {
    const sections = (await read('docs/architecture.md')).split(/^## /m);
    const journeys = sections.filter((section) => section.startsWith('Journey of'));
    assert.equal(journeys.length, 3);
    for (const journey of journeys) {
      const [title = '', ...steps] = journey.split(/^\d+\. /m);
      assert.ok(steps.length > 0 && steps.length <= MAX_STEPS, title);
      for (const step of steps.slice(0, -1)) assert.match(step, /`src\/[\w/-]+\.ts`/);
    }
  });
});
