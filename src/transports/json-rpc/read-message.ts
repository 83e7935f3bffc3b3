/** Parses the single JSON value of a JSON-RPC message, or refuses it. */
import { z } from 'zod';
import { problemOf } from '../http/problem.ts';
import { MAX_BODY_BYTES, parseJson } from '../http/request-input.ts';

const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
export const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;
export const INTERNAL_ERROR = -32_603;
/** For any other error: the first of the codes reserved for implementations. */
export const REFUSED = -32_000;

export type MessageId = string | number | null;

/** A refused message, with a JSON-RPC 2.0 error (section 5.1). */
export class Refusal extends Error {
  /** Status of the HTTP response. */
  readonly status: number;
  readonly code: number;
  /** Id of the refused request, if it could be read. */
  readonly id: MessageId;
  readonly data: unknown;

  constructor(
    status: number,
    code: number,
    message: string,
    { id = null, data }: { id?: MessageId; data?: unknown } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.id = id;
    this.data = data;
  }

  /** The response as JSON, without undefined members. */
  get response(): string {
    const { code, message, id, data } = this;
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
  }
}

const MAX_ID_LENGTH = 200;
const Id = z.custom<string | number>(
  (value) =>
    typeof value === 'string' ? value.length <= MAX_ID_LENGTH : Number.isSafeInteger(value),
  `must be text of at most ${MAX_ID_LENGTH} characters, or a whole number`,
);

/** JSON-RPC 2.0, sections 4 and 5, with ids and parameters restricted as in MCP. */
const Message = z
  .looseObject(
    {
      jsonrpc: z.literal('2.0', 'must be "2.0"'),
      id: Id.optional(),
      method: z.string('must be text').optional(),
      params: z.looseObject({}, 'must be an object').optional(),
    },
    'must be an object, and one message at a time',
  )
  .refine((read) => read.method !== undefined || 'result' in read || 'error' in read, {
    path: ['method'],
    message: 'must be text',
  });

/** Parses a request, a notification or a response. @throws Refusal with the code and id that JSON-RPC requires */
export function readMessage(bytes: Uint8Array): z.infer<typeof Message> {
  const message = readJson(bytes);
  const { data, error } = Message.safeParse(message);
  if (data) return data;
  const why = `This is no JSON-RPC request: ${faultsIn(error)}.`;
  const id = z.object({ id: Id }).safeParse(message).data?.id ?? null;
  throw new Refusal(400, INVALID_REQUEST, why, { id });
}

/** @throws Refusal if it is not JSON, nested too deeply, or holds too much */
function readJson(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    const { status, detail } = problemOf(error);
    throw new Refusal(status, status === 413 ? INVALID_REQUEST : PARSE_ERROR, detail);
  }
}

export function tooLong(): Refusal {
  const why = `A message may have at most ${MAX_BODY_BYTES} bytes.`;
  return new Refusal(413, INVALID_REQUEST, why);
}

/** `params.name must be text; params.arguments must be an object` */
export function faultsIn({ issues }: z.ZodError, root?: string): string {
  return issues
    .map(({ path, message }) => {
      const location = [...(root === undefined ? [] : [root]), ...path.map(String)].join('.');
      return `${location === '' ? 'the message' : location} ${message}`;
    })
    .join('; ');
}
