/**
 * An S3-compatible bucket, through the official client, which is loaded on first use. The client
 * looks up the credentials: `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile, or the
 * machine's role.
 */
import { addAbortSignal, pipeline, type Readable, Transform } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { BellwetherError, messageOf, UnavailableError } from '../errors.ts';
import { optionalPackage } from '../optional-package.ts';
import { BUCKET_URL_FORM, type BucketLocation, parseBucketUrl } from './bucket-url.ts';

type ObjectHead = {
  /** As the bucket returned it, including the quotes. */
  etag: string;
  bytes: number;
};
type StoredObject = ObjectHead & { body: Buffer };
type ListedObject = ObjectHead & { key: string; modifiedAt: Date };

type PutOptions = {
  /** Write only if the object still has this ETag. */
  ifMatch?: string;
  /** Write only if there is no such object. */
  ifNoneMatch?: '*';
};

type GetOptions = {
  /** An ETag; `unchanged` is returned if the object still has it. */
  unless?: string | undefined;
  /** A larger object is refused, unread. */
  maxBytes?: number;
  signal?: AbortSignal | undefined;
};

/** A bucket; keys are relative to the prefix in its address. */
export type Bucket = ReturnType<typeof bucketOn>;

type BucketOptions = {
  /** Maximum time without any data from the bucket. */
  timeoutMs?: number;
  /** Maximum time for a request and its answer, however steadily the data arrive. */
  deadlineMs?: number;
  attempts?: number;
};

const TIMEOUT_MS = 10_000;
const DEADLINE_MS = 60_000;
/** Maximum size of errors and listings, which the client holds in memory. */
const MAX_ANSWER_BYTES = 4 * 2 ** 20;
const ATTEMPTS = 3;
/** The default for services without regions. */
const REGION = 'us-east-1';

/** Runs `work` with a bucket, and closes it. @throws BellwetherError as `openBucket` does */
export async function withBucket<T>(
  url: string,
  work: (bucket: Bucket) => Promise<T>,
  options?: BucketOptions,
): Promise<T> {
  const bucket = await openBucket(url, options);
  try {
    return await work(bucket);
  } finally {
    bucket.close();
  }
}

/**
 * Every method throws a `BellwetherError`: `bucket-away` (503) if the bucket does not respond in
 * time, drops the connection or fails; `bucket-refused` if it denies access or does not exist.
 *
 * @param url in the form that `parseBucketUrl` reads
 * @throws BellwetherError `package-missing`, `bucket-url-invalid`
 */
export async function openBucket(
  url: string,
  { timeoutMs = TIMEOUT_MS, deadlineMs = DEADLINE_MS, attempts = ATTEMPTS }: BucketOptions = {},
): Promise<Bucket> {
  const location = parseBucketUrl(url);
  if (!location)
    throw new BellwetherError('bucket-url-invalid', `A bucket's address ${BUCKET_URL_FORM}`);
  const { endpoint, region } = location;
  const s3 = await optionalPackage(
    () => import('@aws-sdk/client-s3'),
    `${nameOf(location)} is a bucket`,
    'npm install @aws-sdk/client-s3',
  );
  const client = new s3.S3Client({
    region: region ?? process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? REGION,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: attempts,
    // Not every service supports Amazon's newer checksums. Downloads are verified by their SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: timeoutMs, socketTimeout: timeoutMs },
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        // The client's response in Node.
        const response = result.response as { statusCode: number; body: Readable };
        // An object's size is limited by its reader.
        if (commandName !== 'GetObjectCommand' || response.statusCode >= 300)
          response.body = pipeline(response.body, limitSize(MAX_ANSWER_BYTES), () => undefined);
        return result;
      },
    // Next to the connection: before anything is read.
    { step: 'deserialize', priority: 'low' },
  );
  return bucketOn(s3, client, location, { deadlineMs, attempts });
}

/** Passes data on until there are too many. */
function limitSize(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _, done) {
      bytes += piece.length;
      done(bytes > maxBytes ? new TooLargeError(maxBytes) : null, piece);
    },
  });
}

function nameOf({ bucket, prefix }: BucketLocation): string {
  return `s3://${bucket}/${prefix}`;
}

