/** Selections: what an address means, who is picked, and in which order. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  choiceParameters,
  chooseRows,
  countFacets,
  ORDERS,
  readChoices,
} from '../../../src/features/selection/choices.ts';
import type { FACET_NAMES } from '../../../src/features/selection/facets.ts';
import { listedOf, sectorPaces } from '../../../src/features/selection/listed-week.ts';
import { SORT_NAMES, SORTINGS } from '../../../src/features/selection/orders.ts';
import {
  selectionAddress,
  selectionWords,
  startupChoices,
} from '../../../src/features/selection/selection.ts';
import { exampleEdition, exampleEvidence, exampleStartup } from '../../web/fixture.ts';

const startups = Array.from({ length: 60 }, (_, index) =>
  exampleStartup(index + 1, {
    contributors: index,
    stage: index % 3 === 0 ? null : 'Series A/B',
    geography: index % 4 === 0 ? 'US' : 'EU',
    ...(index % 5 === 0 && { status: 'acquired' as const }),
  }),
);
const edition = exampleEdition(startups);
const evidence = new Map(
  startups.map((startup, index) => [
    startup.slug,
    { ...exampleEvidence(startup), paceGrowth: index - 30 },
  ]),
);
const listed = listedOf(edition.signals, evidence);
const list = startupChoices(edition.signals);
const { facets } = list;
const read = (query: Record<string, string>) => readChoices(query, list);

describe('a selection', () => {
  it('picks by several values of one facet, and by all facets together', () => {
    const { choices } = read({ stage: 'series-a-b', geography: 'us,eu', size: 'under-5,5-19' });
    const rows = chooseRows(listed, list, choices);
    assert.ok(rows.length > 0);
    for (const { startup } of rows) {
      assert.equal(startup.stage, 'Series A/B');
      assert.ok(startup.contributors < 20);
    }
  });

  it('names what it does not know, and shows the rest', () => {
    const { choices, unknown } = read({ sector: 'sector-1,nowhere', stage: 'Z', sort: 'luck' });
    assert.deepEqual(choices.picked, { sector: ['sector-1'] });
    assert.deepEqual(
      unknown.map(({ name, value }) => [name, value]),
      [
        ['sector', 'nowhere'],
        ['stage', 'z'],
        ['sort', 'luck'],
      ],
    );
    assert.ok(unknown[1]?.known.includes('series-a-b'));
  });

  it('has one address for what means the same', () => {
    const one = read({ sector: 'sector-2,sector-1', order: 'highest' }).choices;
    const other = read({ sector: 'SECTOR-1, sector-2', sort: 'score' }).choices;
    const address = (choices: typeof one) =>
      selectionAddress('/startups', choiceParameters(choices, list));
    assert.equal(address(one), '/startups?sector=sector-1,sector-2');
    assert.equal(address(other), address(one));
  });

  it('comes back from its own address', () => {
    const value = (name: (typeof FACET_NAMES)[number]) =>
      fc.subarray(
        facets.find((facet) => facet.name === name)?.values.map((one) => one.value) ?? [],
      );
    const query = fc.record({
      sector: value('sector'),
      stage: value('stage'),
      status: value('status'),
      signal: value('signal'),
      geography: value('geography'),
      size: value('size'),
      sort: fc.constantFrom(...SORT_NAMES),
      order: fc.constantFrom(...ORDERS),
    });
    fc.assert(
      fc.property(query, (asked) => {
        const text = Object.fromEntries(
          Object.entries(asked).map(([name, values]) => [name, [values].flat().join(',')]),
        );
        const { choices, unknown } = read(text);
        assert.deepEqual(unknown, []);
        const again = read(Object.fromEntries(choiceParameters(choices, list))).choices;
        assert.deepEqual(again, choices);
      }),
    );
  });

  it('is sorted by any column, unknown values last either way', () => {
    const unknownPace = listedOf(edition.signals, new Map([...evidence].slice(0, 40)));
    for (const sort of SORT_NAMES)
      for (const order of ORDERS) {
        const rows = chooseRows(unknownPace, list, { picked: {}, sort, order });
        assert.equal(rows.length, 60);
        const values = rows.map((row) => SORTINGS[sort]?.value(row) ?? null);
        const known = values.filter((value) => value !== null);
        assert.deepEqual(values.slice(0, known.length), known, `${sort} ${order}`);
        const numbers = known.filter((value) => typeof value === 'number');
        const sorted = numbers.toSorted((a, b) => (order === 'highest' ? b - a : a - b));
        assert.deepEqual(numbers, sorted, `${sort} ${order}`);
      }
  });

  it('counts what each value would show, with the other facets as they are', () => {
    const { choices } = read({ stage: 'series-a-b', geography: 'us' });
    for (const { name, values } of countFacets(listed, facets, choices.picked))
      for (const { value, count } of values) {
        const alone = { ...choices, picked: { ...choices.picked, [name]: [value] } };
        assert.equal(count, chooseRows(listed, list, alone).length, `${name} ${value}`);
      }
  });

  it('is said in words', () => {
    const { choices } = read({ stage: 'unknown', geography: 'eu,uk' });
    assert.equal(selectionWords(choices.picked, facets), 'stage not known, EU or UK');
  });
});

describe('the paces of sectors', () => {
  it('count who is above the own year, the largest share first', () => {
    const paces = sectorPaces(listed);
    assert.equal(
      paces.reduce((sum, { faster }) => sum + faster, 0),
      29,
    );
    const shares = paces.map(({ accelerations, faster }) => faster / accelerations.length);
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => b - a),
    );
  });

  it('know nothing of weeks without acceleration', () => {
    const [first] = sectorPaces(listedOf(edition.signals, new Map()));
    assert.deepEqual(first?.accelerations, []);
    assert.equal(first?.median, null);
  });
});
