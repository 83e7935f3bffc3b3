/** Publishing week by week: types are replayed from the last edition, and come out as if all were published at once. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { isoDay, parseDay } from '../../../src/lib/period.ts';
import type { Tag } from '../../../src/pipeline/collect/commit.ts';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { isEarlierVersion } from '../../../src/pipeline/edition/method.ts';
import { type PublishOptions, publish } from '../../../src/pipeline/edition/publish.ts';
import type { Startup } from '../../../src/pipeline/edition/record.ts';
import { commitOn, ledgerOf } from '../../support/histories.ts';
import { examplePublication, FOUR_WEEKS } from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const FIRST_DAY = '2025-01-01';
/** Sundays. */
const LAST_DAYS = ['2025-06-01', '2025-06-08', '2025-06-15', '2025-06-22', '2025-06-29'];

/** Releases on so many days of each week from a Monday on. */
function releases(monday: string, weeks: number, aWeek: number): Tag[] {
  return Array.from({ length: weeks * aWeek }, (_, index) => {
    const day = parseDay(monday) + 7 * Math.floor(index / aWeek) + (index % aWeek);
    return [`v${monday}.${index}`, day * 86_400];
  });
}

const OFTEN = releases('2025-05-12', 7, 3);

/** Acorn releases often from May on, birch never; cedar as acorn, but two weeks of it are collected late. */
async function ledgerThrough(folder: string, lastDay: string, acorn: readonly Tag[] = OFTEN) {
  const days = parseDay(lastDay) - parseDay(FIRST_DAY) + 1;
  const history = (repository: string, tags: readonly Tag[], through = lastDay) => ({
    repository,
    tags: tags.filter(([, taggedAt]) => taggedAt <= parseDay(lastDay) * 86_400),
    ...{ coveredFrom: FIRST_DAY, coveredThrough: through },
    commits: Array.from({ length: days }, (_, day) =>
      commitOn(isoDay(parseDay(FIRST_DAY) + day), { sha: `${repository.slice(0, 5)}${day}` }),
    ),
  });
  return ledgerOf(join(folder, lastDay), {
    acorn: [history('acorn/core', acorn)],
    birch: [history('birch/core', [])],
    cedar: [history('cedar/core', OFTEN, lastDay < '2025-06-20' ? '2025-06-08' : lastDay)],
  });
}

async function editionsOf({ store }: PublishOptions) {
  const { editions } = (await store.catalog()) ?? assert.fail();
  return editions.map(({ period, core, inputs }) => ({ period, core, inputs }));
}

async function typesIn({ store }: PublishOptions, period: string) {
  const { editions } = (await store.catalog()) ?? assert.fail();
  const { manifest } = editions.find((edition) => edition.period === period) ?? assert.fail();
  const lines = String(await store.fileOf(manifest, 'dataset.jsonl'))
    .trimEnd()
    .split('\n');
  const startups = lines.map((line) => JSON.parse(line) as Startup);
  return new Map(startups.map(({ slug, signalSince }) => [slug, signalSince]));
}

describe('publishing week by week', () => {
  let weekly: PublishOptions;
  before(async () => {
    const folder = await temporaryFolder();
    weekly = await examplePublication(folder, FOUR_WEEKS);
    for (const lastDay of LAST_DAYS) {
      weekly = { ...weekly, ledger: await ledgerThrough(folder, lastDay) };
      await publish({ ...weekly, correction: 'more was collected' });
    }
  });

  const elsewhere = (options: PublishOptions, name: string): PublishOptions => ({
    ...options,
    store: new EditionStore(join(options.dataFolder, name)),
  });

  it('gives the editions that publishing all weeks at once gives', async () => {
    const atOnce = elsewhere(weekly, 'at-once');
    const { added } = await publish(atOnce);
    assert.deepEqual(await editionsOf(weekly), await editionsOf(atOnce));
    assert.ok(added.length > LAST_DAYS.length);
    const types = await typesIn(weekly, '2025-w26');
    assert.deepEqual(
      [...types],
      [
        ['acorn', '2025-w21'],
        ['birch', null],
        ['cedar', '2025-w21'],
      ],
    );
  });

  it('replays from a week whose rows were corrected', async () => {
    const changed = await ledgerThrough(
      await temporaryFolder(),
      '2025-06-29',
      releases('2025-06-02', 4, 3),
    );
    const before = await editionsOf(weekly);
    await publish({ ...weekly, ledger: changed, correction: 'tags were moved' });
    const after = await editionsOf(weekly);
    const atOnce = elsewhere({ ...weekly, ledger: changed }, 'corrected');
    await publish(atOnce);
    assert.deepEqual(after, await editionsOf(atOnce));
    const first = after.findIndex(({ core }, place) => core !== before[place]?.core);
    assert.ok(first > 0 && first < after.length - 4);
    assert.equal((await typesIn(weekly, '2025-w26')).get('acorn'), '2025-w24');
  });
});

describe('versions of the method', () => {
  it('are compared by their numbers, not as decimals', () => {
    assert.ok(isEarlierVersion('2.9', '2.10'));
    assert.ok(isEarlierVersion('2', '2.1'));
    assert.ok(isEarlierVersion('9.9', '10.0'));
    assert.ok(!isEarlierVersion('2.10', '2.1'));
    assert.ok(!isEarlierVersion('2.1', '2.1'));
  });
});
