/** Tables of pages at their addresses. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { csvRecord } from '../../../src/lib/csv.ts';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';
import { readElements, unescaped } from '../../web/markup.ts';

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());

const ask = (path: string) => fetch(served.origin + path);
const text = async (path: string) => (await ask(path)).text();
type Table = {
  period: string;
  columns: string[];
  rows: (string | number | null)[][];
  page: string;
};
const json = async (path: string) => JSON.parse(await text(path)) as Table;

/** One of each kind of page that has a table. */
const PAGES = [
  ...[
    '/',
    '/sectors',
    '/startups/acorn',
    '/startups/acorn/check/commits',
    '/diligence',
    '/answers',
  ],
  ...['/startups/acorn/check/score', '/compare/acorn-vs-birch', '/pricing', '/methodology'],
  ...['/changelog', '/status'],
];

describe('the tables of a page', () => {
  for (const page of PAGES)
    it(`of ${page} have a name each, and lead to files that hold them`, async () => {
      const document = await text(page);
      const names = [...document.matchAll(/ data-table="([^"]*)"/g)].map(([, name]) => name);
      assert.ok(names.length > 0);
      assert.equal(new Set(names).size, names.length, names.join());
      const files = [...document.matchAll(/href="(\/tables\/[^"]*)"/g)].map(([, href = '']) =>
        unescaped(href),
      );
      assert.equal(files.length, 3 * names.length);
      for (const file of files) {
        const response = await ask(file);
        assert.equal(response.status, 200, file);
        assert.doesNotMatch(await response.text(), /undefined|NaN|\[object/, file);
      }
    });

  it('are the same as CSV and as JSON', async () => {
    const { columns, rows, page } = await json('/tables/sectors/sectors.json');
    const [header, ...lines] = (await text('/tables/sectors/sectors.csv')).trim().split(/\r?\n/);
    assert.equal(header, csvRecord(columns).trim());
    assert.equal(lines.length, rows.length);
    assert.match(page, /\/sectors$/);
  });

  it('are of the week and of the selection that the page shows, on all its pages', async () => {
    const all = await json('/tables/diligence/dossiers.json');
    const some = await json('/tables/diligence/dossiers.json?q=acorn');
    assert.ok(some.rows.length > 0 && some.rows.length < all.rows.length);
    const { period } = await json('/tables/sectors/sectors.json?period=2025-w10');
    assert.equal(period, '2025-w10');
  });

  it('stand in a frame anywhere, without scripts, with links that leave it', async () => {
    const response = await ask('/tables/sectors/sectors/embed');
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /frame-ancestors \*/);
    assert.doesNotMatch(policy, /script-src/);
    const frame = await response.text();
    assert.match(frame, /<table[^>]*data-table="sectors"/);
    const links = readElements(frame).filter(({ name }) => name === 'a');
    assert.ok(links.length > 3);
    for (const { attributes } of links) {
      assert.match(attributes.get('href') ?? '', /^https?:/);
      assert.equal(attributes.get('target'), '_blank');
    }
  });

  for (const path of [
    ...['/tables/', '/tables/sectors.csv/', '/tables/sectors/nothing.csv'],
    ...['/tables/sectors/sectors.parquet', '/tables/sectors/sectors', '/tables/__proto__/x.csv'],
    ...['/tables/startups/nobody/weeks.csv', '/tables/sectors/constructor.csv'],
    ...['/tables/sectors/sectors.csv?period=1999-w01', '/tables/answers/none/x.json'],
  ])
    it(`at ${path} are not found`, async () => {
      assert.equal((await problemIn(await ask(path))).status, 404);
    });
});
