import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { answerTo } from '../../../src/features/answers/answer-question.ts';
import { parseDay } from '../../../src/lib/period.ts';
import { counted } from '../../../src/lib/prose.ts';
import { commitsOnDays } from '../../../src/published/commits-on-days.ts';
import type { Published } from '../../../src/published/published.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let published: Published;
before(async () => {
  published = await shippedPublication();
});

async function said(question: string): Promise<string> {
  const answer = await answerTo(question, published);
  assert.ok(answer.found, question);
  return answer.answer;
}
const commits = async (slug: string, first: string, last: string) =>
  (await commitsOnDays(slug, { first: parseDay(first), last: parseDay(last) }, published.editions))
    .commits;

describe('commits of certain days', () => {
  it('of a month, a quarter and a day are counted day by day', async () => {
    const month = await commits('deno', '2025-07-01', '2025-07-31');
    const expected = `Deno had ${counted(month, 'commit')} from 1 July 2025 to 31 July 2025.`;
    for (const question of [
      'how many commits did Deno make in July 2025',
      'Deno commits July 2025',
      'total number of commits by Deno in 2025-07',
    ])
      assert.equal(await said(question), expected);
    for (const [question, pattern] of [
      ['Deno commits in Q2 2026', /^Deno had [\d,]+ commits from 1 April 2026 to 30 June 2026\.$/],
      ['commits by Deno on 5 July 2026', /^Deno had \d+ commits? on 5 July 2026\.$/],
      ['Did Deno make more than 500 commits in June 2026?', /^Yes\. Deno had/],
      ['Did Deno make fewer than 500 commits in June 2026?', /^No\. Deno had/],
      [
        'Who had more commits in June 2026, Deno or Astral?',
        /^Deno had .* Astral had .* more commits/,
      ],
    ] as const)
      assert.match(await said(question), pattern);
  });

  it('are left alone where a pace is asked for', async () => {
    for (const question of ['What was Deno’s average 14-day commit count in June 2026?']) {
      const text = await said(question);
      assert.match(text, /average of the weeks/, question);
      assert.doesNotMatch(text, /from 1 June/, question);
    }
  });

  it('of which nothing is published are not made up', async () => {
    assert.match(await said('how many commits did Neon make in June 2026'), /no data for Neon/);
    for (const question of [
      'How many commits did Deno make in July 2019?',
      'How many commits did Deno make in December 2026?',
      'How many commits did Kubernetes make in July 2025?',
    ])
      assert.ok(!(await answerTo(question, published)).found, question);
  });
});
