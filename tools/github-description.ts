/**
 * Takes from GitHub's published description of its API (the package `@octokit/openapi`, 385 MB) what
 * the server of the tests speaks: the schemas of its answers, and an example of each.
 *
 * Usage: npm install --prefix /tmp/description @octokit/openapi
 *        npm run generate:github-description -- /tmp/description/node_modules/@octokit/openapi
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';

const PATHS = [
  '/orgs/{org}',
  '/orgs/{org}/repos',
  '/repos/{owner}/{repo}',
  '/repos/{owner}/{repo}/commits',
  '/users/{username}',
  '/users/{username}/starred',
];
const ERROR = 'basic-error';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const isObject = (value: unknown): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The member at a path; undefined if there is none. */
function at(value: Json | undefined, ...path: string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, name) => (isObject(inner) ? inner[name] : undefined),
    value,
  );
}

/** A schema without what is for people, and the names of the schemas that it refers to. */
function bare(schema: Json, referred: Set<string>): Json {
  if (Array.isArray(schema)) return schema.map((item) => bare(item, referred));
  if (!isObject(schema)) return schema;
  const reference = schema['$ref'];
  if (typeof reference === 'string') referred.add(reference.split('/').at(-1) ?? '');
  const { nullable, ...rest } = schema;
  // Of OpenAPI 3.0, which says it of any schema, as JSON Schema says it.
  if (nullable === true && !('type' in schema))
    return { anyOf: [bare(rest, referred), { type: 'null' }] };
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !isForPeople(name, value))
      .map(([name, value]) => [name, bare(value, referred)]),
  );
}

/** A property can have such a name too; its value is a schema then. */
function isForPeople(name: string, value: Json): boolean {
  if (name === 'description' || name === 'title') return typeof value === 'string';
  if (name === 'example' || name === 'examples') return !isObject(value) || !('type' in value);
  return name.startsWith('x-');
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of @octokit/openapi.');
const description: Json = JSON.parse(
  readFileSync(join(folder, 'generated', 'api.github.com.json'), 'utf8'),
);
const referred = new Set([ERROR]);
const answers = PATHS.map((path) => {
  const content = at(description, 'paths', path, 'get', 'responses', '200', 'content');
  const { schema = true, examples = {} } = (at(content, 'application/json') ?? {}) as {
    schema?: Json;
    examples?: Record<string, Json>;
  };
  const named = at(Object.values(examples)[0], '$ref');
  const example = at(
    description,
    'components',
    'examples',
    String(named).split('/').at(-1) ?? '',
    'value',
  );
  return [path, { schema: bare(schema, referred), example: example ?? null }] as const;
});
const schemas: Record<string, Json> = {};
for (const name of referred)
  schemas[name] = bare(at(description, 'components', 'schemas', name) ?? true, referred);
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
writeFileSync(
  join(PROJECT_ROOT, 'test', 'support', 'github', 'description.json'),
  `${JSON.stringify({ from: `@octokit/openapi ${version}`, answers: Object.fromEntries(answers), components: { schemas } })}\n`,
);
