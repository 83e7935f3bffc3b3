/** Parses addresses of S3-compatible buckets: `s3://bucket/prefix?endpoint=https://…&region=…`. */

export type BucketLocation = {
  bucket: string;
  /** Prepended to every key: empty, or ends with a slash. */
  prefix: string;
  /** Set if the service is not Amazon's; the bucket's name is then part of the path. */
  endpoint: string | undefined;
  region: string | undefined;
};

const PARAMETERS = ['endpoint', 'region'];

/** Ends the error message for a setting that `parseBucketUrl` rejects. */
export const BUCKET_URL_FORM =
  'must be an address like s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-west-1, without credentials';

/** Undefined if the text is not a bucket's address, or contains credentials. */
export function parseBucketUrl(text: string): BucketLocation | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]+[a-z0-9]$/.test(url.hostname))
    return undefined;
  if (url.username !== '' || url.password !== '' || url.port !== '' || url.hash !== '')
    return undefined;
  if ([...url.searchParams.keys()].some((name) => !PARAMETERS.includes(name))) return undefined;
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isEndpoint(endpoint)) return undefined;
  // Allow only characters that need no escaping.
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
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && url.hash === '';
}
