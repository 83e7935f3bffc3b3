/** Rows are put in order and added up as a plain sort of objects does it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { KeyNumbers } from '../../../src/pipeline/ledger/key-numbers.ts';
import { orderPeople } from '../../../src/pipeline/ledger/order-people.ts';

const COMPANIES = 4;
const row = fc.record({
  company: fc.nat(COMPANIES - 1),
  // Some share a number, and agents have −1.
  person: fc.constantFrom([-1, -1], [1, 7], [2, 7], [1, 8], [1024 + 1, 1024 + 8]),
  day: fc.integer({ min: -5, max: 40 }),
  copy: fc.nat(2),
  commits: fc.nat(9),
});
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;

/** By company and person, what they did by day and copy. */
function byHand(rows: readonly Row[]): unknown[] {
  return Array.from({ length: COMPANIES }, (_, company) => {
    const own = rows.filter((each) => each.company === company);
    return [...Map.groupBy(own, ({ person }) => person.join()).values()].map((days) => {
      const sums = new Map<string, number[]>();
      for (const { day, copy, commits } of days) {
        const [, , before = 0] = sums.get(`${day} ${copy}`) ?? [];
        sums.set(`${day} ${copy}`, [day, copy, before + commits]);
      }
      const isAgent = days[0]?.person[0] === -1;
      const order = ([day = 0, copy = 0]: number[]) => day * 10 + copy;
      return { isAgent, days: [...sums.values()].sort((a, b) => order(a) - order(b)) };
    });
  });
}

function byPlaces(rows: readonly Row[]): unknown[] {
  const column = (value: (one: Row) => number) => Int32Array.from(rows, value);
  const read = {
    companies: column(({ company }) => company),
    ones: column(({ person: [one = 0] }) => one),
    others: column(({ person: [, other = 0] }) => other),
    days: column(({ day }) => day),
    copies: column(({ copy }) => copy),
  };
  const commits = column((each) => each.commits);
  const { companies, persons, isAgent } = orderPeople(read, COMPANIES, [commits]);
  const between = (starts: Int32Array, place: number) =>
    Array.from(
      { length: (starts[place + 1] ?? 0) - (starts[place] ?? 0) },
      (_, index) => (starts[place] ?? 0) + index,
    );
  return Array.from({ length: COMPANIES }, (_, company) =>
    between(companies, company).map((person) => ({
      isAgent: isAgent[person] === 1,
      days: between(persons, person).map((at) => [read.days[at], read.copies[at], commits[at]]),
    })),
  );
}

it('people, days and copies are put in order, whatever the order in which rows come', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
      assert.deepEqual(byPlaces(rows), byHand(rows));
    }),
  );
});

it('a pair of numbers keeps its number, and loses it when all are cleared', () => {
  const numbers = new KeyNumbers();
  const pairs = Array.from({ length: 5_000 }, (_, index) => [index % 70, index >> 3] as const);
  for (const round of [1, 2]) {
    const known = new Map<string, number>();
    for (const [one, other] of pairs) {
      const key = `${one} ${other}`;
      assert.equal(numbers.find(one, other), known.get(key), `round ${round}`);
      if (!known.has(key)) known.set(key, known.size);
      assert.equal(numbers.of(one, other), known.get(key));
    }
    assert.equal(numbers.count, known.size);
    numbers.clear();
  }
});
