/** Charts and pictures of pages at their own addresses, for browsers, other sites and programs. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { XMLValidator } from 'fast-xml-parser';
import { CHART_FORMS } from '../../../src/web/charts/find-chart.ts';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';

const PATH = '/charts/startups/acorn/commits';
const PAIR = '/charts/compare/acorn-vs-birch';

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());

const ask = (path: string) => fetch(served.origin + path);
const text = async (path: string) => {
  const response = await ask(path);
  assert.equal(response.status, 200, path);
  return response.text();
};

describe('the image of a chart', () => {
  it('stands alone as SVG: well-formed, with title, source, week and licence', async () => {
    const svg = await text(`${PATH}.svg`);
    assert.equal(XMLValidator.validate(svg), true);
    assert.match(svg, /<title id="title">Acorn Example: commits in 14 days<\/title>/);
    assert.match(svg, /Bellwether \(signals\.example\.org\), Week 26, 2025 · CC BY 4\.0/);
    assert.match(svg, /href="http:\/\/signals\.example\.org\/startups\/acorn"/);
    assert.doesNotMatch(svg, /="var\(/, 'programs that know no variables show it too');
    assert.match(await text('/charts/startups/cedar/commits.svg?period=2025-w18'), /Cedar &lt;scr/);
  });

  it('is light or dark as the reader’s system is, unless a scheme is named', async () => {
    assert.match(await text(`${PATH}.svg`), /@media \(prefers-color-scheme:dark\)/);
    const light = await text(`${PATH}.svg?scheme=light`);
    const dark = await text(`${PATH}.svg?scheme=dark`);
    assert.doesNotMatch(light + dark, /<style>/);
    assert.notEqual(light, dark);
  });

  it('is a PNG of twice its width, or as wide as is asked for', async () => {
    // PNG, third edition, 11.2.1: the header has the width.
    const width = async (path: string) =>
      Buffer.from(await (await ask(path)).arrayBuffer()).readUInt32BE(16);
    const [, own] = /width="(\d+)"/.exec(await text(`${PATH}.svg`)) ?? [];
    assert.equal(await width(`${PATH}.png`), 2 * Number(own));
    assert.equal(await width(`${PATH}.png?width=640&scheme=dark`), 640);
  });
});

describe('the files of a chart', () => {
  it('hold the same rows as CSV and JSON', async () => {
    const csv = (await text(`${PATH}.csv`)).trim().split('\n');
    const { columns, rows, period, page } = JSON.parse(await text(`${PATH}.json`)) as {
      columns: string[];
      rows: unknown[][];
      period: string;
      page: string;
    };
    assert.equal(period, '2025-w26');
    assert.equal(page, 'http://signals.example.org/startups/acorn');
    assert.deepEqual(csv, [columns.join(','), ...rows.map((row) => row.join(','))]);
    assert.equal(rows.length, 26);
  });

  it('hold names in any letters, and no formula for a spreadsheet', async () => {
    assert.match(await text(`${PAIR}.csv`), /^Week,Acorn Example,"'=Birch, ""Example"""\n/);
  });

  it('say under which name they are saved', async () => {
    const { headers } = await ask(`${PATH}.csv?period=2025-w20`);
    const name = 'inline; filename="startups-acorn-commits-2025-w20.csv"';
    assert.equal(headers.get('content-disposition'), name);
  });
});

describe('the frame of a chart', () => {
  it('may stand on any site, loads nothing but our stylesheet, and is of the week', async () => {
    const policy = (await ask(`${PATH}/embed`)).headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; style-src 'self'.*frame-ancestors \*/);
    assert.match(await text(`${PATH}/embed`), /Week 26, 2025/);
    assert.match(await text(`${PATH}/embed?period=2025-w20`), /Week 20, 2025/);
  });

  it('is copied from the page of the chart, which no other site may carry', async () => {
    const response = await ask(PATH);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /frame-ancestors 'none'/);
    const page = await response.text();
    assert.match(page, new RegExp(`&lt;iframe src=&quot;http://signals.example.org${PATH}/embed`));
  });
});

it('every link of a chart on a page leads to a form of it, in the week of the page', async () => {
  const page = await text('/startups/acorn?period=2025-w20');
  const [, figure = ''] = /<p class="take">(.*?)<\/p>/s.exec(page) ?? [];
  const links = [...figure.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
  assert.ok(links.length >= CHART_FORMS.length - 1, links.join(' '));
  for (const link of links) {
    assert.match(link, /period=2025-w20/);
    assert.equal((await ask(link)).status, 200, link);
  }
});

describe('a chart that there is not', () => {
  for (const path of [
    ...[`${PATH}.gif`, `${PATH}/nothing`, `${PATH}.svg/more`, `${PATH}.`, '/charts/'],
    ...['/charts/startups/unknown/commits.svg', '/charts/startups/acorn/money.png'],
    ...['/charts/startups/..%2f..%2fetc/commits.svg', `${PATH}.svg?period=1999-w01`],
  ])
    it(`at ${path} is not found, and the answer says why`, async () => {
      const { status, detail } = await problemIn(await ask(path));
      assert.equal(status, 404);
      assert.ok((detail ?? '').length > 20, detail);
    });

  for (const [query, expected] of [
    ...['width=99999', 'width=319', 'width=2401', 'width=1e3', 'width=-400'].map(
      (width) => [width, /320 to 2400/] as const,
    ),
    ['scheme=blue', /light or dark/],
    ['period=yesterday', /ISO week/],
  ] as const)
    it(`with ${query} is refused, with what would be right`, async () => {
      const problem = await problemIn(await ask(`${PATH}.png?${query}`));
      assert.equal(problem.status, 400);
      assert.match(JSON.stringify(problem), expected);
    });
});

const picture = (path: string) => ask(`/images/${path}`);

describe('the picture of a page', () => {
  for (const path of ['research', 'diligence/acorn', 'compare/acorn-vs-birch', 'status'])
    it(`is drawn of ${path}, from what its head says`, async () => {
      const response = await picture(`${path}.png`);
      assert.equal(response.status, 200);
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
      const caching = response.headers.get('cache-control') ?? '';
      assert.match(caching, path === 'status' ? /no-store/ : /public/);
    });

  it('is another one each week, and the same one twice', async () => {
    const [latest, again, earlier] = await Promise.all(
      ['', '?period=2025-w26', '?period=2025-w10'].map(async (query) => {
        const { headers } = await picture(`startups/acorn.png${query}`);
        return headers.get('etag');
      }),
    );
    assert.equal(latest, again);
    assert.notEqual(latest, earlier);
  });

  for (const path of [
    ...['startups/unknown.png', 'sectors/nothing.png', 'startups/acorn.gif', 'startups/acorn'],
    ...['startups/__proto__.png', 'constructor.png', 'diligence/unknown.png', '.png', ''],
    ...['home.png?period=1999-w01'],
  ])
    it(`at ${path} is not found`, async () => {
      assert.equal((await problemIn(await picture(path))).status, 404);
    });
});
