import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { answerTo } from '../../../src/features/answers/answer-question.ts';
import { parseDay } from '../../../src/lib/period.ts';
import { count, counted } from '../../../src/lib/prose.ts';
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
  it('of a month are counted day by day, and by the weeks that end in it', async () => {
    const [month, weeks] = [
      await commits('deno', '2025-07-01', '2025-07-31'),
      await commits('deno', '2025-06-30', '2025-07-27'),
    ];
    for (const question of [
      'how many commits did Deno make in July 2025',
      'Deno commits July 2025',
      'total number of commits by Deno in 2025-07',
    ])
      assert.ok(
        (await said(question)).startsWith(
          `Deno had ${counted(month, 'commit')} from 1 to 31 July 2025. In the whole weeks that end in these days, 30 June to 27 July 2025: ${count(weeks)}.`,
        ),
        question,
      );
  });

  it('of a quarter, a day, a range and up to now are counted as well', async () => {
    assert.match(
      await said('Deno commits in Q2 2026'),
      /^Deno had [\d,]+ commits from 1 April to 30 June 2026\./,
    );
    assert.match(
      await said('commits by Deno on 5 July 2026'),
      /^Deno had \d+ commits? on 5 July 2026\./,
    );
  });

  it('decide what is asked of them', async () => {
    assert.match(
      await said('Did Deno make more than 500 commits in June 2026?'),
      /^Yes\. Deno had/,
    );
    assert.match(
      await said('Did Deno make fewer than 500 commits in June 2026?'),
      /^No\. Deno had/,
    );
    assert.match(
      await said('how many commits did Deno and Astral make together in June 2026'),
      /Together: [\d,]+\./,
    );
  });

  it('of all startups are windows of every second week', async () => {
    assert.match(
      await said('how many commits did all covered startups make in June 2026'),
      /^[\d,]+ commits in the 4 weeks from 1 to 28 June 2026,/,
    );
    assert.match(
      await said('how many commits in databases in Q2 2026'),
      / in the 12 weeks from 6 April to 28 June 2026,/,
    );
  });

  it('are left alone where a pace is asked for', async () => {
    for (const question of ['What was Deno’s average 14-day commit count in June 2026?']) {
      const text = await said(question);
      assert.match(text, /average of the weeks/, question);
      assert.doesNotMatch(text, /from 1 to 30 June/, question);
    }
  });

  it('of which nothing is published are not made up', async () => {
    assert.match(
      await said('how many commits did Neon make in June 2026'),
      /^How many commits Neon had from 1 to 30 June 2026 is not published/,
    );
    for (const question of [
      'How many commits did Deno make in July 2019?',
      'How many commits did Deno make in December 2026?',
      'How many commits did Kubernetes make in July 2025?',
    ])
      assert.ok(!(await answerTo(question, published)).found, question);
  });
});
