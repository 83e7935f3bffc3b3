/** Counted commits by copy and day. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDay, weekIndex } from '../../../src/lib/period.ts';
import { CommitDays, CommitDaysBuilder } from '../../../src/pipeline/ledger/commit-days.ts';

const [SUNDAY, MONDAY] = [parseDay('2026-06-07'), parseDay('2026-06-08')];

/** Two copies without commits around one that has some; in no order, and one day twice. */
function commitDays(): CommitDays {
  const builder = new CommitDaysBuilder(3, { since: SUNDAY - 20, through: MONDAY });
  for (const [day, commits, byAgents] of [
    [MONDAY, 7, 0],
    [SUNDAY, 2, 1],
    [SUNDAY - 20, 4, 4],
    [SUNDAY, 1, 0],
  ] as const)
    builder.add(1, day, commits, byAgents);
  return new CommitDays(builder.finish());
}

describe('the commits of a copy', () => {
  it('are counted from one day through another', () => {
    const days = commitDays();
    assert.equal(days.commitsIn(1, SUNDAY, SUNDAY), 3);
    assert.equal(days.commitsIn(1, SUNDAY - 20, SUNDAY), 7);
    assert.equal(days.commitsIn(1, SUNDAY - 19, SUNDAY - 1), 0);
    assert.deepEqual(days.daily(1, MONDAY, 3), [0, 3, 7]);
  });

  it('are counted by week, those of agents apart', () => {
    const days = commitDays();
    const sums = [0, 100, 0];
    days.addWeeks(1, SUNDAY, sums);
    assert.deepEqual(sums, [3, 100, 4]);
    assert.equal(days.commitsOf(1, weekIndex(SUNDAY)), 3);
    assert.equal(days.agentCommitsOf(1, weekIndex(SUNDAY)), 1);
    assert.equal(days.agentCommitsOf(1, weekIndex(SUNDAY) - 2), 4);
    assert.equal(days.agentCommitsOf(1, weekIndex(SUNDAY) + 2), 0);
  });

  it('do not count for the copies before and after it', () => {
    const days = commitDays();
    for (const copy of [0, 2]) assert.equal(days.commitsIn(copy, SUNDAY - 20, MONDAY), 0);
  });

  it('end with the last day that was read', () => {
    assert.equal(commitDays().commitsIn(1, MONDAY, MONDAY + 100), 7);
    assert.equal(commitDays().commitsIn(1, MONDAY + 1, MONDAY + 100), 0);
  });

  it('are not known for days before the first that was read', () => {
    assert.throws(() => commitDays().commitsIn(1, SUNDAY - 21, SUNDAY), {
      name: 'RangeError',
      message: `day ${SUNDAY - 21} was not read`,
    });
    const week = weekIndex(SUNDAY) - 3;
    assert.throws(() => commitDays().agentCommitsOf(1, week), { name: 'RangeError' });
  });
});
