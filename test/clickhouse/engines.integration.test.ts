/**
 * ClickHouse and DuckDB give every measure of the shipped ledger the same rows, and so the same
 * signed core.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { computeCores } from '../../src/pipeline/edition/core.ts';
import { readPlan, trackedCompanies } from '../../src/pipeline/edition/ledger-plan.ts';
import { MEASURES, scopeOf } from '../../src/pipeline/edition/measurements.ts';
import { chunksOf, type LedgerConnection } from '../../src/pipeline/ledger/connection.ts';
import { COPIES_QUERY, type Tracked } from '../../src/pipeline/ledger/copies.ts';
import { type Ledger, openLedger, queryLedger } from '../../src/pipeline/ledger/ledger.ts';
import { readRowDigests } from '../../src/pipeline/ledger/row-digests.ts';
import { Measured } from '../../src/pipeline/measures/measured.ts';
import { shippedStore } from '../../tools/shipped.ts';
import { commitOn, ledgerOf } from '../support/histories.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { skip } from './installed.ts';

const ENOUGH_ROWS = 100_000;

async function bridgeFor(t: TestContext) {
  // It loads half a gigabyte.
  const { startBridge } = await import('./bridge.ts');
  const bridge = await startBridge();
  t.after(() => bridge.close());
  return bridge;
}

async function rowsOf(connection: LedgerConnection, sql: string): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const chunk of chunksOf(connection, sql)) rows.push(...chunk.getRows());
  return rows;
}

/** Every measure's rows in all periods, sorted, because engines return them in any order. */
async function measuredRows(
  connection: LedgerConnection,
  tracked: Tracked,
): Promise<Map<string, unknown[][]>> {
  const plan = await readPlan(connection, tracked);
  const { scope } = scopeOf(plan, { first: plan.first, last: plan.lastPartial });
  const tables = MEASURES.flatMap(({ reads }) => reads);
  const measured = await Measured.open(connection, scope, tables);
  const rows = new Map<string, unknown[][]>();
  for (const measure of MEASURES) {
    const lines: string[] = [];
    for await (const chunk of measured.rows(measure))
      lines.push(...chunk.getRows().map((row) => JSON.stringify(row)));
    rows.set(
      measure.name,
      lines.sort().map((line) => JSON.parse(line)),
    );
  }
  return rows;
}

/** Compares all rows, and names the first that differs. */
function assertSameRows(name: string, clickHouse: unknown[][], duckDb: unknown[][]): void {
  assert.equal(clickHouse.length, duckDb.length, name);
  const differs = duckDb.findIndex((row, index) => !isDeepStrictEqual(row, clickHouse[index]));
  assert.deepEqual(clickHouse[differs], duckDb[differs], `${name}, row ${differs}`);
}

/** By index. */
const AFTER_ALL_WEEKS = 10_000;

describe('the shipped ledger on ClickHouse', { skip }, () => {
  it('has the rows, the digests and the cores that it has on DuckDB', async (t) => {
    const { store, registry } = await shippedStore();
    const shipped = await openLedger(join(PROJECT_ROOT, 'data', 'ledger'));
    assert.ok(shipped);
    const onClickHouse: Ledger = { ...shipped, clickHouseUrl: (await bridgeFor(t)).url };
    const tracked = trackedCompanies(registry);
    const answers = (ledger: Ledger) =>
      queryLedger(ledger, async (connection) => {
        const rows = await measuredRows(connection, tracked);
        rows.set('copies', await rowsOf(connection, COPIES_QUERY));
        const digests = await readRowDigests(connection, [...tracked.companies.keys()]);
        return { rows, digests: digests.identityUpTo(AFTER_ALL_WEEKS) };
      });
    const [theirs, ours] = [await answers(onClickHouse), await answers(shipped)];
    let compared = 0;
    for (const [name, rows] of ours.rows) {
      assertSameRows(name, theirs.rows.get(name) ?? [], rows);
      compared += rows.length;
    }
    assert.ok(compared > ENOUGH_ROWS);
    assert.deepEqual(theirs.digests, ours.digests);
    // The signed core was computed with DuckDB.
    const published = (await store.catalog())?.editions.findLast(({ isPartial }) => !isPartial);
    assert.ok(published?.core);
    const cores = await computeCores(onClickHouse, registry, [published.period]);
    assert.equal(cores.get(published.period)?.sha256, published.core);
  });
});

describe('the tables of a cluster', { skip }, () => {
  it('are written in the language of ClickHouse', async (t) => {
    const { ask } = await bridgeFor(t);
    const path = join(PROJECT_ROOT, 'deploy', 'clickhouse', 'tables.sql');
    const statements = (await readFile(path, 'utf8')).replace(/^--.*$/gm, '').split(';');
    for (const statement of statements.filter((text) => text.trim() !== ''))
      assert.match(ask(`EXPLAIN AST ${statement}`), /CreateQuery/);
  });
});

describe('a small ledger on ClickHouse', { skip }, () => {
  it('is loaded once, lies over another one, and hides erased people', async (t) => {
    const { url, ask } = await bridgeFor(t);
    const [own, beneath] = [
      await ledgerOf(await temporaryFolder(t), { acorn: [{ commits: [commitOn('2025-01-01')] }] }),
      await ledgerOf(await temporaryFolder(t), {
        acorn: [{ commits: [commitOn('2025-01-01'), commitOn('2025-01-02')] }],
        birch: [{ repository: 'birch/core', commits: [commitOn('2025-01-03')] }],
      }),
    ];
    const both: Ledger = { ...own, beneath, clickHouseUrl: url };
    const sql = 'SELECT company, commits, person FROM activity ORDER BY company, day';
    const read = (ledger: Ledger) => queryLedger(ledger, (connection) => rowsOf(connection, sql));
    const rows = [
      ['acorn', 1, 'aaaaaaaaaa'],
      ['birch', 1, 'aaaaaaaaaa'],
    ];
    assert.deepEqual(await read(both), rows);
    // An interrupted load is not listed, and its rows do not count.
    ask("INSERT INTO ledger_activity SELECT * REPLACE ('broken off' AS load) FROM ledger_activity");
    const loads = ask('SELECT count() FROM ledger_loads');
    assert.deepEqual(await read(both), rows);
    assert.equal(ask('SELECT count() FROM ledger_loads'), loads);
    assert.deepEqual(
      await read({ ...both, erased: ['aaaaaaaaaa'] }),
      rows.map(([company, commits]) => [company, commits, null]),
    );
    const [{ file } = { file: '' }] = own.manifest.tables.activity;
    ask(`ALTER TABLE ledger_activity DELETE WHERE load IN
      (SELECT load FROM ledger_loads WHERE file = '${file}') SETTINGS mutations_sync = 1`);
    await assert.rejects(read(both), { code: 'clickhouse-incomplete' });
  });
});
