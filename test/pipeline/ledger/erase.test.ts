/** An erased person is in no row and is never brought back, and the counts stay. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { isoDay, parseDay } from '../../../src/lib/period.ts';
import type { Commit } from '../../../src/pipeline/collect/commit.ts';
import { erasePeople, rowsOfPeople } from '../../../src/pipeline/ledger/erase.ts';
import { erasedPeople, listErased } from '../../../src/pipeline/ledger/erased-people.ts';
import {
  type Ledger,
  ledgerFingerprint,
  openLedger,
  openOwnOverShipped,
} from '../../../src/pipeline/ledger/ledger.ts';
import { filesOf } from '../../../src/pipeline/ledger/ledger-manifest.ts';
import { noFiles } from '../../../src/pipeline/ledger/ledger-tables.ts';
import { commitOn, type HistoryFixture, ledgerOf, NO_RULES } from '../../support/histories.ts';
import { rowsIn } from '../../support/ledger-rows.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { wholeFile } from '../../support/whole-file.ts';

const coauthors = (...hashes: string[]) => hashes.map((emailHash) => ({ emailHash, nameHash: '' }));
const [ADA, BEN, CLEO] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc'] as const;

const HISTORY: HistoryFixture = {
  tags: [['v1', 1_735_800_000]],
  commits: [
    commitOn('2025-01-01', { emailHash: ADA, files: { ...noFiles(), src: 3 } }),
    commitOn('2025-01-01', { emailHash: BEN, files: { ...noFiles(), src: 1 } }),
    commitOn('2025-01-02', { emailHash: CLEO, coauthors: coauthors(ADA, BEN) }),
    commitOn('2025-01-03', { emailHash: ADA, agent: 'Helper', agentRole: 'coauthor' }),
    commitOn('2025-01-03', { emailHash: CLEO, agent: 'Helper', agentRole: 'author' }),
  ],
};

const activity = (ledger: Ledger) => rowsIn(ledger, 'SELECT * FROM activity ORDER BY ALL');

async function totals(ledger: Ledger) {
  const [[commits, src, people] = []] = await rowsIn(
    ledger,
    `SELECT CAST(sum(commits) AS INTEGER), CAST(sum(src) AS INTEGER),
       CAST(count(DISTINCT person) AS INTEGER) FROM activity`,
  );
  return { commits, src, people };
}

/** The same commits, collected without these people. */
const collectedWithout = async (t: TestContext, commits: Commit[], erased: readonly string[]) =>
  ledgerOf(await temporaryFolder(t), { one: [{ commits }] }, NO_RULES, { erased });

