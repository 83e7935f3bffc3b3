/**
 * Extracts package names from manifests that are programs or markup, in the common plain forms only;
 * computed names are ignored. Anyone can write a manifest, so the running time is linear in its size
 * for any content.
 */

/** Longer lines are skipped; no line that names a package is this long. */
const MAX_LINE = 500;

function lines(content: string): string[] {
  return content.split('\n').filter((line) => line.length <= MAX_LINE);
}

const PYTHON_NAME = /^\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:$|[[<>=!~;@(,])/;

/** The name at the beginning of a requirement (PEP 508), normalised (PEP 503). */
export function* pythonName(requirement: string): Generator<string> {
  const name = PYTHON_NAME.exec(requirement.slice(0, MAX_LINE))?.[1];
  if (name) yield normalisedName(name);
}

/** A name as PyPI compares it (PEP 503); empty if it is not a string. */
export function normalisedName(name: unknown): string {
  return typeof name === 'string' ? name.toLowerCase().replace(/[-_.]+/g, '-') : '';
}

const NAMED_ADDRESS = /^(?:-e\s+)?[a-z+]+:\/\/\S*[#&]egg=([\w.-]+)/i;

/** The header that tools write into a fully resolved list, which includes indirect requirements. */
const RESOLVED =
  /^#.*\b(?:auto-?generated|generated|exported|frozen|compiled)\b.*\b(?:by|with|from|using)\b|^# +uv (?:pip compile|export)\b|^# +pip-compile\b/im;
const MAX_HEAD = 600;

/**
 * https://pip.pypa.io/en/stable/reference/requirements-file-format/. A list resolved by a tool yields
 * nothing, since it is a lock file.
 */
export function* requirementNames(content: string): Generator<string> {
  if (RESOLVED.test(content.slice(0, MAX_HEAD))) return;
  for (const line of lines(content)) {
    const named = NAMED_ADDRESS.exec(line.trim())?.[1];
    yield* pythonName(named ?? line.replace(/(?:^|\s)(?:#|--).*$/, ''));
  }
}

/**
 * Direct requirements of a go.mod (https://go.dev/ref/mod#go-mod-file), without the major version
 * suffix: a change from `…/v2` to `…/v3` is a version bump.
 */
export function* goModuleNames(content: string): Generator<string> {
  let inRequire = false;
  for (const line of lines(content)) {
    if (/^\s*require\s*\(/.test(line)) inRequire = true;
    else if (/^\s*\)/.test(line)) inRequire = false;
    else if (!/\/\/\s*indirect\b/.test(line)) {
      const [, keyword, path] = /^\s*(require\s+)?"?([^\s"/]+\.[^\s"]+)"?\s+v\d/.exec(line) ?? [];
      if (path && (inRequire || keyword))
        yield path.replace(/\/v\d+$|(?<=^gopkg\.in\/.*)\.v\d+$/, '');
    }
  }
}

/** The module that a go.mod declares, without its major version. */
export function ownGoModule(content: string): string | undefined {
  for (const line of lines(content)) {
    const path = /^\s*module\s+"?([^\s"]+)/.exec(line)?.[1];
    if (path) return path.replace(/\/v\d+$/, '');
  }
  return undefined;
}

/** https://bundler.io/man/gemfile.5.html */
export function* gemfileNames(content: string): Generator<string> {
  for (const line of lines(content)) {
    const name = /^\s*gem[\s(]+['"]([\w.-]+)['"]/.exec(line)?.[1];
    if (name && !/\bpath:|:path\s*=>/.test(line)) yield name;
  }
}

/** `group:artifact` of every dependency given literally in a pom.xml. */
export function* mavenNames(content: string): Generator<string> {
  const markup = without(content, '<!--', '-->');
  for (const rest of markup.split('<dependency>').slice(1)) {
    const dependency = without(
      rest.split('</dependency>', 1).join(),
      '<exclusions>',
      '</exclusions>',
    );
    const group = /<groupId>\s*([^<\s]+)\s*<\/groupId>/.exec(dependency)?.[1];
    const artifact = /<artifactId>\s*([^<\s]+)\s*<\/artifactId>/.exec(dependency)?.[1];
    if (group && artifact && !`${group}${artifact}`.includes('${')) yield `${group}:${artifact}`;
  }
}

function without(text: string, opening: string, closing: string): string {
  return text
    .split(opening)
    .map((part, index) => (index === 0 ? part : part.split(closing).slice(1).join(closing)))
    .join('');
}

const GRADLE_CONFIGURATION =
  /^\s*"?\w*(?:[iI]mplementation|[aA]pi|[cC]ompileOnly|[rR]untimeOnly|[cC]lasspath|[pP]rocessor|kapt|ksp|compile)"?[\s(]+(?:(?:enforcedP|p)latform\s*\(\s*)?/;
const GRADLE_NOTATIONS = [
  /^['"]([\w.-]+):([\w.-]+)(?::[^'"]*)?['"]/,
  /^group\s*[:=]\s*['"]([\w.-]+)['"]\s*,\s*name\s*[:=]\s*['"]([\w.-]+)['"]/,
];

/**
 * `group:artifact` of dependencies given literally in a Gradle script, as a string or with `group:`.
 */
export function* gradleNames(content: string): Generator<string> {
  for (const line of lines(content)) {
    const notation = line.replace(GRADLE_CONFIGURATION, '');
    if (notation === line) continue;
    for (const shape of GRADLE_NOTATIONS) {
      const [, group, artifact] = shape.exec(notation) ?? [];
      if (group && artifact) yield `${group}:${artifact}`;
    }
  }
}
