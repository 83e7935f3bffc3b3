/** The client: one function for each operation of the service, by name. */
import { type AnswerCache, withCache } from './cache.ts';
import { errorIn } from './errors.ts';
import { OPERATIONS } from './generated/operations.ts';
import type { operations } from './generated/schema.ts';
import { type Fetch, send } from './send.ts';

type Table = typeof OPERATIONS;
export type OperationName = keyof Table;
type Described<N extends OperationName> = operations[Table[N]['id']];

/** The type of an optional group of parameters. */
type Group<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>;
type ParametersOf<D> = D extends { parameters: { query?: infer Q; path?: infer P } }
  ? Group<Q> & Group<P>
  : unknown;
type BodyOf<D> = D extends { requestBody: { content: { 'application/json': infer B } } }
  ? B
  : unknown;
type Flat<T> = { [K in keyof T]: T[K] };

/** An operation's input, combining its path parameters, query and body. */
export type Input<N extends OperationName> = Flat<
  ParametersOf<Described<N>> & BodyOf<Described<N>>
>;

type ContentOf<D> = D extends { responses: { 200: { content: infer C } } } ? C[keyof C] : never;
type AnswerKinds<N extends OperationName> = {
  json: ContentOf<Described<N>>;
  text: string;
  bytes: Uint8Array<ArrayBuffer>;
};
/** The body of an operation's answer. */
export type Answer<N extends OperationName> = AnswerKinds<N>[Table[N]['answer']];

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /**
   * For a call that costs a credit: calls with the same key are charged once. Generated if undefined.
   */
  idempotencyKey?: string;
  headers?: Readonly<Record<string, string>>;
  /** Overrides the client's setting. */
  retries?: number;
  /** Wraps the client's `fetch` for this call. */
  through?: (fetch: Fetch) => Fetch;
};

type Arguments<N extends OperationName> =
  Record<never, never> extends Input<N>
    ? [input?: Input<N>, options?: CallOptions]
    : [input: Input<N>, options?: CallOptions];

export type Client = {
  readonly [N in OperationName]: (...given: Arguments<N>) => Promise<Answer<N>>;
} & {
  /**
   * Calls an operation and returns the response, for reading its headers or streaming its body.
   *
   * @throws BellwetherApiError unless the status is 200
   */
  readonly request: <N extends OperationName>(
    name: N,
    input: Input<N>,
    options?: CallOptions,
  ) => Promise<Response>;
};

export type ClientOptions = {
  /** Address of the service, `https://signals.example.org`. */
  baseUrl: string;
  /** `bw_…`; sent only with operations that require it. */
  creditKey?: string | undefined;
  /** `bwm_…`, a member’s key; sent only with operations that require it. */
  memberKey?: string | undefined;
  /**
   * How often a call is retried if it is refused with `Retry-After` or the connection breaks; 3 by
   * default.
   */
  retries?: number;
  /** Maximum total time that a call waits between its retries; 60000 by default. */
  patienceMs?: number;
  /** Cache for answers with an ETag; by default nothing is cached. */
  cache?: AnswerCache;
  fetch?: Fetch;
};

/** An operation's entry in the table. */
type Call = {
  method: 'GET' | 'POST';
  path: string;
  answer: 'json' | 'text' | 'bytes';
  needsKey?: 'credit' | 'member';
  takesIdempotencyKey?: true;
};
const CALLS: Readonly<Record<OperationName, Call>> = OPERATIONS;

export function createClient(options: ClientOptions): Client {
  const request = (name: OperationName, input: object = {}, how: CallOptions = {}) =>
    respond(CALLS[name], input, how, options);
  const methods = (Object.keys(OPERATIONS) as OperationName[]).map((name) => [
    name,
    async (input?: object, how?: CallOptions) =>
      read(await request(name, input, how), CALLS[name].answer),
  ]);
  // The types come from the OpenAPI document, which the service is tested against.
  return { ...Object.fromEntries(methods), request } as Client;
}

async function respond(
  call: Call,
  input: object,
  how: CallOptions,
  options: ClientOptions,
): Promise<Response> {
  const { retries = 3, patienceMs = 60_000, cache, creditKey, memberKey } = options;
  const key = call.needsKey && { credit: creditKey, member: memberKey }[call.needsKey];
  const request = requestOf(call, input, how, key, options.baseUrl);
  const isRead = call.method === 'GET';
  const { through = (own) => own } = how;
  const own = through(options.fetch ?? fetch);
  const isKept = cache !== undefined && isRead && !call.needsKey;
  const response = await send(isKept ? withCache(own, cache) : own, request, {
    signal: how.signal,
    retries: how.retries ?? retries,
    patienceMs,
    isRepeatable: isRead || call.takesIdempotencyKey === true,
  });
  if (response.status === 200) return response;
  throw await errorIn(response);
}

function requestOf(
  { method, path, takesIdempotencyKey }: Call,
  input: object,
  { headers = {}, idempotencyKey }: CallOptions,
  key: string | undefined,
  baseUrl: string,
): Request {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest.get(name)));
    rest.delete(name);
    return value;
  });
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}${filled}`);
  if (method === 'GET') for (const [name, value] of rest) url.searchParams.set(name, String(value));
  return new Request(url, {
    method,
    headers: {
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      // One key for each call, reused by all of its retries.
      ...(takesIdempotencyKey && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
      ...headers,
    },
    ...(method === 'POST' && { body: JSON.stringify(Object.fromEntries(rest)) }),
  });
}

async function read(response: Response, kind: Call['answer']): Promise<unknown> {
  if (kind === 'json') return response.json();
  return kind === 'text' ? response.text() : new Uint8Array(await response.arrayBuffer());
}
