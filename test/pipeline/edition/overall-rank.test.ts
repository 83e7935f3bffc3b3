import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isStewardedOnly, overallOrder } from '../../../src/pipeline/edition/overall-rank.ts';
import type { Startup } from '../../../src/pipeline/edition/record.ts';
import { exampleStartup } from '../../web/fixture.ts';

const ranked = (slug: string, composite: number, changes: Partial<Startup> = {}): Startup =>
  exampleStartup(1, {
    slug,
    commitVelocity14d: 20,
    contributors: 3,
    scores: { velocity: 1, growth: 1, novelty: 1, composite },
    ...changes,
  });
const order = (startups: Startup[]) => overallOrder(startups).map(({ slug }) => slug);

describe('the overall rank', () => {
  it('orders by composite, without startups that are no longer independent', () => {
    const startups = [
      ranked('third', 10),
      ranked('first', 90),
      ranked('public', 50, { status: 'public' }),
      ranked('acquired', 99, { status: 'acquired' }),
      ranked('merged', 98, { status: 'merged' }),
      ranked('closed', 97, { status: 'closed' }),
    ];
    assert.deepEqual(order(startups), ['first', 'public', 'third']);
  });

  it('leaves out a startup never checked for an exit, but keeps older records', () => {
    const { exitsCheckedOn: _, ...older } = ranked('older', 40);
    const startups = [ranked('unchecked', 99, { exitsCheckedOn: null }), older as Startup];
    assert.deepEqual(order(startups), ['older']);
  });

  it('leaves out a startup whose counted repositories are all stewarded', () => {
    const steward = { repository: 'foundation/project', role: 'stewarded' } as const;
    const own = { repository: 'company/product', role: 'main' } as const;
    const all = { repositories: ['foundation/project'], repositoryRoles: [steward, own] };
    const some = { ...all, repositories: ['foundation/project', 'company/product'] };
    assert.equal(isStewardedOnly(all), true);
    assert.equal(isStewardedOnly(some), false);
    assert.equal(isStewardedOnly({ ...all, repositories: [] }), false);
    assert.deepEqual(order([ranked('steward', 99, all), ranked('owner', 50, some)]), ['owner']);
  });

  it('asks for twenty commits and three people', () => {
    const startups = [
      ranked('few-commits', 99, { commitVelocity14d: 19 }),
      ranked('two-people', 98, { contributors: 2 }),
      ranked('enough', 1),
    ];
    assert.deepEqual(order(startups), ['enough']);
  });
});
