import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { answerQuery } from '../../../src/features/query/answer-query.ts';
import {
  QUERY_EXAMPLES,
  QueryInput,
  SUBJECTS,
  type WrittenQuery,
} from '../../../src/features/query/query.ts';
import { FIELDS } from '../../../src/features/query/query-fields.ts';
import { BellwetherError } from '../../../src/lib/errors.ts';
import type { Published } from '../../../src/published/published.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let published: Published;
before(async () => {
  published = await shippedPublication();
});
const ask = (written: WrittenQuery) => answerQuery(QueryInput.parse(written), published);
/** Names in cells are organizations. */
const slugsIn = (value: unknown): string[] =>
  [value].flat().flatMap((one) => (one === null ? [] : [String(Object(one)['slug'] ?? one)]));

describe('a query of deals', () => {
  it('knows the backers of companies that are not tracked, as their dossiers do', async () => {
    const { rounds, holdings } = published.registry.deals;
    const tracked = new Set(published.registry.companies.map(({ slug }) => slug));
    const others = [...new Set(rounds.map(({ company }) => company))].filter(
      (slug) => !tracked.has(slug),
    );
    assert.ok(others.length > 10);
    for (const slug of others.slice(0, 20)) {
      const answer = await ask({ subject: 'company', names: [slug], metric: 'backers' });
      const known = [
        ...rounds.filter(({ company }) => company === slug).flatMap(({ investors }) => investors),
        ...holdings
          .filter(({ company }) => company === slug)
          .map(({ fund }) => ({ organization: fund })),
      ].map(({ organization }) => organization);
      assert.deepEqual(new Set(slugsIn(answer.rows[0]?.value)), new Set(known), slug);
      assert.ok(answer.sources.some((url) => url.endsWith(`/diligence/${slug}`)));
    }
  });

  it('answers for tracked startups that no week covers', async () => {
    const answer = await ask({ subject: 'startup', names: 'posthog', metric: 'rounds' });
    assert.ok(Number(answer.rows[0]?.value) > 0);
    const signal = await ask({ subject: 'startup', names: 'posthog', metric: 'contributors' });
    assert.equal(signal.rows[0]?.value, null);
    assert.match(signal.notes.join(' '), /not covered in .*: PostHog\/posthog has never been/);
  });

  it('adds up the days with a release in four weeks, where all four are known', async () => {
    const { periods, startups } = await published.editions.history();
    const end = periods.indexOf(published.editions.latest) + 1;
    const { rows } = await ask({ subject: 'startup', show: 'releaseDays', limit: 200 });
    for (const { slug, fields } of rows) {
      const weeks = startups[slug ?? '']?.releaseDays?.slice(end - 4, end) ?? [];
      const days = weeks.reduce<number>((sum, week) => sum + (week ?? Number.NaN), 0);
      assert.equal(fields['releaseDays'], weeks.length < 4 || Number.isNaN(days) ? null : days);
    }
    const first = await ask({ subject: 'startup', metric: 'releaseDays', period: periods[2] });
    assert.deepEqual(first.rows, []);
  });

  it('joins: who backed both, and which acquisitions both sides show', async () => {
    const both = await ask({ subject: 'fund', where: 'backed=langfuse;backed=supabase' });
    const backers = async (names: string) =>
      slugsIn((await ask({ subject: 'company', names, metric: 'backers' })).rows[0]?.value);
    const [one, other] = [await backers('langfuse'), await backers('supabase')];
    const expected = one.filter((slug) => other.includes(slug)).sort();
    assert.deepEqual(both.rows.map(({ slug }) => slug).sort(), expected);
    for (const { acquirer, acquired } of published.registry.deals.acquisitions.slice(0, 30)) {
      const made = await ask({ subject: 'acquisition', where: `acquirer=${acquirer}`, limit: 200 });
      const suffered = await ask({ subject: 'acquisition', names: [acquired], limit: 200 });
      const isThere = ({ rows }: typeof made) =>
        rows.some(
          ({ fields }) =>
            slugsIn(fields['acquirer']).includes(acquirer) &&
            slugsIn(fields['acquired']).includes(acquired),
        );
      assert.ok(isThere(made) && isThere(suffered), `${acquirer} ${acquired}`);
    }
  });

  it('says how many rows a condition could not be decided for', async () => {
    const [inUk, outside, unknown, all] = await Promise.all(
      ['geography=UK', 'geography!=UK', 'geography=unknown', undefined].map((where) =>
        ask({ subject: 'startup', measure: 'count', ...(where !== undefined && { where }) }),
      ),
    );
    const left = inUk?.unknown.find(({ field }) => field === 'geography')?.rows;
    assert.equal(left, unknown?.rows[0]?.value);
    const counts = [inUk, outside, unknown].map((answer) => Number(answer?.rows[0]?.value));
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      all?.rows[0]?.value,
    );
  });
});

