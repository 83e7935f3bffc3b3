/**
 * One page of every kind from the shipped data, in a browser: legible, within the window, of bounded
 * size, and without anything that axe finds.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright-core';
import { loadPages } from '../../src/web/page/all-pages.ts';
import { launchBrowser, skipBrowser } from '../support/browser.ts';
import { type Served, serveShipped } from '../support/service.ts';
import { axeViolations } from './accessibility.ts';
import { assertLegible } from './page-audit.ts';

const PAGES = [
  '/',
  '/affiliates',
  '/answers',
  '/answers/what-is-a-counted-commit',
  '/badges',
  '/blog',
  '/blog/2026-w31',
  '/changelog',
  '/charts/startups/langfuse/commits',
  '/compare',
  '/compare/airbyte-vs-copilotkit-vs-langfuse-vs-unsloth',
  '/diligence',
  '/diligence?q=Which+investors+backed+Langfuse',
  '/diligence/y-combinator',
  '/docs',
  '/docs/mcp',
  '/docs/signals',
  '/faq',
  '/glossary',
  '/markets',
  '/markets/ai-agents-round-2027-q1',
  '/mascot',
  '/members',
  '/methodology',
  '/checkout/done',
  '/pricing',
  '/receipts/octocat',
  '/research',
  '/research/agents-write-a-growing-share',
  '/scouts',
  '/search?q=vector+database',
  '/sectors',
  '/sectors/ai-agents',
  '/startups',
  '/startups?q=seed+startups+with+more+than+10+contributors',
  '/startups/langfuse',
  '/startups/langfuse/check/commits',
  '/startups/langfuse/check/contributors',
  '/startups/affine',
  '/coverage',
  '/status',
  '/trending',
  '/watch?s=langfuse,unknown-startup',
];

/** Bytes of HTML, and of them compressed. */
const MAX_PAGE = 100_000;
const MAX_COMPRESSED = 30_000;

const MAIN_PAGES = ['/', '/startups/langfuse', '/startups/langfuse/check/commits'];

type Window = { width: number; colorScheme: 'light' | 'dark' };
const HEIGHT = 780;
const NARROW = 360;
const WIDE = 1280;

describe('served pages in a browser', { skip: skipBrowser }, () => {
  let served: Served;
  let browser: Browser;
  let page: Page;
  const refused: string[] = [];
  before(async () => {
    served = await serveShipped();
    browser = await launchBrowser();
    page = await browser.newPage();
    page.on('console', (message) => refused.push(message.text()));
  });
  after(async () => {
    await browser?.close();
    await served.service.close();
  });

  async function turnTo({ width, colorScheme }: Window): Promise<void> {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme });
  }

  it('include every kind of page', async () => {
    // The cohort of the shipped data has no members.
    const kinds = (await loadPages())
      .filter(({ path }) => path !== '/members/{handle}')
      .map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`));
    const missed = kinds.filter(
      (kind) => !PAGES.some((path) => kind.test(path.split('?')[0] ?? '')),
    );
    assert.deepEqual(missed, [], 'PAGES needs an address of each of these');
  });

  for (const [index, path] of PAGES.entries())
    it(`${path} is legible, small and accessible, in a narrow light window and a wide dark one`, async () => {
      const windows: Window[] = [
        { width: NARROW, colorScheme: 'light' },
        { width: WIDE, colorScheme: 'dark' },
      ];
      // Loaded in one window and turned to the other; every second page in the other one.
      if (index % 2 === 1) windows.reverse();
      refused.length = 0;
      let response: Response | null = null;
      for (const window of windows) {
        await turnTo(window);
        response ??= await page.goto(served.origin + path);
        await assertLegible(page, window.width);
        // The audit measured the contrast of every text already.
        if (window.width === NARROW) assert.deepEqual(await axeViolations(page, false), []);
      }
      assert.ok(response?.status() === 200, String(response?.status()));
      withinBudget(await response.text());
      assert.deepEqual(refused, []);
      assert.equal(await page.locator('h1').count(), 1);
    });

  for (const path of MAIN_PAGES)
    it(`${path} is accessible unfolded, in a narrow dark window and a wide light one`, async () => {
      await turnTo({ width: NARROW, colorScheme: 'dark' });
      await page.goto(served.origin + path);
      for (const summary of await page.locator('main summary').all()) await summary.click();
      assert.deepEqual(await axeViolations(page, true), []);
      const wide = { width: WIDE, colorScheme: 'light' } as const;
      await turnTo(wide);
      await assertLegible(page, wide.width);
      assert.deepEqual(await axeViolations(page, false), []);
    });
});

function withinBudget(page: string): void {
  const sizes = { page: Buffer.byteLength(page), compressed: gzipSync(page).length };
  const isSmall = sizes.page <= MAX_PAGE && sizes.compressed <= MAX_COMPRESSED;
  assert.ok(isSmall, JSON.stringify(sizes));
}
