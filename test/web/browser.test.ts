/** The pages as a browser shows them, under their content security policy. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { homePage } from '../../src/web/home.ts';
import { ASSETS } from '../../src/web/page/assets.ts';
import { sectorPage } from '../../src/web/sectors.ts';
import { startupsPage } from '../../src/web/startup-list.ts';
import { startupPage } from '../../src/web/startups.ts';
import { findChromium, NO_BROWSER } from '../support/browser.ts';
import {
  exampleEdition,
  exampleList,
  exampleStartup,
  exampleStartupView,
  exampleWeek,
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
const ordinary = Array.from({ length: 180 }, (_, index) => exampleStartup(index + 1));
const home = exampleEdition([...ordinary.slice(0, 4), WIDEST, ...ordinary.slice(5)]);
const sector = home.signals.sectors.find(({ slug }) => slug === WIDEST.sector);
assert.ok(sector);
const PAGES: Record<string, string> = {
  '/': homePage({ ...(await exampleWeek(home)), latest: '2026-w34' }),
  '/startup': startupPage(exampleStartupView(WIDEST)),
  '/sector': await sectorPage(sector, exampleList(home, { sector: sector.slug }), 1, home),
  '/startups': await startupsPage(exampleList(home), 1, home),
};
const UNFOLD = 'for (const details of document.querySelectorAll("details")) details.open = true';
const POLICY = "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'";

const executablePath = findChromium();
const skip = executablePath === undefined && !process.env['CI'] ? NO_BROWSER : false;

describe('in a browser', { skip }, () => {
  let server: Server;
  let browser: Browser;
  /** Opening a window takes longer than loading a page into it. */
  let windows: Record<'light' | 'dark', Page>;
  let refused: string[] = [];
  let address: string;

  before(async () => {
    assert.ok(executablePath, NO_BROWSER);
    server = createServer(({ url = '' }, response) => {
      const asset = ASSETS.get(url.split('/').at(-1) ?? '');
      const page = asset?.text ?? PAGES[url];
      response.writeHead(page === undefined ? 404 : 200, {
        'content-type': asset?.type ?? 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
      });
      response.end(page);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    assert.ok(typeof bound === 'object' && bound);
    address = `http://127.0.0.1:${bound.port}`;
    browser = await chromium.launch({ executablePath });
    windows = {
      light: await browser.newPage({ colorScheme: 'light' }),
      dark: await browser.newPage({ colorScheme: 'dark' }),
    };
    for (const page of Object.values(windows))
      page.on('console', (message) => {
        if (/security policy/i.test(message.text())) refused.push(message.text());
      });
  });

  after(async () => {
    await browser?.close();
    server?.close();
  });

  for (const path of Object.keys(PAGES))
    for (const colorScheme of ['light', 'dark'] as const)
      it(`${path} is legible at any width in ${colorScheme}`, async () => {
        const page = windows[colorScheme];
        refused = [];
        await page.setViewportSize({ width: 800, height: 780 });
        await page.goto(`${address}${path}`);
        for (const width of [320, 360, 800, 1000, 1280]) {
          await page.setViewportSize({ width, height: 780 });
          // Folded content must fit as well; some of it is only folded in narrow windows.
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
});
