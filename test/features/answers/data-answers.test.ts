import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { answerTo } from '../../../src/features/answers/answer-question.ts';
import { computedAnswer } from '../../../src/features/answers/computed-answer.ts';
import { parseDay } from '../../../src/lib/period.ts';
import { counted } from '../../../src/lib/prose.ts';
import { commitsOnDays } from '../../../src/published/commits-on-days.ts';
import type { Published } from '../../../src/published/published.ts';
import { agentShareOf } from '../../../src/published/startup-numbers.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let published: Published;
before(async () => {
  published = await shippedPublication();
});

const answerOf = async (question: string) => {
  const answer = await answerTo(question, published);
  assert.ok(answer.found, question);
  return answer;
};
const said = async (question: string) => (await answerOf(question)).answer;
const isDeclined = async (question: string) => !(await answerTo(question, published)).found;
const shareIn = async (week: string) =>
  agentShareOf([...(await published.editions.startups(week)).values()]);
const commits = async (slug: string, first: string, last: string) =>
  (await commitsOnDays(slug, { first: parseDay(first), last: parseDay(last) }, published.editions))
    .commits;

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
      const text = await said(question);
      assert.ok(text.startsWith(`${verdict}Across all commits`), text);
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
    const text = await said('What was Deno’s average 14-day commit count in June 2026?');
    assert.match(text, /average of the weeks/);
    assert.doesNotMatch(text, /from 1 June/);
  });

  it('of which nothing is published are not made up', async () => {
    assert.match(await said('how many commits did Neon make in June 2026'), /no data for Neon/);
    for (const question of [
      'How many commits did Deno make in July 2019?',
      'How many commits did Deno make in December 2026?',
      'How many commits did Kubernetes make in July 2025?',
    ])
      assert.ok(await isDeclined(question), question);
  });
});

describe('an answer from data', () => {
  it('declines a ratio of two numbers', async () => {
    assert.ok(await isDeclined('Who has the most commits per contributor?'));
  });

  it('gives amounts in the currency that is asked for, or says that they are in another', async () => {
    assert.match((await answerOf('NetBird seed round size in euro')).answer, /EUR 4 million/);
    assert.match((await answerOf('biggest seed round in euros')).answer, /: Seed .*, EUR /);
    const none = await answerTo('How much did Supabase raise in euros?', published);
    assert.ok(!none.found);
    assert.match(none.note ?? '', /never converted/);
  });

  it('says why one is missing that no week covers', async () => {
    for (const question of [
      'why is LangChain missing from the ranking',
      'Why is Grafana Labs absent from the latest edition?',
    ])
      assert.match((await answerOf(question)).answer, /has never been collected/, question);
  });
});

describe('a passage', () => {
  it('answers a question in its own words, even one that sounds like data', async () => {
    assert.equal((await answerOf('How many years of history do you keep?')).kind, 'faq');
    assert.match((await answerOf('Do you restate earlier editions?')).answer, /corrected edition/);
  });

  it('is no answer to a question for an order', async () => {
    const { kind } = await answerOf('Rank the observability names by number of contributors');
    assert.equal(kind, 'query');
  });

  it('says how errors are corrected, and what scores and limits are', async () => {
    for (const [question, answer] of [
      [
        'By what procedure would I dispute a fact about a portfolio company?',
        /Write to the operator/,
      ],
      ['If a figure turns out wrong, is a correction published?', /new revision/],
      ['How is the composite put together, and what weight has each component?', /70%/],
      ['max length of q', /280/],
    ] as const)
      assert.match((await answerOf(question)).answer, answer, question);
  });
});

describe('evidence of the latest week', () => {
  it('says how many newcomers stay, and which packages came and left', async () => {
    const evidence = (await published.editions.evidence(published.editions.latest)).get('nango');
    assert.ok(evidence);
    const { stayed, newPeople } = evidence.evidence['Engineering hiring burst'];
    const { came, left } = evidence.evidence['Framework migration'];
    const newcomers = await said('do newcomers stay at nango');
    assert.match(newcomers, new RegExp(`of ${newPeople} people who joined .*, ${stayed} stay`));
    const packages = await answerOf('what packages did nango add or drop?');
    assert.ok(came.length > 0 && left.length > 0);
    for (const { name } of [...came, ...left]) assert.ok(packages.answer.includes(name), name);
    assert.equal(packages.facts[0]?.claim, packages.answer);
    assert.ok(await isDeclined('list startups that added an mcp package'));
  });

  it('puts a pace against the year of its startup', async () => {
    const evidence = (await published.editions.evidence(published.editions.latest)).get('hatchet');
    const side = (evidence?.paceGrowth ?? 0) > 0 ? 'above' : 'below';
    assert.match(
      await said('hatchet pace vs own past year'),
      new RegExp(`is ${side} its own year`),
    );
    assert.match(await said('feldera growth score 2026-w30'), /^Feldera: growth score \d+ /);
  });
});

it('says of the startup, and not of a fund next to it, that its people are not recorded', async () => {
  const answer = await answerTo('founders of skyvern and were they in YC', published);
  assert.match(answer.found ? '' : (answer.note ?? ''), /founders and staff of Skyvern/);
});

it('counts what goes up and what goes down where both are asked', async () => {
  const startups = [...(await published.editions.startups(published.editions.latest)).values()];
  const moved = (sign: number) =>
    startups.filter((one) => Math.sign(one.commitVelocityChangeRatio ?? 0) === sign).length;
  const text = await said('how many startups are speeding up and how many are slowing down');
  assert.match(text, new RegExp(`, ${moved(1)} gained pace .*, ${moved(-1)} lost pace`));
});

it('tells the work of a startup that is not covered as it was when last covered', async () => {
  assert.match(
    await said('earthly still alive?'),
    /Last covered in week \d+ of \d+: Earthly landed/,
  );
});
