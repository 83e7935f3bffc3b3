/**
 * Assets of pages: the stylesheet, and a few modules for the browser. They are served as they are in
 * the sources, types stripped, under an address that changes with their content. A page works
 * without any of the modules.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { MODULE_EXTENSION, PROJECT_ROOT } from '../../lib/project-root.ts';

export type Asset = { readonly type: string; readonly text: string };

/** Stylesheets in the order in which they apply; all others by name between these and the last. */
const FIRST_STYLES = ['base.css', 'frame.css', 'tables.css'];
const LAST_STYLE = 'print.css';

const STYLES = join(PROJECT_ROOT, 'src/web/styles');
const MODULES = join(import.meta.dirname, '../browser');
const STYLESHEET_NAME = 'site.css';

export const STYLESHEET = stylesheet();

function stylesheet(): string {
  const names = readdirSync(STYLES).filter((name) => name.endsWith('.css'));
  const between = names.filter((name) => !FIRST_STYLES.includes(name) && name !== LAST_STYLE);
  return [...FIRST_STYLES, ...between.sort(), LAST_STYLE]
    .map((name) => readFileSync(join(STYLES, name), 'utf8'))
    .join('\n')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s*\n\s*/g, '\n');
}

/** Suppresses Node's warning that the function may change, which is useless to an operator. */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Types are stripped when the text is first read: it takes a tenth of a start, and commands serve nothing. */
function moduleOf(source: string): Asset {
  let text: string | undefined;
  return {
    type: 'text/javascript; charset=utf-8',
    get text() {
      text ??= MODULE_EXTENSION === '.ts' ? withoutTypes(source) : source;
      return text;
    },
  };
}

const SOURCES: readonly [name: string, source: string][] = readdirSync(MODULES)
  .filter((name) => name.endsWith(MODULE_EXTENSION))
  .map((name) => [name, readFileSync(join(MODULES, name), 'utf8')]);

/** By file name; modules import each other by these names. */
export const ASSETS: ReadonlyMap<string, Asset> = new Map([
  [STYLESHEET_NAME, { type: 'text/css; charset=utf-8', text: STYLESHEET }],
  ...SOURCES.map(([name, source]) => [name, moduleOf(source)] as const),
]);

/** Names the content of all assets together, since modules import each other. */
export const ASSETS_VERSION = createHash('sha256')
  .update(JSON.stringify([STYLESHEET, SOURCES]))
  .digest('hex')
  .slice(0, 12);

export const STYLESHEET_PATH = assetPath(STYLESHEET_NAME);
/** Each finds its work on a page, and none is large: all pages load all of them, once. */
export const MODULE_PATHS = SOURCES.map(([name]) => assetPath(name)).sort();

export function assetPath(name: string): string {
  return `/assets/${ASSETS_VERSION}/${name}`;
}
