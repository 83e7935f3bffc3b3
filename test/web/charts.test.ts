/** Sparklines. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { HistoryTable } from '../../src/pipeline/edition/record.ts';
import { roundAxis } from '../../src/web/charts/chart.ts';
import { linePath, sparkline } from '../../src/web/charts/line-charts.ts';
import { weeklyChart } from '../../src/web/charts/weekly-chart.ts';
import { PERIODS } from './fixture.ts';

function history(velocity: (number | null)[]): HistoryTable {
  const periods = PERIODS.slice(-velocity.length).map(({ slug }) => slug);
  return { periods, startups: { one: { velocity, contributors: velocity, composite: velocity } } };
}

const drawn = (velocity: (number | null)[], period = '2026-w33', weeks?: number) =>
  sparkline(history(velocity), 'one', period, weeks).toString();
const subpaths = (svg: string) => /<path d="([^"]*)"/.exec(svg)?.[1]?.split(/(?=M)/) ?? [];

describe('sparkline', () => {
  it('leaves a gap where a week was not covered', () => {
    assert.equal(subpaths(drawn([5, 9, null, 3, 4])).length, 2);
  });

  it('draws zero on the base line and does not take it for a gap', () => {
    const svg = drawn([5, 0, 5]);
    assert.equal(subpaths(svg).length, 1);
    assert.match(svg, /d="M\d+ 6l4 36 4-36"/);
  });

  it('ends at the asked period and shows 52 weeks at most', () => {
    const weeks = Array.from({ length: 80 }, () => 3);
    const points = (svg: string) =>
      (/<path d="([^"]*)"/.exec(svg)?.[1]?.match(/4 0/g) ?? []).length;
    assert.equal(points(drawn(weeks)), 51);
    assert.equal(points(drawn(weeks, '2026-w33', 10)), 9);
  });

  it('draws nothing when nothing is known', () => {
    assert.match(drawn([null, null]), /<path d=""\/><\/svg>/);
    assert.match(sparkline(history([1]), 'other', '2026-w33').toString(), /<path d=""\/><\/svg>/);
  });

  it('stays within its box and small', () => {
    const week = fc.option(fc.nat({ max: 1_000_000 }), { nil: null });
    fc.assert(
      fc.property(fc.array(week, { minLength: 1, maxLength: 52 }), (velocity) => {
        const svg = drawn(velocity);
        assert.ok(svg.length < 900, `${svg.length} bytes`);
        for (const { x, y } of walk(/ d="([^"]*)"/.exec(svg)?.[1] ?? '')) {
          assert.ok(x >= 6 && x <= 210, `x ${x}`);
          assert.ok(y >= 6 && y <= 42, `y ${y}`);
        }
      }),
    );
  });
});

describe('linePath', () => {
  it('comes back to the same points from its relative steps', () => {
    const point = fc.option(
      fc.record({ x: fc.nat(999), y: fc.nat(999) }, { noNullPrototype: true }),
      { nil: null },
    );
    fc.assert(
      fc.property(fc.array(point), (points) => {
        const known = points.filter((candidate) => candidate !== null);
        assert.deepEqual(walk(linePath(points)), known);
      }),
    );
  });
});

describe('an axis', () => {
  it('is logarithmic where one line would lie on it beside another, and says so', () => {
    const yAxis = (...maxima: (number | null)[]) => {
      const series = maxima.map((value, index) => ({ name: `${index}`, values: [0, value] }));
      const words = { id: 'pair', title: '', summary: '', page: '/', unit: 'Commits' };
      return weeklyChart({ ...words, weeks: ['2026-w30', '2026-w31'], series }).y;
    };
    const { label, ticks } = yAxis(1_700, 40);
    assert.equal(label, 'Commits, log scale');
    assert.deepEqual(
      ticks.map(([value]) => value),
      [0, 1, 10, 100, 1_000],
    );
    assert.equal(yAxis(1_700, 400).label, 'Commits');
    assert.equal(yAxis(1_700, null).label, 'Commits');
  });

  it('ends at round numbers around its values, in at most seven steps', () => {
    for (const [lowest, highest, ticks] of [
      [0, 5, [0, 1, 2, 3, 4, 5]],
      [0, 99, [0, 20, 40, 60, 80, 100]],
      [0, 1_660, [0, 500, 1_000, 1_500, 2_000]],
      [-26.3, 14.3, [-30, -20, -10, 0, 10, 20]],
    ] as const)
      assert.deepEqual(
        roundAxis(lowest, highest, String).ticks.map(([value]) => value),
        ticks,
      );
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 1_000_000 }), (below, above) => {
        const { from, to, ticks } = roundAxis(-below, above, String);
        assert.ok(from <= -below && to >= above && ticks.length <= 8);
      }),
    );
  });
});

/** The points that a path visits. */
function walk(path: string): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = [];
  for (const [, command, numbers = ''] of path.matchAll(/([Mlh])([^Mlh]*)/g)) {
    if (command === 'h') continue;
    const values = (numbers.match(/-?\d+/g) ?? []).map(Number);
    for (let index = 0; index < values.length; index += 2) {
      const from = command === 'M' ? { x: 0, y: 0 } : (points.at(-1) ?? { x: 0, y: 0 });
      points.push({ x: from.x + (values[index] ?? 0), y: from.y + (values[index + 1] ?? 0) });
    }
  }
  return points;
}
