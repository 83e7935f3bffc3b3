/** From a startup to one of its numbers and to the command that counts it again, in a browser. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser, skipBrowser } from '../support/browser.ts';
import { type ServedExample, serveExample } from '../support/service.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

describe('a startup and its numbers', { skip: skipBrowser }, () => {
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

  it('open as a dialog from which a command is copied', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    await using context = await browser.newContext({ ...PHONE, permissions });
    const page = await context.newPage();
    await page.goto(`${served.origin}/startups/acorn`);
    await page.locator('.numbers').getByRole('link', { name: '28' }).click();
    const dialog = page.getByRole('dialog', { name: '28 commits in 14 days' });
    await dialog.getByText('28, all in acorn/core; against 28 in the 14 days before.').waitFor();
    assert.equal(new URL(page.url()).pathname, '/startups/acorn');
    await dialog.getByRole('button', { name: 'Copy' }).first().click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    assert.match(
      String(await page.evaluate('navigator.clipboard.readText()')),
      /^git clone --bare --filter=tree:0 https:\/\/github.com\/acorn\/core.git\n.*rev-list --count --since-as-filter=2025-06-16T00:00:00Z --until=2025-06-29/,
    );
    // Another number, in the same dialog; then back to the page.
    await dialog.getByRole('link', { name: 'Contributors', exact: true }).click();
    await page.getByRole('dialog', { name: '5 contributors in 30 days' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    // Back closes it as well, and stays on the page.
    await page.locator('.numbers').getByRole('link', { name: '28' }).click();
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(new URL(page.url()).pathname, '/startups/acorn');
  });

  it('are told week by week to a pointer and to the keyboard', async () => {
    await using page = await browser.newPage(PHONE);
    await page.goto(`${served.origin}/startups/acorn`);
    const drawing = page.locator('#history svg.drawing');
    const box = await drawing.boundingBox();
    assert.ok(box);
    const position = { x: box.width - 1, y: box.height / 2 };
    const told = page.locator('#history .told');
    const newest = '2025-w26: Commits in 14 days 28 · Days with a release 0';
    await drawing.hover({ position: { x: 60, y: position.y } });
    assert.match((await told.textContent()) ?? '', /^2025-w0\d: Commits in 14 days \d+ /);
    // Held by a click until the Escape key.
    await drawing.click({ position });
    await page.locator('h1').hover();
    assert.equal(await told.textContent(), newest);
    await page.keyboard.press('Escape');
    assert.equal(await told.count(), 0);
    await page.locator('#history .plot').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await told.textContent(), newest);
    await page.keyboard.press('ArrowLeft');
    assert.match((await told.textContent()) ?? '', /^2025-w25: /);
    // Another view of the history takes its place.
    await page.getByRole('link', { name: 'Contributors', exact: true }).click();
    await page.getByText('Acorn Example: contributors in 30 days').first().waitFor();
    assert.match(page.url(), /\?show=people#history$/);
  });

  it('are copied as a picture, and as data', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    await using context = await browser.newContext({ ...PHONE, permissions });
    const page = await context.newPage();
    await page.goto(`${served.origin}/startups/acorn`);
    const types = 'navigator.clipboard.read().then(([item]) => item.types)';
    for (const [name, type] of [
      ['picture', 'image/png'],
      ['data', 'text/plain'],
    ]) {
      await page.getByRole('button', { name: `Copy ${name}` }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      assert.deepEqual(await page.evaluate(types), [type]);
      await page.getByRole('button', { name: `Copy ${name}` }).waitFor();
    }
    assert.match(String(await page.evaluate('navigator.clipboard.readText()')), /^Week,Commits/);
  });

  it('print on two sheets, and do not widen a small phone', async () => {
    await using page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    for (const path of ['/check/commits', '/check/contributors', '/check/score', '']) {
      await page.goto(`${served.origin}/startups/birch${path}`);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      assert.ok(Number(width) <= 320, `${path}: ${width} px`);
    }
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    const sheets = pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length;
    assert.ok(sheets !== undefined && sheets <= 2, `${sheets} sheets`);
  });
});