describe('the address of a query', () => {
  it('is one for what means the same, and shows the same', async () => {
    const same: WrittenQuery[] = [
      {
        subject: 'startup',
        operation: 'rank',
        metric: 'contributors',
        where: 'stage=series-a-b;sector=databases|Security',
        limit: 10,
        order: 'highest',
      },
      {
        subject: 'startup',
        metric: 'contributors',
        period: published.editions.latest,
        where: [
          { field: 'sector', op: '=', values: ['security', 'database', 'security'] },
          { field: 'stage', op: '=', values: ['Series A/B'] },
        ],
      },
    ];
    const answers = await Promise.all(same.map(ask));
    assert.equal(new Set(answers.map(({ url }) => url)).size, 1);
    const odd: WrittenQuery[] = [
      {
        subject: 'round',
        where: [{ field: 'round', op: '=', values: ['50% ; | =x', null, 'unknown'] }],
      },
      { subject: 'company', names: ['Langfuse GmbH', 'clickhouse'] },
      {
        subject: 'startup',
        operation: 'series',
        names: 'qdrant',
        metric: 'stage',
        period: '2026-q2',
      },
    ];
    for (const written of [...same, ...odd]) {
      const answer = await ask(written);
      const parameters = [...new URL(answer.url).searchParams].map(([name, value]) => [
        name,
        name === 'limit' ? Number(value) : value,
      ]);
      assert.deepEqual(await ask(Object.fromEntries(parameters)), answer);
    }
  });

  it('leads from page to page through all rows', async () => {
    const slugs: (string | null)[] = [];
    let next: WrittenQuery | undefined = { subject: 'startup', metric: 'contributors', limit: 50 };
    let total = 0;
    while (next) {
      const page = await ask(next);
      slugs.push(...page.rows.map(({ slug }) => slug));
      total = page.total;
      const offset = Number(new URL(page.next ?? 'http://end').searchParams.get('offset'));
      next = offset > 0 ? { ...next, offset } : undefined;
    }
    assert.equal(new Set(slugs).size, total);
  });
});

