/** Series that the study of raises compares, made from commits and rounds. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { lastDayOf, parseDay, weekIndex } from '../../../../src/lib/period.ts';
import { PROJECT_ROOT } from '../../../../src/lib/project-root.ts';
import { accountRules } from '../../../../src/pipeline/signals/accounts.ts';
import type { FundingRound } from '../../../../src/registry/deals.ts';
import type { Registry } from '../../../../src/registry/schema.ts';
import {
  countDays,
  daysAsParquet,
  daysFromRecordings,
  readGroups,
} from '../../../../tools/study/raise/days.ts';
import { groupText, roundRecords } from '../../../../tools/study/raise/report.ts';
import { roundsByCompany } from '../../../../tools/study/raise/rounds.ts';
import { type StudiedCompany, series, TESTS } from '../../../../tools/study/raise/rules.ts';
import { studyGroup } from '../../../../tools/study/raise/study-raise.ts';
import { type Week, weeksFromDays } from '../../../../tools/study/raise/weeks.ts';
import { temporaryFolder } from '../../../support/temporary.ts';

const WEEK = weekIndex(parseDay('2025-01-15'));

const SOURCE = {
  url: 'https://example.org/round',
  title: 'A round',
  publisher: 'Example',
  kind: 'press-release',
  readAs: 'original',
  publishedOn: null,
  checked: '2026-01-01',
  says: 'It raised.',
} as const;

function round(round: string, announcedOn: string | null, more: object = {}): FundingRound {
  const money = { amount: 12_000_000, currency: 'USD' };
  const deal = { slug: 'a', company: 'acme', closedOn: null, investors: [], sources: [SOURCE] };
  return { ...deal, ...money, round, announcedOn, ...more };
}

function registry(rounds: FundingRound[], exits: object[] = []): Registry {
  const companies = [{ slug: 'acme', name: 'Acme', exits }];
  return { companies, deals: { rounds } } as unknown as Registry;
}

const read = (rounds: FundingRound[], exits?: object[]) => {
  const acme = roundsByCompany(registry(rounds, exits)).get('acme');
  assert.ok(acme);
  return acme;
};

it('rounds within 30 days are one, filed on the earliest day before they were announced', () => {
  const dates = ['2025-01-15', '2025-02-14', '2025-06-01', '2025-07-02'];
  assert.deepEqual(
    read(dates.map((date) => round('Seed', date))).rounds.map(({ date }) => date),
    ['2025-01-15', '2025-06-01', '2025-07-02'],
  );
  const filing = { ...SOURCE, kind: 'filing' as const, publishedOn: '2024-12-20' };
  const more = { closedOn: '2024-12-27', sources: [SOURCE, filing] };
  const filed = (date: string) => read([round('Seed', date, more)]).rounds[0]?.filedOn;
  assert.deepEqual(['2025-01-15', '2024-12-01'].map(filed), ['2024-12-20', undefined]);
});

const steady: Week = { commits: 30, priorCommits: 30, contributors: 6, priorContributors: 6 };

function weeks(numbers: (week: number) => Week) {
  return new Map(
    Array.from({ length: 120 }, (_, at) => [WEEK - 60 + at, numbers(WEEK - 60 + at)] as const),
  );
}

it('rules fire at exactly their share more, with at least 20 commits', () => {
  const edition = { type: 'Engineering hiring burst' as const, composite: 90, growth: 89 };
  const SPIKE = 'commits +40%, weeks 6 to 12';
  const cases: [name: string, now: Partial<Week>, flag: -1 | 0 | 1, twoWeeksAgo?: Partial<Week>][] =
    [
      [SPIKE, { commits: 42 }, 1],
      [SPIKE, { commits: 41 }, 0],
      [SPIKE, { commits: 19, priorCommits: 1 }, 0],
      [SPIKE, { commits: 20, priorCommits: 0 }, 1],
      ['commits +100%', { commits: 59 }, 0],
      ['commits +150%', { commits: 75 }, 1],
      ['contributors +40%', { contributors: 9 }, 1],
      ['commits +40% twice in a row', { commits: 60 }, 0],
      ['commits +40% twice in a row', { commits: 60 }, 1, { commits: 60 }],
      // Fields that only editions have are not known without them.
      ['Engineering hiring burst', {}, -1],
      ['Engineering hiring burst', { edition }, 1],
      ['Framework migration', { edition }, 0],
      ['composite score 90 or more', { edition }, 1],
      ['growth score 90 or more', { edition }, 0],
    ];
  for (const [name, now, flag, twoWeeksAgo] of cases) {
    const rule = TESTS.find((test) => test.name === name) ?? assert.fail(name);
    const changes = new Map([
      [WEEK, now],
      [WEEK - 2, twoWeeksAgo],
    ]);
    const numbers = (week: number) => ({ ...steady, ...changes.get(week) });
    const acme: StudiedCompany = { ...read([]), weeks: weeks(numbers) };
    assert.equal(series(acme, rule).flags[60], flag, name);
  }
});

describe('days of recordings', () => {
  const [began, last] = [parseDay('2024-06-01'), parseDay('2025-06-01')];
  const repository = (firstCommitOn: number, coveredThrough: number) =>
    ({ firstCommitOn, coveredFrom: began, coveredThrough }) as Parameters<
      typeof countDays
    >[1][number];
  const row = (day: number, person: string | null, commits = 1) =>
    ({ day, person, commits }) as Parameters<typeof countDays>[0][number];

  it('reach to the day that all copies hold, and count people of 30 days once, without agents', () => {
    const [early, late] = [began - 900, began + 50];
    const range = (...repositories: ReturnType<typeof repository>[]) => {
      const days = [...countDays([], repositories).keys()];
      return [days[0], days.at(-1)];
    };
    assert.deepEqual(range(repository(late, last)), [late, last]);
    assert.deepEqual(range(repository(late, last), repository(early, last - 9)), [began, last - 9]);
    const activity = [row(began + 40, 'a'), row(began + 41, 'a'), row(began + 41, null, 5)];
    const days = countDays(activity, [repository(early, last)]);
    assert.deepEqual(days.get(began + 41), { commits: 6, contributors: 1 });
    const contributors = [28, 29, 70, 71].map((after) => days.get(began + after)?.contributors);
    assert.deepEqual(contributors, [Number.NaN, 0, 1, 0]);
  });

  it('make weeks of which all days are known', () => {
    const first = lastDayOf(WEEK) - 100;
    const days = new Map(
      Array.from({ length: 201 }, (_, at) => [
        first + at,
        { commits: at < 101 ? at : 0, contributors: at },
      ]),
    );
    const known = weeksFromDays(days);
    assert.equal(Math.min(...known.keys()), weekIndex(first + 30));
    const sum = (from: number, to: number) => ((to - from + 1) * (from + to)) / 2;
    assert.deepEqual(known.get(WEEK), {
      commits: sum(87, 100),
      priorCommits: sum(73, 86),
      contributors: 100,
      priorContributors: 70,
    });
    days.delete(lastDayOf(WEEK) - 20);
    const inPieces = weeksFromDays(days);
    assert.deepEqual(
      [-3, -2, -1, 0, 1, 2].filter((ahead) => inPieces.has(WEEK + ahead)),
      [-3, 2],
    );
  });
});

describe('a table by day', () => {
  const HEADER = 'sha\tauthored_at\tcommitted_at\temail_hash\tbot\tparents';
  const line = (sha: string, day: string, email: string, bot = '', parents = 1) => {
    const at = Date.parse(`${day}T12:00:00Z`) / 1000;
    return [sha.padEnd(12, '0'), at, at, email, bot, parents].join('\t');
  };

  async function recording(t: TestContext, histories: Record<string, string[]>): Promise<string> {
    const folder = await temporaryFolder(t);
    const facts = { head: '0'.repeat(12), since: '2024-06-01', covered_through: '2024-07-10' };
    let index = '';
    for (const [repo, commits] of Object.entries(histories)) {
      const first = { first_root_commit_at: 1_600_000_000, tags: [] };
      index += `${JSON.stringify({ repo, ...facts, ...first })}\n`;
      const text = gzipSync(`${[HEADER, ...commits].join('\n')}\n`);
      await writeFile(join(folder, `${repo.replace('/', '__')}.tsv.gz`), text);
    }
    await writeFile(join(folder, 'repositories.ndjson'), index.trimEnd());
    return folder;
  }

  it('counts by the rules of the ledger, from the first recording that holds a company', async (t) => {
    const shared = line('a', '2024-07-05', 'eeee');
    const merge = line('c', '2024-07-05', 'ffff', '', 2);
    const bot = line('d', '2024-07-05', 'dddd', 'renovate[bot]');
    const older = await recording(t, {
      'acme/main': [line('b', '2024-07-05', 'ffff'), shared, merge, bot],
      'acme/split': [shared],
    });
    const newer = await recording(t, { 'acme/split': [], 'other/one': [shared] });
    const list = join(older, 'companies.tsv');
    const names = ['acme\t\t\tacme/main,acme/split', 'other\t\t\tother/one', 'none\t\t\tnone/none'];
    await writeFile(list, names.join('\n'));
    const automations = { names: ['renovate[bot]'], addresses: [] };
    const rules = accountRules({ automations, agents: [] });
    const companies = await daysFromRecordings(list, [older, newer], rules);
    assert.deepEqual([...companies.keys()], ['acme', 'other']);
    const fifth = parseDay('2024-07-05');
    assert.deepEqual(companies.get('acme')?.get(fifth), { commits: 2, contributors: 2 });
    await writeFile(join(newer, 'some.parquet'), await daysAsParquet(companies));
    const read = (await readGroups(newer)).get('some');
    const isKnown = (day: number) => day >= parseDay('2024-06-30');
    for (const [slug, days] of companies)
      assert.deepEqual(read?.get(slug), new Map([...days].filter(([day]) => isKnown(day))));
  });

  it('is shipped for 132 and 41 companies', async () => {
    const groups = await readGroups(join(PROJECT_ROOT, 'data', 'study'));
    const sizes = [...groups].map(([name, companies]) => [name, companies.size]);
    assert.deepEqual(sizes.flat(), ['added', 132, 'since-2022', 41]);
  });
});

describe('the study of a group', () => {
  const draws = { seed: 1, shifts: 99, resamples: 99 };
  const companies = Array.from(
    { length: 12 },
    (_, place): StudiedCompany => ({
      ...read([round('Seed', '2025-01-15', place < 11 ? { closedOn: '2025-01-02' } : {})]),
      weeks: weeks((week) => ({ ...steady, commits: week === WEEK - 8 ? 60 : 30 })),
    }),
  );
  const result = studyGroup('made up', companies, draws);

  it('is printed with every test, repeated by filings, and has a table of its rounds', () => {
    const text = groupText(result);
    for (const { name } of TESTS) assert.ok(text.includes(`| ${name} |`), name);
    assert.match(text, /weeks 6 to 12 \| 12 \| 12 \| 0 \| 100\.0% \| 0\.0% \| \+100\.0/);
    assert.match(text, /series A and B \| 0 \| 0 \| 0 \| – \| – \| – \| too few/);
    assert.match(text, /Of 12 spikes, 100\.0% were followed by a round/);
    const { announced, filed } = result.filed;
    assert.deepEqual([announced.events, filed.events, result.ifUnlabelled.share], [11, 11, 1]);
    assert.ok(Math.abs(result.ifUnlabelled.lift - 1.25) < 1e-9);
    const facts = 'made up,acme,Seed,2025-01-15,2025-01-02,12000000,USD';
    const [line] = roundRecords(companies, 'made up');
    assert.equal(line, `${facts},https://example.org/round,1,0\n`);
  });
});
