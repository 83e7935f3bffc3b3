/** Parameters of requests: their encoding, their aliases, and which there are. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { parseQuery } from '../../../src/transports/http/request-target.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());

async function ask(path: string) {
  const { status, body, headers } = await rawRequest(served.origin, path);
  return { status, text: body.toString(), etag: headers.etag };
}
async function problemAt(path: string) {
  const { status, text } = await ask(path);
  const { code, detail } = JSON.parse(text) as { code: string; detail: string };
  return { status, code, detail };
}
async function post(body: object) {
  const response = await fetch(`${served.origin}/api/diligence.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as { detail?: string }) };
}

describe('a query', () => {
  it('is read as a browser writes it, with any content', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 20 });
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, texts), { maxLength: 6 }), (pairs) => {
        const written = new URLSearchParams(pairs);
        const read = parseQuery(written.toString());
        for (const name of new Set(written.keys())) {
          const all = written.getAll(name);
          assert.deepEqual(read[name], all.length === 1 ? all[0] : all);
        }
        assert.equal(Object.keys(read).length, new Set(written.keys()).size);
      }),
      { seed: 20_261_121 },
    );
  });

  it('keeps a % that encodes nothing', () => {
    assert.deepEqual({ ...parseQuery('q=100%+caf%C3%A9&p=%zz') }, { q: '100% café', p: '%zz' });
  });

  it('with unknown parameters is refused with the known ones, and all other faults', async () => {
    const takes = 'is not a parameter of this operation, which takes company, period, name';
    assert.equal(
      (await problemAt('/api/signal?perid=2025-w10&v=1')).detail,
      `perid ${takes}; v ${takes}; company must be given once, as text`,
    );
    const none = await problemAt('/api/markets/x?v=2');
    assert.equal(none.detail, 'v is not a parameter of this operation, which takes none');
    const inPath = await problemAt('/api/markets/x?slug=y');
    assert.equal(inPath.detail, 'slug stands in the path /api/markets/{slug} already');
    const posted = await post({ company: 'acorn', periode: '2025-w10' });
    assert.match(posted.detail ?? '', /^periode is not .* company, entity, name, q$/);
  });
});

describe('the company that is asked for', () => {
  it('is company or name, alike, and not two different ones', async () => {
    for (const path of ['/api/signal', '/api/diligence.json']) {
      const company = await ask(`${path}?company=acorn`);
      for (const query of ['name=acorn', 'company=acorn&name=acorn'])
        assert.deepEqual(await ask(`${path}?${query}`), company, path);
      const { detail } = await problemAt(`${path}?company=acorn&name=birch`);
      assert.equal(detail, 'name must say the same as company, or be left out');
    }
    assert.equal((await post({ name: 'acorn' })).status, 200);
    assert.equal((await post({ company: 'acorn', name: 'birch' })).status, 400);
  });

  for (const query of [
    ...['', 'company', 'company=', 'company=%20%20', `company=${'x'.repeat(81)}`],
    ...['company=a&company=b', 'company[]=a', 'company=a%00b', 'company=a%0Ab', 'company=%1b[2J'],
    ...['company=acorn&period=soon', `company=${'x'.repeat(10_000)}`],
  ])
    it(`is not ${query.slice(0, 40) || 'nothing'}`, async () => {
      const { status, code } = await problemAt(`/api/signal?${query}`);
      assert.deepEqual([status, code], [400, 'invalid-request']);
    });
});

describe('a period', () => {
  for (const path of [
    ...['/api/signals.csv?period=2025-w10', '/api/signal?company=acorn&period=2025-w10'],
    ...['/api/cite/bibtex/2025-w10', '/editions/2025-w10/signals.json', '/blog/2025-w10'],
    ...['/startups/acorn?period=2025-w10'],
  ])
    it(`is an ISO week in either form: ${path}`, async () => {
      const plain = await ask(path);
      assert.equal(plain.status, 200);
      assert.deepEqual(await ask(path.replace('2025-w10', '2025-W10')), plain);
    });

  for (const period of [
    ...['', 'latest', '2025-W54', '2025-w00', '2025W10', '2025-W1', 'W10', '2025-Ｗ10'],
    ...['2025-w10%00', '2025-w10&period=2025-w11'],
  ])
    it(`is not ${period || 'nothing'}`, async () => {
      for (const path of ['/api/signals.json', '/'])
        assert.equal((await ask(`${path}?period=${encodeURI(period)}`)).status, 400, path);
    });

  it('has an edition, or the refusal says which have', async () => {
    for (const period of ['2024-w52', '2025-w27', '1999-w01']) {
      const { status, text } = await ask(`/api/signals.json?period=${period}`);
      const { code, available } = JSON.parse(text) as { code: string; available: object };
      assert.deepEqual(
        [status, code, available],
        [404, 'unknown-period', { first: '2025-w01', last: '2025-w26' }],
      );
    }
  });
});

describe('an answer that can miss', () => {
  for (const [path, status, found] of [
    ['/api/signal?company=acorn', 200, true],
    ['/api/signal?company=unknown', 200, false],
    ['/api/answer?q=Will%20it%20rain%20in%20Lisbon%3F', 200, false],
    ['/api/diligence.json?company=unknown', 404, false],
    ['/api/nothing', 404, false],
    ['/api/signal', 400, undefined],
  ] as const)
    it(`${path} has status ${status} and found ${found}`, async () => {
      const answer = await ask(path);
      assert.equal(answer.status, status);
      assert.equal((JSON.parse(answer.text) as { found?: boolean }).found, found);
    });
});
