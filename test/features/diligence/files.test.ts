/** Dossiers to take along: Markdown and PDF, and the page on paper. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { marked } from 'marked';
import { type Browser, chromium } from 'playwright-core';
import { extractText } from 'unpdf';
import { Dossier } from '../../../src/features/diligence/dossier.ts';
import { dossierMarkdown } from '../../../src/features/diligence/markdown.ts';
import dossierPdf from '../../../src/features/diligence/pdf.ts';
import { findChromium, NO_BROWSER } from '../../support/browser.ts';
import { problemIn, type Served, serveShipped } from '../../support/service.ts';

let served: Served;
before(async () => {
  served = await serveShipped();
});
after(() => served.service.close());

async function shippedDossier(slug: string): Promise<Dossier> {
  const response = await fetch(`${served.origin}/api/diligence.json?company=${slug}`);
  return Dossier.parse(await response.json());
}

/** The text of each page, in reading order. */
async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(bytes));
  return text;
}

/** As it stands, but for space: lines break where they must. */
const squeezed = (text: string) => text.replace(/\s+/g, '');

/** A dossier of one round with such a name. */
function named(dossier: Dossier, entity: string, rounds = 1): Dossier {
  const source = {
    url: 'https://example.org/a_(b)',
    title: `About *${entity}* [x](y)`,
    publisher: 'A | B',
    kind: 'press-release' as const,
    readAs: 'original' as const,
    publishedOn: '2025',
    checked: '2025-03-01',
  };
  const round = {
    fact: 'posthog/round/seed',
    round: 'Seed',
    announcedOn: '2025-01-02',
    closedOn: null,
    amount: 1,
    currency: 'USD',
    sources: [source],
  };
  const { checked: checkedOn, ...cited } = source;
  return {
    ...dossier,
    dossier: {
      ...dossier.dossier,
      entity,
      rounds: Array.from({ length: rounds }, () => ({ ...round, investors: [] })),
    },
    citation: [{ ...cited, checkedOn }],
  };
}

