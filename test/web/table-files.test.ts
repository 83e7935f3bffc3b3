/** What can be taken from the tables of pages: files that say what the page says, and a frame. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { type HtmlValue, html } from '../../src/lib/html.ts';
import { count } from '../../src/lib/prose.ts';
import { dayGrid } from '../../src/web/components/check/day-grid.ts';
import { dataTable, numeric } from '../../src/web/components/data-table.ts';
import { withTableFiles } from '../../src/web/components/table-files.ts';
import { findTable, tableData } from '../../src/web/page/table-data.ts';
import { readElements, unescaped } from './markup.ts';

const ADDRESS = 'https://signals.example.org/sectors?period=2026-w30';
const table = (rows: readonly (readonly HtmlValue[])[], caption = 'All of them') =>
  html`<h1>Sectors</h1>
${dataTable({
  name: 'sectors',
  caption,
  columns: ['Name', numeric('Value'), html`<span class="unseen" data-aside="">Watch</span>`],
  rows: rows.map(([name, value]) => [
    html`<a href="/sectors/x">${name}</a>`,
    html`${value} <small data-aside="">highest</small>`,
    html`<a href="/watch">Watch</a>`,
  ]),
  foot: ['Together', 99, ''],
})}`;
const read = async (rows: readonly (readonly HtmlValue[])[]) => {
  const { table: drawn } = await findTable('sectors', async () => table(rows).toString());
  assert.ok(drawn);
  return await tableData(drawn);
};

describe('the line below a table', () => {
  it('leads to its files in the same week, and has a frame to copy', () => {
    const marked = String(withTableFiles(table([['a', 1]]), ADDRESS));
    const hrefs = readElements(marked).map(({ attributes }) =>
      unescaped(attributes.get('href') ?? ''),
    );
    for (const form of ['.csv', '.json'])
      assert.ok(hrefs.includes(`/tables/sectors/sectors${form}?period=2026-w30`), form);
    assert.ok(!marked.includes('arquet'));
    const frame = /<textarea[^>]*>(.*?)<\/textarea>/s.exec(marked)?.[1] ?? '';
    assert.ok(
      unescaped(frame).startsWith(
        '<iframe src="https://signals.example.org/tables/sectors/sectors/embed?period=2026-w30" title="All of them"',
      ),
    );
  });

  it('stands below what scrolls, and only at tables with a name', () => {
    const scrolled = html`<div class="scroll whole" tabindex="0">\n${table([])}\n</div><table class="plain"><caption>x</caption></table>`;
    const inner = html`<div class="scroll" tabindex="0">\n<table class="plain" data-table="own"><caption>x</caption></table>\n</div>`;
    assert.equal(String(withTableFiles(scrolled, ADDRESS)).match(/class="take /g)?.length, 1);
    assert.match(String(withTableFiles(inner, ADDRESS)), /<\/table>\s*<\/div>\s*<div class="take /);
  });

  it('has no markup of a caption, whatever it is called', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const marked = String(withTableFiles(table([], `<b>"${name}`), ADDRESS));
        assert.ok(!marked.includes('<b>'));
      }),
    );
  });

  it('is nowhere on a page without an address', () => {
    assert.equal(String(withTableFiles(table([]), undefined)), String(table([])));
  });
});

describe('a table as data', () => {
  it('has the numbers that stand there, without what is no data', async () => {
    const rows = [
      ['Acorn', '1,204'],
      ['Birch', '−3'],
      ['Cedar', '–'],
    ];
    assert.deepEqual(await read(rows), {
      columns: ['Name', 'Value'],
      rows: [
        ['Acorn', 1204],
        ['Birch', -3],
        ['Cedar', null],
      ],
    });
  });

  it('writes the unit of percentages into the heading, and leaves words alone', async () => {
    const percentages = [
      ['a', '+12%'],
      ['b', '−3%'],
    ];
    assert.deepEqual(await read(percentages), {
      columns: ['Name', 'Value, %'],
      rows: [
        ['a', 12],
        ['b', -3],
      ],
    });
    for (const rows of [
      [
        ['a', '12%'],
        ['b', '7'],
      ],
      [
        ['12', 'x'],
        ['7', 'y'],
      ],
    ])
      assert.deepEqual((await read(rows)).rows, rows);
  });

  it('reads every number that pages write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -1e9, max: 1e9 }), async (value) => {
        const shown = count(value).replace('-', '−');
        assert.equal((await read([['a', shown]])).rows[0]?.[1], value);
      }),
    );
  });

  it('has every text as it is, whatever markup or entity it looks like', async () => {
    const texts = fc.string().map((text) => `x${text}`.replace(/\s+/g, ' ').trim());
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        assert.equal((await read([[text, 1]])).rows[0]?.[0], text);
      }),
      { examples: [['x<b>&amp;</b> &#39;"\' data-aside=""'], ['x<svg>y</svg>']] },
    );
  });

  it('says of a row which group it belongs to, and of an empty day that it had none', async () => {
    const { table: drawn } = await findTable('days', async () =>
      dayGrid({
        ...{ name: 'days', caption: 'Days', firstDay: 0, totalHeading: 'Sum' },
        rows: [
          { name: 'a/b', days: [0, 0], total: 0 },
          { name: 'a/c', days: [0, 1204], total: 1204 },
        ],
      }).toString(),
    );
    assert.deepEqual(drawn && (await tableData(drawn)), {
      columns: ['Group', 'Thursday 1 January', 'Friday 2 January', 'Sum'],
      rows: [
        ['a/b', 0, 0, 0],
        ['a/c', 0, 1204, 1204],
      ],
    });
  });

  it('is of its own page, however many are rendered at the same time', async () => {
    const names = ['acorn', 'birch', 'cedar'];
    const drawn = await Promise.all(
      names.map((name) =>
        findTable('sectors', async () => {
          await setImmediate();
          return table([[name, 1]]).toString();
        }),
      ),
    );
    const tables = await Promise.all(drawn.map(({ table: own }) => own && tableData(own)));
    const firsts = tables.map((one) => one?.rows[0]?.[0]);
    assert.deepEqual(firsts, names);
  });

  it('is undefined for a name that the page does not have', async () => {
    const found = await findTable('other', async () => table([['a', 1]]).toString());
    assert.equal(found.table, undefined);
  });
});
