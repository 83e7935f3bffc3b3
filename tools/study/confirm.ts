/**
 * The published scores on the companies and weeks that they were chosen on, on the others, and with weeks
 * in a random order (docs/method.md, section 7).
 */
import { sha256 } from '../../src/lib/atomic-files.ts';
import { mean } from '../../src/lib/averages.ts';
import { parsePeriod, weekIndex } from '../../src/lib/period.ts';
import {
  FIGURES,
  type Figures,
  figuresOf,
  type Sample,
  type StudiedPeriods,
  TOP,
  wholeSample,
} from './goal-figures.ts';
import type { Study } from './read-study.ts';

/** The last week that the choice of the scores saw. */
const CHOSE_UNTIL = weekIndex(parsePeriod('2025-w40')?.lastDay ?? 0);

export type SampleFigures = Sample & { name: string; figures: Figures };

/**
 * @param shuffles the same periods with the weeks of every company shuffled, some times
 * @param seed draws the half of the companies
 */
export function confirm(
  study: Study,
  shuffles: readonly StudiedPeriods[],
  seed: number,
): SampleFigures[] {
  const all = wholeSample(study);
  const byChance = shuffles.map((periods) => figuresOf(periods, all));
  const chance = FIGURES.map((figure) => [figure, mean(byChance.map((each) => each[figure]))]);
  return [
    ...samplesOf(study, seed).map((sample) => ({
      ...sample,
      figures: figuresOf(study.periods, sample),
    })),
    { name: 'chance', ...all, figures: Object.fromEntries(chance) as Figures },
  ];
}

/** A random half of the companies and the other one; the weeks up to one and the later ones; everything. */
function samplesOf(study: Study, seed: number): (Sample & { name: string })[] {
  const all = wholeSample(study);
  // Halves depend on names alone, so that adding a company moves no other to the other half.
  const isFirst = (slug: string) =>
    Number.parseInt(sha256(`${seed} ${slug}`).slice(0, 8), 16) % 2 === 0;
  const halves = Map.groupBy(all.companies, isFirst);
  const weeks = Map.groupBy(all.periods, (period) => study.firstWeek + period <= CHOSE_UNTIL);
  const sample = (name: string, companies: readonly string[] = [], periods: number[] = []) => {
    const top = Math.max(1, Math.round((TOP * companies.length) / all.companies.length));
    return { name, companies, periods, top };
  };
  return [
    sample('the half that chose', halves.get(true), weeks.get(true)),
    sample('the other half', halves.get(false), weeks.get(true)),
    sample('the later weeks', all.companies, weeks.get(false)),
    { name: 'all companies and weeks', ...all },
  ];
}