describe('a query that cannot mean anything', () => {
  const CASES: readonly [string, WrittenQuery][] = [
    ['unknown-field', { subject: 'round', metric: 'contributors' }],
    ['unknown-field', { subject: 'startup', where: 'constructor=1' }],
    ['unknown-value', { subject: 'startup', where: 'geography=Germany' }],
    ['unknown-value', { subject: 'startup', where: 'contributors>many' }],
    ['unknown-value', { subject: 'round', where: 'announcedOn>=soon' }],
    ['unknown-name', { subject: 'sector', names: 'quantum' }],
    ['unknown-name', { subject: 'startup', names: 'OpenAI', metric: 'contributors' }],
    ['unknown-name', { subject: 'startup', names: "'; DROP TABLE startup; --" }],
    ['unknown-name', { subject: 'startup', names: ['‮esufgnal', '🚀'] }],
    ['unknown-name', { subject: 'company', names: 'Lаngfuse' }],
    ['unknown-period', { subject: 'startup', metric: 'contributors', period: '2026-w53' }],
    ['unknown-period', { subject: 'startup', metric: 'contributors', period: '2019-06' }],
    ['unknown-period', { subject: 'startup', metric: 'contributors', period: '2026-02-30' }],
    ['unknown-period', { subject: 'startup', metric: 'contributors', period: 'latest-999' }],
    ['contradictory-filter', { subject: 'startup', where: 'sector=security;sector=databases' }],
    ['contradictory-filter', { subject: 'startup', where: 'sector=security;sector!=security' }],
    ['contradictory-filter', { subject: 'startup', where: 'contributors>10;contributors<=10' }],
    ['contradictory-filter', { subject: 'startup', where: 'contributors>10;contributors=unknown' }],
    ['contradictory-filter', { subject: 'startup', where: 'agentShare>=30' }],
    ['contradictory-filter', { subject: 'round', where: 'announcedOn>2025;announcedOn<2024' }],
    ['contradictory-filter', { subject: 'round', where: 'lead=accel;lead!=accel|sequoia-capital' }],
    ['contradictory-filter', { subject: 'startup', where: 'covered!=yes|no|unknown' }],
    ['no-number', { subject: 'startup', metric: 'stage', order: 'lowest' }],
    ['no-number', { subject: 'startup', where: 'stage>=Seed' }],
    ['no-number', { subject: 'startup', measure: 'mean', metric: 'stage' }],
    ['no-sum', { subject: 'startup', measure: 'sum', metric: 'agentShare' }],
    ['no-groups', { subject: 'round', measure: 'count', groupBy: 'amount' }],
    ['no-history', { subject: 'company', names: 'langfuse', metric: 'raised', period: '2026' }],
    ['no-history', { subject: 'round', operation: 'series', metric: 'amount', measure: 'sum' }],
    ['no-history', { subject: 'startup', operation: 'change', metric: 'raised' }],
    ['missing-metric', { subject: 'startup', operation: 'rank' }],
    ['missing-metric', { subject: 'startup', measure: 'median' }],
    ['missing-names', { subject: 'startup', operation: 'get', metric: 'contributors' }],
    ['missing-names', { subject: 'startup', operation: 'compare', names: 'langfuse' }],
    ['missing-measure', { subject: 'startup', groupBy: 'sector' }],
    [
      'same-name-twice',
      { subject: 'startup', operation: 'compare', names: 'langfuse,Langfuse GmbH' },
    ],
    ['empty-range', { subject: 'startup', metric: 'contributors', from: '2026-06', to: '2026-05' }],
    ['empty-range', { subject: 'startup', metric: 'contributors', period: '2026', from: '2026' }],
    [
      'empty-range',
      {
        subject: 'startup',
        operation: 'change',
        metric: 'contributors',
        period: '2026-w10',
        against: '2026-w20',
      },
    ],
    ['does-not-apply', { subject: 'startup', names: 'langfuse', metric: 'contributors', nth: 2 }],
    ['does-not-apply', { subject: 'startup', metric: 'contributors', over: 'highest' }],
    ['does-not-apply', { subject: 'startup', metric: 'contributors', against: '2026-w20' }],
    ['does-not-apply', { subject: 'startup', metric: 'contributors', currency: 'EUR' }],
    ['does-not-apply', { subject: 'startup', measure: 'count', which: 'stage=Seed' }],
    ['does-not-apply', { subject: 'round', operation: 'compare', names: 'langfuse,supabase' }],
    ['beyond-the-end', { subject: 'startup', metric: 'contributors', nth: 5000 }],
    ['beyond-the-end', { subject: 'startup', metric: 'contributors', offset: 5000 }],
  ];

  for (const [code, written] of CASES)
    it(`is refused as ${code}: ${JSON.stringify(written)}`, async () => {
      await assert.rejects(
        () => ask(written),
        (error) => {
          assert.ok(error instanceof BellwetherError, String(error));
          assert.equal(error.code, code, error.message);
          assert.match(error.message, /^\S.{15,}[.]$/s);
          return true;
        },
      );
    });

  it('lists those like an unknown name', async () => {
    const error = await ask({ subject: 'startup', names: 'lanfuze' }).catch((thrown) => thrown);
    assert.ok(error instanceof BellwetherError);
    assert.match(JSON.stringify(error.details), /"slug":"langfuse"/);
  });

  it('is refused by its schema where a part is malformed', () => {
    const malformed: unknown[] = [
      {},
      { subject: 'startups' },
      { subject: 'startup', where: 'sector' },
      { subject: 'startup', where: 'sector==security' },
      { subject: 'startup', where: [{ field: 'sector', op: '~', values: ['security'] }] },
      { subject: 'startup', where: 'x'.repeat(3000) },
      { subject: 'startup', names: Array.from({ length: 21 }, (_, index) => `name ${index}`) },
      { subject: 'startup', names: 'langfuse,,posthog' },
      { subject: 'startup', limit: 0 },
      { subject: 'startup', nth: 1.5 },
      { subject: 'startup', period: 'last week' },
      { subject: 'startup', select: '*' },
    ];
    for (const written of malformed)
      assert.equal(QueryInput.safeParse(written).success, false, JSON.stringify(written));
  });

  it('compares twenty startups, also those whose names are words', async () => {
    const words = ['Continue', 'Keep', 'Fly', 'Restate'];
    const slugs = published.registry.companies.map(({ slug }) => slug);
    const known = words.filter((word) => published.companies.find(word).found);
    const names = [
      ...new Set([
        ...known
          .map((word) => published.companies.find(word))
          .flatMap((found) => (found.found ? [found.company.slug] : [])),
        ...slugs,
      ]),
    ].slice(0, 20);
    const { rows } = await ask({
      subject: 'startup',
      operation: 'compare',
      names,
      metric: 'contributors',
    });
    assert.deepEqual(rows.map(({ slug }) => slug).sort(), names.toSorted());
  });
});

