/** The claims of SECURITY.md that can be tried from outside. */

import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { loadOperations } from '../../src/api/operation/all-operations.ts';
import { type Operation, restOperations } from '../../src/api/operation/operation.ts';
import { loadConfig } from '../../src/lib/config/config.ts';
import { SETTING_NAMES, SETTINGS } from '../../src/lib/config/settings.ts';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { signingKey } from '../../src/pipeline/edition/signing.ts';
import { loadPages } from '../../src/web/page/all-pages.ts';
import { type ServedExample, serveExample } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary.ts';

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
const policyOf = ({ headers }: Response) => headers.get('content-security-policy') ?? '';

describe('script', () => {
  it('is only ever a module of this service, and no policy allows any other', async () => {
    for (const path of [
      '/',
      '/methodology',
      '/startups/acorn',
      '/pricing',
      '/answers',
      '/docs/signals',
      '/nothing',
    ]) {
      const response = await get(path, { headers: { accept: 'text/html' } });
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/, path);
      assert.match(policyOf(response), /^default-src 'none'/, path);
      assert.match(policyOf(response), /script-src 'self';/, path);
      assert.match(policyOf(response), /connect-src 'self'/, path);
      assert.doesNotMatch(policyOf(response), /unsafe|script-src[^;]*http/, path);
      assert.doesNotMatch(
        await response.text(),
        /<script(?! type="application\/ld\+json">| type="module" src="\/assets\/[\w/.-]+"><\/script>)|javascript:|<[^>]* on[a-z]+=/i,
        path,
      );
    }
  });

  it('cannot come from a body of the API, which is never sniffed', async () => {
    for (const path of [
      '/api/signals.json',
      '/api/signal?company=acorn',
      '/api/nothing',
      '/feed.xml',
    ]) {
      const response = await get(path);
      await response.arrayBuffer();
      assert.match(policyOf(response), /^default-src 'none'/, path);
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff', path);
    }
  });
});

describe('limits', () => {
  it('are on every class of what is computed', async () => {
    const post = (body: string) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const asked: [string, RequestInit?][] = [
      ['/api/signal?company=acorn'],
      ['/api/answer?q=Do%20bots%20count%3F'],
      ['/api/llms-search?q=acorn'],
      ['/api/receipts/octocat'],
      ['/api/diligence.json?company=acorn'],
      ['/api/diligence.json', post('{"company":"acorn"}')],
      ['/api/mcp/rpc', post('{}')],
      ['/api/a2a', post('{}')],
      ['/checkout', { method: 'POST' }],
    ];
    for (const [path, init] of asked) {
      const response = await get(path, init);
      await response.arrayBuffer();
      assert.match(response.headers.get('ratelimit-policy') ?? '', /;q=\d+;w=\d+$/, path);
    }
  });

  it('are on every operation that takes a body or is paid', () => {
    for (const { name, rest, limit, keyLimit, needs } of restOperations(operations)) {
      if (!rest.methods?.includes('POST') && needs === undefined) continue;
      assert.ok(limit ?? keyLimit ?? needs === 'x402-payment', name);
    }
  });
});

describe('secrets', () => {
  it('are never printed with the settings', () => {
    const canary = 'c4narY';
    const given = {
      GITHUB_TOKENS: `ghp_${canary}`,
      REDIS_URL: `redis://u:${canary}@127.0.0.1:6379`,
      DATABASE_URL: `postgres://u:${canary}@127.0.0.1/x`,
      X402_RPC_URL: `https://rpc.example.org/${canary}`,
      SOLANA_RPC_URL: `https://rpc.example.org/${canary}`,
      STRIPE_SECRET_KEY: `sk_test_${canary}`,
      STRIPE_WEBHOOK_SECRET: `whsec_${canary}`,
      SMTP_URL: `smtp://u:${canary}@mail.example.org:587`,
      BELLWETHER_API_KEY: `bw_${canary}`,
    };
    for (const [name, value] of Object.entries(given)) {
      assert.ok(
        SETTING_NAMES.some((known) => known === name),
        name,
      );
      const told = () => {
        try {
          return loadConfig({ [name]: value }, '/nowhere').settings;
        } catch (error) {
          // A setting that needs others is refused, and what is refused is not repeated either.
          return String(error);
        }
      };
      assert.ok(!JSON.stringify(told()).includes(canary), name);
    }
  });

  it('are all named, and so is every address that may hold one', () => {
    const isPublic = new Set(['BASE_URL']);
    const missing = SETTING_NAMES.filter(
      (name) =>
        (SETTINGS[name].isSecret || name.endsWith('_URL')) &&
        !isPublic.has(name) &&
        !document.includes(`\`${name}\``),
    );
    assert.deepEqual(missing, []);
  });

  it('are in files that only their owner reads', async (t) => {
    const folder = await temporaryFolder(t);
    await signingKey(folder);
    const keys = join(folder, 'keys');
    assert.equal((await stat(keys)).mode & 0o777, 0o700);
    assert.equal((await stat(join(keys, 'signing-key.pem'))).mode & 0o777, 0o600);
  });
});

describe('what is written', () => {
  it('is named with every operation that takes a key or a payment and changes something', () => {
    const [, written = ''] = /^## What is written(.*?)^## /ms.exec(document) ?? [];
    const missing = restOperations(operations)
      .filter(({ needs, rest }) => needs !== undefined && rest.methods?.includes('POST'))
      .filter(({ rest }) => !written.includes(`${rest.path}\``));
    assert.deepEqual(
      missing.map(({ name }) => name),
      [],
    );
  });

  it('is nothing by requests that are not paid, over any transport', async () => {
    const { dataFolder } = served.options;
    const before = (await stat(dataFolder)).mtimeMs;
    const post = (path: string, body: object) =>
      get(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: '*/*' },
        body: JSON.stringify(body),
      });
    const call = { name: 'get_startup_signal', arguments: { name: 'acorn' } };
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'bots?' }] };
    for (const [path, body] of [
      ['/api/diligence.json', { company: 'acorn' }],
      ['/api/mcp/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }],
      ['/api/a2a', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }],
    ] as const)
      assert.equal((await post(path, body)).status, 200, path);
    assert.equal((await stat(dataFolder)).mtimeMs, before);
  });
});
