/** The back-test on the shipped data is the one that the documentation shows. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import {
  type BackTest,
  backTest,
  houseRecord,
} from '../../../src/features/forecasts/house-record.ts';
import {
  backTestTable,
  reliabilityTable,
  verdictOf,
} from '../../../src/features/forecasts/verdict.ts';
import { parseDay } from '../../../src/lib/period.ts';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import type { Published } from '../../../src/published/published.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

/** Columns of tables are padded there. */
const plain = (text: string) => text.replace(/ +/g, ' ');

describe('the back-test of the house entry', () => {
  let published: Published;
  let tested: BackTest;
  before(async () => {
    published = await shippedPublication();
    tested = await backTest(published);
  });

  it('covers every past edition, and each forecast whose 90 days are over', () => {
    assert.equal(tested.editions, published.editions.periods.length);
    assert.equal(tested.graded, tested.editions);
    assert.ok(tested.scores && tested.scores.forecasts > 10_000);
  });

  it('has the figures of docs/markets.md', async () => {
    assert.ok(tested.scores);
    const page = plain(await readFile(join(PROJECT_ROOT, 'docs/markets.md'), 'utf8'));
    for (const line of [
      verdictOf(tested),
      ...backTestTable(tested.scores),
      ...reliabilityTable(tested.reliability),
    ])
      assert.ok(page.includes(plain(line)), line);
  });

  it('says that there is no skill while the interval holds 0', () => {
    const { skill } = tested.scores ?? {};
    assert.ok(skill);
    assert.equal(
      verdictOf(tested).includes('no skill'),
      skill.brier.low <= 0 && skill.brier.high >= 0,
    );
  });

  it('is no part of the live record, which is empty here', async () => {
    const { live, backfilled, latest } = await houseRecord(published, parseDay('2026-11-22'));
    assert.deepEqual([live.editions, live.scores, backfilled.editions, latest], [0, null, 0, null]);
  });
});
