/** The inputs of an operation by name: their own names, aliases, and HTTP parameters. */
import { z } from 'zod';
import type { Method, Operation, RestOperation } from './operation.ts';

export type Values = Readonly<Record<string, unknown>>;
type Named = Pick<Operation, 'input' | 'aliases'>;

/** Every name that an operation accepts; the inputs' own names come first. */
export function inputNames({ input, aliases = {} }: Named): string[] {
  return [...Object.keys(input.shape), ...Object.keys(aliases)];
}

/** Under the inputs' own names. @throws ZodError if two names of one have different values */
export function withoutAliases({ aliases = {} }: Pick<Named, 'aliases'>, given: Values): Values {
  if (!Object.keys(aliases).some((name) => Object.hasOwn(given, name))) return given;
  const values = new Map(Object.entries(given).filter(([name]) => !Object.hasOwn(aliases, name)));
  for (const [name, own] of Object.entries(aliases)) {
    if (!Object.hasOwn(given, name)) continue;
    const value = given[name];
    const message = `must say the same as ${own}, or be left out`;
    if (values.has(own) && values.get(own) !== value)
      throw new z.ZodError([{ code: 'custom', path: [name], message, input: value }]);
    values.set(own, value);
  }
  return Object.fromEntries(values);
}

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string | undefined;
  schema: z.ZodType;
  example?: unknown;
};

/** The parameters that a request for the operation carries outside of its body. */
export function parametersOf(operation: RestOperation, method: Method): Parameter[] {
  return [...(method === 'GET' ? pathAndQuery(operation) : []), ...headers(operation)];
}

function pathAndQuery({ input, rest, aliases = {}, examples }: RestOperation): Parameter[] {
  const own = Object.entries(input.shape).map(([name, field]): Parameter => {
    // Zod types the fields of an unknown object as its core types; ours are all classic Zod types.
    const schema = field as z.ZodType;
    const isInPath = rest.path.includes(`{${name}}`);
    return {
      name,
      in: isInPath ? 'path' : 'query',
      required: isInPath || !schema.safeParse(undefined).success,
      description: schema.description,
      schema,
      example: examples[0][name],
    };
  });
  const others = Object.entries(aliases).flatMap(([name, meant]) => {
    const parameter = own.find((each) => each.name === meant);
    const description = `Means the same as ${meant}`;
    return parameter
      ? [{ ...parameter, name, required: false, description, example: undefined }]
      : [];
  });
  return [...own, ...others];
}

function headers({ needs, replyHeaders }: RestOperation): Parameter[] {
  const shared = { in: 'header', required: false, schema: z.string() } as const;
  const header = (name: string, description: string) => ({ name, description, ...shared });
  if (needs === 'x402-payment')
    return [
      header('X-PAYMENT', 'Payment of x402 version 1, base64 of JSON'),
      header('PAYMENT-SIGNATURE', 'Payment of x402 version 2, base64 of JSON'),
    ];
  if (replyHeaders?.['Idempotent-Replayed'] === undefined) return [];
  const promise =
    'Any text of at most 255 characters: the same one gives the same answer for 24 hours';
  return [header('Idempotency-Key', promise)];
}
