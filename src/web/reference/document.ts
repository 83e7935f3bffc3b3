/** The OpenAPI document as the reference reads it: operations by tag, each with all its addresses. */

/** A JSON Schema, as far as the reference shows it. */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  anyOf?: readonly Schema[];
};

type Content = Readonly<Record<string, { schema: Schema; example?: unknown }>>;

type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
};

type OperationObject = {
  operationId: string;
  summary: string;
  description: string;
  tags: readonly string[];
  security: readonly unknown[];
  parameters?: readonly Parameter[];
  requestBody?: { content: Content };
  responses: Readonly<Record<string, { description: string; content?: Content }>>;
  'x-rate-limit'?: { perMinute: number; burst: number; scope: string };
  'x-mcp-tool'?: string;
  'x-questions'?: readonly { question: string; input: Readonly<Record<string, unknown>> }[];
};

type OpenApiDocument = {
  info: { version: string };
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
};

export type DescribedOperation = OperationObject & {
  method: 'GET' | 'POST';
  path: string;
  /** More addresses with the same answer. */
  mirrors: readonly string[];
};

export type Reference = ReturnType<typeof readReference>;

/** `get_signals_v1` and `get_signals_2` are further addresses of `get_signals`. */
const MIRROR = /_(?:v1|\d+)(?=_by_post$|$)/;

/** @param document an OpenAPI 3.1 document of this service */
export function readReference(document: unknown) {
  // The service made it itself.
  const { info, tags, paths, components } = document as OpenApiDocument;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method === 'post' ? ('POST' as const) : ('GET' as const),
    })),
  );
  const ids = new Set(all.map(({ operationId }) => operationId));
  const baseOf = (id: string) => {
    const base = id.replace(MIRROR, '');
    return ids.has(base) ? base : id;
  };
  const byId = Map.groupBy(all, ({ operationId }) => baseOf(operationId));
  const operations = [...byId].flatMap(([id, same]) => {
    const own = same.find(({ operationId }) => operationId === id);
    const mirrors = same.filter((other) => other !== own).map(({ path }) => path);
    return own ? [{ ...own, mirrors }] : [];
  });
  return {
    version: info.version,
    tags: tags.map(({ name, description }) => ({
      name,
      slug: name.toLowerCase(),
      description,
      // Most readers look for operations that are also tools, so those come first.
      operations: operations
        .filter((operation) => operation.tags[0] === name)
        .sort((a, b) => Number('x-mcp-tool' in b) - Number('x-mcp-tool' in a)),
    })),
    schemas: components.schemas,
  };
}