function bucketOn(
  s3: typeof import('@aws-sdk/client-s3'),
  client: S3Client,
  location: BucketLocation,
  { deadlineMs, attempts }: { deadlineMs: number; attempts: number },
) {
  const { bucket, prefix } = location;
  const name = nameOf(location);
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });
  /** The status that the bucket answered with; undefined for other errors. */
  const statusOf = (error: unknown) =>
    error instanceof s3.S3ServiceException ? error.$metadata.httpStatusCode : undefined;

  /** @param absent statuses for which undefined is returned */
  async function answerOf<T>(
    what: string,
    absent: readonly number[],
    ask: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T | undefined> {
    const deadline = AbortSignal.timeout(deadlineMs);
    try {
      return await ask(signal ? AbortSignal.any([signal, deadline]) : deadline);
    } catch (error) {
      const status = statusOf(error);
      if (status !== undefined && absent.includes(status) && !isNoBucket(error)) return undefined;
      throw bucketError(`${name}${what}`, error, status);
    }
  }

  /**
   * The whole object, or undefined if there is none. @throws BellwetherError `bucket-damaged` if it
   * is too large
   */
  function get(
    key: string,
    options?: GetOptions & { unless?: never },
  ): Promise<StoredObject | undefined>;
  function get(key: string, options: GetOptions): Promise<StoredObject | 'unchanged' | undefined>;
  async function get(
    key: string,
    { unless, maxBytes, signal }: GetOptions = {},
  ): Promise<StoredObject | 'unchanged' | undefined> {
    let isUnchanged = false;
    const found = await answerOf(
      key,
      [304, 404],
      async (abortSignal) => {
        const command = new s3.GetObjectCommand({
          ...at(key),
          ...(unless !== undefined && { IfNoneMatch: unless }),
        });
        for (let attempt = 1; ; attempt++)
          try {
            const { ETag, Body } = await client.send(command, { abortSignal });
            // In Node, the client's bodies are streams.
            const body = await wholeBody(Body as Readable, maxBytes, abortSignal);
            return { etag: ETag ?? '', bytes: body.length, body };
          } catch (error) {
            isUnchanged = statusOf(error) === 304;
            // The client retries failed requests, but not a body whose transfer was interrupted.
            const isFinal = attempt >= attempts || abortSignal.aborted;
            if (isFinal || !(error instanceof BrokenOffError)) throw error;
          }
      },
      signal,
    );
    return isUnchanged ? 'unchanged' : found;
  }

  return {
    name,
    get,
    /** Lists objects in key order. @param below relative to the address's prefix */
    async *list(below = ''): AsyncGenerator<ListedObject> {
      let token: string | undefined;
      do {
        const command = new s3.ListObjectsV2Command({
          Bucket: bucket,
          Prefix: `${prefix}${below}`,
          ...(token !== undefined && { ContinuationToken: token }),
        });
        const page = await answerOf(below, [], (abortSignal) =>
          client.send(command, { abortSignal }),
        );
        for (const { Key = '', ETag = '', Size = 0, LastModified } of page?.Contents ?? []) {
          const modifiedAt = LastModified ?? new Date();
          yield { key: Key.slice(prefix.length), etag: ETag, bytes: Size, modifiedAt };
        }
        token = page?.NextContinuationToken;
      } while (token !== undefined);
    },
    /** @returns the new ETag, or undefined if a precondition failed and nothing was written */
    put(
      key: string,
      body: Buffer | string,
      { ifMatch, ifNoneMatch }: PutOptions = {},
    ): Promise<string | undefined> {
      // 409: a concurrent write of the same key; 404: If-Match, and the object no longer exists.
      const absent = ifMatch === undefined ? [409, 412] : [404, 409, 412];
      const command = new s3.PutObjectCommand({
        ...at(key),
        Body: body,
        ...(ifMatch !== undefined && { IfMatch: ifMatch }),
        ...(ifNoneMatch !== undefined && { IfNoneMatch: ifNoneMatch }),
      });
      return answerOf(key, absent, async (abortSignal) => {
        const { ETag = '' } = await client.send(command, { abortSignal });
        return ETag;
      });
    },
    /** Succeeds if there is no such object. */
    async remove(key: string): Promise<void> {
      const command = new s3.DeleteObjectCommand(at(key));
      await answerOf(key, [404], (abortSignal) => client.send(command, { abortSignal }));
    },
    close: () => client.destroy(),
  };
}

/** @throws if the connection ends or stalls before the body is complete, or if it is too large */
async function wholeBody(
  body: Readable,
  maxBytes = Number.POSITIVE_INFINITY,
  signal: AbortSignal,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of addAbortSignal(signal, body)) {
      bytes += piece.length;
      if (bytes > maxBytes) break;
      pieces.push(piece);
    }
  } catch (error) {
    throw new BrokenOffError(messageOf(error));
  }
  if (bytes > maxBytes) throw new TooLargeError(maxBytes);
  return Buffer.concat(pieces);
}

class BrokenOffError extends Error {}

class TooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`it has more than ${maxBytes} bytes`);
  }
}

/** A missing bucket is a configuration mistake, not a missing object. */
function isNoBucket(error: unknown): boolean {
  return error instanceof Error && error.name === 'NoSuchBucket';
}

function bucketError(what: string, error: unknown, status: number | undefined): BellwetherError {
  if (error instanceof TooLargeError)
    return new BellwetherError('bucket-damaged', `${what} is refused: ${error.message}`);
  const name = error instanceof Error ? error.name : '';
  const said = [status, name, messageOf(error)].filter(Boolean).join(' ');
  if (name === 'CredentialsProviderError')
    return new BellwetherError(
      'bucket-refused',
      `${what}: there are no credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
      { cause: error },
    );
  if (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429)
    return new BellwetherError('bucket-refused', `${what} was refused (${said})`, { cause: error });
  return new UnavailableError('bucket-away', `${what} cannot be reached now (${said})`, {
    cause: error,
  });
}
