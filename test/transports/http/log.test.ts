/** The log: lines of JSON that name requests, and show a stack for internal errors alone. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { NO_STARS } from '../../support/no-stars.ts';
import { FOUR_WEEKS } from '../../support/publication.ts';
import { rejection } from '../../support/rejection.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';

const Line = z.looseObject({ level: z.int(), time: z.int(), msg: z.string() });

const lines: z.infer<typeof Line>[] = [];
const logTo = {
  write: (text: string) => {
    assert.ok(text.endsWith('\n'));
    lines.push(Line.parse(JSON.parse(text)));
  },
};
const stars = { ...NO_STARS, starsOf: () => Promise.reject(new TypeError('a fault of ours')) };
const logging = { logTo, logLevel: 'warn' };

let served: ServedExample;
let unpublished: ServedExample;
before(async () => {
  served = await serveExample(true, { ...logging, stars }, FOUR_WEEKS);
  unpublished = await serveExample(false, { ...logging, logsClientAddress: true });
});
after(async () => {
  await served.service.close();
  await unpublished.service.close();
});

async function ask({ origin }: ServedExample, path: string, id?: string) {
  lines.length = 0;
  const headers = id === undefined ? {} : { 'x-request-id': id };
  const response = await fetch(origin + path, { headers });
  await response.arrayBuffer();
  return { status: response.status, id: response.headers.get('x-request-id') };
}

describe('a request', () => {
  it('that is refused keeps the name that the client gave it, and else gets one', async () => {
    const name = 'Root=1-67891233-abcdef012345678912345678';
    assert.equal((await ask(served, '/nowhere', name)).id, name);
    assert.match((await ask(served, '/nowhere')).id ?? '', /^[0-9a-f-]{36}$/);
    for (const path of ['/api/signals.json', '/api/signal?company=acorn', '/'])
      assert.equal((await ask(served, path, name)).id, null, path);
  });

  for (const bad of ['a b', '<script>', '"', 'a'.repeat(129), '{"level":60}', 'é'])
    it(`is not called ${bad.slice(0, 20)}, which could do something in a log`, async () => {
      assert.match((await ask(served, '/nowhere', bad)).id ?? '', /^[0-9a-f-]{36}$/);
    });
});

describe('the log', () => {
  it('names no credentials inside an address, in any part of an error', async () => {
    lines.length = 0;
    // Such an address is what `fetch` refuses, in words that repeat it.
    const cause = await rejection(fetch('http://u:p%40ss"w@127.0.0.1:9/a'), TypeError);
    assert.match(cause.message, /p%40ss/);
    served.service.log.error({ err: new Error('an index cannot be made', { cause }) }, 'failed');
    assert.match(JSON.stringify(lines), /\/\/127\.0\.0\.1:9\/a/);
    assert.doesNotMatch(JSON.stringify(lines), /p%40ss/);
  });

  it('says in a line, without a stack, what can be expected', async () => {
    assert.equal((await ask(unpublished, '/api/signals.json?x=secret', 'mine')).status, 503);
    const [line, ...more] = lines;
    assert.deepEqual(more, []);
    assert.deepEqual(
      ['level', 'reqId', 'code', 'client'].map((name) => line?.[name]),
      [40, 'mine', 'not-published', '127.0.0.1'],
    );
    assert.match(String(line?.['reason']), /run bellwether publish/);
    assert.doesNotMatch(JSON.stringify(line), /stack|secret/);
  });

  it('shows where an internal error happened, and not the client unless that is wanted', async () => {
    const { status, id } = await ask(served, '/api/receipts/octocat');
    assert.equal(status, 500);
    const [line, ...more] = lines;
    assert.deepEqual([line?.['reqId'], more], [id, []]);
    assert.match(JSON.stringify(line?.['err']), /TypeError: a fault of ours\\n +at /);
    assert.doesNotMatch(JSON.stringify(line), /127\.0\.0\.1|client/);
  });

  it('says nothing of what clients get wrong', async () => {
    for (const path of ['/nowhere', '/api/signal', '/api/signal?company=unknown-company']) {
      await ask(served, path);
      assert.deepEqual(lines, [], path);
    }
  });
});
