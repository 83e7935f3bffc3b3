/** The form, the part or the refusal that a request's headers get of a body. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Body } from '../../../src/transports/http/body.ts';
import { byteRange, negotiate } from '../../../src/transports/http/negotiate.ts';

const SIZE = 1_000;
const HASH = 'a'.repeat(32);
const BODY: Body = {
  type: 'text/csv',
  hash: `${HASH}more`,
  lastModified: new Date('2025-07-03T06:00:00.500Z'),
  encodings: ['br', 'zstd', 'gzip'],
  sizes: { identity: SIZE },
  read: () => assert.fail('a decision reads nothing'),
  held: () => undefined,
  hasRanges: true,
  weight: 0,
};
const MODIFIED = 'Thu, 03 Jul 2025 06:00:00 GMT';
const BEFORE = 'Thu, 03 Jul 2025 05:59:59 GMT';
const ETAG = `"${HASH}"`;
const GZIP_ETAG = `"${HASH}-gzip"`;

type Headers = Record<string, string>;
const get = (headers: Headers, body = BODY) => negotiate(body, 'GET', headers);

describe('the coding of a body', () => {
  for (const [accepted, form] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1, br;q=0.1', 'gzip'],
    ['identity', 'identity'],
    ['br;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0.5', 'br'],
    ['br;q=0, *', 'zstd'],
    ['br;q=0, zstd;q=0, *;q=0.1', 'gzip'],
    ['identity;q=0, gzip', 'gzip'],
    ['identity, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip;q=0.8', 'gzip'],
    ['gzip;q=0.001', 'gzip'],
    ['GZIP', 'gzip'],
    [' gzip ; q=1 , br ; q=0', 'gzip'],
    ['*;q=0', 'identity'],
    ['', 'identity'],
    ['nonsense', 'identity'],
    ['gzip;q=two, zstd', 'zstd'],
    [`${'x,'.repeat(3000)}gzip`, 'gzip'],
  ] as const)
    it(`is ${form} for a client that accepts ${accepted.slice(0, 30)}`, () => {
      assert.deepEqual(get({ 'accept-encoding': accepted }), { status: 200, form });
    });

  it('is none where none is accepted, or the body has none', () => {
    assert.deepEqual(get({}), { status: 200, form: 'identity' });
    const plain = { ...BODY, encodings: [] };
    assert.deepEqual(get({ 'accept-encoding': 'br' }, plain), { status: 200, form: 'identity' });
  });
});

describe('conditions', () => {
  const held = { status: 304, form: 'identity' };
  const whole = { status: 200, form: 'identity' };
  const failed = { status: 412 };
  const cases: readonly [headers: Headers, outcome: object][] = [
    [{ 'if-none-match': ETAG }, held],
    [{ 'if-none-match': `W/${ETAG}` }, held],
    [{ 'if-none-match': `"other", ${ETAG}` }, held],
    [{ 'if-none-match': '*' }, held],
    [{ 'if-none-match': GZIP_ETAG }, { status: 304, form: 'gzip' }],
    [
      { 'if-none-match': `${ETAG}, ${GZIP_ETAG}`, 'accept-encoding': 'gzip' },
      { status: 304, form: 'gzip' },
    ],
    [{ 'if-none-match': '"other"', 'if-modified-since': MODIFIED }, whole],
    [{ 'if-none-match': `"${HASH}-deflate"` }, whole],
    [{ 'if-modified-since': MODIFIED }, held],
    [{ 'if-modified-since': BEFORE }, whole],
    [{ 'if-modified-since': 'yesterday' }, whole],
    [{ 'if-match': '"other"' }, failed],
    [{ 'if-match': `W/${ETAG}` }, failed],
    [{ 'if-match': `"x", ${GZIP_ETAG}` }, whole],
    [{ 'if-match': '*', 'if-unmodified-since': BEFORE }, whole],
    [{ 'if-unmodified-since': BEFORE }, failed],
    [{ 'if-unmodified-since': MODIFIED }, whole],
    [{ 'if-match': '"other"', 'if-none-match': ETAG }, failed],
    [{ 'if-none-match': ETAG, range: 'bytes=0-9' }, held],
    [{ 'if-match': '"other"', range: 'bytes=0-9' }, failed],
  ];
  for (const [headers, outcome] of cases)
    it(`${JSON.stringify(headers)} give ${JSON.stringify(outcome)}`, () => {
      const { form, ...other } = get(headers);
      assert.deepEqual(form ? { ...other, form } : other, outcome);
    });

  it('do not apply to POST, and ranges not to HEAD', () => {
    for (const headers of [{ 'if-none-match': '*' }, { 'if-match': '"other"' }])
      assert.deepEqual(negotiate(BODY, 'POST', headers), whole);
    assert.deepEqual(negotiate(BODY, 'HEAD', { range: 'bytes=0-9' }), whole);
    assert.deepEqual(negotiate(BODY, 'HEAD', { 'if-none-match': ETAG }), held);
  });
});

describe('a range', () => {
  const whole = { status: 200, form: 'identity' };
  const part = (start: number, end: number) => ({
    status: 206,
    form: 'identity',
    range: { start, end },
  });
  const beyond = { status: 416 };
  const first = { range: 'bytes=0-9' };
  const cases: readonly [headers: Headers, outcome: object][] = [
    [{ range: 'bytes=0-0' }, part(0, 0)],
    [{ range: 'bytes=100-' }, part(100, SIZE - 1)],
    [{ range: 'bytes=-10' }, part(SIZE - 10, SIZE - 1)],
    [{ range: `bytes=-${SIZE * 2}` }, part(0, SIZE - 1)],
    [{ range: `bytes=5-${SIZE + 7}` }, part(5, SIZE - 1)],
    [{ range: `bytes=0-${'9'.repeat(400)}` }, part(0, SIZE - 1)],
    [{ range: 'BYTES=3-4' }, part(3, 4)],
    [{ range: `bytes=${SIZE}-` }, beyond],
    [{ range: 'bytes=-0' }, beyond],
    ...['nonsense', 'bytes', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=5-4', 'bytes=1-2-3'].map(
      (range): [Headers, object] => [{ range }, whole],
    ),
    ...['bytes=--5', 'bytes=+1-2', 'bytes=0x1-2', 'lines=0-1', 'bytes=0-1,5-6'].map(
      (range): [Headers, object] => [{ range }, whole],
    ),
    // Ranges are of the plain bytes, unless the client excludes them.
    [{ ...first, 'accept-encoding': 'gzip, br' }, part(0, 9)],
    [{ ...first, 'if-range': ETAG }, part(0, 9)],
    [{ ...first, 'if-range': `W/${ETAG}` }, whole],
    [{ ...first, 'if-range': GZIP_ETAG }, whole],
    [{ ...first, 'if-range': MODIFIED }, whole],
    [{ range: `bytes=${SIZE}-`, 'if-range': '"other"' }, whole],
  ];
  for (const [headers, outcome] of cases)
    it(`${JSON.stringify(headers).slice(0, 60)} gives ${JSON.stringify(outcome)}`, () => {
      const { form, ...other } = get(headers);
      assert.deepEqual(form ? { ...other, form } : other, outcome);
    });

  it('is none of a body that has no ranges', () => {
    assert.deepEqual(get(first, { ...BODY, hasRanges: false }), whole);
  });

  it('is what JavaScript cuts out of the same places', () => {
    const place = fc.nat({ max: 60 });
    const bytes = Array.from({ length: 40 }, (_, index) => index);
    fc.assert(
      fc.property(place, fc.option(place), (start, end) => {
        const range = byteRange(`bytes=${start}-${end ?? ''}`, bytes.length);
        const expected = bytes.slice(start, end === null ? undefined : end + 1);
        if (range === undefined) assert.ok(end !== null && end < start);
        else if (range === 'unsatisfiable') assert.deepEqual(expected, []);
        else assert.deepEqual(bytes.slice(range.start, range.end + 1), expected);
      }),
      { seed: 20_260_731 },
    );
    for (const header of ['bytes=0-', 'bytes=-5', 'bytes=0-0'])
      assert.equal(byteRange(header, 0), undefined, 'an empty body is sent whole');
  });
});
