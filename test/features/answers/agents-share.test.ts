import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { answerTo } from '../../../src/features/answers/answer-question.ts';
import { computedAnswer } from '../../../src/features/answers/computed-answer.ts';
import type { Published } from '../../../src/published/published.ts';
import { agentShareOf } from '../../../src/published/startup-numbers.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let published: Published;
before(async () => {
  published = await shippedPublication();
});

const shareIn = async (week: string) =>
  agentShareOf([...(await published.editions.startups(week)).values()]);

describe('the share of agents in all commits', () => {
  it('is said to rise or fall as its numbers do, whichever is asked', async () => {
    const { latest, periods } = published.editions;
    const now = await shareIn(latest);
    const earlier = periods.slice(1, 16).map(({ slug }) => slug);
    const shares = await Promise.all(earlier.map(shareIn));
    const higher = earlier[shares.findIndex((share) => share > now)];
    const lower = earlier[shares.findIndex((share) => share < now)];
    assert.ok(
      higher !== undefined && lower !== undefined,
      'the shipped weeks hold a fall and a rise',
    );
    for (const [week, direction, verdict] of [
      [higher, 'rising', 'No. '],
      [higher, 'falling', 'Yes. '],
      [lower, 'rising', 'Yes. '],
      [lower, 'falling', 'No. '],
    ] as const) {
      const [year, number] = week.split('-w').map(Number);
      const question = `Is AI's share of code ${direction} since week ${number} of ${year}?`;
      const answer = await answerTo(question, published);
      assert.ok(answer.found, question);
      assert.ok(answer.answer.startsWith(`${verdict}Across all commits`), answer.answer);
    }
  });

  it('is said of one sector alone, and never of one for several', async () => {
    const told = async (...sectors: string[]) => {
      const where = [{ field: 'sector', op: '=' as const, values: sectors }];
      const query = { subject: 'startup' as const, metric: 'agentShare', measure: 'mean' as const };
      return (await computedAnswer({ query: { ...query, where } }, published))?.text ?? '';
    };
    assert.match(await told('databases'), /^Across all commits in Databases/);
    assert.match(await told('databases', 'security'), /Databases or Security average/);
  });
});
