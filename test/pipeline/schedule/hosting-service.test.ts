import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { askHostingService } from '../../../src/pipeline/schedule/hosting-service.ts';

const NOW = Date.UTC(2026, 10, 23, 3);
const CASES: [number, Record<string, string>, { isServing: boolean; resumeAt?: number }][] = [
  [200, {}, { isServing: true }],
  [404, {}, { isServing: true }],
  [403, {}, { isServing: true }],
  [403, { 'retry-after': '90' }, { isServing: false, resumeAt: NOW + 90_000 }],
  [
    403,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1000 + 600) },
    { isServing: false, resumeAt: NOW + 600_000 },
  ],
  [200, { 'x-ratelimit-remaining': '9', 'x-ratelimit-reset': '1' }, { isServing: true }],
  [
    429,
    { 'retry-after': new Date(NOW + 5000).toUTCString() },
    { isServing: false, resumeAt: NOW + 5000 },
  ],
  [429, { 'retry-after': 'soon' }, { isServing: false }],
  [500, {}, { isServing: false }],
];

it('the hosting service is asked whether it serves, when it will, and what time it is', async (t) => {
  let [status, headers] = CASES[0] ?? [200, {}];
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    response.writeHead(status, { date: new Date(NOW).toUTCString(), ...headers }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const ask = (origin: string) => askHostingService(origin, 'acorn/core', () => NOW);
  for (const [code, answered, { isServing, resumeAt }] of CASES) {
    [status, headers] = [code, answered];
    assert.deepEqual(
      await ask(`http://127.0.0.1:${port}`),
      { isServing, message: `answers ${code}`, date: NOW, resumeAt },
      `${code} ${JSON.stringify(answered)}`,
    );
  }
  await ask(`http://me:pass%20word@127.0.0.1:${port}/mirror`);
  const path = 'acorn/core.git/info/refs?service=git-upload-pack';
  assert.equal(asked[0], `/${path} undefined`);
  assert.equal(asked.at(-1), `/mirror/${path} Basic ${btoa('me:pass word')}`);
  assert.equal((await ask('file:///srv/git')).isServing, true);
  const gone = await ask('http://127.0.0.1:1');
  assert.equal(gone.isServing, false);
  assert.match(gone.message, /cannot be reached/);
});
