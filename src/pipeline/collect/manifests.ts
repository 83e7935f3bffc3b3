/**
 * Reads which packages a manifest depends on, by name only, so that a version bump is not a change.
 *
 * A repository's references to itself (a workspace, folder or link) are not dependencies. TOML and
 * JSON formats are parsed; the others are read by `manifest-lines.ts`.
 */

import { basename, dirname } from 'node:path/posix';
import { parse as parseToml } from 'smol-toml';
import { PackageWordsFile, shippedTable } from '../../registry/collection-tables.ts';
import {
  gemfileNames,
  goModuleNames,
  gradleNames,
  mavenNames,
  normalisedName,
  ownGoModule,
  pythonName,
  requirementNames,
} from './manifest-lines.ts';

type Format = {
  ecosystem: string;
  /** Its result is the input of `names` and `own`; by default the text. @throws if it is malformed */
  parse?: (content: string) => unknown;
  names: (parsed: unknown) => Iterable<string>;
  /** The name under which the manifest publishes its own package. */
  own?: (parsed: unknown) => unknown;
};

/** A format of plain text, which is not parsed. */
function plain(
  ecosystem: string,
  names: (content: string) => Iterable<string>,
  own?: (content: string) => unknown,
): Format {
  return {
    ecosystem,
    names: (content) => names(String(content)),
    ...(own && { own: (content) => own(String(content)) }),
  };
}

const nameOf = (manifest: unknown) => isTable(manifest) && manifest['name'];
const crateName = (manifest: unknown) => table(manifest, 'package')['name'];
const [json, toml] = [{ parse: JSON.parse }, { parse: parseToml }];

const REQUIREMENTS = plain('pypi', requirementNames);

const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['package.json', { ecosystem: 'npm', ...json, names: npmNames, own: nameOf }],
  ['composer.json', { ecosystem: 'composer', ...json, names: composerNames, own: nameOf }],
  ['pyproject.toml', { ecosystem: 'pypi', ...toml, names: pyprojectNames, own: pyprojectName }],
  ['Cargo.toml', { ecosystem: 'cargo', ...toml, names: cargoNames, own: crateName }],
  ['go.mod', plain('go', goModuleNames, ownGoModule)],
  ['Gemfile', plain('gem', gemfileNames)],
  ['pom.xml', plain('maven', mavenNames)],
  ['build.gradle', plain('maven', gradleNames)],
  ['build.gradle.kts', plain('maven', gradleNames)],
]);

/** `requirements.txt`, `requirements-dev.txt`, `dev-requirements.in`. */
const REQUIREMENTS_NAME = /requirements[\w.-]*\.(?:txt|in)$/;

/** Git pathspecs that match every path for which `isReadableManifest` can be true. */
export const MANIFEST_PATHSPECS: readonly string[] = [
  ...[...FORMATS.keys()].map((name) => `:(glob)**/${name}`),
  ':(glob)**/*requirements*.txt',
  ':(glob)**/*requirements*.in',
];

/** Folders of third-party code, and of projects for tests, documentation or copying. */
const IGNORED_FOLDERS = new Set(
  shippedTable('package-words.yaml', PackageWordsFile).ignoredFolders,
);

/** Names that are safe in a comma-separated list within one line. */
const SAFE_NAME = /^[^\s,\p{C}]{1,200}$/u;

/** Whether `readManifest` supports the path, and its manifest describes the company's software. */
export function isReadableManifest(path: string): boolean {
  if (formatOf(path) === undefined) return false;
  return !dirname(path)
    .toLowerCase()
    .split('/')
    .some((folder) => IGNORED_FOLDERS.has(folder));
}

/** A manifest's content; packages are given as `ecosystem:package`. */
export type Manifest = {
  dependencies: ReadonlySet<string>;
  /** The package that it publishes; undefined if it has no name. */
  own: string | undefined;
};

/**
 * Reads a manifest; undefined if it is malformed, so that a commit that breaks a file does not look
 * like one that removes every dependency.
 */
