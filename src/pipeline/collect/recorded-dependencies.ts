/**
 * Cleans dependencies in recordings made of single lines of manifests. A line does not show which
 * table of the manifest it belongs to, so names are judged by their form and by the list
 * of `registry/package-words.yaml`.
 */
import { PackageWordsFile, shippedTable } from '../../registry/collection-tables.ts';

const { notPackages } = shippedTable('package-words.yaml', PackageWordsFile);
/** By ecosystem. */
const NOT_PACKAGES = new Map(
  Object.entries(notPackages).map(([ecosystem, words]) => [ecosystem, new Set(words)]),
);

/**
 * The package that a recorded name refers to, in its registry's spelling.
 *
 * @param recorded `ecosystem:package`, as in the recording
 * @returns `ecosystem:package`; undefined if it is not a package, or may be an indirect dependency
 */
export function recordedDependency(recorded: string): string | undefined {
  const colon = recorded.indexOf(':');
  const ecosystem = recorded.slice(0, colon);
  const name = NAMES[ecosystem]?.(recorded.slice(colon + 1));
  if (name === undefined || NOT_PACKAGES.get(ecosystem)?.has(name)) return undefined;
  return `${ecosystem}:${name}`;
}

/**
 * Normalizes a name in each ecosystem; undefined if it cannot be a package. Go is missing because a
 * line of go.mod does not show whether the module is an indirect requirement.
 */
const NAMES: Readonly<Record<string, (name: string) => string | undefined>> = {
  npm: (name) => (NPM_NAME.test(name) && !NPM_SCRIPT.test(name) ? name : undefined),
  pypi: (name) => (isPythonKey(name) ? undefined : name.toLowerCase().replace(/[-_.]+/g, '-')),
  cargo: (name) => (/^[a-z][a-z0-9_-]*$/i.test(name) ? name : undefined),
  gem: (name) => (/^[a-z0-9][\w.-]*$/i.test(name) ? name : undefined),
  composer: (name) => (name.includes('/') ? name.toLowerCase() : undefined),
  // `group:artifact:version`; an artifact without its group is ambiguous.
  maven: (name) => /^([\w-]+(?:\.[\w-]+)+:[\w.-]+)(?::|$)/.exec(name)?.[1],
};

/** https://docs.npmjs.com/cli/configuring-npm/package-json#name */
const NPM_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const NPM_SCRIPT =
  /^(?:(?:pre|post)?(?:build|dev|start|lint|format|typecheck|deploy|publish|watch|clean)-(?!staged|server-and-test)|[a-z]+-(?:build|dev|start|lint|test)$)/;

/** Packages with a dot in their name; otherwise a dot joins the keys of a TOML file. */
const DOTTED =
  /^(?:backports|google|jaraco|keyrings|ruamel|zope|sphinxcontrib|azure|paste|oslo)\./i;

/** Type checkers' rules, which are configured by name. */
const PYTHON_RULE = /^(?:invalid|unsupported|unresolved|possibly)-/;

function isPythonKey(name: string): boolean {
  if (name.includes('.') && !DOTTED.test(name)) return true;
  if (PYTHON_RULE.test(name)) return true;
  // An environment variable, or a camel-case setting of pyright.
  return /^[A-Z0-9]+(?:_[A-Z0-9]+)+$/.test(name) || /^(?!py)[a-z]+[A-Z]/.test(name);
}
