/** Suggestions in a browser: by keyboard, by pointer, and without scripts. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium, NO_BROWSER } from '../support/browser.ts';
import { type ServedExample, serveExample } from '../support/service.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && !process.env['CI'] ? NO_BROWSER : false;

describe('the search box', { skip }, () => {
  let served: ServedExample;
  let browser: Browser;
  let page: Page;
  before(async () => {
    assert.ok(executablePath, NO_BROWSER);
    served = await serveExample();
    browser = await chromium.launch({ executablePath });
    page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  });
  after(async () => {
    await browser?.close();
    await served.service.close();
  });

  const box = () => page.locator('form.find input');
  const options = () => page.locator('form.find [role="option"]');
  const type = async (text: string) => {
    await page.goto(`${served.origin}/faq`);
    await page.keyboard.press('/');
    await box().pressSequentially(text);
    await options().first().waitFor();
  };

  it('is a combobox that says what is open and which option is marked', async () => {
    await type('aco');
    assert.equal(await box().getAttribute('role'), 'combobox');
    assert.equal(await box().getAttribute('aria-expanded'), 'true');
    const list = page.locator(`#${await box().getAttribute('aria-controls')}`);
    assert.equal(await list.getAttribute('role'), 'listbox');
    assert.equal(await box().getAttribute('aria-activedescendant'), null);
    await page.keyboard.press('ArrowDown');
    const marked = await box().getAttribute('aria-activedescendant');
    assert.equal(marked, await options().first().getAttribute('id'));
    assert.equal(await options().first().getAttribute('aria-selected'), 'true');
    assert.match(
      (await page.locator('form.find [role="status"]').textContent()) ?? '',
      /suggestion/,
    );
  });

  it('opens what Enter chooses, and keeps what was typed until then', async () => {
    await type('aco');
    await page.keyboard.press('ArrowDown');
    assert.equal(await box().inputValue(), 'aco');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${served.origin}/startups/acorn`);
  });

  it('opens what a tap chooses', async () => {
    await type('aco');
    await options().first().click();
    await page.waitForURL(`${served.origin}/startups/acorn`);
  });

  it('closes on Escape and searches for the text on Enter', async () => {
    await type('aco');
    await page.keyboard.press('Escape');
    assert.equal(await box().getAttribute('aria-expanded'), 'false');
    assert.equal(await box().inputValue(), 'aco');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${served.origin}/search?q=aco`);
  });

  it('shows names as they are, never as markup', async () => {
    await type('cedar');
    assert.equal(
      await options().first().locator('bdi').textContent(),
      'Cedar <script>alert(1)</script>',
    );
  });

  it('fills in the names of a comparison', async () => {
    await page.goto(`${served.origin}/compare`);
    for (const [field, text] of [
      ['a', 'bir'],
      ['b', 'aco'],
    ] as const) {
      const input = page.locator(`#pick-${field}`);
      await input.pressSequentially(text);
      await page.locator(`.field:has(#pick-${field}) [role="option"]`).first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    }
    assert.equal(await page.locator('#pick-b').inputValue(), 'Acorn Example');
    await page.locator('form.picker button').click();
    await page.waitForURL(`${served.origin}/compare/acorn-vs-birch`);
  });

  it('works without scripts, and so does the comparison', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${served.origin}/compare`);
    await plain.fill('#pick-a', 'Acorn');
    await plain.fill('#pick-b', 'birch');
    await plain.click('form.picker button');
    assert.equal(new URL(plain.url()).pathname, '/compare/acorn-vs-birch');
    await plain.fill('form.find input', 'acorn');
    await plain.press('form.find input', 'Enter');
    assert.match(plain.url(), /\/search\?q=acorn$/);
    await context.close();
  });
});

describe('a frame on another site', { skip }, () => {
  it('is shown, follows the reader’s scheme, and leads back to us', async (t) => {
    assert.ok(executablePath, NO_BROWSER);
    const served = await serveExample();
    const browser = await chromium.launch({ executablePath });
    t.after(async () => {
      await browser.close();
      await served.service.close();
    });
    const page = await browser.newPage({
      colorScheme: 'dark',
      viewport: { width: 390, height: 600 },
    });
    // Another port is another origin.
    const blog = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<iframe src="${served.origin}/charts/startups/acorn/commits/embed" style="border:0;width:100%;aspect-ratio:2.1;min-height:240px"></iframe>`,
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
