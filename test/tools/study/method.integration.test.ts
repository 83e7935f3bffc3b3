/** The choice of the scores: its figures hold on the shipped ledger, and the procedure is sound. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { seeded } from '../../../src/features/research/random.ts';
import { lastDayOf, weekIndex } from '../../../src/lib/period.ts';
import { GROWTH_CANDIDATES } from '../../../tools/study/candidates.ts';
import { type Comparison, compare } from '../../../tools/study/compare.ts';
import type { Figures } from '../../../tools/study/goal-figures.ts';
import { GOALS, isReached } from '../../../tools/study/goals.ts';
import { publishedFigures } from '../../../tools/study/groups.ts';
import { shippedStudy } from '../../../tools/study/read-study.ts';
import { comparisonTables } from '../../../tools/study/report.ts';
import { type StudiedCompany, withShuffledWeeks } from '../../../tools/study/study.ts';

describe('the scores on the shipped ledger', () => {
  let figures: Figures;
  before(async () => {
    figures = publishedFigures((await shippedStudy()).rows);
  });

  for (const goal of GOALS)
    it(`reach the goal: ${goal.title}`, () => {
      assert.equal(isReached(goal, figures), true, String(figures[goal.figure]));
    });
});

const FIRST_WEEK = weekIndex(lastDayOf(2900));
const PERIODS = 40;
const PAST_WEEKS = 60;

/**
 * Four people who commit on so many days of a week as the pace says, for 60 weeks before the first
 * period and through the last one.
 */
function company(slug: string, daysIn: (week: number) => number): StudiedCompany {
  const copy = {
    repository: `example/${slug}`,
    role: 'main' as const,
    from: Number.NEGATIVE_INFINITY,
    through: lastDayOf(FIRST_WEEK + PERIODS),
    began: lastDayOf(FIRST_WEEK - PAST_WEEKS) - 6,
    releasesFrom: Number.NEGATIVE_INFINITY,
    dependencyBasis: null,
  };
  const people = Array.from({ length: 4 }, () => ({
    isAgent: false,
    days: Array.from({ length: PAST_WEEKS + PERIODS }, (_, at) => FIRST_WEEK - PAST_WEEKS + at)
      .flatMap((week) =>
        Array.from({ length: daysIn(week - FIRST_WEEK) }, (_, day) => lastDayOf(week) - 6 + day),
      )
      .map((day) => ({ day, copy: 0, commits: 5, coauthored: 0, bulk: 0, ci: 0, infra: 0 })),
  }));
  const frames = Array.from({ length: PERIODS }, (_, period) => ({
    lastDay: lastDayOf(FIRST_WEEK + period),
    held: [true],
    from: Number.NEGATIVE_INFINITY,
  }));
  return { slug, copies: [copy], people, frames };
}

/** Sixteen companies whose pace changes once, from three days a week to one of five paces. */
const STEPS = Array.from({ length: 16 }, (_, number) =>
  company(`company-${number}`, (week) => (week < 2 * number ? 3 : 2 + (number % 5))),
);

const ROWS = { firstWeek: FIRST_WEEK, companies: STEPS };
const OPTIONS = { seed: 7, chooseUntil: FIRST_WEEK + 24, resamples: 2, shuffles: 1 };

describe('the comparison of methods', () => {
  let comparison: Comparison;
  before(() => {
    comparison = compare(ROWS, OPTIONS);
  });

  it('finds that lasting changes last, and that they do not once weeks are shuffled', () => {
    const { samples, chance } = comparison;
    const all = samples.at(-1)?.figures;
    assert.ok((all?.growthOutcome ?? 0) > 0.5, String(all?.growthOutcome));
    assert.ok(Math.abs(chance.growthOutcome) < 0.35, String(chance.growthOutcome));
    assert.deepEqual(
      samples.map(({ name, companies, periods }) => [name, companies > 0, periods]),
      [
        ['the half that chose', true, 25],
        ['the other half', true, 25],
        ['the later weeks', true, 15],
        ['all companies and weeks', true, 40],
      ],
    );
    const [chose, other] = samples;
    assert.equal((chose?.companies ?? 0) + (other?.companies ?? 0), STEPS.length);
  });

  it('prints every candidate and marks the choice', () => {
    const text = comparisonTables(comparison);
    for (const { name } of GROWTH_CANDIDATES) assert.ok(text.includes(`| ${name} |`), name);
    assert.ok(text.includes(`| → | ${comparison.chosenGrowth} |`));
    assert.ok(text.includes(`| → | ${comparison.chosenComposite} |`));
  });

  it('says that a figure is not known where no companies can be compared', () => {
    const { goals } = compare({ firstWeek: FIRST_WEEK, companies: STEPS.slice(0, 2) }, OPTIONS);
    assert.deepEqual(
      goals.filter(({ figure }) => figure === 'persistence').map((goal) => goal.isReached),
      [null],
    );
  });
});

describe('shuffled weeks', () => {
  it('are the same weeks in another order', () => {
    const [plain] = STEPS.slice(9);
    assert.ok(plain);
    const other = withShuffledWeeks(plain, seeded(1));
    const weeks = ({ people }: StudiedCompany) =>
      people.map(({ days }) => {
        const counts = Map.groupBy(days, ({ day }) => weekIndex(day));
        return [...counts.values()].map((rows) => rows.length);
      });
    assert.notDeepEqual(weeks(other), weeks(plain));
    assert.deepEqual(
      weeks(other).map((counts) => counts.sort()),
      weeks(plain).map((counts) => counts.sort()),
    );
    for (const { days } of other.people)
      assert.ok(days.every(({ day }, index) => index === 0 || day > (days[index - 1]?.day ?? day)));
  });
});
