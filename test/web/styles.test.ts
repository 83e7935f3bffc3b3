/** Stylesheets: what a class looks like stands in one of them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';

const FOLDER = join(PROJECT_ROOT, 'src/web/styles');
/** What paper hides, it hides of all. */
const sheets = readdirSync(FOLDER).filter((name) => name !== 'print.css');

/** Classes that a rule is of, alone: `.take {`, and not `.frame .take {`. */
function ownClasses(css: string): string[] {
  const rules = css.replace(/\/\*.*?\*\//gs, '').matchAll(/(?:^|[{};])\s*([^{}@;]+)\{/g);
  return [...rules].flatMap(([, selectors = '']) =>
    selectors
      .split(',')
      .map((selector) => selector.trim())
      .filter((selector) => /^\.[\w-]+$/.test(selector)),
  );
}

describe('the stylesheets', () => {
  it('style each class in one of them', () => {
    const places = new Map<string, Set<string>>();
    for (const sheet of sheets)
      for (const own of ownClasses(readFileSync(join(FOLDER, sheet), 'utf8')))
        places.set(own, (places.get(own) ?? new Set()).add(sheet));
    const several = [...places].filter(([, names]) => names.size > 1);
    assert.deepEqual(
      several.map(([own, names]) => `${own}: ${[...names].join(', ')}`),
      [],
    );
    assert.ok(places.size > 100);
  });
});
