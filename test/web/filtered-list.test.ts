/** Long lists: filtered, by kind, in pages, all in the address. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { filteredList } from '../../src/web/components/filtered-list.ts';
import { unescaped } from './markup.ts';

const KINDS = [
  { id: 'fund', name: 'Funds' },
  { id: 'startup', name: 'Startups' },
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

  it('finds names whatever their accents and case, and by other names', () => {
    assert.deepEqual(shown({ q: 'zlutoucky KAPITAL' }), [0]);
    assert.deepEqual(shown({ q: 'seven' }), [7]);
  });

  it('counts each kind within what was typed, and keeps it while paging', () => {
    assert.equal(shown({ kind: 'startup' }).length, 100);
    assert.match(unescaped(list({ kind: 'fund' })), /href="\/list\?kind=fund&page=2"/);
    assert.match(list({ q: 'name 24' }), /Startups <small>11<\/small>/);
  });

  it('says what to do where nothing is found', () => {
    assert.match(
      list({ q: 'nothing of the kind' }),
      /No name with “nothing of the kind”\. Try fewer letters/,
    );
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
