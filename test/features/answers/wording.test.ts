import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { answerCorpus } from '../../../src/features/answers/answer-corpus.ts';
import { answerTo } from '../../../src/features/answers/answer-question.ts';
import { lastDayNamed } from '../../../src/lib/period.ts';
import { openPublished, type Published } from '../../../src/published/published.ts';
import { coveredPeriods } from '../../../src/published/startup-numbers.ts';
import { shippedStore } from '../../../tools/shipped.ts';

const DAY_MS = 86_400_000;
let published: Published;
before(async () => {
  const { site } = await shippedStore();
  const { editions } = await openPublished(site);
  // The day after the latest week, whenever the test runs.
  mock.timers.enable({ apis: ['Date'], now: (lastDayNamed(editions.latest) + 1) * DAY_MS });
  published = await openPublished(site);
});
after(() => mock.timers.reset());

async function answer(question: string) {
  const found = await answerTo(question, published);
  assert.ok(found.found, `${question}: ${JSON.stringify(found)}`);
  return found;
}

const startups = async () => [
  ...(await published.editions.startups(published.editions.latest)).values(),
];

describe('answers as an analyst gives them', () => {
  const PATTERNS: readonly (readonly [question: string, pattern: RegExp])[] = [
    [
      'Is CopilotKit accelerating?',
      /^Yes\. CopilotKit landed [\d,]+ commits in two weeks, up \d+% on the two before; its pace is (above|below) its own year \(growth score \d+\)\.$/,
    ],
    [
      'Is Cline growing its team?',
      /^(Yes|No)\. Cline’s contributors (doubled|grew \d+%|fell \d+%), \d+ to \d+\. That counts people with commits in 30 days, not employees\.$/,
    ],
    ['top 10 trending', /^This week’s top ten: ([^,]+, ){9}\S+( \S+)?\.$/],
    [
      'Who had the most commits in January?',
      /^.+, with about [\d,]+ commits a fortnight in January 2026, the most of the \d+ startups with data\.$/,
    ],
    ['has LiveKit been acquired?', /^No\. None on record for LiveKit\.$/],
    [
      'average contributors of database startups',
      /^Startups in Databases average \d+ contributors \(\d+ startups with data\)\.$/,
    ],
    [
      "How did Deno's contributors change since week 32 of 2025?",
      /^Deno (lost|gained) \d+ contributors? from week 32 of 2025 to week \d+ of \d+: \d+ to \d+ \([-+]\d+%\)\.$/,
    ],
    [
      'rank of Turso',
      /^Turso is [a-z0-9]+ of \d+ in Databases, (outside the top 20|number \d+ of the top 20); composite score \d+\.$/,
    ],
    [
      'How many startups had zero commits this week?',
      /^(Of the \d+ startups with data this week, [a-z]+|None of the \d+ startups with data this week) had no commits\.$/,
    ],
    [
      'share of AI code since week 32 of 2025',
      /^Across all commits, agents' share went from <?\d+% to \d+% \(week 32 of 2025 to week \d+ of \d+\)\.$/,
    ],
    ['Which investors backed both PostHog and Warp?', /^GV backed both\.$/],
  ];
  for (const [question, pattern] of PATTERNS)
    it(`says to “${question}” one thing, and what puts it in place`, async () => {
      assert.match((await answer(question)).answer, pattern);
    });

  it('of several that shrank says that none grew', async () => {
    const shrunk = (await startups()).filter(({ contributorGrowth }) =>
      /^-\d+%$/.test(contributorGrowth),
    );
    const names = shrunk.slice(0, 5).map(({ name }) => name);
    assert.equal(names.length, 5);
    const { answer: text } = await answer(`Compare the contributor growth of ${names.join(', ')}`);
    assert.match(text, /^Of the five compared, none grew; .+ shrank least \(-\d+%\)/);
  });

  it('of one that was never covered says that there is no data, not zero', async () => {
    const { meta } = await published.editions.signals(published.editions.latest);
    const history = await published.editions.history();
    const never = meta.notCovered.find(({ slug }) => coveredPeriods(history, slug).length === 0);
    assert.ok(never);
    for (const what of ['commits', 'trending rank']) {
      const { answer: text } = await answer(`${what} of ${never.name}`);
      assert.ok(text.startsWith(`We have no data for ${never.name}.`), text);
    }
  });

  it('of the only one says how many there are', async () => {
    const [most, next] = (await startups()).map((one) => one.contributors).sort((a, b) => b - a);
    assert.ok(most !== undefined && next !== undefined && most > next);
    const { answer: text } = await answer(`Which startups have more than ${next} contributors?`);
    const pattern = `^Of the \\d+ startups with data this week, only .+ has more than ${next} contributors \\(${most}\\)\\.$`;
    assert.match(text, new RegExp(pattern));
  });

  it('of the future names the latest week', async () => {
    const refused = await answerTo('How many commits will Langfuse have next week?', published);
    assert.ok(!refused.found);
    assert.match(
      refused.note ?? '',
      /^We don't forecast that; the latest week is \d+ \w+ to \d+ \w+\.$/,
    );
  });

  it('of a profile say each thing once', async () => {
    for (const { name } of (await startups()).slice(0, 40)) {
      const { answer: text } = await answer(`Tell me about ${name}`);
      assert.doesNotMatch(text, /none|no signal.*signal/, text);
      assert.match(text, /(shows|signal)/);
    }
  });

  it('name three of many, and lead to a page that shows them all', async () => {
    const found = await answer('Which startups are in the US?');
    assert.match(found.answer, /: [^,]+, [^,]+, [^,]+ and \d+ more\./);
    assert.match(found.url, /\/startups\?q=/);
    assert.ok(found.facts.length > 40);
  });
});

describe('facts', () => {
  it('carry numbers, and lead to a page or to what was published about a deal', async () => {
    for (const question of [
      'average contributors of database startups',
      'How many startups had zero commits this week?',
      'median contributors by stage',
      'How did Deno change since week 32 of 2025 in commits?',
    ]) {
      const { facts, url } = await answer(question);
      assert.ok(facts.length > 0 && facts.every(({ claim }) => /\d|no /.test(claim)), question);
      for (const { sourceUrl } of [...facts, { sourceUrl: url }])
        assert.doesNotMatch(sourceUrl, /\/api\//);
    }
    const { facts } = await answer('Who bought Deno?');
    const [deal] = published.registry.deals.acquisitions.filter(
      ({ acquired }) => acquired === 'deno',
    );
    assert.equal(facts[0]?.sourceUrl, deal?.sources[0]?.url);
  });

  it('of ready answers are those that a question gets, word for word', async () => {
    const { entries } = await published.derived(answerCorpus);
    for (const [slug, question] of [
      ['velocity-langfuse', 'Langfuse commits'],
      ['team-growth-langfuse', 'contributor growth of Langfuse'],
      ['contributors-langfuse', 'Langfuse contributors'],
      ['most-commits-this-week', 'top 5 by commits'],
    ] as const)
      assert.equal(entries.get(slug)?.answer, (await answer(question)).answer);
  });
});
