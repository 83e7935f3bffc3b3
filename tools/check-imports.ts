/**
 * Imports point one way (docs/architecture.md): fails on one that the list does not allow, and so on
 * circles between folders.
 *
 * Usage: node tools/check-imports.ts [folder that holds src/ and client/]
 */

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';

/** In the order in which data flows: a folder, and the folders that it may import beside its own files. */
const MAY_IMPORT: Readonly<Record<string, string>> = {
  client: '',
  'src/lib': '',
  'src/hosting': 'lib',
  'src/registry': 'lib',
  'src/store': 'lib',
  'src/pipeline/ledger': 'lib',
  'src/pipeline/measures': 'lib pipeline/ledger',
  'src/pipeline/signals': 'lib pipeline/ledger pipeline/measures',
  'src/pipeline/collect': 'lib hosting registry pipeline/ledger pipeline/signals',
  'src/pipeline/queue': 'lib pipeline/ledger pipeline/signals pipeline/collect',
  'src/pipeline/edition': 'lib registry pipeline/ledger pipeline/measures pipeline/signals',
  'src/pipeline/schedule': 'lib hosting registry pipeline/ledger pipeline/collect',
  'src/published': 'lib registry pipeline/edition',
  'src/features/outcomes': 'lib registry published',
  'src/features/scout': 'lib hosting registry store published features/outcomes',
  'src/features/badges': 'lib pipeline/edition published features/scout',
  'src/features/coverage': 'lib pipeline/edition published',
  'src/features/checks': 'lib pipeline/edition pipeline/signals published',
  'src/features/deep-signal': 'lib registry pipeline/edition published',
  'src/features/digests': 'lib registry pipeline/edition published features/this-week',
  'src/features/this-week': 'lib registry pipeline/edition published',
  'src/features/diligence': 'lib registry pipeline/edition published',
  'src/features/discovery': 'lib pipeline/edition published',
  'src/features/forecasts': 'lib registry pipeline/edition published features/outcomes',
  'src/features/markets':
    'lib registry pipeline/edition published features/outcomes features/forecasts',
  'src/features/cohort': 'lib registry store published features/outcomes',
  'src/features/query':
    'lib registry pipeline/edition published features/diligence features/markets',
  'src/features/research': 'lib pipeline/edition pipeline/signals published',
  'src/features/status': 'lib pipeline/edition pipeline/schedule published',
  'src/features/citations': 'lib published features/research',
  'src/features/reader': 'lib registry published features/query',
  'src/features/answers':
    'lib registry pipeline/edition pipeline/signals published features/digests features/query features/reader features/research features/this-week',
  'src/features/selection':
    'lib registry pipeline/edition published features/query features/answers',
  'src/features/feeds':
    'lib pipeline/edition published features/digests features/selection features/this-week',
  'src/features/dataset': 'lib pipeline/edition published features/citations',
  'src/features/search':
    'lib registry pipeline/edition published features/answers features/digests features/research features/diligence features/discovery',
  'src/payments': 'lib registry store',
  'src/api': 'lib hosting registry pipeline/edition pipeline/schedule published features payments',
  'src/web':
    'lib hosting registry pipeline/edition pipeline/schedule pipeline/signals published features',
  'src/transports': 'lib hosting registry pipeline published features store payments api web',
  'src/main.ts': 'lib transports',
};

/** Around the program: each may import `src`, `client`, and these. */
const AROUND: Readonly<Record<string, string>> = {
  tools: '',
  // Runs the tests, within what they share.
  'tools/mutations': 'test',
  bench: 'tools',
  test: 'tools',
};

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
      ? 'stands in no folder of the list in tools/check-imports.ts'
      : `${folder} may import: ${allowed || 'nothing but its own files'}`;
  console.error(`${from} imports ${to}: ${reason}`);
}
if (wrong.length > 0) process.exitCode = 1;
else console.log(`Checked ${arrows.length} imports of ${modules.length} modules.`);
