import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { lastDayNamed, parsePeriod, weekIndex } from '../../../src/lib/period.ts';
import { computePeriod } from '../../../src/pipeline/edition/compute-period.ts';
import { trackedCompanies } from '../../../src/pipeline/edition/ledger-plan.ts';
import { MEASURES, measureStatement } from '../../../src/pipeline/edition/measurements.ts';
import { LedgerPeriods } from '../../../src/pipeline/edition/periods.ts';
import type { PublishOptions } from '../../../src/pipeline/edition/publish.ts';
import { withEngine } from '../../../src/pipeline/ledger/duckdb.ts';
import { withLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { WINDOW_NAMES } from '../../../src/pipeline/measures/windows.ts';
import { examplePublication, TEN_WEEKS } from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';

describe('the statement of a measure', () => {
  let options: PublishOptions;
  before(async () => {
    options = await examplePublication(await temporaryFolder(), TEN_WEEKS);
  });

  const statementOf = (name: string, slug: string, week: string) =>
    withLedger(options.ledger, (connection) => {
      const period = parsePeriod(week);
      assert.ok(period);
      const tracked = trackedCompanies(options.registry);
      return measureStatement(connection, options.ledger, tracked, { name, slug, period });
    });

  const rowsOf = async (statement: string) =>
    withEngine(async (connection) => (await connection.runAndReadAll(statement)).getRowsJson());

  it('gives the published counts in a DuckDB that knows nothing else', async () => {
    const { composition } = await withLedger(options.ledger, async (connection) => {
      const periods = await LedgerPeriods.read(connection, trackedCompanies(options.registry));
      const { startups } = await computePeriod(periods, weekIndex(lastDayNamed('2025-w20')));
      const acorn = startups.find(({ company }) => company === 'acorn');
      assert.ok(acorn);
      return acorn.windows;
    });
    const rows = await rowsOf(await statementOf('composition', 'acorn', '2025-w20'));
    assert.deepEqual(
      rows.map(([, , place, commits, , , people]) => [place, commits, people]).sort(),
      WINDOW_NAMES.map((name, place) => {
        const { commits, people } = composition[name];
        return [place, commits, people];
      }),
    );
  });

  it('is complete for every measure, and refused for what is unknown', async () => {
    for (const { name } of MEASURES)
      await assert.doesNotReject(async () => rowsOf(await statementOf(name, 'acorn', '2025-w20')));
    for (const [code, name, company, week] of [
      ['unknown-measure', 'size', 'acorn', '2025-w20'],
      ['unknown-company', 'pace', 'unknown', '2025-w20'],
      ['unknown-period', 'pace', 'acorn', '2019-w01'],
    ] as const)
      await assert.rejects(statementOf(name, company, week), { code });
  });
});