export function readManifest(path: string, content: string): Manifest | undefined {
  const format = formatOf(path);
  if (!format) return { dependencies: new Set(), own: undefined };
  const dependencies = new Set<string>();
  try {
    const text = content.replace(/^\uFEFF/, '');
    const parsed = format.parse ? format.parse(text) : text;
    for (const name of format.names(parsed))
      if (SAFE_NAME.test(name)) dependencies.add(`${format.ecosystem}:${name}`);
    const own = format.own?.(parsed);
    const hasName = typeof own === 'string' && SAFE_NAME.test(own);
    return { dependencies, own: hasName ? `${format.ecosystem}:${own}` : undefined };
  } catch {
    return undefined;
  }
}

function formatOf(path: string): Format | undefined {
  const name = basename(path);
  return FORMATS.get(name) ?? (REQUIREMENTS_NAME.test(name) ? REQUIREMENTS : undefined);
}

/** https://docs.npmjs.com/cli/configuring-npm/package-json */
function* npmNames(manifest: unknown): Generator<string> {
  const sections = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  for (const section of sections)
    for (const [name, wanted] of Object.entries(table(manifest, section)))
      if (typeof wanted === 'string' && !/^(?:workspace|file|link|portal):/.test(wanted))
        yield NPM_ALIAS.exec(wanted)?.[1] ?? name;
}

/** `npm:react@18`: the actual package behind an alias. */
const NPM_ALIAS = /^npm:((?:@[^/@]+\/)?[^/@]+)(?:@|$)/;

/** https://getcomposer.org/doc/04-schema.md. Names without a vendor are platform requirements. */
function* composerNames(manifest: unknown): Generator<string> {
  for (const section of ['require', 'require-dev'])
    for (const name of Object.keys(table(manifest, section)))
      if (name.includes('/')) yield name.toLowerCase();
}

/** PEP 621, PEP 735 (dependency groups), Poetry, and uv's development dependencies. */
function* pyprojectNames(manifest: unknown): Generator<string> {
  const project = table(manifest, 'project');
  const tool = table(manifest, 'tool');
  const lists = [
    project['dependencies'],
    ...Object.values(table(project, 'optional-dependencies')),
    ...Object.values(table(manifest, 'dependency-groups')),
    table(tool, 'uv')['dev-dependencies'],
  ];
  for (const list of lists)
    if (Array.isArray(list))
      for (const entry of list) if (typeof entry === 'string') yield* pythonName(entry);
  const poetry = table(tool, 'poetry');
  const groups = Object.values(table(poetry, 'group'));
  for (const holder of [poetry, ...groups])
    for (const section of ['dependencies', 'dev-dependencies'])
      for (const [name, wanted] of Object.entries(table(holder, section)))
        if (name !== 'python' && !hasPath(wanted)) yield* pythonName(name);
}

function pyprojectName(manifest: unknown): string {
  const { name } = table(manifest, 'project');
  return normalisedName(name ?? table(table(manifest, 'tool'), 'poetry')['name']);
}

/** https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html */
function* cargoNames(manifest: unknown): Generator<string> {
  const holders = [
    manifest,
    table(manifest, 'workspace'),
    ...Object.values(table(manifest, 'target')),
  ];
  for (const holder of holders)
    for (const section of ['dependencies', 'dev-dependencies', 'build-dependencies'])
      for (const [name, wanted] of Object.entries(table(holder, section))) {
        if (hasPath(wanted)) continue;
        const renamed = isTable(wanted) ? wanted['package'] : undefined;
        yield typeof renamed === 'string' ? renamed : name;
      }
}

function hasPath(wanted: unknown): boolean {
  return isTable(wanted) && 'path' in wanted;
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A nested table; empty if it does not exist. */
function table(holder: unknown, name: string): Record<string, unknown> {
  const value = isTable(holder) ? holder[name] : undefined;
  return isTable(value) ? value : {};
}
