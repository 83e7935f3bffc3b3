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
  it('orders independent startups by composite that have enough commits and people', () => {
    const { exitsCheckedOn: _, ...older } = ranked('older', 40);
    const startups = [
      ranked('third', 10),
      ranked('first', 90),
      ranked('public', 50, { status: 'public' }),
      // Records from before exits were looked for.
      older as Startup,
      ranked('unchecked', 99, { exitsCheckedOn: null }),
      ...(['acquired', 'merged', 'closed'] as const).map((status) =>
        ranked(status, 98, { status }),
      ),
      ranked('few-commits', 99, { commitVelocity14d: 19 }),
      ranked('two-people', 98, { contributors: 2 }),
    ];
    assert.deepEqual(order(startups), ['first', 'public', 'older', 'third']);
  });

  it('leaves out a startup whose counted repositories are all stewarded', () => {
    const steward = { repository: 'foundation/project', role: 'stewarded' } as const;
    const own = { repository: 'company/product', role: 'main' } as const;
    const all = { repositories: ['foundation/project'], repositoryRoles: [steward, own] };
    const some = { ...all, repositories: ['foundation/project', 'company/product'] };
    const none = { ...all, repositories: [] };
    assert.deepEqual([all, some, none].map(isStewardedOnly), [true, false, false]);
    assert.deepEqual(order([ranked('steward', 99, all), ranked('owner', 50, some)]), ['owner']);
  });
});
