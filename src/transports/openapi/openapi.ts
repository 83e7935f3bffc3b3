/** The OpenAPI 3.1 document, derived from the operations. */
import {
  type Operation,
  type RestOperation,
  restOperations,
  routesOf,
  TAGS,
} from '../../operations/operation.ts';
import { ProblemSchema } from '../http/problem.ts';
import { type Components, type JsonSchema, referringSchema } from './json-schema.ts';
import { CREDIT_KEY, operationObject } from './operation-object.ts';

/** The descriptor's version (specification, section 9). */
const DESCRIPTOR_VERSION = '1.4.0';

export function openApi(operations: readonly Operation[], baseUrl: string): JsonSchema {
  const components: Components = {};
  const paths: Record<string, JsonSchema> = {};
  const tools = toolsByPath(operations);
  for (const operation of restOperations(operations))
    for (const route of routesOf(operation))
      paths[route] = {
        ...paths[route],
        ...pathItem(operation, route, tools.get(operation.rest.path), components),
      };
  referringSchema(ProblemSchema, 'output', components);
  const used = new Set(restOperations(operations).map(({ tag }) => tag));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Bellwether',
      version: DESCRIPTOR_VERSION,
      summary: 'Engineering-acceleration signals of startups, computed from public git history',
      description:
        'Weekly signals of startups: commit velocity, contributor growth, new repositories, a signal type and a rank, each computed from commits that anyone can read. Data: CC BY 4.0, with attribution. Errors are problem details (RFC 9457) with a stable code. x-rate-limit names an operation’s token bucket; x-mcp-tool names the tool of the MCP server that does the same.',
      license: { name: 'CC BY 4.0 (data)', identifier: 'CC-BY-4.0' },
    },
    externalDocs: { description: 'The method', url: `${baseUrl}/methodology` },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS).flatMap(([name, description]) =>
      used.has(name as RestOperation['tag']) ? [{ name, description }] : [],
    ),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        [CREDIT_KEY]: {
          type: 'http',
          scheme: 'bearer',
          description: 'A prepaid credit key: bw_…; /pricing says how to get one',
        },
      },
    },
  };
}

/** The tool of each address, its own or the one that answers the same question. */
function toolsByPath(operations: readonly Operation[]): ReadonlyMap<string, string> {
  return new Map(
    operations.flatMap(({ name, mcp, rest }) => {
      const path = rest?.path ?? mcp?.analog;
      return mcp && path !== undefined ? [[path, name] as const] : [];
    }),
  );
}

function pathItem(
  operation: RestOperation,
  route: string,
  tool: string | undefined,
  components: Components,
): JsonSchema {
  const { methods = ['GET'], path, twin, conventional = [] } = operation.rest;
  const mirror =
    route === path ? '' : route === twin ? '_v1' : `_${conventional.indexOf(route) + 2}`;
  return Object.fromEntries(
    methods.map((method) => {
      const id = `${operation.name}${mirror}${method === 'POST' ? '_by_post' : ''}`;
      return [method.toLowerCase(), operationObject(operation, method, id, tool, components)];
    }),
  );
}
