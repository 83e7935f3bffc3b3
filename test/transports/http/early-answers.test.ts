/** Answers that are sent before routing: nobody can tell that no route was asked. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { publish } from '../../../src/pipeline/edition/publish.ts';
import { TEN_WEEKS } from '../../support/publication.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';

const PATH = '/api/signal?company=acorn';

/** No body has this validator: the answer is whole, and comes from the routes. */
const BY_ROUTE = { 'if-none-match': '"other"' };

describe('an answer that no route is asked for', () => {
  let served: ServedExample;
  before(async () => {
    const limits = { limits: { redisUrl: undefined }, trustedProxies: 1 };
    served = await serveExample(true, limits, TEN_WEEKS);
  });
  after(() => served.service.close());

  let lastClient = 0;
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    rawRequest(
      served.origin,
      path,
      { 'x-forwarded-for': `10.1.0.${++lastClient}`, ...headers },
      method,
    );
  const answered = async () => {
    const metrics = (await ask('/metrics')).body.toString();
    const line =
      /^bellwether_http_requests_total\{[^}]*route="\/api\/signal"[^}]*status="200"[^}]*\} (\d+)$/m;
    return Number(line.exec(metrics)?.[1] ?? 0);
  };

  it('is the same to the byte, in every coding, and counted', async () => {
    for (const coding of ['identity', 'br', 'gzip, br;q=0.1', 'zstd'])
      for (const path of [PATH, '/api/answer?q=How%20many%20commits%20has%20Acorn%20Example%3F']) {
        const headers = { 'accept-encoding': coding, 'x-request-id': 'mine' };
        const [first, again] = [await ask(path, headers), await ask(path, headers)];
        assert.equal(first.status, 200);
        assert.ok(again.body.equals(first.body), `${path} ${coding}`);
        const { date: _, ...same } = first.headers;
        for (const [name, value] of Object.entries(same))
          assert.deepEqual(again.headers[name], value, `${path} ${coding} ${name}`);
      }
    const counted = await answered();
    await ask(PATH);
    assert.equal(await answered(), counted + 1);
  });

  it('is what the routes answer, at every address, in its headers too', async () => {
    for (const path of [
      '/api/signal?company=Acorn%20Example',
      '/api/signal?company=no+such+startup',
      '/api/answer?q=What%20is%20commit%20velocity%3F',
      '/api/ask?q=commits%20of%20acorn&limit=2',
      '/api/llms-search?q=acorn&limit=3',
      '/api/query?subject=startup&operation=rank&metric=commitVelocity14d&limit=2',
    ]) {
      const [first, routed] = [await ask(path), await ask(path, BY_ROUTE)];
      assert.deepEqual([first.status, routed.status], [200, 200], path);
      assert.ok(first.body.equals(routed.body), path);
      const { date: _, ...headers } = first.headers;
      const { date: __, ...same } = routed.headers;
      assert.deepEqual(headers, same, path);
    }
  });

  it('counts a request once, also one that the routes refuse', async () => {
    const client = { 'x-forwarded-for': '10.3.0.1' };
    const left = async (path: string) => {
      const { status, headers } = await ask(path, client);
      return [status, Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1])];
    };
    const [unknown, before = 0] = await left(`${PATH}&period=1999-w01`);
    const [invalid, then = 0] = await left('/api/signal?company=');
    const [twice, last = 0] = await left(`${PATH}&period=1999-w01`);
    assert.deepEqual([unknown, invalid, twice], [404, 400, 404]);
    // A token may have come back meanwhile.
    assert.ok(then >= before - 1 && last >= then - 1, `${before}, ${then}, ${last} left`);
    assert.ok(last < before, `${before}, ${then}, ${last} left`);
  });

  it('is refused to whoever has asked too often', async () => {
    const client = { 'x-forwarded-for': '10.2.0.1' };
    const statuses = await Promise.all(Array.from({ length: 90 }, () => ask(PATH, client)));
    assert.ok(statuses.some(({ status }) => status === 429));
    assert.equal((await ask(PATH)).status, 200);
  });

  it('goes through the routes where a request says more', async () => {
    const { headers, body } = await ask(PATH);
    const etag = String(headers['etag']);
    assert.equal((await ask(PATH, { 'if-none-match': etag })).status, 304);
    assert.equal((await ask(PATH, { 'if-match': '"other"' })).status, 412);
    const head = await ask(PATH, {}, 'HEAD');
    assert.equal(head.headers['content-length'], String(body.length));
    assert.equal(head.body.length, 0);
    assert.equal((await ask(`${PATH}&company=birch`)).status, 400);
  });

  it('is another one after a publication', async () => {
    const before = await ask(PATH);
    const { options, service } = served;
    const companies = options.registry.companies.map((company) => ({
      ...company,
      ...(company.slug === 'acorn' && { name: 'Acorn Renamed' }),
    }));
    const registry = { ...options.registry, companies };
    await publish({ ...options, registry, correction: 'The name was wrong.' });
    await service.refresh();
    const after = await ask(PATH);
    assert.ok(!after.body.equals(before.body));
    assert.ok(after.body.toString().includes('Acorn Renamed'));
  });
});
