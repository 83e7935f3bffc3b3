/** Long lists: filtered, by kind, in pages, all in the address. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { html } from '../../src/lib/html.ts';
import { filteredList } from '../../src/web/components/filtered-list.ts';
import { unescaped } from './markup.ts';

const KINDS = [
  { value: 'fund', label: 'Funds' },
  { value: 'startup', label: 'Startups' },
];
const ITEMS = Array.from({ length: 250 }, (_, index) => ({
  name: index === 0 ? 'Žluťoučký Kapitál' : `Name ${index}`,
  href: `/x/${index}`,
  kind: index < 150 ? 'fund' : 'startup',
  also: index === 7 ? ['formerly Seven'] : [],
}));

const list = (query: Record<string, string>) =>
  filteredList({
    path: '/list',
    label: 'Filter names',
    one: 'name',
    many: 'names',
    kinds: KINDS,
    items: ITEMS,
    query,
  }).toString();
const shown = (query: Record<string, string>) =>
  [...list(query).matchAll(/href="\/x\/(\d+)"/g)].map(([, number]) => Number(number));

describe('a filtered list', () => {
  it('shows a hundred at a time, every one on exactly one page', () => {
    const pages = ['1', '2', '3'].map((page) => shown({ page }));
    assert.deepEqual(
      pages.map(({ length }) => length),
      [100, 100, 50],
    );
    assert.equal(new Set(pages.flat()).size, 250);
    assert.match(
      list({ page: '2' }),
      /rel="prev" href="\/list"[\s\S]*rel="next" href="\/list\?page=3"/,
    );
  });

  it('finds names regardless of accents and case, and by other names', () => {
    assert.deepEqual(shown({ q: 'zlutoucky KAPITAL' }), [0]);
    assert.deepEqual(shown({ q: 'seven' }), [7]);
  });

  it('counts each kind within what was typed, and keeps it while paging', () => {
    assert.equal(shown({ kind: 'startup' }).length, 100);
    assert.match(unescaped(list({ kind: 'fund' })), /href="\/list\?kind=fund&page=2"/);
    assert.match(list({ q: 'name 24' }), /Startups <small>11<\/small>/);
  });

  it('answers any address, and never with what was typed as markup', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (q, kind, page) => {
        const html = list({ q: `<b>${q}`, kind, page });
        assert.ok(!html.includes('<b>') && !/undefined|NaN/.test(html.replaceAll(q, '')));
      }),
    );
    for (const page of ['0', '-1', '1e9', 'x', '2.7']) assert.ok(shown({ page }).length > 0, page);
  });
});

describe('a list with facets and columns', () => {
  const items = Array.from({ length: 120 }, (_, index) => ({
    name: `Fund ${index}`,
    href: `/x/${index}`,
    kind: index % 2 === 0 ? 'fund' : 'startup',
    slug: `fund-${index}`,
    values: { sector: index < 30 ? ['a', 'b'] : ['b'] },
    cells: {
      size: index === 5 ? null : index % 50,
      latest: index === 7 ? null : `20${10 + (index % 15)}`,
      none: 0,
    },
  }));
  const definition = {
    path: '/list',
    label: 'Filter funds',
    one: 'fund',
    many: 'funds',
    kinds: KINDS,
    facets: [
      {
        name: 'sector',
        title: 'Sector',
        all: 'all sectors',
        values: [
          { value: 'a', label: 'Sector A' },
          { value: 'b', label: 'Sector B' },
          { value: 'c', label: 'Sector C' },
        ],
      },
    ],
    columns: [
      { name: 'size', title: 'Size', holds: 'number' },
      { name: 'latest', title: 'Latest', holds: 'date' },
      { name: 'none', title: 'Nothing', holds: 'number' },
    ],
    items,
  } as const;
  const write = (query: Record<string, string>, more = {}) =>
    unescaped(String(filteredList({ ...definition, query, ...more })));
  const slugs = (html: string) =>
    [...html.matchAll(/<tr data-slug="fund-(\d+)"/g)].map(([, n]) => Number(n));
  const valuesOf = (html: string) =>
    [...html.matchAll(/<tr data-slug="fund-\d+">.*?<td class="number">(.*?)<\/td>/g)].map(
      ([, value]) => value,
    );

  it('picks by facet, counts what each value would show, and takes one away by a link', () => {
    const html = write({ sector: 'a', kind: 'fund' });
    assert.equal(slugs(html).length, 15);
    assert.match(html, /<option value="a" selected="">Sector A \(15\)</);
    assert.match(html, /<option value="b">Sector B \(60\)</);
    assert.doesNotMatch(html, /Sector C/);
    assert.match(html, /href="\/list\?kind=fund"><span class="unseen">Without <\/span>Sector A/);
  });

  it('sorts by any column in both orders, what is not known last in either', () => {
    for (const order of ['highest', 'lowest'] as const) {
      const pages = ['1', '2', '3'].map((page) => write({ sort: 'size', order, page }));
      const values = pages.flatMap(valuesOf);
      assert.equal(values.at(-1), '–');
      const numbers = values.slice(0, -1).map(Number);
      assert.equal(numbers.length, 119);
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => (order === 'highest' ? b - a : a - b)),
      );
    }
    const byName = slugs(write({ sort: 'name' }));
    assert.deepEqual(byName.slice(0, 3), [0, 1, 2]);
    assert.match(write({ sort: 'latest' }), /class="latest" aria-sort="descending"/);
  });

  it('leaves out a column that says nothing, and keeps the selection in every link', () => {
    const html = write({ sector: 'b', sort: 'size' });
    assert.doesNotMatch(html, /Nothing/);
    assert.match(html, /href="\/list\?sector=b&sort=size&order=lowest"/);
    assert.match(html, /href="\/list\?sector=b&sort=size&page=2"/);
  });

  it('sorts a kind by its usual column, which no address has to name', () => {
    const html = write({ kind: 'fund' }, { usual: { fund: 'size' } });
    assert.match(html, /class="number" aria-sort="descending"/);
    assert.match(html, /href="\/list\?kind=fund&page=2"/);
  });

  it('names what a facet does not know, and shows the rest', () => {
    const html = write({ sector: 'z,<i>', sort: 'luck', order: 'up' });
    assert.match(html, /No sector is called “z”\. Known: a, b, c\..*No sector is called “<i>”/s);
    assert.equal(slugs(html).length, 50);
    const none = write({ sector: 'a', q: 'Fund 99' });
    assert.match(none, /No fund with “Fund 99” fits all of this/);
  });

  it('keeps the order of a question, and the question in its box', () => {
    const asked = {
      items: items.slice(3, 6).toReversed(),
      asked: 'Which are three?',
      answered: html`<p>Read as three.</p>`,
    };
    const page = write({ q: 'Which are three?' }, asked);
    assert.deepEqual(slugs(page), [5, 4, 3]);
    assert.match(page, /value="Which are three\?"/);
    assert.match(page, /Read as three\./);
    assert.match(page, /3 funds<\/p>/);
  });
});
