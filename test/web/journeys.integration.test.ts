/**
 * Three readers on the way from the first page to what they came for, in the shipped data: an investor
 * on a phone, an analyst who trusts no number, and a user of a screen reader.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, skipBrowser } from '../support/browser.ts';
import { csvRecords } from '../support/csv.ts';
import { type Served, serveShipped } from '../support/service.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };
const WAYS = [
  { what: 'on a phone', viewport: PHONE, javaScriptEnabled: true },
  { what: 'on a desktop without scripts', viewport: DESKTOP, javaScriptEnabled: false },
] as const;

describe('journeys', { skip: skipBrowser }, () => {
  let served: Served;
  let browser: Browser;
  before(async () => {
    served = await serveShipped();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await served.service.close();
  });

  for (const { what, ...window } of WAYS) {
    it(`an investor ${what} gets the gist, a startup, why, and how a number adds up`, async () => {
      await using context = await browser.newContext(window);
      const page = await context.newPage();
      await page.goto(served.origin);
      // The gist: a headline, three facts with numbers and what changed, on two screens.
      const facts = page.locator('.quoted > li');
      assert.equal(await facts.count(), 3);
      for (const fact of await facts.all()) assert.match(await textOf(fact), /\d|first/);
      const cards = page.locator('.cards > li');
      const last = await cards.last().boundingBox();
      assert.ok(last && last.y + last.height <= 2 * window.viewport.height, JSON.stringify(last));
      const name = await textOf(cards.first().locator('h3'));
      await cards.first().getByRole('link', { name, exact: true }).click();
      await page.waitForURL('**/startups/*');
      assert.equal(await textOf(page.locator('h1')), name);
      // Why it is where it is, without scrolling.
      const why = page.locator('header .lead');
      assert.ok((await textOf(why)).length > 40);
      assert.ok((await why.getByRole('link').count()) > 0);
      const box = await why.boundingBox();
      assert.ok(box && box.y < window.viewport.height / 2, JSON.stringify(box));
      // The check of the first number: a dialog with scripts, a page without.
      const number = page.locator('.numbers a').first();
      const shown = Number((await textOf(number)).replaceAll(',', ''));
      await number.click();
      const check = page.locator(window.javaScriptEnabled ? 'dialog article' : 'main article');
      await check.waitFor();
      assert.equal(
        await textOf(check.locator('h1')),
        `${shown.toLocaleString('en')} commits in 14 days`,
      );
      const sum = await textOf(check.locator('.sum'));
      const parts = /^[\d,]+ = ([^;]+)/.exec(sum)?.[1]?.match(/[\d,]+(?= in )/g);
      assert.equal(total(parts ?? [/^[\d,]+/.exec(sum)?.[0] ?? '']), shown, sum);
    });

    it(`an analyst ${what} picks, takes the file of it, and reconciles a number`, async () => {
      await using context = await browser.newContext(window);
      const page = await context.newPage();
      await page.goto(served.origin);
      await page.getByRole('navigation', { name: 'Site' }).getByText('Startups').click();
      await page.waitForURL('**/startups');
      const all = await found(page);
      const folded = page.locator('summary', { hasText: 'Filter and sort' });
      if (await folded.isVisible()) await folded.click();
      await page.getByRole('combobox', { name: 'Signal' }).selectOption('infrastructure');
      if (!window.javaScriptEnabled)
        await page.getByRole('button', { name: 'Show', exact: true }).first().click();
      await page.locator('.chips').waitFor();
      const picked = await found(page);
      assert.ok(picked > 0 && picked < all, `${picked} of ${all}`);
      // The file has these startups, and no others.
      const file = await page.getByRole('link', { name: 'CSV' }).first().getAttribute('href');
      const [names = [], ...records] = csvRecords(await (await fetch(served.origin + file)).text());
      const column = (name: string) => records.map((record) => record[names.indexOf(name)]);
      assert.equal(records.length, picked);
      assert.deepEqual(column('slug').slice(0, 20), await slugs(page));
      const [first] = column('slug');
      // A number of the table leads to its check, which says what git prints and what is left out.
      const link = page.locator(`tr[data-slug="${first}"] td.commits a`);
      const shown = Number((await textOf(link)).replaceAll(',', ''));
      assert.equal(Number(column('commitVelocity14d')[0]), shown);
      await link.click();
      await page.waitForURL('**/check/commits');
      const table = page.locator('table.reconcile').first();
      const [prints = 0, merges = 0, bots = 0, copies = 0, counts = 0] = (
        await table.locator('tfoot td').allTextContents()
      ).map((cell) => Number(cell.replace('−', '-').replaceAll(',', '')));
      assert.equal(counts, shown);
      assert.equal(prints + merges + bots + copies, counts);
      const command = await textOf(page.locator('.code pre').first());
      assert.match(command, /^git clone --bare .+\ngit -C \S+ rev-list --count --since-as-filter=/);
    });
  }

  it('a question leads to an answer, and on to the same startups as a list', async () => {
    await using context = await browser.newContext({ viewport: PHONE });
    const page = await context.newPage();
    await page.goto(served.origin);
    const box = page.getByRole('search', { name: 'This site' }).getByRole('combobox');
    await box.fill('startups with more than 10 contributors');
    await box.press('Enter');
    await page.getByRole('link', { name: 'All of them as a list' }).click();
    await page.waitForURL('**/startups?q=startups+with+more+than+10+contributors');
    assert.match(await textOf(page.locator('.read-as')), /more than 10 contributors/);
    assert.ok((await found(page)) > 0);
  });

  it('the glossary finds a term while the reader types, and by its address alone', async () => {
    await using context = await browser.newContext({ viewport: PHONE });
    const page = await context.newPage();
    await page.goto(`${served.origin}/glossary`);
    const all = await page.locator('#list dt').count();
    await page.getByRole('searchbox', { name: 'Filter terms' }).fill('bot');
    await page.getByRole('status').getByText('with “bot”').waitFor();
    const terms = await page.locator('#list dt').allTextContents();
    assert.ok(terms.length > 0 && terms.length < all, `${terms.length} of ${all}`);
    await page.goto(`${served.origin}/glossary?q=bot`);
    assert.deepEqual(await page.locator('#list dt').allTextContents(), terms);
    await page.goto(`${served.origin}/glossary?q=zzzz`);
    await page.getByText('No term with “zzzz”.').waitFor();
  });

  it('a user of a screen reader finds landmarks, headings, and one summary a chart', async () => {
    await using context = await browser.newContext({ viewport: DESKTOP });
    const page = await context.newPage();
    for (const path of ['/', '/startups', '/sectors', '/startups/langfuse']) {
      await page.goto(served.origin + path);
      for (const landmark of ['banner', 'search', 'main', 'contentinfo'] as const)
        assert.ok((await page.getByRole(landmark).count()) > 0, `${path}: ${landmark}`);
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, path);
      // Sparklines are decoration: next to names and numbers they would only be noise.
      const drawings = page.locator('svg:not([aria-hidden], svg svg)');
      assert.ok((await drawings.count()) <= 1, `${path}: ${await drawings.count()} drawings`);
      for (const drawing of await drawings.all())
        assert.ok((await drawing.getAttribute('aria-labelledby'))?.includes('summary'), path);
    }
    await page.keyboard.press('Tab');
    assert.equal(await textOf(page.locator(':focus')), 'Skip to the content');
    await page.keyboard.press('Enter');
    assert.equal(await page.locator(':focus').getAttribute('id'), 'content');
  });

  it('a user of a screen reader reads a table instead of a chart, by the keyboard alone', async () => {
    await using context = await browser.newContext({ viewport: DESKTOP });
    const page = await context.newPage();
    await page.goto(`${served.origin}/startups/langfuse`);
    const summary = page.locator('#history summary', { hasText: 'The same as a table' });
    await summary.focus();
    await page.keyboard.press('Enter');
    const table = page.locator('#history').getByRole('table', { name: /commits in 14 days/ });
    await table.waitFor();
    const headers = await table.getByRole('columnheader').allTextContents();
    assert.deepEqual(headers, ['Week', 'Commits in 14 days', 'Days with a release']);
    assert.ok((await table.getByRole('row').count()) > 52);
    // A list says what it is sorted by, and again once that is changed from the keyboard.
    await page.goto(`${served.origin}/startups`);
    const sorted = page.locator('th[aria-sort]');
    assert.equal(await sorted.getAttribute('aria-sort'), 'descending');
    await page.getByRole('columnheader', { name: 'Contributors' }).getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('most contributors first').waitFor();
    assert.match(await textOf(sorted), /^Contributors/);
    assert.match(await textOf(page.locator(':focus')), /^Contributors/);
  });
});

const textOf = async (locator: Locator) => (await locator.textContent()) ?? '';

/** The number of startups that the list states. */
async function found(page: Page): Promise<number> {
  return Number.parseInt(await textOf(page.locator('.found strong')), 10);
}

const slugs = (page: Page) =>
  page
    .locator('#list tr[data-slug]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-slug') ?? ''));

function total(numbers: readonly string[]): number {
  return numbers.reduce((sum, one) => sum + Number(one.replaceAll(',', '')), 0);
}
