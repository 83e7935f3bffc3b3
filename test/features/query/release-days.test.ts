import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReleaseDays } from '../../../src/features/query/release-days.ts';
import type { HistoryTable } from '../../../src/pipeline/edition/record.ts';

const blank = { velocity: [], contributors: [], composite: [] };
const history: HistoryTable = {
  periods: ['2026-w01', '2026-w02', '2026-w03', '2026-w04', '2026-w05'],
  startups: {
    acorn: { ...blank, releaseDays: [7, 1, 0, 2, 3] },
    birch: { ...blank, releaseDays: [1, null, 1, 1, 1] },
    cedar: blank,
  },
};
const days = new ReleaseDays(history);

describe('release days', () => {
  it('are those of the four weeks to a period', () => {
    assert.equal(days.of('acorn', '2026-w04'), 10);
    assert.equal(days.of('acorn', '2026-w05'), 6);
  });

  it('are not known where a week is not, of strangers, and of other periods', () => {
    assert.ok(Number.isNaN(days.of('birch', '2026-w05')));
    assert.ok(Number.isNaN(days.of('acorn', '2026-w03')));
    assert.ok(Number.isNaN(days.of('cedar', '2026-w05')));
    assert.ok(Number.isNaN(days.of('constructor', '2026-w05')));
    assert.ok(Number.isNaN(days.of('acorn', '2025-w05')));
    assert.ok(Number.isNaN(days.of('acorn', '')));
  });
});
