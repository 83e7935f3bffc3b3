/**
 * An S3-compatible bucket on this machine: objects with versions, the preconditions of RFC 9110
 * (section 13), listings in pages, and faults that can be switched on.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveHttp } from './http-server.ts';

/**
 * `slow`: waits before it answers; `silent`: never answers; `refusing`: answers with a status; `cut`:
 * the connection breaks in the middle of an object; `half`: half an object, as if that were all of it;
 * `old`: the version of an object before its last one; `lost`: the connection ends after the request
 * was carried out, before it is answered; `trickle`: a byte a second; `endless`: bytes without an end;
 * `redirecting`: to another address.
 */
export type BucketFault = (
  | { kind: 'slow'; ms: number }
  | { kind: 'refusing'; status: number }
  | { kind: 'trickle' | 'endless'; status?: number }
  | { kind: 'redirecting'; to: string }
  | { kind: 'silent' | 'cut' | 'half' | 'old' | 'lost' }
) & {
  /** Only for keys that match; for all otherwise. */
  keys?: RegExp;
  methods?: readonly string[];
  /** Number of requests that it affects; all by default. */
  times?: number;
};

type Version = { body: Buffer; etag: string; at: Date };
type BucketRequest = { method: string; key: string; status: number };

export type BucketServer = {
  /** For EDITIONS_URL. */
  url: (prefix?: string) => string;
  /** Variables that a client needs in its environment. */
  environment: Readonly<Record<string, string>>;
  endpoint: string;
  /** The objects stored now, by key. */
  objects: () => ReadonlyMap<string, Buffer>;
  /** Puts an object there without a request. @param at when it was stored; now by default */
  store: (key: string, body: Buffer | string, at?: Date) => void;
  remove: (key: string) => void;
  /** Fault from now on; undefined ends it. */
  setFault: (fault: BucketFault | undefined) => void;
  /** All requests so far. */
  requests: BucketRequest[];
  close: () => Promise<void>;
};

const BUCKET = 'test-bucket';
const ACCESS_KEY = 'AKIDOFTESTS';
/** Fewer than Amazon's, so that tests see several pages. */
const KEYS_A_PAGE = 100;

export const BUCKET_CREDENTIALS = {
  AWS_ACCESS_KEY_ID: ACCESS_KEY,
  AWS_SECRET_ACCESS_KEY: 'secret-of-tests',
};

