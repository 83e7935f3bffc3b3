/**
 * Takes from GitHub's published descriptions of its APIs (the packages `@octokit/openapi`, 385 MB, and
 * `@octokit/graphql-schema`) what the server of the tests speaks: the schemas of its answers, and an
 * example of each.
 *
 * Usage: npm install --prefix /tmp/description @octokit/openapi @octokit/graphql-schema
 *        npm run generate:github-description -- /tmp/description/node_modules/@octokit
 *
 * Either package alone is enough for its own part.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, parse, print, visit } from 'graphql';
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

/** The part of GraphQL that is asked: fields by the types that have them; all of a type without any. */
const GRAPHQL: Readonly<Record<string, readonly string[] | undefined>> = {
  Query: ['repositoryOwner'],
  RepositoryOwner: ['login'],
  User: ['login', 'starredRepositories'],
  Organization: ['login'],
  Repository: ['nameWithOwner', 'createdAt'],
  StarredRepositoryConnection: ['edges', 'isOverLimit', 'pageInfo', 'totalCount'],
  StarredRepositoryEdge: undefined,
  PageInfo: undefined,
  StarOrder: undefined,
  StarOrderField: undefined,
  OrderDirection: undefined,
  DateTime: undefined,
};

/** The definitions of these types, with their interfaces and fields as far as they are kept. */
function keptSchema(text: string): string {
  const kept = parse(text).definitions.filter(
    (one) => 'name' in one && one.name && Object.hasOwn(GRAPHQL, one.name.value),
  );
  const reduced = visit(
    { kind: Kind.DOCUMENT, definitions: kept },
    {
      enter: (node, _key, parent) => {
        if (node.kind === Kind.STRING || node.kind === Kind.DIRECTIVE) return null;
        if (node.kind === Kind.NAMED_TYPE && Array.isArray(parent))
          return Object.hasOwn(GRAPHQL, node.name.value) ? undefined : null;
        if (!('fields' in node) || !('name' in node) || !node.name) return undefined;
        const wanted = GRAPHQL[node.name.value];
        const fields = (node.fields ?? []) as readonly { name: { value: string } }[];
        return wanted
          ? { ...node, fields: fields.filter(({ name }) => wanted.includes(name.value)) }
          : undefined;
      },
    },
  );
  return print(reduced);
}

const [packages] = process.argv.slice(2);
if (packages === undefined)
  throw new Error('Name the folder that holds openapi and graphql-schema.');
const written = join(PROJECT_ROOT, 'tools', 'local-hosting');
const graphQl = join(packages, 'graphql-schema');
if (existsSync(graphQl)) {
  const { version } = JSON.parse(readFileSync(join(graphQl, 'package.json'), 'utf8'));
  const text = keptSchema(readFileSync(join(graphQl, 'schema.graphql'), 'utf8'));
  writeFileSync(
    join(written, 'description.graphql'),
    `# From @octokit/graphql-schema ${version}\n${text}\n`,
  );
}
const folder = join(packages, 'openapi');
if (existsSync(folder)) describeRest(folder);

function describeRest(folder: string): void {
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
    join(written, 'description.json'),
    `${JSON.stringify({ from: `@octokit/openapi ${version}`, answers: Object.fromEntries(answers), components: { schemas } })}\n`,
  );
}