describe('the tables of queries', () => {
  it('have a kind and a title for every field of every subject', () => {
    const kinds = /^(?:count|money|score|rank|ratio|share|year|category|name|date|text)$/;
    for (const subject of SUBJECTS)
      for (const { name, kind, title } of FIELDS[subject]) {
        assert.match(kind, kinds, name);
        assert.ok(title.length > 2, name);
      }
  });

  it('have twenty examples, each with rows and where they come from', async () => {
    assert.equal(QUERY_EXAMPLES.length, 20);
    for (const { question, input } of QUERY_EXAMPLES) {
      const { rows, sources } = await ask(input);
      assert.ok(rows.length > 0 && sources.length > 0, question);
    }
  });
});

describe('what a query is read as', () => {
  it('is said in the words of each field', async () => {
    const read: [WrittenQuery, RegExp][] = [
      [
        { subject: 'startup', where: 'geography=UK;stage=Seed' },
        /covered startups based in the UK and at stage Seed in/,
      ],
      [
        { subject: 'startup', where: 'sector=security;contributorGrowth<0' },
        /in the sector Security with growth .* below 0% in/,
      ],
      [{ subject: 'startup', where: 'commitVelocityChangeRatio>0.5' }, /above \+50% in/],
      [
        { subject: 'company', where: 'tracked=yes;sector=security' },
        /: tracked companies in the sector Security,/,
      ],
      [
        { subject: 'company', where: 'tracked!=yes;kind=startup' },
        /companies that are not tracked with kind startup/,
      ],
      [
        { subject: 'round', where: 'tracked=yes;geography=EU' },
        /rounds of companies based in the EU and of tracked companies/,
      ],
      [{ subject: 'company', where: 'geography=unknown' }, /companies with geography not known/],
    ];
    for (const [query, expected] of read) assert.match((await ask(query)).readAs, expected);
  });
});
