/** The log: lines of JSON that name requests, and show a stack for faults of ours alone. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { rejection } from '../../support/rejection.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';

const Line = z.looseObject({
  level: z.int(),
  time: z.int(),
  msg: z.string(),
  reqId: z.string().optional(),
  client: z.string().optional(),
});

const lines: z.infer<typeof Line>[] = [];
const logTo = {
  write: (text: string) => {
    assert.ok(text.endsWith('\n'));
    lines.push(Line.parse(JSON.parse(text)));
  },
};
const stars = {
  starsOf: () => Promise.reject(new TypeError('a fault of ours')),
  known: async () => undefined,
  stamp: () => undefined,
};

let served: ServedExample;
let unpublished: ServedExample;
before(async () => {
  served = await serveExample(true, { logTo, logLevel: 'warn', stars });
  unpublished = await serveExample(false, { logTo, logLevel: 'warn', logsClientAddress: true });
});
after(async () => {
  await served.service.close();
  await unpublished.service.close();
});

async function ask(origin: string, path: string, id?: string) {
  lines.length = 0;
  const headers = id === undefined ? {} : { 'x-request-id': id };
  const response = await fetch(origin + path, { headers });
  await response.arrayBuffer();
  return { status: response.status, id: response.headers.get('x-request-id') };
}

describe('a request', () => {
  it('keeps the name that the client gave it, in files, answers, pages and refusals', async () => {
    const id = 'Root=1-67891233-abcdef012345678912345678';
    for (const path of ['/api/signals.json', '/api/signal?company=acorn', '/', '/nowhere', '/docs'])
      assert.equal((await ask(served.origin, path, id)).id, id, path);
  });

  it('is given a name when it is refused, since it may be asked about', async () => {
    const { status, id } = await ask(served.origin, '/nowhere');
    assert.equal(status, 404);
    assert.match(id ?? '', /^[0-9a-f-]{36}$/);
    assert.equal((await ask(served.origin, '/api/signals.json')).id, null);
  });

  it('is not called what could do something in a log or a header', async () => {
    for (const bad of ['a b', '<script>', '"', 'a'.repeat(129), '{"level":60}', 'é'])
      assert.match((await ask(served.origin, '/nowhere', bad)).id ?? '', /^[0-9a-f-]{36}$/, bad);
    assert.equal((await ask(served.origin, '/api/signals.json', 'a b')).id, null);
  });
});

describe('the log', () => {
  it('names no credentials inside an address, wherever in an error they are', async () => {
    lines.length = 0;
    // Such an address is what `fetch` refuses, in words that repeat it.
    const cause = await rejection(fetch('http://u:p%40ss"w@127.0.0.1:9/a'), TypeError);
    assert.match(cause.message, /p%40ss/);
    served.service.log.error({ err: new Error('an index cannot be made', { cause }) }, 'failed');
    const [line] = lines;
    assert.match(JSON.stringify(line), /\/\/127\.0\.0\.1:9\/a/);
    assert.doesNotMatch(JSON.stringify(line), /p%40ss/);
  });

  it('says in a line, without a stack, what can be expected', async () => {
    assert.equal((await ask(unpublished.origin, '/api/signals.json?x=secret', 'mine')).status, 503);
    const [line, ...more] = lines;
    assert.deepEqual(more, []);
    assert.equal(line?.level, 40);
    assert.equal(line?.reqId, 'mine');
    assert.equal(line?.['code'], 'not-published');
    assert.match(String(line?.['reason']), /run bellwether publish/);
    assert.doesNotMatch(JSON.stringify(line), /stack|secret/);
  });

  it('shows where a fault of ours happened', async () => {
    const { status, id } = await ask(served.origin, '/api/receipts/octocat');
    assert.equal(status, 500);
    assert.equal(lines.length, 1);
    assert.equal(lines[0]?.reqId, id);
    assert.match(JSON.stringify(lines[0]?.['err']), /TypeError: a fault of ours\\n +at /);
  });

  it('says nothing of what clients get wrong', async () => {
    for (const path of ['/nowhere', '/api/signal', '/api/signal?company=nobody-at-all'])
      await ask(served.origin, path);
    assert.deepEqual(lines, []);
  });

  it('names the client’s address only where that is wanted', async () => {
    await ask(served.origin, '/api/receipts/octocat');
    assert.doesNotMatch(JSON.stringify(lines), /127\.0\.0\.1|client/);
    await ask(unpublished.origin, '/api/signals.json');
    assert.equal(lines[0]?.client, '127.0.0.1');
  });
});
