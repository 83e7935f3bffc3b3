/** Addresses of S3-compatible buckets: `s3://bucket/prefix?endpoint=https://…&region=…`. */

export type BucketLocation = {
  bucket: string;
  /** What all keys begin with: empty, or with a slash at its end. */
  prefix: string;
  /** Of a service that is not Amazon's; the bucket is then part of the path. */
  endpoint: string | undefined;
  region: string | undefined;
};

const PARAMETERS = ['endpoint', 'region'];

/** What a setting says when `parseBucketUrl` does not understand its value. */
export const BUCKET_URL_FORM =
  'must be an address like s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-west-1, without credentials';

/** Undefined for what is no address of a bucket, and for one that holds credentials. */
export function parseBucketUrl(text: string): BucketLocation | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]+[a-z0-9]$/.test(url.hostname))
    return undefined;
  if (url.username !== '' || url.password !== '' || url.port !== '' || url.hash !== '')
    return undefined;
  if ([...url.searchParams.keys()].some((name) => !PARAMETERS.includes(name))) return undefined;
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isEndpoint(endpoint)) return undefined;
  // Nothing that would have to be escaped.
  if (!/^[\w/.-]*$/.test(url.pathname)) return undefined;
  const path = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    endpoint,
    region: url.searchParams.get('region') ?? undefined,
  };
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === '';
}
