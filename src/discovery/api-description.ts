/** The addresses of the API, read off its own OpenAPI document. */
import { z } from 'zod';

/** Only what the texts for machines need of it. */
const Described = z.object({
  summary: z.string(),
  tags: z.array(z.string()).min(1),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().optional(),
        description: z.string().optional(),
      }),
    )
    .default([]),
});
const Document = z.object({
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.object({ get: Described.optional(), post: Described.optional() })),
});

export type ApiAddress = {
  method: 'GET' | 'POST';
  /** With `{name}` for what stands in the path. */
  path: string;
  summary: string;
  tag: string;
  parameters: z.infer<typeof Described>['parameters'];
};

export type ApiDescription = {
  tags: readonly { name: string; description: string }[];
  /** Without the mirrors under `/api/v1/`. */
  addresses: readonly ApiAddress[];
};

/** @param openapi an OpenAPI 3.1 document */
export function describedApi(openapi: unknown): ApiDescription {
  const { tags, paths } = Document.parse(openapi);
  const addresses = Object.entries(paths)
    .filter(([path]) => !(mirrored(path) in paths))
    .flatMap(([path, { get, post }]) => [
      ...(get ? [addressOf('GET', path, get)] : []),
      ...(post ? [addressOf('POST', path, post)] : []),
    ]);
  return { tags, addresses };
}

/** Whether it answers without being given anything. */
export function takesNothing({ method, parameters, tag }: ApiAddress): boolean {
  const isFree = tag !== 'Paid';
  return isFree && method === 'GET' && parameters.every(({ required }) => required !== true);
}

/** `/api/ask?q={q}`: the address with its required parameters. */
export function template({ path, parameters }: ApiAddress): string {
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required === true)
    .map(({ name }) => `${name}={${name}}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

function addressOf(
  method: ApiAddress['method'],
  path: string,
  { summary, tags: [tag = ''], parameters }: z.infer<typeof Described>,
): ApiAddress {
  return { method, path, summary, tag, parameters };
}

/** The address that a path mirrors, if it is a mirror; else no address. */
function mirrored(path: string): string {
  return path.startsWith('/api/v1/') ? path.replace('/api/v1/', '/api/') : '';
}
