/**
 * Patterns of English that read as translated, in comments, names and messages of the sources
 * (CONTRIBUTING.md, "Conventions").
 *
 * Usage: node tools/check-wording.ts
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';

const PATTERNS: readonly [name: string, pattern: RegExp, instead: string][] = [
  [
    'a comment that opens with a relative clause',
    /^[ \t]*(?:\/\*\*|\/\/|\/\*\*\n[ \t]*\*) (?:What|Of|Who|Whose|Whom|Whoever)\b/gm,
    'open with a noun or a verb',
  ],
  [
    'an indefinite pronoun',
    /\b(?:whoever|whomever|whatever|nobody|somebody)\b/gi,
    'name the caller, the client, the process, the reader; or leave it out',
  ],
];

const files = globSync('{src,client,tools,bench,test}/**/*.ts', {
  cwd: PROJECT_ROOT,
  exclude: ['**/node_modules', '**/generated', 'tools/questions', 'tools/check-wording.ts'],
});
let faults = 0;
for (const file of files.sort()) {
  const text = readFileSync(join(PROJECT_ROOT, file), 'utf8');
  for (const [name, pattern, instead] of PATTERNS)
    for (const { index, 0: found } of text.matchAll(pattern)) {
      const line = text.slice(0, index).split('\n').length;
      console.error(`${file}:${line}: ${name}, "${found.trim()}": ${instead}`);
      faults += 1;
    }
}
console.log(`Checked the wording of ${files.length} files.`);
if (faults > 0) process.exitCode = 1;
