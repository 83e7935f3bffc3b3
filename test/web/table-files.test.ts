/** What can be taken from the tables of pages: files that say what the page says, and a frame. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { html } from '../../src/lib/html.ts';
import { count } from '../../src/lib/prose.ts';
import { withTableFiles } from '../../src/web/components/table-files.ts';
import { tableIn } from '../../src/web/page/table-data.ts';
import { readElements, unescaped } from './markup.ts';

const ADDRESS = 'https://signals.example.org/sectors?period=2026-w30';
const table = (rows: readonly (readonly (string | number)[])[], caption = 'All of them') =>
  html`<h1>Sectors</h1>
<table class="plain" data-table="sectors">
<caption>${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Value</th><th><span class="unseen" data-aside="">Watch</span></th></tr></thead>
<tbody>${rows.map(([name, value]) => html`<tr><th scope="row"><a href="/sectors/x">${name}</a></th><td>${value} <small data-aside="">highest</small></td><td><a href="/watch">Watch</a></td></tr>`)}</tbody>
<tfoot><tr><th>Together</th><td>99</td><td></td></tr></tfoot>
</table>`;
const read = (rows: readonly (readonly (string | number)[])[]) =>
  tableIn(`<html><body>${table(rows)}</body></html>`, 'sectors', ADDRESS);

describe('the line below a table', () => {
  it('leads to its files in the same week, and has a frame to copy', () => {
    const marked = String(withTableFiles(table([['a', 1]]), ADDRESS));
    const hrefs = readElements(marked).map(({ attributes }) =>
      unescaped(attributes.get('href') ?? ''),
    );
    for (const form of ['.csv', '.json', '.parquet'])
      assert.ok(hrefs.includes(`/tables/sectors/sectors${form}?period=2026-w30`), form);
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
  it('has the numbers that stand there, without what is no data', () => {
    const found = read([
      ['Acorn', '1,204'],
      ['Birch', '−3'],
      ['Cedar', '–'],
    ]);
    assert.deepEqual(found?.table, {
      columns: ['Name', 'Value'],
      rows: [
        ['Acorn', 1204],
        ['Birch', -3],
        ['Cedar', null],
      ],
    });
    assert.equal(found?.title, 'All of them');
    assert.equal(found?.page, 'Sectors');
  });

  it('writes the unit of percentages into the heading, and leaves words alone', () => {
    assert.deepEqual(
      read([
        ['a', '+12%'],
        ['b', '−3%'],
      ])?.table,
      {
        columns: ['Name', 'Value, %'],
        rows: [
          ['a', 12],
          ['b', -3],
        ],
      },
    );
    assert.deepEqual(
      read([
        ['a', '12%'],
        ['b', '7'],
      ])?.table.rows,
      [
        ['a', '12%'],
        ['b', '7'],
      ],
    );
    assert.deepEqual(
      read([
        ['12', 'x'],
        ['7', 'y'],
      ])?.table.rows,
      [
        ['12', 'x'],
        ['7', 'y'],
      ],
    );
  });

  it('reads every number that pages write', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (value) => {
        const shown = count(value).replace('-', '−');
        assert.equal(read([['a', shown]])?.table.rows[0]?.[1], value);
      }),
    );
  });

  it('says of a row whose it is, where a heading of its own does', () => {
    const grid = `<table data-table="days"><caption>Days</caption><thead><tr><th><span aria-hidden="true">M</span><span class="unseen">Monday</span></th><th>Sum</th></tr></thead>
<tbody><tr><th colspan="2">a/b</th></tr><tr><td>·</td><td>0</td></tr></tbody><tbody><tr><th colspan="2">a/c</th></tr><tr><td>4</td><td>4</td></tr></tbody></table>`;
    assert.deepEqual(tableIn(grid, 'days', ADDRESS)?.table, {
      columns: ['Group', 'Monday', 'Sum'],
      rows: [
        ['a/b', 0, 0],
        ['a/c', 4, 4],
      ],
    });
  });

  it('stands alone in a frame: its links are whole and leave it', () => {
    assert.match(
      read([['a', 1]])?.markup ?? '',
      /<a rel="noopener" target="_blank" href="https:\/\/signals\.example\.org\/sectors\/x">/,
    );
  });

  it('is undefined for a name that the page does not have', () => {
    assert.equal(tableIn('<table data-table="a"></table>', 'b', ADDRESS), undefined);
  });
});
