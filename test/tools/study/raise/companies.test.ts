/** Series that the study of raises compares, made from commits and rounds. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { lastDayOf, parseDay, weekIndex } from '../../../../src/lib/period.ts';
import { PROJECT_ROOT } from '../../../../src/lib/project-root.ts';
import type { FundingRound } from '../../../../src/registry/deals.ts';
import type { Registry } from '../../../../src/registry/schema.ts';
import { readGroups } from '../../../../tools/study/raise/days.ts';
import { roundRecords } from '../../../../tools/study/raise/report.ts';
import { roundsByCompany } from '../../../../tools/study/raise/rounds.ts';
import { type StudiedCompany, series, TESTS } from '../../../../tools/study/raise/rules.ts';
import { studyGroup } from '../../../../tools/study/raise/study-raise.ts';
import { type Week, weeksFromDays } from '../../../../tools/study/raise/weeks.ts';

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

  it('has every test, repeats one by filings, and has a table of its rounds', () => {
    const { primary, secondary } = result;
    assert.deepEqual(
      [primary, ...secondary].map(({ name }) => name),
      TESTS.map(({ name }) => name),
    );
    assert.deepEqual([primary.events, primary.flagged, primary.base], [12, 1, 0]);
    assert.equal(secondary.find(({ name }) => name === 'series A and B')?.events, 0);
    assert.deepEqual([result.following.spikes, result.following.share], [12, 1]);
    const { announced, filed } = result.filed;
    assert.deepEqual([announced.events, filed.events, result.ifUnlabelled.share], [11, 11, 1]);
    assert.ok(Math.abs(result.ifUnlabelled.lift - 1.25) < 1e-9);
    const facts = 'made up,acme,Seed,2025-01-15,2025-01-02,12000000,USD';
    const [line] = roundRecords(companies, 'made up');
    assert.equal(line, `${facts},https://example.org/round,1,0\n`);
  });
});
