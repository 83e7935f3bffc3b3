/**
 * An S3-compatible bucket, through the official client, which is loaded on first use. The client
 * looks up the credentials: `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile, or the
 * machine's role.
 */
import type { Readable } from 'node:stream';
import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { BellwetherError, messageOf, UnavailableError } from '../errors.ts';
import { optionalPackage } from '../optional-package.ts';
import { BUCKET_URL_FORM, parseBucketUrl } from './bucket-url.ts';

type ObjectHead = {
  /** As the bucket returned it, including the quotes. */
  etag: string;
  bytes: number;
};
export type StoredObject = ObjectHead & { body: Buffer };
type ListedObject = ObjectHead & { key: string };

type PutOptions = {
  /** Write only if the object still has this ETag. */
  ifMatch?: string;
  /** Write only if there is no such object. */
  ifNoneMatch?: '*';
  contentType?: string;
};

/** A bucket; keys are relative to the prefix in its address. */
export type Bucket = {
  name: string;
  /** Undefined if there is no such object. @throws as documented at `openBucket` */
  head: (key: string) => Promise<ObjectHead | undefined>;
  /**
   * The whole object, or undefined if there is none.
   *
   * @param unless an ETag; returns `unchanged` if the object still has it
   */
  get: {
    (key: string): Promise<StoredObject | undefined>;
    (key: string, unless: string | undefined): Promise<StoredObject | 'unchanged' | undefined>;
  };
  /** Lists objects in key order. @param prefix relative to the address's prefix */
  list: (prefix?: string) => AsyncGenerator<ListedObject>;
  /** @returns the new ETag, or undefined if a precondition failed and nothing was written */
  put: (key: string, body: Buffer | string, options?: PutOptions) => Promise<string | undefined>;
  /** Succeeds if there is no such object. */
  remove: (key: string) => Promise<void>;
  close: () => void;
};

type BucketOptions = {
  /** Maximum time without any data from the bucket. */
  timeoutMs?: number;
  attempts?: number;
};

const TIMEOUT_MS = 10_000;
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
  { timeoutMs = TIMEOUT_MS, attempts = ATTEMPTS }: BucketOptions = {},
): Promise<Bucket> {
  const location = parseBucketUrl(url);
  if (!location)
    throw new BellwetherError('bucket-url-invalid', `A bucket's address ${BUCKET_URL_FORM}`);
  const { bucket, prefix, endpoint, region } = location;
  const name = `s3://${bucket}/${prefix}`;
  const s3 = await optionalPackage(
    () => import('@aws-sdk/client-s3'),
    `${name} is a bucket`,
    'npm install @aws-sdk/client-s3',
  );
  const client: S3Client = new s3.S3Client({
    region: region ?? process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? REGION,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: attempts,
    // Not every service supports Amazon's newer checksums. Downloads are verified by their SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: timeoutMs, socketTimeout: timeoutMs },
  });

  /** @param absent statuses for which undefined is returned */
  async function answerOf<T>(
    what: string,
    absent: readonly number[],
    ask: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await ask();
    } catch (error) {
      const status = error instanceof s3.S3ServiceException ? statusOf(error) : undefined;
      if (status !== undefined && absent.includes(status) && !isNoBucket(error)) return undefined;
      throw bucketError(`${name}${what}`, error, status);
    }
  }

  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });

  async function get(
    key: string,
    unless?: string,
  ): Promise<StoredObject | 'unchanged' | undefined> {
    for (let attempt = 1; ; attempt++)
      try {
        return await tryToGet(key, unless);
      } catch (error) {
        // The client retries failed requests, but not a body whose transfer was interrupted.
        const isBrokenOff = error instanceof Error && error.cause instanceof BrokenOffError;
        if (attempt >= attempts || !isBrokenOff) throw error;
      }
  }

  async function tryToGet(
    key: string,
    unless: string | undefined,
  ): Promise<StoredObject | 'unchanged' | undefined> {
    let isUnchanged = false;
    const found = await answerOf(key, [304, 404], async () => {
      const command = new s3.GetObjectCommand({
        ...at(key),
        ...(unless !== undefined && { IfNoneMatch: unless }),
      });
      const { ETag, Body } = await client.send(command).catch((error: unknown) => {
        isUnchanged = error instanceof s3.S3ServiceException && statusOf(error) === 304;
        throw error;
      });
      // In Node, the client's bodies are streams.
      const body = await wholeBody(Body as Readable);
      return { etag: ETag ?? '', bytes: body.length, body };
    });
    return isUnchanged ? 'unchanged' : found;
  }

  return {
    name,
    // Narrows the type: `unchanged` is returned only if `unless` was given.
    get: get as Bucket['get'],
    head: (key) =>
      answerOf(key, [404], async () => {
        const found = await client.send(new s3.HeadObjectCommand(at(key)));
        return { etag: found.ETag ?? '', bytes: found.ContentLength ?? 0 };
      }),
    async *list(below = '') {
      let token: string | undefined;
      do {
        const page = await answerOf(below, [], () =>
          client.send(
            new s3.ListObjectsV2Command({
              Bucket: bucket,
              Prefix: `${prefix}${below}`,
              ...(token !== undefined && { ContinuationToken: token }),
            }),
          ),
        );
        for (const { Key = '', ETag = '', Size = 0 } of page?.Contents ?? [])
          yield { key: Key.slice(prefix.length), etag: ETag, bytes: Size };
        token = page?.NextContinuationToken;
      } while (token !== undefined);
    },
    put: (key, body, { ifMatch, ifNoneMatch, contentType } = {}) =>
      // 409: a concurrent write of the same key; 404: If-Match, and the object no longer exists.
      answerOf(key, ifMatch === undefined ? [409, 412] : [404, 409, 412], async () => {
        const { ETag = '' } = await client.send(
          new s3.PutObjectCommand({
            ...at(key),
            Body: body,
            ...(ifMatch !== undefined && { IfMatch: ifMatch }),
            ...(ifNoneMatch !== undefined && { IfNoneMatch: ifNoneMatch }),
            ...(contentType !== undefined && { ContentType: contentType }),
          }),
        );
        return ETag;
      }),
    remove: async (key) => {
      await answerOf(key, [404], () => client.send(new s3.DeleteObjectCommand(at(key))));
    },
    close: () => client.destroy(),
  };
}

/** @throws if the connection ends or stalls before the body is complete */
async function wholeBody(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of body) pieces.push(piece);
  } catch (error) {
    throw new BrokenOffError(messageOf(error));
  }
  return Buffer.concat(pieces);
}

class BrokenOffError extends Error {}

function statusOf(error: S3ServiceException): number | undefined {
  return error.$metadata.httpStatusCode;
}

/** A missing bucket is a configuration mistake, not a missing object. */
function isNoBucket(error: unknown): boolean {
  return error instanceof Error && error.name === 'NoSuchBucket';
}

function bucketError(what: string, error: unknown, status: number | undefined): BellwetherError {
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
