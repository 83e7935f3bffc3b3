/**
 * Which packages a manifest depends on: names only, so that a changed version is no change.
 *
 * What a repository takes from itself (a workspace, a folder, a link) is not a dependency. Formats
 * in TOML and JSON are parsed; the rest is read by the few lines in `manifest-lines.ts`.
 */

import { basename } from 'node:path/posix';
import { parse as parseToml } from 'smol-toml';
import {
  gemfileNames,
  goModuleNames,
  gradleNames,
  mavenNames,
  pythonName,
  requirementNames,
} from './manifest-lines.ts';

type Format = {
  ecosystem: string;
  /** Names in the manifest; may throw when it is malformed. */
  names: (content: string) => Iterable<string>;
};

const NPM: Format = { ecosystem: 'npm', names: (content) => npmNames(JSON.parse(content)) };
const COMPOSER: Format = {
  ecosystem: 'composer',
  names: (content) => composerNames(JSON.parse(content)),
};
const PYPROJECT: Format = {
  ecosystem: 'pypi',
  names: (content) => pyprojectNames(parseToml(content)),
};
const REQUIREMENTS: Format = { ecosystem: 'pypi', names: requirementNames };
const CARGO: Format = { ecosystem: 'cargo', names: (content) => cargoNames(parseToml(content)) };
const GO: Format = { ecosystem: 'go', names: goModuleNames };
const GEMFILE: Format = { ecosystem: 'gem', names: gemfileNames };
const MAVEN: Format = { ecosystem: 'maven', names: mavenNames };
const GRADLE: Format = { ecosystem: 'maven', names: gradleNames };

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['package.json', NPM],
  ['composer.json', COMPOSER],
  ['pyproject.toml', PYPROJECT],
  ['Cargo.toml', CARGO],
  ['go.mod', GO],
  ['Gemfile', GEMFILE],
  ['pom.xml', MAVEN],
  ['build.gradle', GRADLE],
  ['build.gradle.kts', GRADLE],
]);

/** `requirements.txt`, `requirements-dev.txt`, `dev-requirements.in`. */
const REQUIREMENTS_NAME = /requirements[\w.-]*\.(?:txt|in)$/;

/** Text that can stand in a list separated by commas, one line a record. */
const SAFE_NAME = /^[^\s,\p{C}]{1,200}$/u;

/** True for a path whose dependencies `readManifest` can tell. */
export function isReadableManifest(path: string): boolean {
  return formatOf(path) !== undefined;
}

/**
 * The packages (`ecosystem:package`) that a manifest names; undefined when it is malformed, so that
 * a commit that breaks a file does not look like one that drops every dependency.
 */
export function readManifest(path: string, content: string): Set<string> | undefined {
  const format = formatOf(path);
  if (!format) return new Set();
  const packages = new Set<string>();
  try {
    for (const name of format.names(content.replace(/^\uFEFF/, '')))
      if (SAFE_NAME.test(name)) packages.add(`${format.ecosystem}:${name}`);
  } catch {
    return undefined;
  }
  return packages;
}

/** The packages that a manifest names as `ecosystem:package`; none when it is malformed. */
export function manifestDependencies(path: string, content: string): Set<string> {
  return readManifest(path, content) ?? new Set();
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
        yield name;
}

/** https://getcomposer.org/doc/04-schema.md; names without a vendor are the platform's. */
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

/** A table of a table; empty where there is none. */
function table(holder: unknown, name: string): Record<string, unknown> {
  const value = isTable(holder) ? holder[name] : undefined;
  return isTable(value) ? value : {};
}
