/** Every operation by its name, against a running service. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Client, createClient, memoryCache, type OperationName } from '../../client/index.ts';
import { camelCase } from '../clients/client-source.ts';
import { OPERATIONS } from '../support/rest-operations.ts';
import { type ServedExample, serveExample } from '../support/service.ts';
import { refusal } from './refusal.ts';

let served: ServedExample;
let client: Client;
before(async () => {
  served = await serveExample();
  client = createClient({ baseUrl: `${served.origin}/` });
});
after(() => served.service.close());

describe('a client', () => {
  const nameOf = (name: string) => camelCase(name) as OperationName;

  it('has a function for every operation, and no other', () => {
    const { request, ...functions } = client;
    assert.equal(typeof request, 'function');
    assert.deepEqual(
      Object.keys(functions).sort(),
      OPERATIONS.map(({ name }) => nameOf(name)).sort(),
    );
  });

  it('knows the types of inputs and answers', async () => {
    const signal = await client.getStartupSignal({ company: 'Acorn Example' });
    assert.ok(signal.found);
    assert.equal(signal.commitVelocity14d, 28);
    const miss = await client.getStartupSignal({ company: 'Acornia' });
    assert.ok(!miss.found);
    const { trending, sectors } = await client.getSignals();
    assert.equal(trending[0]?.slug, 'acorn');
    assert.ok(sectors.every(({ startups }) => startups.length > 0));
    const text: string = await client.cite({ format: 'bibtex', slug: 'dataset' });
    assert.match(text, /^@/);
    const bytes: Uint8Array = await client.getSignalsParquet();
    assert.equal(Buffer.from(bytes).toString('latin1', 0, 4), 'PAR1');
    const posted = await client.querySignals({ subject: 'startup', metric: 'contributors' });
    assert.equal(posted.rows.length, 2);
    const { total, hits } = await client.searchSite({ q: 'acorn', type: 'startup', limit: 1 });
    assert.equal(hits.length, 1);
    assert.ok(total >= 1);
    // @ts-expect-error: a company is needed
    await assert.rejects(client.getStartupSignal({}));
    // @ts-expect-error: there is no such type
    await assert.rejects(client.searchSite({ q: 'acorn', type: 'person' }));
  });

  it('sends what it is given in paths as one part of the path', async () => {
    for (const slug of ['../../healthz', 'a/b', 'what?period=1#x'])
      await assert.rejects(client.getMarket({ slug }), { status: 400, code: 'invalid-request' });
  });

  it('gives the response itself, of which a body is read while it arrives', async () => {
    const response = await client.request('getDataset', {});
    assert.equal(response.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
    assert.ok(response.body);
    const records: unknown[] = [];
    let rest = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      records.push(...lines.map((line) => JSON.parse(line)));
    }
    assert.ok(records.length > 50);
    assert.equal(rest, '');
  });
});

describe('an error', () => {
  it('has the problem’s code, status and every fault of the values', async () => {
    const error = await refusal(client.getStartupSignal({ company: 'x'.repeat(81) }));
    assert.equal(error.status, 400);
    assert.equal(error.code, 'invalid-request');
    assert.deepEqual(
      error.errors.map(({ path }) => path),
      ['company'],
    );
    assert.match(error.message, /^company /);
    assert.equal(error.retryAfter, undefined);
  });

  it('has the further members of the problem', async () => {
    const market = await refusal(client.getMarket({ slug: 'none' }));
    assert.equal(market.code, 'unknown-market');
    assert.ok(Array.isArray(market.body['available']));
    const dossier = await refusal(client.getDiligenceDossier({ company: 'Unknown Company' }));
    assert.equal(dossier.status, 404);
    assert.equal(dossier.body['found'], false);
  });
});

describe('kept answers', () => {
  it('are asked for with their ETag, and not sent again while they are good', async () => {
    const statuses: number[] = [];
    const client = createClient({
      baseUrl: served.origin,
      cache: memoryCache(),
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        statuses.push(response.status);
        return response;
      },
    });
    const first = await client.getSignals();
    assert.deepEqual(await client.getSignals(), first);
    assert.deepEqual(await client.getSignals({ period: first.meta.period.slug }), first);
    const [one, again] = [await client.getDatasetParquet(), await client.getDatasetParquet()];
    assert.deepEqual(one, again);
    assert.deepEqual(statuses, [200, 304, 200, 200, 304]);
  });
});
