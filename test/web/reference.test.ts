/** The interactive reference at /docs, as a browser shows it and without scripts. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
import { type Served, serveShipped } from '../support/service.ts';
import { findChromium, NO_BROWSER } from './browser.ts';

let served: Served;
let paths: Record<string, Record<string, { operationId: string }>>;
before(async () => {
  served = await serveShipped();
  const document = (await (await fetch(`${served.origin}/api/openapi.json`)).json()) as {
    paths: typeof paths;
  };
  paths = document.paths;
});
after(() => served.service.close());

describe('/docs', () => {
  it('lists every operation for clients without scripts', async () => {
    const response = await fetch(`${served.origin}/docs`);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    const page = await response.text();
    const plain = page.slice(page.indexOf('<noscript>'), page.indexOf('</noscript>'));
    const mirrored = Object.keys(paths).filter((path) => !/\/v1\/|\.well-known/.test(path));
    for (const path of mirrored) assert.ok(plain.includes(`${path}</code>`), path);
  });

  it('is where /api leads to', async () => {
    for (const path of ['/api', '/api/']) {
      const response = await fetch(served.origin + path, { redirect: 'manual' });
      assert.equal(response.status, 302);
      assert.equal(response.headers.get('location'), '/docs');
    }
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

    it('shows every operation, asks nobody else, and runs a request', async () => {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on('console', (message) => {
        if (/security policy|failed to load/i.test(message.text())) faults.push(message.text());
      });
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(served.origin) && !url.startsWith('data:')) faults.push(url);
      });
      await page.goto(`${served.origin}/docs`);
      await page.locator('.opblock').first().waitFor();
      const shown = await page.locator('.opblock-summary-path').allTextContents();
      const ids = Object.values(paths).flatMap((methods) => Object.values(methods));
      assert.equal(shown.length, ids.length);

      await page.goto(`${served.origin}/docs#/Signals/get_startup_signal`);
      await page.reload();
      const block = page.locator('#operations-Signals-get_startup_signal');
      await block.locator('.try-out__btn').click();
      await block.locator('input').first().fill('langfuse');
      await block.locator('button.execute').click();
      const answer = block.locator('.live-responses-table .response');
      await answer.waitFor();
      assert.match((await answer.textContent()) ?? '', /200[\s\S]*"slug": "langfuse"/);
      assert.deepEqual(faults, []);
    });
  });
});
