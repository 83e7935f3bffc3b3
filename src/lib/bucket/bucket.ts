/**
 * An S3-compatible bucket, by the official client, which is loaded at the first use. Credentials come
 * from where that client looks for them: `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile,
 * or the role of the machine.
 */
import type { Readable } from 'node:stream';
import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { BellwetherError, messageOf, UnavailableError } from '../errors.ts';
import { optionalPackage } from '../optional-package.ts';
import { BUCKET_URL_FORM, parseBucketUrl } from './bucket-url.ts';

type ObjectHead = {
  /** As the bucket gave it, quotes included. */
  etag: string;
  bytes: number;
};
export type StoredObject = ObjectHead & { body: Buffer };
type ListedObject = ObjectHead & { key: string };

type PutOptions = {
  /** Only over the object with this ETag. */
  ifMatch?: string;
  /** Only where there is none. */
  ifNoneMatch?: '*';
  contentType?: string;
};

/** Keys are relative to the address's prefix. */
export type Bucket = {
  /** For messages. */
  name: string;
  /** Undefined where there is no such object. @throws as `openBucket` says */
  head: (key: string) => Promise<ObjectHead | undefined>;
  /**
   * The whole object, or undefined where there is none.
   *
   * @param unless an ETag: `unchanged` if the object still has it
   */
  get: {
    (key: string): Promise<StoredObject | undefined>;
    (key: string, unless: string | undefined): Promise<StoredObject | 'unchanged' | undefined>;
  };
  /** In the order of keys. @param prefix relative as well */
  list: (prefix?: string) => AsyncGenerator<ListedObject>;
  /** @returns the new ETag; undefined where a precondition failed, and nothing was written */
  put: (key: string, body: Buffer | string, options?: PutOptions) => Promise<string | undefined>;
  /** Also where there is none. */
  remove: (key: string) => Promise<void>;
  close: () => void;
};

type BucketOptions = {
  /** How long the bucket may send nothing. */
  timeoutMs?: number;
  /** How often a request is tried. */
  attempts?: number;
};

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 3;
/** What a service without regions of its own takes. */
const REGION = 'us-east-1';

/** Opens a bucket for some work, and closes it. @throws BellwetherError as `openBucket` does */
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
 * Every method throws a `BellwetherError`: `bucket-away` (503) for a bucket that does not answer in
 * time, breaks off or fails, `bucket-refused` for one that does not let us in or knows no such bucket.
 *
 * @param url as `parseBucketUrl` reads it
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
    // Not every service knows Amazon's newer checksums. What is fetched is checked by its SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: timeoutMs, socketTimeout: timeoutMs },
  });

  /** @returns undefined for the statuses in `absent` */
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
        // The client repeats what was refused at once, and not what broke off.
        if (attempt >= attempts || !isBrokenOff(error)) throw error;
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
    // With and without a condition, as the type says.
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
      // 409: somebody else's write of the same key was under way; 404: If-Match, and it is gone.
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

/** @throws when the connection ends or stalls before the body is whole */
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

function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof BrokenOffError;
}

function statusOf(error: S3ServiceException): number | undefined {
  return error.$metadata.httpStatusCode;
}

/** A missing bucket is a mistake in the settings, not a missing object. */
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
