/** The pages as a browser shows them, under their content security policy; and lists as readers use them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ASSETS } from '../../src/web/page/assets.ts';
import { launchBrowser, skipBrowser } from '../support/browser.ts';
import {
  exampleEdition,
  exampleList,
  exampleStartup,
  exampleStartupView,
  exampleWatch,
  exampleWeek,
  homePage,
  startupPage,
  startupsPage,
  watchPage,
} from './fixture.ts';
import { assertLegible } from './page-audit.ts';

const WIDEST = exampleStartup(5, {
  name: 'W'.repeat(80),
  commitVelocity14d: 123_456,
  commitVelocityChange: '+999%',
  contributors: 12_345,
  contributorGrowth: '+999%',
  signalType: 'Infrastructure buildout',
});
const ordinary = Array.from({ length: 70 }, (_, index) => exampleStartup(index + 1));
const edition = exampleEdition([...ordinary.slice(0, 4), WIDEST, ...ordinary.slice(5)]);
const UNFOLD = 'for (const details of document.querySelectorAll("details")) details.open = true';
const POLICY =
  "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'";

/** The pages that the real functions make of an address. */
async function pageAt({ pathname, searchParams }: URL): Promise<string | undefined> {
  const query = Object.fromEntries([...searchParams].filter(([, value]) => value !== ''));
  if (pathname === '/') return homePage({ ...(await exampleWeek(edition)), latest: '2026-w34' });
  if (pathname === '/startup') return startupPage(exampleStartupView(WIDEST));
  if (pathname === '/startups')
    return startupsPage(exampleList(edition, query), Number(query['page'] ?? 1), edition);
  if (pathname === '/watch') return watchPage(exampleWatch(edition, searchParams.getAll('s')));
  return undefined;
}

describe('in a browser', { skip: skipBrowser }, () => {
  let server: Server;
  let browser: Browser;
  let origin: string;
  before(async () => {
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
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });
  const slugs = (page: Page) =>
    page
      .locator('#list tr[data-slug]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-slug')));

  for (const [path, colorScheme] of [
    ['/', 'light'],
    ['/startup', 'dark'],
    ['/startups', 'dark'],
  ] as const)
    it(`${path} is legible at any width in ${colorScheme}, unfolded too`, async () => {
      await using page = await browser.newPage({ colorScheme });
      const refused: string[] = [];
      page.on('console', (message) => {
        if (/security policy/i.test(message.text())) refused.push(message.text());
      });
      await page.goto(`${origin}${path}`);
      for (const width of [320, 800, 1280]) {
        await page.setViewportSize({ width, height: 780 });
        await page.evaluate(UNFOLD);
        const { text, sparklines } = await assertLegible(page, width);
        assert.ok(text.count > 100, `${text.count} texts`);
        assert.equal(sparklines === null, path === '/startup');
        if (!sparklines) continue;
        const { width: least, height, ratio } = sparklines;
        assert.ok(least >= 40 && height >= 16 && ratio >= 3, JSON.stringify(sparklines));
      }
      assert.deepEqual(refused, []);
    });

  for (const javaScriptEnabled of [true, false])
    it(`lists are picked from, and gone back in, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const viewport = { width: 390, height: 844 };
      await using context = await browser.newContext({ javaScriptEnabled, viewport });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', ({ message }) => faults.push(message));
      await page.goto(`${origin}/startups`);
      const all = await slugs(page);
      const select = page.locator('select[name=sector]');
      assert.equal(await select.isVisible(), false);
      await page.getByText('Filter and sort').first().click();
      await select.selectOption('sector-3');
      if (!javaScriptEnabled)
        await page.getByRole('button', { name: 'Show', exact: true }).first().click();
      await page.waitForURL(/sector=sector-3/);
      await page.locator('.chips').waitFor();
      // The form stays open after a pick.
      assert.equal(await select.isVisible(), javaScriptEnabled);
      const picked = await slugs(page);
      assert.ok(picked.length > 0 && picked.length < all.length);
      await page.locator('.chips a').first().click();
      await page.waitForURL((url) => !url.search.includes('sector=sector-3'));
      await page.goBack();
      await page.locator('.chips').waitFor();
      assert.deepEqual(await slugs(page), picked);
      assert.deepEqual(faults, []);
    });

  it('points say what they are by a touch and by the keyboard, and then lead to their page', async () => {
    const viewport = { width: 390, height: 844 };
    await using context = await browser.newContext({ viewport, hasTouch: true });
    const page = await context.newPage();
    await page.goto(origin);
    const point = page.locator('.scatter .drawing a').first();
    const said = (await point.locator('title').textContent()) ?? '';
    const told = page.locator('.scatter .told');
    await point.locator('use').tap({ force: true });
    assert.match((await told.textContent()) ?? '', /: [\d,]+ commits?, /);
    assert.equal(new URL(page.url()).pathname, '/');
    await page.keyboard.press('Escape');
    assert.equal(await told.count(), 0);
    await page.locator('.scatter .plot').focus();
    const points = await page.locator('.scatter .drawing a').count();
    await page.keyboard.press('ArrowLeft');
    for (let step = 0; step < points && (await told.textContent()) !== said; step++)
      await page.keyboard.press('ArrowLeft');
    assert.equal(await told.locator('a').getAttribute('href'), await point.getAttribute('href'));
  });

  it('ticked rows lead to a watch list that is found again', async () => {
    await using context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${origin}/startups`);
    const [first, second] = await slugs(page);
    for (const slug of [first, second]) await page.locator(`input[value="${slug}"]`).check();
    await page.getByRole('button', { name: 'Watch' }).click();
    await page.waitForURL(`**/watch?s=${first}&s=${second}`);
    assert.equal(await page.locator('tr[data-slug]').count(), 2);
    await page.goto(origin);
    await page.getByRole('link', { name: 'Watch list' }).click();
    await page.waitForURL(`**/watch?s=${first}&s=${second}`);
  });
});
