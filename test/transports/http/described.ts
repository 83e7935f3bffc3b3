/** A service seen through its OpenAPI document: what it says of each operation, and checks of it. */
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type RestOperation, routesOf } from '../../../src/api/operation/operation.ts';

type Schema = Record<string, unknown>;

export type Parameter = {
  name: string;
  in: 'query' | 'path';
  required: boolean;
  schema: Schema;
  example?: unknown;
};

type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: unknown;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  'x-rate-limit'?: unknown;
  'x-mcp-tool'?: string;
};

export type Document = {
  openapi: string;
  info: { version: string; contact?: object };
  'x-mcp-server': { tools: string[] };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

export type DescribedOperation = Operation & { path: string; method: 'GET' | 'POST' };

export class Described {
  readonly document: Document;
  readonly operations: readonly DescribedOperation[];
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false });
  readonly #checks = new Map<string, ValidateFunction>();

  constructor(document: Document) {
    this.document = document;
    this.#ajv.addSchema({ $id: 'document', components: document.components });
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        path,
        method: method === 'post' ? ('POST' as const) : ('GET' as const),
      })),
    );
  }

  find(path: string): DescribedOperation {
    const found = this.operations.find((each) => each.path === path && each.method === 'GET');
    assert.ok(found, `${path} is not in the document`);
    return found;
  }

  /** The addresses of an operation, by each of its methods. */
  at(operation: RestOperation): DescribedOperation[] {
    const routes = routesOf(operation);
    return this.operations.filter(({ path }) => routes.includes(path));
  }

  /**
   * Fails unless the answer is one that the document describes.
   *
   * @returns the body if it is JSON
   */
  async check(
    operation: DescribedOperation,
    response: Response,
  ): Promise<Record<string, unknown> | undefined> {
    const where = `${operation.method} ${response.url || operation.path}: ${response.status}`;
    const described = operation.responses[String(response.status)];
    assert.ok(described, `${where} is not documented`);
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
    const content = described.content?.[type];
    assert.ok(content, `${where} has the type ${type}, which is not documented`);
    const text = await response.text();
    if (!/[/+]json$/.test(type)) return undefined;
    const value = JSON.parse(text) as Record<string, unknown>;
    const check = this.#validator(content.schema);
    assert.ok(check(value), `${where}: ${this.#ajv.errorsText(check.errors)}`);
    return value;
  }

  #validator(schema: Schema): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('#/components/', 'document#/components/');
    return this.#checks.getOrInsertComputed(text, () => this.#ajv.compile(JSON.parse(text)));
  }
}

export async function describedService(origin: string): Promise<Described> {
  const response = await fetch(`${origin}/api/openapi.json`);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  // Its structure is what the tests check.
  return new Described(JSON.parse(text) as Document);
}

let ofExample: Promise<Described> | undefined;

/** The document of the first service that is asked: all that serve the example have the same. */
export function describedExample(origin: string): Promise<Described> {
  ofExample ??= describedService(origin);
  return ofExample;
}
