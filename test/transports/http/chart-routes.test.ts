/** Charts at their own addresses: every form of every chart, for browsers, other sites and programs. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { XMLValidator } from 'fast-xml-parser';
import { parquetReadObjects } from 'hyparquet';
import { z } from 'zod';
import { CHART_FORMS, findChart } from '../../../src/web/charts/find-chart.ts';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';

const PATH = '/charts/startups/acorn/commits';
const PNG_SIGNATURE = '89504e470d0a1a0a';

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

/** Width and height of a PNG, which its header has (https://www.w3.org/TR/png-3/#11IHDR). */
async function pngSize(path: string): Promise<{ width: number; height: number }> {
  const response = await ask(path);
  assert.equal(response.headers.get('content-type'), 'image/png', path);
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(bytes.toString('hex', 0, 8), PNG_SIGNATURE);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

describe('the image of a chart', () => {
  it('stands alone as SVG: well-formed, with title, source, week and licence', async () => {
    const svg = await text(`${PATH}.svg`);
    assert.equal(XMLValidator.validate(svg), true);
    assert.match(svg, /<title id="title">Acorn Example: commits in 14 days<\/title>/);
    assert.match(svg, /Bellwether \(signals\.example\.org\), Week 26, 2025 · CC BY 4\.0/);
    assert.match(svg, /href="http:\/\/signals\.example\.org\/startups\/acorn"/);
    assert.doesNotMatch(svg, /="var\(/, 'programs that know no variables show it too');
  });

  it('is light or dark as the reader’s system is, unless a scheme is named', async () => {
    const both = await text(`${PATH}.svg`);
    assert.match(both, /@media \(prefers-color-scheme:dark\)/);
    const [light, dark] = [
      await text(`${PATH}.svg?scheme=light`),
      await text(`${PATH}.svg?scheme=dark`),
    ];
    assert.doesNotMatch(light + dark, /<style>/);
    assert.notEqual(light, dark);
  });

  it('is a PNG of twice its width, or as wide as is asked for', async () => {
    const [, width] = /width="(\d+)"/.exec(await text(`${PATH}.svg`)) ?? [];
    assert.equal((await pngSize(`${PATH}.png`)).width, 2 * Number(width));
    assert.equal((await pngSize(`${PATH}.png?width=640&scheme=dark`)).width, 640);
  });

  it('keeps names that look like markup as they are', async () => {
    const path = '/charts/startups/cedar/commits.svg?period=2025-w18';
    const svg = await text(path);
    assert.equal(XMLValidator.validate(svg), true);
    assert.match(svg, /Cedar &lt;script&gt;/);
    assert.doesNotMatch(svg, /<script/);
  });
});

describe('the files of a chart', () => {
  it('hold the same rows as CSV and JSON', async () => {
    const csv = (await text(`${PATH}.csv`)).trim().split('\n');
    const data = z
      .object({
        columns: z.array(z.string()),
        rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
        period: z.literal('2025-w26'),
        page: z.literal('http://signals.example.org/startups/acorn'),
      })
      .parse(await (await ask(`${PATH}.json`)).json());
    assert.equal(csv[0], data.columns.join(','));
    assert.deepEqual(
      csv.slice(1),
      data.rows.map((row) => row.join(',')),
    );
    assert.equal(data.rows.length, 26);
  });

  it('hold them as Parquet, with numbers as numbers', async () => {
    const body = await (await ask(`${PATH}.parquet`)).arrayBuffer();
    const rows = await parquetReadObjects({ file: body });
    assert.equal(rows.length, 26);
    assert.deepEqual(rows[0], {
      Week: '2025-w26',
      'Commits in 14 days': 28,
      'Days with a release': 0,
    });
  });

  it('hold names in any letters, and no formula for a spreadsheet', async () => {
    const path = '/charts/compare/acorn-vs-birch';
    assert.match(await text(`${path}.csv`), /^Week,Acorn Example,"'=Birch, ""Example"""\n/);
    const body = await (await ask(`${path}.parquet`)).arrayBuffer();
    const [row] = await parquetReadObjects({ file: body });
    assert.deepEqual(Object.keys(row ?? {}), ['Week', 'Acorn Example', '=Birch, "Example"']);
  });

  it('say under which name they are saved', async () => {
    const { headers } = await ask(`${PATH}.csv?period=2025-w20`);
    assert.equal(
      headers.get('content-disposition'),
      'inline; filename="startups-acorn-commits-2025-w20.csv"',
    );
  });
});

describe('the frame of a chart', () => {
  it('may stand on any site, and loads nothing but our stylesheet', async () => {
    const { headers } = await ask(`${PATH}/embed`);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /frame-ancestors \*/);
    assert.match(policy, /^default-src 'none'; style-src 'self'/);
    assert.equal(headers.get('x-frame-options'), null);
  });

  it('shows the latest week unless one is named', async () => {
    assert.match(await text(`${PATH}/embed`), /Week 26, 2025/);
    assert.match(await text(`${PATH}/embed?period=2025-w20`), /Week 20, 2025/);
  });

  it('is copied from the page of the chart, which no other site may carry', async () => {
    const response = await ask(PATH);
    const page = await response.text();
    assert.match(
      page,
      /&lt;iframe src=&quot;http:\/\/signals\.example\.org\/charts\/startups\/acorn\/commits\/embed&quot;/,
    );
    assert.match(page, /<iframe class="preview" src="\/charts\/startups\/acorn\/commits\/embed"/);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /frame-ancestors 'none'.*frame-src 'self'/);
  });
});

