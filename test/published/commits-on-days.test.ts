import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isoDay, lastDayNamed, parseDay } from '../../src/lib/period.ts';
import type { CheckRecord, RepositoryDays } from '../../src/pipeline/edition/checks.ts';
import { commitsOnDays } from '../../src/published/commits-on-days.ts';

const LATEST = '2026-w31';
const DAYS = 28;

/** As many commits a day as the day has in its month; two repositories share them. */
const commitsOf = (day: number) => Number(isoDay(day).slice(8));

function recordOf(period: string): CheckRecord {
  const last = lastDayNamed(period);
  const days = Array.from({ length: DAYS }, (_, index) => commitsOf(last - DAYS + 1 + index));
  const halves = [
    days.map((commits) => Math.floor(commits / 2)),
    days.map((commits) => Math.ceil(commits / 2)),
  ];
  return {
    slug: 'acorn',
    period,
    repositories: halves.map((commits) => ({ commits }) as RepositoryDays),
    peopleByDays: { current: [], prior: [] },
  };
}

/** @param isCovered whether a period covers the startup */
function editionsWith(isCovered: (period: string) => boolean) {
  const read: string[] = [];
  return {
    read,
    latest: LATEST,
    async checksOf(period: string, slug: string) {
      read.push(period);
      return slug === 'acorn' && isCovered(period) ? recordOf(period) : undefined;
    },
  };
}
const always = () => editionsWith(() => true);
const span = (first: string, last: string) => ({ first: parseDay(first), last: parseDay(last) });
const JUNE = span('2026-06-01', '2026-06-30');

describe('commits on days', () => {
  it('are added up over the days of several editions, one in four weeks', async () => {
    const editions = always();
    assert.deepEqual(await commitsOnDays('acorn', JUNE, editions), {
      commits: 465,
      counted: [JUNE],
    });
    assert.ok(editions.read.length <= 3, editions.read.join());
  });

  it('of the last 28 days are those of the current edition', async () => {
    const editions = always();
    await commitsOnDays('acorn', span('2026-07-06', '2026-07-12'), editions);
    assert.deepEqual(editions.read, [LATEST]);
  });

  it('leave out what no edition covers, and say which days are counted', async () => {
    const until = editionsWith((period) => period <= '2026-w24');
    assert.deepEqual((await commitsOnDays('acorn', JUNE, until)).counted, [
      span('2026-06-01', '2026-06-14'),
    ]);
    // Covered again for one week, whose edition has the three before as well.
    const gap = editionsWith((period) => period === '2026-w26');
    assert.deepEqual((await commitsOnDays('acorn', JUNE, gap)).counted, [
      span('2026-06-01', '2026-06-28'),
    ]);
  });

  it('are none of a stranger, of a time without editions, and of an empty span', async () => {
    const none = { commits: 0, counted: [] };
    const backwards = span('2026-06-30', '2026-06-01');
    assert.deepEqual(await commitsOnDays('birch', JUNE, always()), none);
    assert.deepEqual(await commitsOnDays('constructor', JUNE, always()), none);
    const never = editionsWith(() => false);
    assert.deepEqual(await commitsOnDays('acorn', JUNE, never), none);
    assert.deepEqual(await commitsOnDays('acorn', backwards, always()), none);
  });

  it('of two spans side by side are those of both together', async () => {
    const end = parseDay('2026-08-02');
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(...[1, 2, 3].map(() => fc.nat(200))),
        fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
        async (ago, covered) => {
          const [last, middle, first] = ago.map((days) => end - days).sort((a, b) => b - a);
          if (first === undefined || middle === undefined || last === undefined) return;
          const editions = () =>
            editionsWith((period) => covered[Number(period.split('-w')[1])] ?? false);
          const whole = await commitsOnDays('acorn', { first, last }, editions());
          const begin = await commitsOnDays('acorn', { first, last: middle }, editions());
          const rest = await commitsOnDays('acorn', { first: middle + 1, last }, editions());
          assert.equal(whole.commits, begin.commits + rest.commits);
        },
      ),
      { numRuns: 100 },
    );
  });
});
