/** The OpenAPI 3.1 document, derived from the operations. */
import {
  type Operation,
  type RestOperation,
  restOperations,
  routesOf,
  TAGS,
} from '../../api/operation/operation.ts';
import type { Publisher } from '../../published/published.ts';
import { DESCRIPTOR_REVISED, DESCRIPTOR_VERSION } from '../descriptor.ts';
import { ProblemSchema } from '../http/problem.ts';
import { mcpServer } from '../mcp/tool-definitions.ts';
import { type Components, type JsonSchema, referringSchema } from './json-schema.ts';
import { CREDIT_KEY, MEMBER_KEY, operationObject } from './operation-object.ts';

export function openApi(
  operations: readonly Operation[],
  { baseUrl, operator }: Publisher,
): JsonSchema {
  const components: Components = {};
  const paths: Record<string, JsonSchema> = {};
  /** The tool of an operation itself, or one that answers the same question. */
  const toolAt = (path: string) =>
    operations.find(({ mcp, rest }) => mcp && (rest?.path ?? mcp.analog) === path)?.name;
  for (const operation of restOperations(operations))
    for (const route of routesOf(operation))
      paths[route] = {
        ...paths[route],
        ...pathItem(operation, route, toolAt(operation.rest.path), components),
      };
  referringSchema(ProblemSchema, 'output', components);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Bellwether',
      version: DESCRIPTOR_VERSION,
      summary: 'Engineering-acceleration signals of startups, computed from public git history',
      description:
        'Weekly signals of startups: commit velocity, contributor growth, new repositories, a signal type and a rank, each computed from commits that anyone can read. Data: CC BY 4.0, with attribution. Errors are problem details (RFC 9457) with a stable code. x-rate-limit names an operation’s token bucket; x-mcp-tool names the tool of the MCP server that does the same.',
      contact: {
        name: operator?.name ?? 'Bellwether',
        url: baseUrl,
        ...(operator?.email !== undefined && { email: operator.email }),
      },
      license: { name: 'CC BY 4.0 (data)', identifier: 'CC-BY-4.0' },
      'x-revision-date': DESCRIPTOR_REVISED,
    },
    'x-mcp-server': mcpServer(operations, baseUrl),
    externalDocs: { description: 'The method', url: `${baseUrl}/methodology` },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        [CREDIT_KEY]: {
          type: 'http',
          scheme: 'bearer',
          description: 'A prepaid credit key: bw_…; /pricing says how to get one',
        },
        [MEMBER_KEY]: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key of a member of the cohort: bwm_…; /members#apply says more',
        },
      },
    },
  };
}

function pathItem(
  operation: RestOperation,
  route: string,
  tool: string | undefined,
  components: Components,
): JsonSchema {
  const { methods = ['GET'], path, mirror, aliases = [] } = operation.rest;
  const suffix = route === path ? '' : route === mirror ? '_v1' : `_${aliases.indexOf(route) + 2}`;
  return Object.fromEntries(
    methods.map((method) => {
      const id = `${operation.name}${suffix}${method === 'POST' ? '_by_post' : ''}`;
      return [method.toLowerCase(), operationObject(operation, method, id, tool, components)];
    }),
  );
}
