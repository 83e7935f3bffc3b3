/**
 * Imports point one way: fails on one that imports.yaml does not allow, and so on circles between folders.
 *
 * Usage: node tools/check-imports.ts [folder that holds src/ and client/]
 */

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { parse } from 'yaml';
import { z } from 'zod';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';

const Rules = z.record(z.string(), z.string());
const { inside: MAY_IMPORT, around: AROUND } = z
  .object({ inside: Rules, around: Rules })
  .parse(parse(await readFile(join(import.meta.dirname, 'imports.yaml'), 'utf8')));

type Arrow = { from: string; to: string };

const folderOf = (path: string) =>
  Object.keys(MAY_IMPORT).find((folder) => path === folder || path.startsWith(`${folder}/`));

function isAllowed({ from, to }: Arrow): boolean {
  const [[outer = '', inner], [target = '']] = [from.split('/'), to.split('/')];
  const around = AROUND[`${outer}/${inner}`] ?? AROUND[outer];
  if (around !== undefined) return ['src', 'client', outer, around].includes(target);
  const folder = folderOf(from);
  if (folder === undefined) return false;
  if (to.startsWith(`${folder}/`)) return true;
  const allowed = (MAY_IMPORT[folder] ?? '').split(' ').filter((name) => name !== '');
  return allowed.some((name) => to.startsWith(`src/${name}/`));
}

/** Modules of ours, as paths from the root. */
async function modulesIn(root: string): Promise<string[]> {
  const found = await Promise.all(
    ['src', 'client', 'tools', 'bench', 'test'].map(async (folder) => {
      if (!existsSync(join(root, folder))) return [];
      const names = await readdir(join(root, folder), { recursive: true });
      return names.map((name) => `${folder}/${name}`);
    }),
  );
  return found
    .flat()
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .filter((path) => !path.includes('node_modules/'));
}

/** Every relative import of a module: of values, of types alone, at run time, and re-exports. */
async function arrowsOf(root: string, from: string): Promise<Arrow[]> {
  const { program, errors } = parseSync(from, await readFile(join(root, from), 'utf8'));
  if (errors.length > 0) throw new Error(`${from}: ${errors[0]?.message}`);
  const specifiers: string[] = [];
  const add = ({ source }: { source: unknown }) => {
    const value = (source as { value?: unknown } | null)?.value;
    if (typeof value === 'string' && value.startsWith('.')) specifiers.push(value);
  };
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
  }).visit(program);
  return specifiers.map((specifier) => ({
    from,
    to: relative(root, join(root, dirname(from), specifier)),
  }));
}

const root = resolve(process.argv[2] ?? PROJECT_ROOT);
const modules = await modulesIn(root);
const arrows = (await Promise.all(modules.map((module) => arrowsOf(root, module))))
  .flat()
  .filter(({ to }) => /^(src|client|tools|bench|test)\//.test(to));
const wrong = arrows.filter((arrow) => !isAllowed(arrow));
for (const { from, to } of wrong) {
  const [outer = ''] = from.split('/');
  const folder = outer in AROUND ? outer : folderOf(from);
  const allowed = outer in AROUND ? `src, client ${AROUND[outer]}` : MAY_IMPORT[folder ?? ''];
  const reason =
    folder === undefined
      ? 'stands in no folder of the list in tools/imports.yaml'
      : `${folder} may import: ${allowed || 'nothing but its own files'}`;
  console.error(`${from} imports ${to}: ${reason}`);
}
if (wrong.length > 0) process.exitCode = 1;
else console.log(`Checked ${arrows.length} imports of ${modules.length} modules.`);
