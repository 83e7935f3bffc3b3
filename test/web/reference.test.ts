/** The API reference at /docs: complete, light, and tried in place in a browser or without scripts. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { TAG_SLUGS } from '../../src/web/docs.ts';
import { type Reference, readReference } from '../../src/web/reference/document.ts';
import { exampleCalls } from '../../src/web/reference/examples.ts';
import { kindOf } from '../../src/web/reference/schema-tree.ts';
import { findChromium, NO_BROWSER } from '../support/browser.ts';
import { type Served, serveShipped } from '../support/service.ts';
import { unescaped } from './markup.ts';

let served: Served;
let reference: Reference;
const pageAt = async (path: string) => (await fetch(served.origin + path)).text();
before(async () => {
  served = await serveShipped();
  const document = await (await fetch(`${served.origin}/api/openapi.json`)).json();
  reference = await readReference(document);
});
after(() => served.service.close());

describe('the kind of a value, in words', () => {
  const words = (schema: Parameters<typeof kindOf>[0]) => unescaped(kindOf(schema).toString());
  it('names its limits', () => {
    assert.equal(
      words({ type: 'string', minLength: 1, maxLength: 80 }),
      'text, 1 to 80 characters',
    );
    assert.equal(words({ type: 'integer', minimum: 1, maximum: 20 }), 'whole number, 1 to 20');
    assert.equal(words({ type: 'number', exclusiveMinimum: 0 }), 'number, above 0');
    assert.equal(
      words({ type: 'array', maxItems: 5, items: { type: 'string' } }),
      'list, at most 5 items of text',
    );
    assert.equal(words({ type: 'string', format: 'date' }), 'text, a date, YYYY-MM-DD');
  });

  it('says what may be null, and what is chosen from', () => {
    assert.equal(words({ anyOf: [{ type: 'integer' }, { type: 'null' }] }), 'whole number or null');
    assert.equal(words({ enum: ['a', 'b'] }), 'one of <code>a</code>, <code>b</code>');
    assert.equal(words({}), 'any value');
  });

  it('leaves out the bounds that every whole number in JSON has', () => {
    assert.equal(
      words({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      'whole number, at least 0',
    );
  });
});

describe('/docs', () => {
  it('lists every operation, and has a page for each group', async () => {
    assert.deepEqual(
      reference.tags.map(({ slug }) => slug),
      TAG_SLUGS,
    );
    const overview = await pageAt('/docs');
    for (const { slug, operations } of reference.tags) {
      const page = await pageAt(`/docs/${slug}`);
      const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
      assert.deepEqual(ids, [...new Set(ids)]);
      for (const { operationId, path, mirrors } of operations) {
        assert.ok(overview.includes(`/docs/${slug}#${operationId}"`), operationId);
        assert.ok(ids.includes(operationId), operationId);
        for (const address of [path, ...mirrors])
          assert.ok(page.includes(`<code>${address}</code>`), address);
      }
    }
  });

  it('holds every address of the document', async () => {
    const document = (await (await fetch(`${served.origin}/api/openapi.json`)).json()) as {
      paths: object;
    };
    const shown = reference.tags.flatMap(({ operations }) =>
      operations.flatMap(({ path, mirrors }) => [path, ...mirrors]),
    );
    assert.deepEqual([...new Set(shown)].sort(), Object.keys(document.paths).sort());
  });

  it('stays within what a page may weigh', async () => {
    for (const path of ['/docs', '/docs/mcp', ...TAG_SLUGS.map((slug) => `/docs/${slug}`)]) {
      const page = Buffer.from(await pageAt(path));
      assert.ok(page.length <= 100_000, `${path}: ${page.length} bytes`);
      assert.ok(
        gzipSync(page).length <= 30_000,
        `${path}: ${gzipSync(page).length} bytes compressed`,
      );
    }
  });

  it('is where /api leads to, and a group that does not exist is not found', async () => {
    for (const path of ['/api', '/api/']) {
      const response = await fetch(served.origin + path, { redirect: 'manual' });
      assert.equal(response.status, 302);
      assert.equal(response.headers.get('location'), '/docs');
    }
    assert.equal((await fetch(`${served.origin}/docs/no-such-group`)).status, 404);
  });

  it('says in the examples what the operation takes', () => {
    const all = reference.tags.flatMap(({ operations }) => operations);
    const calls = (id: string) => {
      const operation = all.find(({ operationId }) => operationId === id);
      assert.ok(operation, id);
      return exampleCalls(operation, { baseUrl: 'https://bellwether.example' });
    };
    const signal = calls('get_startup_signal');
    assert.equal(signal.curl, "curl -s 'https://bellwether.example/api/signal?company=langfuse'");
    assert.match(signal.python, /requests\.get\(\n {4}"[^"]*\/api\/signal\?company=langfuse"/);
    const paid = calls('get_deep_signal_by_post');
    for (const code of Object.values(paid)) assert.match(code, /Bearer bw_/);
    assert.match(paid.javascript, /method: 'POST'/);
  });

  it('tells each usual client of MCP where the server is', async () => {
    const page = await pageAt('/docs/mcp');
    for (const client of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Plain HTTP'])
      assert.match(page, new RegExp(`<h2>${client}</h2>`));
    assert.ok(page.includes('/api/mcp/rpc'));
    for (const tool of ['get_startup_signal', 'query_signals', 'get_deep_signal'])
      assert.ok(page.includes(`<code>${tool}</code>`), tool);
  });

  const executablePath = findChromium();
  const skip = executablePath === undefined && !process.env['CI'] ? NO_BROWSER : false;
  describe('in a browser', { skip }, () => {
    let browser: Browser;
    before(async () => {
      assert.ok(executablePath, NO_BROWSER);
      browser = await chromium.launch({ executablePath });
    });
    after(() => browser?.close());

    it('calls an operation in place, and asks nobody else', async () => {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('request', (request) => {
        if (!request.url().startsWith(served.origin)) faults.push(request.url());
      });
      await page.goto(`${served.origin}/docs/signals`);
      const form = page.locator('#get_startup_signal form.try');
      await form.getByLabel('company').fill('langfuse');
      await form.getByRole('button', { name: 'Try it' }).click();
      const body = form.locator('.answer .body');
      await body.waitFor();
      assert.match((await body.textContent()) ?? '', /"slug": "langfuse"/);
      assert.match((await form.locator('.status').textContent()) ?? '', /^200 OK in \d+ ms$/);
      assert.match(
        (await form.locator('.answer pre').first().textContent()) ?? '',
        /^content-type: application\/json/,
      );
      // An empty name is refused, and the page says so.
      await form.getByLabel('company').evaluate((field) => field.removeAttribute('required'));
      await form.getByLabel('company').fill('');
      await form.getByRole('button', { name: 'Try it' }).click();
      await form.getByText('400 Bad Request').waitFor();
      assert.match((await body.textContent()) ?? '', /invalid-request/);
      assert.deepEqual(faults, []);
    });

    it('fills the parts of an address, and shows images', async () => {
      const page = await browser.newPage();
      await page.goto(`${served.origin}/docs/badges`);
      const form = page.locator('#get_momentum_badge form.try');
      await form.getByLabel('org').fill('langfuse');
      await form.getByLabel('repo').fill('langfuse');
      await form.getByRole('button').click();
      const image = form.locator('.answer img');
      await image.waitFor();
      assert.equal(await image.getAttribute('src'), '/api/badge/momentum/langfuse/langfuse/svg');
    });

    it('shows one language at a time', async () => {
      const page = await browser.newPage();
      await page.goto(`${served.origin}/docs/signals`);
      const code = page.locator('#get_startup_signal .code');
      assert.deepEqual(await code.evaluateAll((all) => all.map((one) => one.checkVisibility())), [
        true,
        false,
        false,
      ]);
      await page.locator('#in-python').check();
      assert.deepEqual(await code.evaluateAll((all) => all.map((one) => one.checkVisibility())), [
        false,
        false,
        true,
      ]);
    });

    it('works without scripts: the form opens the answer', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(`${served.origin}/docs/signals`);
      const form = page.locator('#get_startup_signal form.try');
      await form.getByLabel('company').fill('pydantic');
      await form.getByRole('button').click();
      await page.waitForURL('**/api/signal?company=pydantic');
      assert.match((await page.locator('body').textContent()) ?? '', /"slug":"pydantic"/);
      await context.close();
    });
  });
});
