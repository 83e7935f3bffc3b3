import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HistoryTable, Sector, Startup } from '../../src/pipeline/edition/record.ts';
import { agentShareOf, coveredPeriods, standingIn } from '../../src/published/startup-numbers.ts';

const startup = (slug: string, commitVelocity14d: number, agentShare: number) =>
  ({ slug, sector: 'databases', commitVelocity14d, agentShare }) as Startup;
const acorn = startup('acorn', 30, 0.5);
const birch = startup('birch', 10, 0.1);
const sectors = [{ slug: 'databases', startups: [birch, acorn] } as Sector];

describe('numbers derived from startups’ records', () => {
  it('ranks a startup by its place in its sector, from 1', () => {
    assert.equal(standingIn(sectors, acorn)?.rank, 2);
    assert.equal(standingIn(sectors, startup('cedar', 1, 0)), undefined);
  });

  it('names the periods that cover a startup, and none for a stranger', () => {
    const blank = { contributors: [], composite: [] };
    const history: HistoryTable = {
      periods: ['2026-w01', '2026-w02', '2026-w03'],
      startups: { acorn: { velocity: [null, 0, null], ...blank } },
    };
    assert.deepEqual(coveredPeriods(history, 'acorn'), ['2026-w02']);
    assert.deepEqual(coveredPeriods(history, 'constructor'), []);
  });

  it('weighs the share of agents by commits', () => {
    assert.equal(agentShareOf([acorn, birch]), 16 / 40);
    assert.equal(agentShareOf([]), 0);
  });
});
