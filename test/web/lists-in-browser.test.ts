/** Facets, sorting and the watch list as readers use them: with scripts, and the same without. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ASSETS } from '../../src/web/page/assets.ts';
import { startupsPage } from '../../src/web/startup-list.ts';
import { watchPage } from '../../src/web/watch.ts';
import { findChromium, NO_BROWSER } from '../support/browser.ts';
import { exampleEdition, exampleList, exampleWatch } from './fixture.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && !process.env['CI'] ? NO_BROWSER : false;
const edition = exampleEdition(70);
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'";

/** The pages that the real functions make of an address. */
async function pageAt({ pathname, searchParams }: URL): Promise<string | undefined> {
  const query = Object.fromEntries([...searchParams].filter(([, value]) => value !== ''));
  if (pathname === '/startups')
    return startupsPage(exampleList(edition, query), Number(query['page'] ?? 1), edition);
  if (pathname !== '/watch') return undefined;
  return watchPage(exampleWatch(edition, (query['s'] ?? '').split(',').filter(Boolean)));
}

describe('lists in a browser', { skip }, () => {
  let server: Server;
  let browser: Browser;
  let origin: string;

  before(async () => {
    assert.ok(executablePath, NO_BROWSER);
    server = createServer(async ({ url = '' }, response) => {
      const asked = new URL(url, 'http://localhost');
      const asset = ASSETS.get(asked.pathname.split('/').at(-1) ?? '');
      const page = asset?.text ?? (await pageAt(asked));
      response.writeHead(page === undefined ? 404 : 200, {
        'content-type': asset?.type ?? 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
      });
      response.end(page);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    assert.ok(typeof bound === 'object' && bound);
    origin = `http://127.0.0.1:${bound.port}`;
    browser = await chromium.launch({ executablePath });
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  const slugs = (page: Page) =>
    page
      .locator('#list tr[data-slug]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-slug')));
  const opened = async (javaScriptEnabled: boolean) => {
    const context = await browser.newContext({
      javaScriptEnabled,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.goto(`${origin}/startups`);
    return { page, faults, close: () => context.close() };
  };

  it('picks, sorts and goes back, with the same address with scripts and without', async () => {
    for (const hasScripts of [true, false]) {
      const { page, faults, close } = await opened(hasScripts);
      const all = await slugs(page);
      assert.ok(all.length > 2, `${all.length} startups`);
      assert.equal(await page.locator('select[name=sector]').isVisible(), false);
      await page.getByText('Filter and sort').first().click();
      await page.locator('select[name=sector]').selectOption('sector-3');
      if (!hasScripts)
        await page.getByRole('button', { name: 'Show', exact: true }).first().click();
      await page.waitForURL(/sector=sector-3/);
      await page.locator('.chips').waitFor();
      // What was folded out stays so while somebody picks.
      assert.equal(await page.locator('select[name=sector]').isVisible(), hasScripts);
      const picked = await slugs(page);
      assert.ok(picked.length > 0 && picked.length < all.length);
      await page.locator('.chips a').first().click();
      await page.waitForURL((url) => !url.search.includes('sector=sector-3'));
      await page.goBack();
      await page.locator('.chips').waitFor();
      assert.deepEqual(await slugs(page), picked);
      assert.deepEqual(faults, []);
      await close();
    }
  });

  it('folds nothing away where there is room', async () => {
    const { page, close } = await opened(false);
    await page.setViewportSize({ width: 1280, height: 900 });
    assert.ok(await page.locator('select[name=sector]').isVisible());
    assert.ok(await page.locator('.scatter svg').first().isVisible());
    await close();
  });

  it('lights the point of a row', async () => {
    const { page, close } = await opened(true);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.locator('#list tr[data-slug]').first().hover();
    const slug = await page.locator('tr.lit').getAttribute('data-slug');
    assert.equal(await page.locator('.scatter a.lit').getAttribute('data-slug'), slug);
    await close();
  });

  it('keeps a watch list in the browser, and leads to it', async () => {
    const { page, faults, close } = await opened(true);
    const [first] = await slugs(page);
    const button = page.locator(`[data-watch="${first}"]`);
    assert.equal(await button.getAttribute('aria-pressed'), 'false');
    await button.click();
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await page.goto(`${origin}/startups`);
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await page.getByRole('link', { name: 'Watching 1' }).click();
    await page.waitForURL(`**/watch?s=${first}`);
    await page.getByText('This list is kept in this browser.').waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  it('adds to a list by a link alone', async () => {
    const { page, close } = await opened(false);
    const [first] = await slugs(page);
    await page.locator(`[data-watch="${first}"]`).click();
    await page.waitForURL(`**/watch?s=${first}`);
    assert.equal(await page.locator('tr[data-slug]').count(), 1);
    await close();
  });
});