describe('erasing people from a ledger', () => {
  it('keeps commits and files counted, and does not tell erased people apart', async (t) => {
    const ledger = await ledgerOf(await temporaryFolder(t), { one: [HISTORY] });
    assert.deepEqual(await totals(ledger), { commits: 5, src: 4, people: 3 });
    assert.deepEqual(await rowsOfPeople(ledger, [ADA, BEN]), [
      { company: 'one', people: 2, rows: 5, commits: 3 },
    ]);
    const left = await erasePeople(ledger, [ADA, BEN]);
    const files = filesOf(left.manifest).map(({ file }) => file);
    assert.deepEqual((await readdir(left.folder)).sort(), [...files, 'ledger.json'].sort());
    assert.deepEqual(wholeFile(left, 'releases'), wholeFile(ledger, 'releases'));
    assert.deepEqual(await totals(left), { commits: 5, src: 4, people: 1 });
    assert.deepEqual(await rowsOfPeople(left, [ADA, BEN]), []);
    const [folded] = await activity(left);
    // Two people's rows of one day became one.
    assert.deepEqual(folded?.slice(3, 8), [null, 'person', 2, 0, 4]);
  });

  it('gives what collecting the same histories without them gives', async (t) => {
    const hash = fc.constantFrom(ADA, BEN, CLEO, 'dddddddddd');
    const commit = fc.record({
      day: fc.integer({ min: 0, max: 3 }).map((day) => isoDay(parseDay('2025-01-01') + day)),
      emailHash: hash,
      coauthors: fc.uniqueArray(hash, { maxLength: 2 }).map((hashes) => coauthors(...hashes)),
      agentRole: fc.constantFrom('' as const, 'author' as const, 'coauthor' as const),
      daysToLand: fc.constantFrom(0, 8, 31),
      // As many at once as make a bulk landing.
      copies: fc.constantFrom(1, 20),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(commit, { minLength: 1, maxLength: 12 }),
        fc.subarray([ADA, BEN, CLEO]),
        async (plans, erased) => {
          const commits = plans.flatMap(({ day, daysToLand, copies, ...change }) => {
            const { authoredAt } = commitOn(isoDay(parseDay(day) - daysToLand));
            return Array.from({ length: copies }, () => commitOn(day, { ...change, authoredAt }));
          });
          const ledger = await ledgerOf(await temporaryFolder(t), { one: [{ commits }] });
          const left = await erasePeople(ledger, erased);
          const anew = await collectedWithout(t, commits, erased);
          assert.deepEqual(left.manifest.tables, anew.manifest.tables);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('a collection', () => {
  it('leaves out a person by any of their addresses or names', async (t) => {
    const commits = [
      commitOn('2025-01-01', { emailHash: ADA, nameHash: 'eeeeeeeeee' }),
      commitOn('2025-01-02', { emailHash: BEN, nameHash: 'eeeeeeeeee' }),
      commitOn('2025-01-03', { emailHash: CLEO }),
    ];
    for (const known of [ADA, BEN, 'eeeeeeeeee']) {
      const ledger = await collectedWithout(t, commits, [known]);
      assert.deepEqual(await totals(ledger), { commits: 3, src: 0, people: 1 }, known);
    }
    const others = await collectedWithout(t, commits, ['ffffffffff']);
    assert.deepEqual((await totals(others)).people, 2);
  });
});

describe('the list of erased people', () => {
  it('hides them in a ledger that was restored, and in the shipped one beneath', async (t) => {
    const [own, shipped] = [await temporaryFolder(t), await temporaryFolder(t)];
    await ledgerOf(shipped, { one: [HISTORY] });
    const read = () => openOwnOverShipped(join(own, 'ledger'), join(shipped, 'ledger'));
    const before = await read();
    assert.ok(before);
    assert.deepEqual(await listErased(join(own, 'ledger'), [ADA, ADA], '2026-01-01'), [ADA]);
    assert.deepEqual(await listErased(join(own, 'ledger'), [ADA], '2026-02-01'), []);
    assert.deepEqual(await erasedPeople(join(own, 'ledger')), [ADA]);
    const alone = await read();
    assert.ok(alone);
    assert.deepEqual(await totals(alone), { commits: 5, src: 4, people: 2 });
    assert.notEqual(ledgerFingerprint(alone), ledgerFingerprint(before), 'publishing notices');

    // As a back-up from before the erasure holds it.
    await ledgerOf(own, { two: [HISTORY] });
    const restored = await openLedger(join(own, 'ledger'));
    assert.ok(restored);
    assert.deepEqual(await totals(restored), { commits: 5, src: 4, people: 2 });
    const over = { ...restored.manifest, over: 'shipped' };
    await writeFile(join(own, 'ledger', 'ledger.json'), JSON.stringify(over));
    const both = await read();
    assert.ok(both?.beneath);
    assert.deepEqual(await totals(both), { commits: 10, src: 8, people: 2 });
  });

  it('stops everything when it cannot be read, since people would come back', async (t) => {
    const folder = await temporaryFolder(t);
    await ledgerOf(folder, { one: [HISTORY] });
    for (const text of ['', '{"format":1}', '{"format":1,"people":[{"hash":"ada@example.org"}]}']) {
      await writeFile(join(folder, 'ledger', 'erased.json'), text);
      await assert.rejects(openLedger(join(folder, 'ledger')), {
        code: 'erased-people-unreadable',
        message: /erased\.json cannot be read: .* would come back\./s,
      });
    }
    await writeFile(join(folder, 'ledger', 'erased.json'), '{"format":2,"people":[]}');
    await assert.rejects(openLedger(join(folder, 'ledger')), { code: 'later-version' });
  });
});
