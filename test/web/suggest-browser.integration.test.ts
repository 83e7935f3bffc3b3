/** Suggestions in a browser, and a frame on another site. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser, skipBrowser } from '../support/browser.ts';
import { type ServedExample, serveExample } from '../support/service.ts';

describe('in a browser', { skip: skipBrowser }, () => {
  let served: ServedExample;
  let browser: Browser;
  before(async () => {
    served = await serveExample();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await served.service.close();
  });

  it('the search box suggests names as they are, and opens the one that is picked', async () => {
    await using page = await browser.newPage();
    await page.goto(`${served.origin}/faq`);
    await page.keyboard.press('/');
    const box = page.locator('form.find input');
    await box.pressSequentially('cedar');
    const options = page.locator('form.find datalist option');
    await options.first().waitFor({ state: 'attached' });
    assert.equal(await options.first().getAttribute('value'), 'Cedar <script>alert(1)</script>');
    await box.fill('');
    await box.pressSequentially('aco');
    await page.locator('form.find option[value="Acorn Example"]').waitFor({ state: 'attached' });
    // A browser says of what is picked from a list only that it is there.
    await box.evaluate((field) => {
      Object.assign(field, { value: 'Acorn Example' });
      field.dispatchEvent(new Event('input'));
    });
    await page.waitForURL(`${served.origin}/startups/acorn`);
  });

  it('a frame on another site follows the reader’s scheme, and leads back to us', async (t) => {
    const viewport = { width: 390, height: 600 };
    await using page = await browser.newPage({ colorScheme: 'dark', viewport });
    // Another port is another origin.
    const blog = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<iframe src="${served.origin}/charts/startups/acorn/commits/embed" style="border:0;width:100%;height:500px"></iframe>`,
      );
    }).listen(0, '127.0.0.1');
    await once(blog, 'listening');
    t.after(() => blog.close());
    const bound = blog.address();
    assert.ok(typeof bound === 'object' && bound);
    await page.goto(`http://127.0.0.1:${bound.port}/`);
    const frame = page.frameLocator('iframe');
    await frame.locator('svg.drawing').waitFor();
    const link = frame.locator('figcaption a');
    assert.match((await link.getAttribute('href')) ?? '', /\/startups\/acorn$/);
    assert.equal(await link.getAttribute('target'), '_blank');
    const background: unknown = await frame
      .locator('body')
      .evaluate((body) => body.ownerDocument.defaultView?.getComputedStyle(body).backgroundColor);
    assert.equal(background, 'rgb(21, 23, 27)');
  });
});