/** The caller closes it. @param port any free one by default */
export async function startBucketServer(port = 0): Promise<BucketServer> {
  const versions = new Map<string, Version[]>();
  const requests: BucketRequest[] = [];
  let fault: BucketFault | undefined;

  const newest = (key: string) => versions.get(key)?.at(-1);
  const store = (key: string, body: Buffer | string, at = new Date()) => {
    const bytes = Buffer.from(body);
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    versions.set(key, [...(versions.get(key) ?? []), { body: bytes, etag, at }].slice(-2));
    return etag;
  };

  function faultOf(method: string, key: string): BucketFault | undefined {
    if (!fault || (fault.keys && !fault.keys.test(key))) return undefined;
    if (fault.methods && !fault.methods.includes(method)) return undefined;
    const met = fault;
    if (met.times !== undefined)
      fault = met.times > 1 ? { ...met, times: met.times - 1 } : undefined;
    return met;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const { method = 'GET' } = request;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const [, bucket = '', ...rest] = decodeURIComponent(pathname).split('/');
    const key = rest.join('/');
    const met = faultOf(method, key);
    if (met?.kind === 'silent') return;
    if (met?.kind === 'slow') await new Promise((done) => setTimeout(done, met.ms).unref());
    const send = (
      status: number,
      headers: Record<string, string | number> = {},
      bytes?: Buffer,
    ) => {
      requests.push({ method, key, status });
      if (met?.kind === 'lost') return void response.destroy();
      response.writeHead(status, { 'content-length': bytes?.length ?? 0, ...headers });
      if (method === 'HEAD' || bytes === undefined) return void response.end();
      if (met?.kind !== 'cut') return void response.end(bytes);
      response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
    };
    const refuse = (status: number, code: string) =>
      send(status, { 'content-type': 'application/xml' }, errorBody(code));

    if (met?.kind === 'redirecting') return send(307, { location: met.to });
    if (met?.kind === 'trickle' || met?.kind === 'endless') {
      requests.push({ method, key, status: met.status ?? 200 });
      return pour(response.writeHead(met.status ?? 200, { etag: '"poured"' }), met.kind);
    }
    if (met?.kind === 'refusing') return refuse(met.status, codeOf(met.status));
    if (!request.headers.authorization?.includes(`Credential=${ACCESS_KEY}/`))
      return refuse(403, 'AccessDenied');
    if (bucket !== BUCKET) return refuse(404, 'NoSuchBucket');
    if (key === '' && method === 'GET') {
      const keys = [...versions.keys()].sort();
      return send(
        200,
        { 'content-type': 'application/xml' },
        listObjects(keys, newest, searchParams),
      );
    }
    const held = newest(key);
    const condition = failedCondition(request, held);
    if (condition !== undefined) return refuse(condition, codeOf(condition));
    if (method === 'PUT') return send(200, { etag: store(key, body) });
    if (method === 'DELETE') {
      versions.delete(key);
      return send(204);
    }
    const served = met?.kind === 'old' ? (versions.get(key)?.at(-2) ?? held) : held;
    if (!served) return refuse(404, 'NoSuchKey');
    const all = served.body;
    const bytes = met?.kind === 'half' ? all.subarray(0, all.length >> 1) : all;
    send(200, { etag: served.etag, 'content-length': bytes.length }, bytes);
  }

  const { url: endpoint, close } = await serveHttp(answer, port);
  return {
    url: (prefix = '') =>
      `s3://${BUCKET}/${prefix}?endpoint=${encodeURIComponent(endpoint)}&region=eu-west-1`,
    environment: BUCKET_CREDENTIALS,
    endpoint,
    objects: () => new Map([...versions].map(([key, all]) => [key, (all.at(-1) as Version).body])),
    store,
    remove: (key) => void versions.delete(key),
    setFault: (next) => {
      fault = next;
    },
    requests,
    close,
  };
}

function pour(response: ServerResponse, kind: 'trickle' | 'endless'): void {
  if (kind === 'trickle') {
    const timer = setInterval(() => {
      if (response.destroyed) clearInterval(timer);
      else response.write(' ');
    }, 1_000).unref();
    response.write(' ');
    return;
  }
  const much = Buffer.alloc(2 ** 20, ' ');
  const more = (error?: Error | null) => {
    if (!error && !response.destroyed) response.write(much, (next) => setImmediate(more, next));
  };
  more();
}

/** The status that RFC 9110, section 13.2.2 requires if a precondition fails. */
function failedCondition(request: IncomingMessage, held: Version | undefined): number | undefined {
  const { 'if-match': match, 'if-none-match': noneMatch } = request.headers;
  if (match !== undefined && !matches(match, held)) return held || match === '*' ? 412 : 404;
  if (noneMatch === undefined || !matches(noneMatch, held)) return undefined;
  return request.method === 'GET' || request.method === 'HEAD' ? 304 : 412;
}

function matches(tags: string, held: Version | undefined): boolean {
  if (!held) return false;
  return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim() === held.etag);
}

function listObjects(
  keys: readonly string[],
  newest: (key: string) => Version | undefined,
  query: URLSearchParams,
): Buffer {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const left = keys.filter((key) => key.startsWith(prefix) && key > after);
  const page = left.slice(0, KEYS_A_PAGE);
  const isCut = left.length > page.length;
  const entries = page.map(
    (key) =>
      `<Contents><Key>${escapeXml(key)}</Key><ETag>${escapeXml(newest(key)?.etag ?? '')}</ETag><Size>${newest(key)?.body.length}</Size><LastModified>${newest(key)?.at.toISOString()}</LastModified></Contents>`,
  );
  const next = isCut
    ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>`
    : '';
  return Buffer.from(
    `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`,
  );
}

function codeOf(status: number): string {
  const codes: Record<number, string> = {
    403: 'AccessDenied',
    404: 'NoSuchKey',
    412: 'PreconditionFailed',
    503: 'SlowDown',
  };
  return codes[status] ?? 'InternalError';
}

function errorBody(code: string): Buffer {
  return Buffer.from(`<Error><Code>${code}</Code><Message>${code}, by the test</Message></Error>`);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}