describe('a dossier as Markdown', () => {
  it('has every event with its date and its sources', async () => {
    const response = await fetch(`${served.origin}/diligence/posthog/dossier.md`);
    assert.equal(response.headers.get('content-type'), 'text/markdown; charset=utf-8');
    const text = await response.text();
    assert.match(text, /^# PostHog: diligence dossier\n/);
    const { dossier, citation } = await shippedDossier('posthog');
    for (const { announcedOn, round } of dossier.rounds)
      assert.ok(text.includes(`**${announcedOn ?? 'undated'}** ${round}`), round);
    const page = await marked(text);
    for (const { url } of citation)
      assert.ok(page.includes(`href="${url.replaceAll('&', '&amp;')}"`), url);
  });

  it('shows names and addresses as they are, whatever they hold', async () => {
    const dossier = await shippedDossier('posthog');
    for (const name of [
      '*Star* _Co_',
      '[link](https://evil.example)',
      '<b>x</b>',
      'a`b`c',
      'Ω 中 🦄',
    ]) {
      const page = await marked(dossierMarkdown(named(dossier, name)));
      const plain = page
        .replace(/<[^>]*>/g, '')
        .replace(/&(lt|gt|amp|quot|#39);/g, (_, code: string) => ENTITIES[code] ?? '');
      assert.ok(plain.startsWith(`${name}: diligence dossier`), name);
      assert.ok(!page.includes('evil.example"'), name);
      assert.ok(page.includes('href="https://example.org/a_%28b%29"'), name);
    }
  });
});

describe('a source that reports a disclosure', () => {
  it('is called a report, and leads to what it reports, in every form', async () => {
    const { citation } = await shippedDossier('roboflow');
    const reported = citation.find(
      ({ readAs, kind }) => readAs === 'report' && kind === 'press-release',
    );
    assert.ok(reported?.originalUrl);
    const read = async (path: string) => (await fetch(`${served.origin}${path}`)).text();
    const link = `<a href="${reported.originalUrl}" rel="noopener nofollow">report of a press release</a>`;
    assert.ok((await read('/diligence/roboflow')).includes(link));
    const markdown = await read('/diligence/roboflow/dossier.md');
    assert.ok(markdown.includes(`[report of a press release](${reported.originalUrl})`));
    const pdf = await fetch(`${served.origin}/diligence/roboflow/dossier.pdf`);
    const [page = ''] = await pagesOf(new Uint8Array(await pdf.arrayBuffer()));
    assert.ok(squeezed(page).includes(squeezed('(report of a press release,')), page);
  });
});

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#39': "'",
};

describe('a dossier as PDF', () => {
  it('is one page with every event and source, and the same bytes each time', async () => {
    const response = await fetch(`${served.origin}/diligence/posthog/dossier.pdf`);
    assert.equal(response.headers.get('content-type'), 'application/pdf');
    const bytes = Buffer.from(await response.arrayBuffer());
    const dossier = await shippedDossier('posthog');
    const [page = '', ...more] = await pagesOf(bytes);
    assert.equal(more.length, 0);
    const text = squeezed(page);
    for (const { announcedOn, round } of dossier.dossier.rounds)
      assert.ok(text.includes(squeezed(`${announcedOn ?? 'undated'} ${round}`)), round);
    for (const { url } of dossier.citation) assert.ok(text.includes(squeezed(url)), url);
    assert.ok(bytes.equals(await dossierPdf(dossier)));
  });

  it('holds letters of other scripts, and goes on to further pages when it must', async () => {
    const dossier = await shippedDossier('posthog');
    const pages = await pagesOf(await dossierPdf(named(dossier, 'Ökonomik Ωmega Яндекс', 400)));
    assert.ok(pages.length > 1);
    assert.match(pages[0] ?? '', /Ökonomik Ωmega Яндекс/);
  });
});

describe('dossiers that there are not', () => {
  it('give 404 with found:false in each form', async () => {
    for (const path of ['/diligence/nobody/dossier.md', '/diligence/nobody/dossier.pdf']) {
      const response = await fetch(served.origin + path);
      assert.equal(response.status, 404, path);
      const problem = await problemIn(response);
      assert.equal(problem.code, 'not-tracked');
      assert.equal(problem['found'], false);
    }
  });
});

const executablePath = findChromium();
const skip = executablePath === undefined && !process.env['CI'] ? NO_BROWSER : false;

describe('the page of a dossier on paper', { skip }, () => {
  let browser: Browser;
  before(async () => {
    assert.ok(executablePath, NO_BROWSER);
    browser = await chromium.launch({ executablePath });
  });
  after(() => browser?.close());

  it('is one sheet, with the sources and without the navigation', async () => {
    const page = await browser.newPage();
    await page.goto(`${served.origin}/diligence/posthog`);
    const [sheet = '', ...more] = await pagesOf(await page.pdf({ format: 'A4' }));
    assert.equal(more.length, 0);
    assert.match(sheet, /Timeline/);
    assert.match(sheet, /PostHog raises/);
    assert.doesNotMatch(sheet, /Ranking/);
  });
});

describe('a slug that an organization had before', () => {
  it('leads to the page of today, and gives the same files', async () => {
    const moved = await fetch(`${served.origin}/diligence/binance-labs`, { redirect: 'manual' });
    assert.equal(moved.status, 308);
    assert.equal(moved.headers.get('location'), '/diligence/yzi-labs');
    const page = await (await fetch(`${served.origin}/diligence/binance-labs`)).text();
    assert.match(page, /<h1[^>]*>(?:<bdi>)?YZi Labs/);
    assert.match(page, /Formerly: Binance Labs/);
    const [former, now] = await Promise.all(
      ['binance-labs', 'yzi-labs'].map(async (slug) =>
        (await fetch(`${served.origin}/diligence/${slug}/dossier.md`)).text(),
      ),
    );
    assert.equal(former, now);
    const unknown = await fetch(`${served.origin}/diligence/nobody`, { redirect: 'manual' });
    assert.equal(unknown.status, 404);
  });
});
