import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { type Bucket, openBucket } from '../../../src/lib/bucket/bucket.ts';
import { parseBucketUrl } from '../../../src/lib/bucket/bucket-url.ts';
import { BellwetherError } from '../../../src/lib/errors.ts';
import { BUCKET_CREDENTIALS, startBucketServer } from '../../support/bucket-server.ts';
import { serveHttp } from '../../support/http-server.ts';

Object.assign(process.env, BUCKET_CREDENTIALS);
const server = await startBucketServer();
const bucket = await openBucket(server.url('some/prefix'), { timeoutMs: 500 });
after(async () => {
  bucket.close();
  await server.close();
});

/** Rejects with this code. */
const coded = (code: string) => (error: unknown) =>
  error instanceof BellwetherError && error.code === code;

describe('an address of a bucket', () => {
  it('names bucket, prefix, endpoint and region', () => {
    assert.deepEqual(
      parseBucketUrl('s3://signals/a/b/?endpoint=https://s3.example.org&region=eu'),
      {
        bucket: 'signals',
        prefix: 'a/b/',
        endpoint: 'https://s3.example.org',
        region: 'eu',
      },
    );
    const bare = { bucket: 'signals', prefix: '', endpoint: undefined, region: undefined };
    assert.deepEqual(parseBucketUrl('s3://signals'), bare);
  });

  for (const wrong of [
    'https://signals/a',
    's3://',
    's3://key:secret@signals',
    's3://signals?endpoint=ftp://s3.example.org',
    's3://signals?endpoint=https://key:secret@s3.example.org',
    's3://signals?regoin=eu',
    's3://signals/%zz',
    'signals',
  ])
    it(`is not ${wrong}`, async () => {
      assert.equal(parseBucketUrl(wrong), undefined);
      await assert.rejects(openBucket(wrong), coded('bucket-url-invalid'));
    });
});

describe('a bucket', () => {
  afterEach(() => server.setFault(undefined));

  it('gives back what was put, under its prefix', async () => {
    const etag = await bucket.put('a key/of–text.txt', 'words');
    assert.ok(server.objects().has('some/prefix/a key/of–text.txt'));
    const found = await bucket.get('a key/of–text.txt');
    assert.equal(found?.body.toString(), 'words');
    assert.equal(await bucket.get('a key/of–text.txt', { unless: etag }), 'unchanged');
    await bucket.remove('a key/of–text.txt');
    assert.equal(await bucket.get('a key/of–text.txt'), undefined);
  });

  it('replaces only the version that was read', async () => {
    const first = await bucket.put('head', '1', { ifNoneMatch: '*' });
    assert.ok(first);
    assert.equal(await bucket.put('head', '2', { ifNoneMatch: '*' }), undefined);
    assert.ok(await bucket.put('head', '2', { ifMatch: first }));
    assert.equal(await bucket.put('head', '3', { ifMatch: first }), undefined);
    assert.equal((await bucket.get('head'))?.body.toString(), '2');
    assert.equal(await bucket.put('not there', '1', { ifMatch: first }), undefined);
  });

  it('lists all pages', async () => {
    for (let number = 0; number < 250; number++) server.store(`some/prefix/many/${number}`, '.');
    const keys: string[] = [];
    for await (const { key, bytes } of bucket.list('many/')) keys.push(`${key} ${bytes}`);
    assert.equal(new Set(keys).size, 250);
    assert.ok(keys.includes('many/249 1'));
  });

  it('is tried again when it breaks off or fails once', async () => {
    await bucket.put('whole', 'x'.repeat(100_000));
    for (const fault of [{ kind: 'cut' }, { kind: 'refusing', status: 503 }] as const) {
      server.setFault({ ...fault, times: 1 });
      assert.equal((await bucket.get('whole'))?.bytes, 100_000);
    }
  });

  for (const fault of [
    { kind: 'cut' },
    { kind: 'silent' },
    { kind: 'refusing', status: 503 },
  ] as const)
    it(`is away when it is ${fault.kind} for long`, async () => {
      await bucket.put('whole', 'x'.repeat(100_000));
      server.setFault(fault);
      await assert.rejects(bucket.get('whole'), coded('bucket-away'));
    });

  const asking: Record<string, (slow: Bucket) => Promise<unknown>> = {
    get: (slow) => slow.get('whole'),
    put: (slow) => slow.put('whole', 'x'),
    remove: (slow) => slow.remove('whole'),
    list: (slow) => slow.list().next(),
  };
  for (const [work, ask] of Object.entries(asking))
    it(`is given up when it answers ${work} with a byte a second`, async () => {
      const slow = await openBucket(server.url(), { deadlineMs: 300 });
      // After an upload that went well, the client reads nothing but the head.
      for (const status of work === 'get' || work === 'list' ? [200, 403] : [403]) {
        server.setFault({ kind: 'trickle', status });
        await assert.rejects(ask(slow), coded('bucket-away'));
      }
      slow.close();
    });

  it('is given up as soon as its reader stops', async () => {
    server.setFault({ kind: 'trickle' });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    await assert.rejects(bucket.get('whole', { signal: stop.signal }), coded('bucket-away'));
  });

  it('gives no object that is larger than its reader takes', async () => {
    await bucket.put('whole', 'x'.repeat(1_000));
    assert.equal((await bucket.get('whole', { maxBytes: 1_000 }))?.bytes, 1_000);
    await assert.rejects(bucket.get('whole', { maxBytes: 999 }), coded('bucket-damaged'));
    server.setFault({ kind: 'endless' });
    await assert.rejects(bucket.get('whole', { maxBytes: 1_000 }), coded('bucket-damaged'));
    for (const status of [403, 404, 503]) {
      server.setFault({ kind: 'endless', status });
      await assert.rejects(bucket.get('whole'), coded('bucket-damaged'));
    }
  });

  it('is not followed to another address', async () => {
    let isAsked = false;
    const other = await serveHttp((_, response) => {
      isAsked = true;
      response.end('forged');
    });
    server.setFault({ kind: 'redirecting', to: `${other.url}/` });
    await assert.rejects(bucket.get('whole'), coded('bucket-away'));
    assert.equal(isAsked, false);
    await other.close();
  });

  it('refuses, and is not tried again', async () => {
    server.setFault({ kind: 'refusing', status: 403 });
    const asked = server.requests.length;
    await assert.rejects(bucket.get('whole'), coded('bucket-refused'));
    assert.equal(server.requests.length, asked + 1);
  });

  it('that does not exist is refused, not empty; one whose host does not answer is away', async () => {
    const cases: [url: string, code: string][] = [
      [server.url().replace('test-bucket', 'other-bucket'), 'bucket-refused'],
      ['s3://bucket?endpoint=http://127.0.0.1:9', 'bucket-away'],
    ];
    for (const [url, code] of cases) {
      const other = await openBucket(url, { attempts: 1 });
      await assert.rejects(other.get('whole'), coded(code));
      other.close();
    }
  });
});
