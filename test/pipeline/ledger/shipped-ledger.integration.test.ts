/** The ledger under `data/` is what its note says it is. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { type Ledger, openLedger, verifyLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { filesOf } from '../../../src/pipeline/ledger/ledger-manifest.ts';
import { shippedRegistry } from '../../../tools/shipped-registry.ts';
import { cli } from '../../support/cli.ts';
import { rowsIn } from '../../support/ledger-rows.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const SHIPPED = join(PROJECT_ROOT, 'data', 'ledger');
/** The folder of recorded histories that the ledger was made from. */
const RECORDED = process.env['RECORDED_HISTORIES'];

describe('the shipped ledger', () => {
  let ledger: Ledger;
  before(async () => {
    const opened = await openLedger(SHIPPED);
    assert.ok(opened);
    ledger = opened;
  });

  it('is whole, and smaller than 8 MB', async () => {
    await verifyLedger(ledger);
    const bytes = filesOf(ledger.manifest).reduce((sum, file) => sum + file.bytes, 0);
    assert.ok(bytes < 8_000_000, `${bytes} bytes`);
  });

  it('holds only repositories that the registry tracks, of 393 companies', async () => {
    const { companies } = await shippedRegistry();
    const rows = await rowsIn(ledger, 'SELECT company, repository FROM repositories');
    const tracked = companies.flatMap(({ slug, repositories }) =>
      repositories.map(({ name }) => `${slug} ${name}`),
    );
    const held = new Set(rows.map((row) => row.join(' ')));
    assert.deepEqual([...held.difference(new Set(tracked))], []);
    assert.equal(new Set(rows.map(([company]) => company)).size, 393);
  });

  const laws: Record<string, [query: string, expected: unknown[][]]> = {
    'accounts for every commit: counted, or left out for one reason': [
      `SELECT CAST(sum(commits) AS INTEGER),
         sum(counted + merges + duplicates + automated + misdated) = sum(commits),
         (SELECT sum(commits) FROM activity) = sum(counted) FROM repositories`,
      [[1_370_003, true, true]],
    ],
    'counts what was left out by day as the repositories do in all': [
      `SELECT repository FROM repositories LEFT JOIN (
         SELECT company, repository,
           sum(commits) FILTER (reason = 'merge') AS merged,
           sum(commits) FILTER (reason = 'duplicate') AS twice,
           sum(commits) FILTER (reason = 'automation') AS automatic,
           sum(commits) FILTER (reason = 'misdated') AS wrong
         FROM excluded GROUP BY company, repository) AS sums USING (company, repository)
       WHERE coalesce(merged, 0) <> merges OR coalesce(twice, 0) <> duplicates
         OR coalesce(automatic, 0) <> automated OR coalesce(wrong, 0) <> misdated`,
      [],
    ],
    'never has more landed in bulk or late than was counted': [
      `SELECT company FROM activity
       WHERE bulk NOT BETWEEN 0 AND commits OR late7d NOT BETWEEN late30d AND commits`,
      [],
    ],
    'names dependencies that are packages': [
      `SELECT DISTINCT dependency FROM dependencies WHERE dependency IN
         ('npm:react', 'pypi:pydantic', 'cargo:tokio', 'gem:rails', 'pypi:build-backend',
          'pypi:asyncio-mode', 'npm:build', 'cargo:repository')
         OR dependency LIKE 'go:%' ORDER BY dependency`,
      [['cargo:tokio'], ['gem:rails'], ['npm:react'], ['pypi:pydantic']],
    ],
    'has the commit of each dependency': [
      `SELECT company FROM dependencies WHERE NOT regexp_full_match("commit", '[0-9a-f]{12}')`,
      [],
    ],
    'tells of the 43 recordings that were cut which releases they hold': [
      `SELECT CAST(count(releasesFrom) AS INTEGER),
         CAST(count(*) FILTER (releasesFrom > coveredThrough) AS INTEGER) FROM repositories`,
      [[43, 34]],
    ],
    'holds people as hashes and nothing else': [
      `SELECT person FROM activity WHERE NOT regexp_full_match(person, '[0-9a-f]{10}')`,
      [],
    ],
  };
  for (const [law, [query, expected]] of Object.entries(laws))
    it(law, async () => assert.deepEqual(await rowsIn(ledger, query), expected));

  it('is remade bit for bit from the recorded histories', {
    skip:
      RECORDED === undefined &&
      process.env['CI'] === undefined &&
      'RECORDED_HISTORIES names no folder of recorded histories',
  }, async (t) => {
    assert.ok(RECORDED !== undefined, 'RECORDED_HISTORIES must name the recorded histories');
    const folder = await temporaryFolder(t);
    const made = join(folder, 'ledger');
    const { status, stderr } = await cli(
      ['collect', '--recorded', RECORDED, '--fresh', '--ledger', made],
      { DATA_DIR: folder },
      PROJECT_ROOT,
    );
    assert.equal(status, 0, stderr);
    const [ours, theirs] = await Promise.all(
      [made, SHIPPED].map((place) => readFile(join(place, 'ledger.json'), 'utf8')),
    );
    assert.equal(ours, theirs);
  });
});
