/** The claims of SECURITY.md that can be tried from outside. */

import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { loadOperations } from '../../src/api/operation/all-operations.ts';
import { type Operation, restOperations } from '../../src/api/operation/operation.ts';
import { SETTING_NAMES, SETTINGS } from '../../src/lib/config/settings.ts';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { loadPages } from '../../src/web/page/all-pages.ts';
import { type ServedExample, serveExample } from '../support/service.ts';

let served: ServedExample;
let operations: Operation[];
let document: string;
before(async () => {
  operations = await loadOperations();
  served = await serveExample(true, {
    limits: { redisUrl: undefined },
    pages: await loadPages(),
  });
  document = await readFile(join(PROJECT_ROOT, 'SECURITY.md'), 'utf8');
});
after(() => served.service.close());

const get = (path: string, init: RequestInit = {}) => fetch(served.origin + path, init);
const post = (path: string, body: string) => {
  const headers = { 'content-type': 'application/json', accept: '*/*' };
  return get(path, { method: 'POST', headers, body });
};
const policyOf = ({ headers }: Response) => headers.get('content-security-policy') ?? '';
const INLINE =
  /<script(?! type="application\/ld\+json">| type="module" src="\/assets\/[\w/.-]+"><\/script>)|javascript:|<[^>]* on[a-z]+=/i;

it('a script is only ever a module of this service, and no policy allows any other', async () => {
  for (const path of [
    '/',
    '/methodology',
    '/research',
    '/startups/acorn',
    '/answers',
    '/docs/signals',
    '/none',
  ]) {
    const response = await get(path, { headers: { accept: 'text/html' } });
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/, path);
    for (const rule of [/^default-src 'none'/, /script-src 'self';/, /connect-src 'self'/])
      assert.match(policyOf(response), rule, path);
    assert.doesNotMatch(policyOf(response), /unsafe|script-src[^;]*http/, path);
    assert.doesNotMatch(await response.text(), INLINE, path);
  }
  for (const path of ['/api/signals.json', '/api/signal?company=acorn', '/api/none', '/feed.xml']) {
    const response = await get(path);
    await response.arrayBuffer();
    assert.match(policyOf(response), /^default-src 'none'/, path);
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff', path);
  }
});

it('limits are on every class of what is computed, takes a body or is paid', async () => {
  for (const response of await Promise.all([
    get('/api/receipts/octocat'),
    post('/api/diligence.json', '{"company":"acorn"}'),
    ...['/api/mcp/rpc', '/api/a2a', '/checkout'].map((path) => post(path, '{}')),
  ])) {
    await response.arrayBuffer();
    assert.match(response.headers.get('ratelimit-policy') ?? '', /;q=\d+;w=\d+$/, response.url);
  }
  for (const { name, rest, limit, keyLimit, needs } of restOperations(operations))
    if (rest.methods?.includes('POST') || needs !== undefined)
      assert.ok(limit ?? keyLimit ?? needs === 'x402-payment', name);
});

it('all secrets are named, and so is every address that may hold one', () => {
  const isPublic = new Set(['BASE_URL']);
  const missing = SETTING_NAMES.filter(
    (name) =>
      (SETTINGS[name].isSecret || name.endsWith('_URL')) &&
      !isPublic.has(name) &&
      !document.includes(`\`${name}\``),
  );
  assert.deepEqual(missing, []);
});

it('what is written is named with every operation that takes a key or a payment and changes something', () => {
  const [, written = ''] = /^## What is written(.*?)^## /ms.exec(document) ?? [];
  const missing = restOperations(operations)
    .filter(({ needs, rest }) => needs !== undefined && rest.methods?.includes('POST'))
    .filter(({ rest }) => !written.includes(`${rest.path}\``));
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  );
});

it('nothing is written by requests that are not paid, over any transport', async () => {
  const { dataFolder } = served.options;
  const before = (await stat(dataFolder)).mtimeMs;
  const call = { name: 'get_startup_signal', arguments: { name: 'acorn' } };
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'bots?' }] };
  for (const [path, body] of [
    ['/api/diligence.json', { company: 'acorn' }],
    ['/api/mcp/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }],
    ['/api/a2a', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }],
  ] as const)
    assert.equal((await post(path, JSON.stringify(body))).status, 200, path);
  assert.equal((await stat(dataFolder)).mtimeMs, before);
});