describe('every link of a chart on a page', () => {
  it('leads to a form of it, in the week of the page', async () => {
    const page = await text('/startups/acorn?period=2025-w20');
    const [, figure = ''] = /<p class="take">(.*?)<\/p>/s.exec(page) ?? [];
    const links = [...figure.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    assert.ok(links.length >= CHART_FORMS.length - 1, links.join(' '));
    for (const link of links) {
      assert.match(link, /period=2025-w20/);
      assert.equal((await ask(link)).status, 200, link);
    }
  });
});

describe('a chart below the address of another one', () => {
  it('is found with its files', () => {
    const { definition, params, form } = findChart('research/some-finding/startups.json');
    assert.equal(definition.path, '/charts/research/{slug}/startups');
    assert.deepEqual({ ...params }, { slug: 'some-finding' });
    assert.equal(form, '.json');
  });
});

describe('what no chart has', () => {
  for (const path of [
    `${PATH}.gif`,
    `${PATH}/nothing`,
    `${PATH}.svg/more`,
    `${PATH}.`,
    '/charts/startups/nobody/commits.svg',
    '/charts/startups/acorn/money.png',
    '/charts/',
    '/charts/startups/..%2f..%2fetc/commits.svg',
    `${PATH}.svg?period=1999-w01`,
  ])
    it(`${path} is not found, and says why`, async () => {
      const { status, detail } = await problemIn(await ask(path));
      assert.equal(status, 404);
      assert.ok((detail ?? '').length > 20, detail);
    });

  for (const [query, expected] of [
    ['width=99999', /320 to 2400/],
    ['width=1', /320 to 2400/],
    ['width=1e3', /320 to 2400/],
    ['width=-400', /320 to 2400/],
    ['scheme=blue', /light or dark/],
    ['period=yesterday', /ISO week/],
  ] as const)
    it(`?${query} is refused, and says what would be right`, async () => {
      const problem = await problemIn(await ask(`${PATH}.png?${query}`));
      assert.equal(problem.status, 400);
      assert.match(JSON.stringify(problem), expected);
    });
});

describe('asking for charts', () => {
  it('is limited where a week or looks are chosen, like everything computed', async (t) => {
    const limited = await serveExample(true, { limits: { redisUrl: undefined } });
    t.after(() => limited.service.close());
    const policy = async (path: string) =>
      (await fetch(limited.origin + path)).headers.get('ratelimit-policy');
    for (const path of [`${PATH}.svg`, `${PATH}/embed`, `${PATH}.svg?period=2025-w26&utm_source=x`])
      assert.equal(await policy(path), null, path);
    for (const path of [`${PATH}.svg?period=2025-w20`, `${PATH}.svg?scheme=dark`])
      assert.equal(await policy(path), '"default";q=120;w=120', path);
  });
});
