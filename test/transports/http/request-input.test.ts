/** What requests carry beside their path: bytes that are text, and parameters that are known. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { refusesUnknown, restOperations, routesOf } from '../../../src/api/operation/operation.ts';
import { parseQuery } from '../../../src/transports/http/request-target.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());

async function problemAt(path: string) {
  const { status, body } = await rawRequest(served.origin, path);
  return { status, problem: JSON.parse(body.toString()) as { code: string; detail: string } };
}

describe('bytes that are not UTF-8', () => {
  it('give 400 with the reason, in paths and in queries', async () => {
    for (const path of [
      '/api/markets/%ff',
      '/api/markets/a%c3',
      '/api/cite/apa/%f0%9f%98',
      '/startups/%e9',
      '/api/receipts/%ed%a0%80',
      '/api/signal?company=%ff',
      '/api/signal?company=acorn&company=%ff',
      '/api/signal?company=caf%E9',
      '/api/signal?company=%c0%ae',
      '/api/signal?company=acorn&%ff=1',
      '/api/ask?q=%ed%a0%80',
      '/api/signals.json?period=%ff',
      '/search?q=%fe%ff',
    ]) {
      const { status, problem } = await problemAt(path);
      assert.equal(status, 400, path);
      assert.equal(problem.code, 'malformed-request', path);
      assert.match(problem.detail, /not UTF-8/, path);
    }
  });

  it('do not matter in parameters that are passed over', async () => {
    for (const path of ['/feed.xml?utm_source=%ff', '/?utm_source=%ff', '/llms.txt?%ff'])
      assert.equal((await rawRequest(served.origin, path)).status, 200, path);
  });
});

describe('a query', () => {
  it('is read as a browser writes it, whatever it holds', () => {
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
    assert.equal(parseQuery('q=100%+caf%C3%A9')['q'], '100% café');
    assert.equal(parseQuery('q=%zz')['q'], '%zz');
  });
});

describe('a parameter that an address does not take', () => {
  const MARKS = 'utm_source=newsletter&fbclid=IwAR0&v=2&_=1';

  it('is refused where an answer is computed, with those that it takes', async () => {
    const path = '/api/signal?company=acorn&perid=2025-w10&utm_source=x';
    const problem = await problemIn(await fetch(served.origin + path));
    assert.equal(problem.status, 400);
    assert.equal(problem.code, 'invalid-request');
    assert.deepEqual(problem.errors, [
      {
        path: 'perid',
        message: 'is not a parameter of this operation, which takes company, period, name',
      },
      {
        path: 'utm_source',
        message: 'is not a parameter of this operation, which takes company, period, name',
      },
    ]);
    const none = await problemIn(await fetch(`${served.origin}/api/markets/x?v=2`));
    assert.equal(none.detail, 'v is not a parameter of this operation, which takes none');
  });

  it('is named beside the other faults', async () => {
    const problem = await problemIn(await fetch(`${served.origin}/api/signal?perid=2025-w10`));
    assert.deepEqual(
      problem.errors?.map(({ path }) => path),
      ['perid', 'company'],
    );
  });

  it('is refused in a body as well', async () => {
    const response = await fetch(`${served.origin}/api/diligence.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"company":"acorn","periode":"2025-w10"}',
    });
    assert.match(
      (await problemIn(response)).detail,
      /^periode is not .* company, entity, name, q$/,
    );
  });

  it('is passed over by files, documents, feeds and badges', async () => {
    const open = restOperations(await loadOperations()).filter(
      (operation) => !refusesUnknown(operation),
    );
    assert.ok(open.length > 30);
    const example: Readonly<Record<string, string>> = {
      org: 'acorn',
      repo: 'core',
      username: 'octocat',
    };
    for (const operation of open) {
      const { name } = operation;
      const slug = name.includes('sector') ? 'ai-agents' : 'acorn';
      for (const route of routesOf(operation)) {
        const path = route.replace(/\{(\w+)\}/g, (_, part) => example[part] ?? slug);
        const [marked, plain] = [
          await fetch(`${served.origin}${path}?${MARKS}`),
          await fetch(`${served.origin}${path}`),
        ];
        assert.equal(marked.status, plain.status, path);
        assert.equal(await marked.text(), await plain.text(), path);
      }
    }
  });

  it('is passed over by pages', async () => {
    for (const path of ['/', '/startups/acorn', '/blog', '/badges'])
      assert.equal((await fetch(`${served.origin}${path}?${MARKS}`)).status, 200, path);
  });

  it('is refused by a file of one period only if it asks for another', async () => {
    for (const path of ['/api/signals.parquet', '/api/dataset.json'])
      assert.equal((await fetch(`${served.origin}${path}?period=2025-w10`)).status, 400, path);
  });
});

describe('the company that is asked for', () => {
  const post = (path: string, body: object) =>
    fetch(served.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('is company or name, alike', async () => {
    for (const path of ['/api/signal', '/api/diligence.json']) {
      const [company, name, both] = await Promise.all(
        ['company=acorn', 'name=acorn', 'company=acorn&name=acorn'].map(async (query) =>
          (await fetch(`${served.origin}${path}?${query}`)).json(),
        ),
      );
      assert.deepEqual(name, company, path);
      assert.deepEqual(both, company, path);
    }
    const dossier = await post('/api/diligence.json', { name: 'acorn' });
    assert.equal(dossier.status, 200);
  });

  it('is not two different ones', async () => {
    for (const path of ['/api/signal', '/api/diligence.json']) {
      const response = await fetch(`${served.origin}${path}?company=acorn&name=birch`);
      const problem = await problemIn(response);
      assert.equal(problem.code, 'invalid-request');
      assert.equal(problem.detail, 'name must say the same as company, or be left out');
    }
    const response = await post('/api/diligence.json', { company: 'acorn', name: 'birch' });
    assert.equal((await problemIn(response)).code, 'invalid-request');
  });
});

describe('a period', () => {
  it('is an ISO week in either form, and answered in one', async () => {
    const read = async (path: string) => {
      const { status, body, headers } = await rawRequest(served.origin, path);
      return { status, text: body.toString(), etag: headers['etag'] };
    };
    for (const path of [
      '/api/signals.json?period=2025-w10',
      '/api/v1/signals.json?period=2025-w10',
      '/api/signals.csv?period=2025-w10',
      '/api/dataset.jsonl?period=2025-w10',
      '/api/signal?company=acorn&period=2025-w10',
      '/api/cite/bibtex/2025-w10',
      '/api/cite/apa/acorn?period=2025-w10',
      '/editions/2025-w10/manifest.json',
      '/editions/2025-w10/signals.json',
      '/?period=2025-w10',
      '/startups/acorn?period=2025-w10',
      '/sectors/databases?period=2025-w10',
      '/blog/2025-w10',
    ]) {
      const plain = await read(path);
      assert.equal(plain.status, 200, path);
      assert.deepEqual(await read(path.replace('2025-w10', '2025-W10')), plain, path);
    }
  });

  it('is nothing else', async () => {
    for (const period of ['2025-W54', '2025-w00', '2025W10', '2025-W1', 'W10', '2025-Ｗ10'])
      assert.equal(
        (await fetch(`${served.origin}/api/signals.json?period=${period}`)).status,
        400,
        period,
      );
  });
});

describe('an answer that can miss', () => {
  const foundAt = async (path: string) => {
    const { body } = await rawRequest(served.origin, path);
    return (JSON.parse(body.toString()) as { found?: boolean }).found;
  };

  it('says in found whether it is there', async () => {
    const hits = [
      '/api/signal?company=acorn',
      '/api/answer?q=What%20is%20commit%20velocity%3F',
      '/api/diligence.json?company=acorn',
      '/api/receipts/octocat',
      '/api/scout/predict?username=octocat',
    ];
    for (const path of hits) assert.equal(await foundAt(path), true, path);
    const misses: [path: string, status: number][] = [
      ['/api/signal?company=nobody', 200],
      ['/api/answer?q=Will%20it%20rain%20in%20Lisbon%3F', 200],
      ['/api/diligence.json?company=nobody', 404],
      ['/api/receipts/nobody', 404],
      ['/api/scout/predict?username=nobody', 404],
      ['/api/markets/nothing', 404],
      ['/api/cite/apa/nothing', 404],
      ['/api/signals.json?period=1999-w01', 404],
      ['/startups/nobody/feed.json', 404],
      ['/api/nothing', 404],
    ];
    for (const [path, status] of misses) {
      assert.equal((await rawRequest(served.origin, path)).status, status, path);
      assert.equal(await foundAt(path), false, path);
    }
  });

  it('says nothing of the kind in other refusals', async () => {
    const problem = await problemIn(await fetch(`${served.origin}/api/signal`));
    assert.equal(problem['found'], undefined);
  });
});
