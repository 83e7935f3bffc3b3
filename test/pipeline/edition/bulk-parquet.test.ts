/** The records of all periods as Parquet, with row groups of a few periods each. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { CSV_HEADER, csvLines } from '../../../src/pipeline/edition/artifacts.ts';
import { parquetFile, recordsOfAll } from '../../../src/pipeline/edition/bulk-parquet.ts';
import { COLUMNS, rankedStartups } from '../../../src/pipeline/edition/columns.ts';
import { examplePublished } from '../../support/published.ts';

const MANY = 1_000_000;
const NOTHING = { periods: [], parquet: async () => undefined };

/** The example's full periods, and how many of their tables were read. */
async function examplePeriods() {
  const { editions } = await examplePublished();
  const read: string[] = [];
  const periods = await Promise.all(
    editions.periods.map(async ({ slug }) => {
      const startups = rankedStartups(await editions.signals(slug));
      const table = async () => {
        read.push(slug);
        return Buffer.from(csvLines(startups));
      };
      return { slug, manifest: `of ${slug}`, startups: startups.length, table };
    }),
  );
  return { periods: periods.toReversed(), read };
}

function contentOf(file: Buffer): ArrayBuffer {
  return new Uint8Array(file).buffer;
}

describe('records of all periods in row groups', () => {
  it('hold the rows of one table, in their order', async () => {
    const { periods } = await examplePeriods();
    const tables = await Promise.all(periods.map(({ table }) => table()));
    const whole = await parquetFile(COLUMNS, Buffer.concat([Buffer.from(CSV_HEADER), ...tables]));
    assert.deepEqual(await recordsOfAll(periods, NOTHING, MANY), whole);
    const joined = contentOf(await recordsOfAll(periods, NOTHING, 5));
    const { row_groups: groups, num_rows: rows } = parquetMetadata(joined);
    assert.ok(groups.length > 15, `${groups.length} row groups`);
    assert.equal(
      groups.reduce((sum, group) => sum + Number(group.num_rows), 0),
      Number(rows),
    );
    assert.deepEqual(
      await parquetReadObjects({ file: joined }),
      await parquetReadObjects({ file: contentOf(whole) }),
    );
  });

  it('are copied from the file before, with the same bytes as from nothing', async () => {
    const { periods, read } = await examplePeriods();
    const [all, before] = [periods, periods.slice(0, -2)];
    const whole = await recordsOfAll(all, NOTHING, 5);
    const first = await recordsOfAll(before, NOTHING, 5);
    read.length = 0;
    const last = { periods: before, parquet: async () => first };
    assert.deepEqual(await recordsOfAll(all, last, 5), whole);
    assert.ok(read.length <= 4, `${read.length} tables were read`);
  });

  it('are written where a period is another, and the others stay', async () => {
    const { periods, read } = await examplePeriods();
    const file = await recordsOfAll(periods, NOTHING, 5);
    const corrected = periods.map((period, place) =>
      place === 3 ? { ...period, manifest: 'another' } : period,
    );
    read.length = 0;
    const last = { periods: corrected, parquet: async () => file };
    assert.deepEqual(await recordsOfAll(periods, last, 5), file);
    assert.ok(read.includes(periods[3]?.slug ?? '') && read.length < 6, read.join());
  });

  it('are written where those before have other columns, or end elsewhere', async () => {
    const { periods } = await examplePeriods();
    const file = await recordsOfAll(periods, NOTHING, 5);
    const other = await parquetFile([{ name: 'name', type: 'VARCHAR' }], 'name\none\n');
    for (const before of [other, await recordsOfAll(periods, NOTHING, 7)]) {
      const last = { periods, parquet: async () => before };
      assert.deepEqual(await recordsOfAll(periods, last, 5), file);
    }
  });
});
