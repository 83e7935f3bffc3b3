import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { WeekCounts } from '../../../src/pipeline/edition/week-counts.ts';
import { readCopies } from '../../../src/pipeline/ledger/copies.ts';
import { withLedger } from '../../../src/pipeline/ledger/ledger.ts';
import {
  columnsOfPersons,
  type PersonActivity,
  peopleBetween,
  personsOf,
  readPeople,
} from '../../../src/pipeline/ledger/people.ts';
import { numberCopies } from '../../../src/pipeline/ledger/row-queries.ts';
import { commitOn, ledgerOf } from '../../support/histories.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const row = (day: number) => ({
  ...{ day, copy: 0, commits: 1, coauthored: 0, bulk: null, ci: 0, infra: 0 },
});
const person = fc
  .array(fc.nat(40), { minLength: 1, maxLength: 6 })
  .map((days): PersonActivity => ({ isAgent: false, days: days.sort((a, b) => a - b).map(row) }));

it('people of a span are those with a row in it, and have these rows', () => {
  fc.assert(
    fc.property(fc.array(person), fc.nat(40), fc.nat(40), (persons, since, length) => {
      const through = since + length;
      const { columns, count, starts, ends } = peopleBetween(
        columnsOfPersons(persons),
        ...[0, since, through],
      );
      const found = Array.from({ length: count }, (_, place) => [
        ...columns.days.subarray(starts[place], ends[place]),
      ]);
      const expected = persons
        .map(({ days }) => days.map(({ day }) => day))
        .map((days) => days.filter((day) => day >= since && day <= through))
        .filter((days) => days.length > 0);
      assert.deepEqual(found, expected);
    }),
  );
});

it('rows become columns and persons again, whoever wrote them', () => {
  fc.assert(
    fc.property(fc.array(person), (persons) => {
      assert.deepEqual(personsOf(columnsOfPersons(persons), 0), persons);
    }),
  );
});

it('people are read company by company, each with the days in order', async (t) => {
  const by = (emailHash: string, ...days: string[]) =>
    days.map((day) => commitOn(day, { emailHash }));
  const ledger = await ledgerOf(await temporaryFolder(t), {
    one: [{ commits: [...by('aa', '2025-01-03', '2025-01-01'), ...by('bb', '2025-01-02')] }],
    three: [{ commits: by('aa', '2025-01-05') }],
  });
  const tracked = new Map(['one', 'two', 'three'].map((name) => [name, { name }]));
  const read = await withLedger(ledger, async (connection) => {
    const companies = await readCopies(connection, tracked);
    await numberCopies(connection, companies);
    const columns = await readPeople(connection, companies.length, { since: 0 });
    return companies.map(({ slug }, place) => ({
      slug,
      days: personsOf(columns, place)
        .map(({ days }) => days.length)
        .sort(),
    }));
  });
  assert.deepEqual(read, [
    { slug: 'one', days: [1, 2] },
    { slug: 'three', days: [1] },
    { slug: 'two', days: [] },
  ]);
});

it('a count is made once, 0 included, until it is forgotten', () => {
  const counts = new WeekCounts(2, { first: 10, last: 12 });
  let made = 0;
  const count = () => made++;
  assert.deepEqual([counts.of(1, 12, count), counts.of(1, 12, count), made], [0, 0, 1]);
  assert.equal(counts.of(0, 10, count), 1);
  counts.forget(1);
  assert.deepEqual([counts.of(1, 12, count), counts.of(0, 10, count)], [2, 1]);
});
