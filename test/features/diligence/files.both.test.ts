/** Dossiers to take along: as Markdown, and the page on paper or as PDF. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { marked } from 'marked';
import type { Browser } from 'playwright-core';
import { extractText } from 'unpdf';
import { Dossier } from '../../../src/features/diligence/dossier.ts';
import { dossierMarkdown } from '../../../src/features/diligence/markdown.ts';
import { sourceDate, sourceKind, timelineOf } from '../../../src/features/diligence/sentences.ts';
import { launchBrowser, skipBrowser } from '../../support/browser.ts';
import { type Served, serveShipped } from '../../support/service.ts';
import { IS_INTEGRATION } from '../../support/tier.ts';

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
function named(dossier: Dossier, entity: string): Dossier {
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
      rounds: [{ ...round, investors: [] }],
    },
    citation: [{ ...cited, checkedOn }],
  };
}

describe('a dossier as Markdown', () => {
  it('shows names and addresses as they are, with any characters', async () => {
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
  it('is called a report, and leads to what it reports, on the page and as Markdown', async () => {
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
  });
});

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#39': "'",
};

if (IS_INTEGRATION)
  describe('the page of a dossier on paper', { skip: skipBrowser }, () => {
    let browser: Browser;
    before(async () => {
      browser = await launchBrowser();
    });
    after(() => browser?.close());

    async function print(slug: string): Promise<string[]> {
      const page = await browser.newPage();
      await page.goto(`${served.origin}/diligence/${slug}`);
      const sheets = await pagesOf(await page.pdf({ format: 'A4' }));
      await page.close();
      return sheets;
    }

    it('is one sheet, without the navigation', async () => {
      const [sheet = '', ...more] = await print('posthog');
      assert.equal(more.length, 0);
      assert.match(sheet, /Timeline/);
      assert.doesNotMatch(sheet, /Ranking/);
    });

    it('has every fact with its date, and the address of every source', async () => {
      // A report of a disclosure, many sources, and a fund with a portfolio.
      for (const slug of ['posthog', 'roboflow', 'langfuse', 'accel']) {
        const text = squeezed((await print(slug)).join(''));
        const record = await shippedDossier(slug);
        const events = timelineOf(record);
        assert.ok(events.length > 0 && record.citation.length > 0, slug);
        assert.ok(!text.includes(squeezed('What the numbers mean')), slug);
        for (const { date, text: fact } of events)
          assert.ok(text.includes(squeezed(`${date ?? 'undated'} ${fact}`)), `${slug}: ${fact}`);
        for (const source of record.citation) {
          const { title, url } = source;
          const printed = `${title} ${url} (${sourceKind(source)}, ${sourceDate(source)})`;
          assert.ok(text.includes(squeezed(printed)), `${slug}: ${printed}`);
        }
      }
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
    const unknown = await fetch(`${served.origin}/diligence/stranger`, { redirect: 'manual' });
    assert.equal(unknown.status, 404);
  });
});
