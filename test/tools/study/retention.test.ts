import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isoDay, parseDay, parsePeriod, weekIndex } from '../../../src/lib/period.ts';
import { computePeriod } from '../../../src/pipeline/edition/compute-period.ts';
import { LedgerPeriods } from '../../../src/pipeline/edition/periods.ts';
import { withLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { readRetention } from '../../../tools/study/look-ahead.ts';
import { commitOn, ledgerOf } from '../../support/histories.ts';
import { temporaryFolder } from '../../support/temporary.ts';

it('tells which of the new people who stayed were seen again 31 to 90 days later', async (t) => {
  const { lastDay = 0 } = parsePeriod('2025-w13') ?? {};
  /** Days before the period's end; negative ones come after it. */
  const commitsBy = (emailHash: string, ...ago: number[]) =>
    ago.map((days) => commitOn(isoDay(lastDay - days), { emailHash }));
  const staying = [40, 33, 26, 19, 5];
  const commits = [
    ...Array.from({ length: 300 }, (_, ago) => commitOn(isoDay(lastDay - ago))),
    ...commitsBy('returns', ...staying, -31),
    ...commitsBy('leaves', ...staying, -30, -91),
    ...commitsBy('visits', 12, -60),
    ...commitsBy('lapsed', 40, 33, 26, 25, 24, -60),
  ];
  const ledger = await ledgerOf(await temporaryFolder(t), { one: [{ commits }] });
  const week = weekIndex(lastDay);
  const retention = await withLedger(ledger, async (connection) => {
    const periods = await LedgerPeriods.read(connection, {
      companies: new Map([['one', { name: 'One' }]]),
      roles: [],
    });
    const [startup] = (await computePeriod(periods, week)).startups;
    assert.equal(startup?.windows.newcomers.stayed[0], 2);
    assert.equal(startup?.windows.newcomers.joined, 4);
    return readRetention(connection, periods, (at) => at.week === week);
  });
  assert.ok(parseDay('2025-06-30') >= lastDay + 90, 'the copy holds the 90 days');
  assert.deepEqual(retention, { newcomers: 2, seenAgain: 1 });
});
