import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { answerTo } from '../../../../src/features/answers/answer-question.ts';
import type { Published } from '../../../../src/published/published.ts';
import { shippedPublication } from '../../../../tools/shipped.ts';

let published: Published;
before(async () => {
  published = await shippedPublication();
});

const said = async (question: string) => {
  const answer = await answerTo(question, published);
  assert.ok(answer.found, question);
  return answer.answer;
};

describe('what is said', () => {
  it('of who comes first, names whom and what', async () => {
    for (const [question, sentence] of [
      ['Which startup has the most commits?', /^\w+ has the most commits in 14 days: \d+ \(week/],
      [
        'Which startup has the fewest commits?',
        /^.+, .+ and .+ have the fewest commits in 14 days: 0, all the same \(week/,
      ],
      ['Is Qdrant the least active startup?', /^Yes\. .+Qdrant.+ have the fewest commits/],
      ['Is Temporal the least active startup?', /^No\. .+ have the fewest commits/],
      ['Which startup has the most new repositories?', /^\d+ startups have the most new/],
      [
        'Who has the lowest composite?',
        /^.+ have the lowest composite score: \d+ of 100, all the same \(week/,
      ],
      ['Who is second by contributors?', /^.+ is second by number of contributors in 30 days: \d+/],
      ['Who is number 7 on the trending list?', /^.+ is seventh on the trending list \(week/],
      ['Who led in week 20 by composite?', /^.+ had the highest composite score: .+ \(week 20 of/],
      ['What is the oldest company you track?', /^.+ are the oldest by year of founding: \d{4}/],
      ['Which sector has the most startups?', /^.+ has the most covered startups: \d+ \(week/],
      ['Is Cline the most active startup?', /^(?:Yes|No)\. .+ has the most commits in 14 days: \d/],
    ] as const)
      assert.match(await said(question), sentence, question);
  });

  it('of two says by how much, and of more who has most', async () => {
    assert.match(
      await said('Compare Turso and Convex by contributors'),
      /^\w+ has more, by \d+\. Contributors in 30 days \(week .+\): \w+ \d+, \w+ \d+\.$/,
    );
    assert.match(
      await said('Turso, Convex and DragonflyDB by commits'),
      /^\w+ has the most\. Commits/,
    );
    assert.match(await said('Who has fewer contributors, Turso or Convex?'), /has fewer, by \d+\./);
    assert.match(await said('Is Chroma ahead of Weaviate?'), /^(?:Yes|No)\. \w+ is ahead by \d+\./);
  });

  it('of places in an order takes number 1 for the best', async () => {
    const trending = (await published.editions.signals(published.editions.latest)).trending.map(
      ({ name }) => name,
    );
    const [first, second, third] = trending;
    const asked = (question: string) => said(question.replace('first', first ?? ''));
    for (const question of [
      `Compare the trending rank of ${second} and first`,
      `Is first ranked higher on the trending list than ${second}?`,
    ])
      assert.match(await asked(question), new RegExp(`^(?:Yes\\. )?${first} is ahead\\. Rank`));
    assert.match(
      await asked(`Compare the trending rank of ${third}, ${second} and first`),
      new RegExp(`^${first} comes first\\. Rank`),
    );
  });

  it('of counts and measures is one phrase, with the right number of things', async () => {
    assert.match(
      await said('How many startups have a strong signal?'),
      /^\d+ covered startups with signal strength strong in week \d+ of \d{4}\.$/,
    );
    assert.match(
      await said('How many startups raised money in 2026?'),
      /^\d+ different companies among funding rounds/,
    );
    assert.match(
      await said('average commits in security'),
      /^The mean of commits in 14 days of covered startups in the sector Security .+: [\d.,]+ \(of \d+ startups\)\.$/,
    );
    assert.doesNotMatch(await said('How much has Dub raised?'), /\b1 \w+ rounds/);
  });

  it('of weeks that pass a bound says what they passed', async () => {
    assert.match(
      await said('When was Onyx last above 90 in composite score?'),
      /^Onyx last had a composite score of more than 90 in week \d+ of \d{4} \(\d+ of 100\)\.$/,
    );
    assert.match(
      await said('When did Langfuse first exceed 200 commits?'),
      /^Langfuse first had more than 200 commits in 14 days in week \d+ of \d{4} \(\d+\)\.$/,
    );
    assert.match(
      await said('For how many weeks in a row has Agenta had at least 300 commits?'),
      /^For \d+ weeks in a row from week .+ up to week .+, Agenta has had at least 300 commits in 14 days/,
    );
  });

  it('answers yes or no where that is asked', async () => {
    assert.match(await said('Is Neon covered?'), /^(?:Yes\. Neon is|No\. Neon is not) covered/);
    assert.match(await said('Do you track Vercel?'), /^Yes\. Vercel is tracked/);
    assert.match(await said('Does Cline use coding agents?'), /^Yes\. Cline: share of commits by/);
    assert.match(await said('Is Turso more active than in week 4?'), /^(?:Yes|No)\. Commits in 14/);
  });

  it('of deals names the one that is meant, of how many', async () => {
    assert.match(await said('latest round of Supabase'), /^The latest of \d+ rounds: Supabase: /);
    assert.match(
      await said('What was the largest acquisition?'),
      /^The largest known: .+ acquired /,
    );
    assert.match(
      await said('Which acquisitions were called off?'),
      /Adobe's acquisition of Figma \(2022-09-15\), USD 20 billion was called off\./,
    );
    assert.equal(
      await said('What is Tiger Data formerly known as?'),
      'Tiger Data (Timescale): formerly Timescale (until 2025-06-17).',
    );
  });
});
