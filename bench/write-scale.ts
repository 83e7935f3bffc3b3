/**
 * Measures on this machine and writes docs/scale.md anew.
 *
 * Usage: npm run scale
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { BEGIN, END, scaleTables } from '../tools/scale/tables.ts';
import { measure } from './scale-figures.ts';

const figures = await measure((what) => console.error(`Measuring ${what} …`));
await writeFile(
  join(PROJECT_ROOT, 'tools', 'scale', 'figures.json'),
  `${JSON.stringify(figures, null, 2)}\n`,
);
const path = join(PROJECT_ROOT, 'docs', 'scale.md');
const text = await readFile(path, 'utf8');
const [before = ''] = text.split(BEGIN);
const [, after = ''] = text.split(END);
await writeFile(path, `${before}${BEGIN}\n\n${scaleTables(figures)}\n\n${END}${after}`);
