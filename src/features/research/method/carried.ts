/** How much of a ranking rests on single authors. */
import type { PaceChoices } from '../../../pipeline/signals/pace.ts';
import { percentiles } from '../../../pipeline/signals/rank.ts';
import { share } from '../statistics.ts';
import { type Sample, topOf } from './goal-figures.ts';
import type { Study } from './study.ts';

/** A place is carried by one author when the growth score is below this without them. */
const MEDIAN_SCORE = 50;

/**
 * Share of the top places by growth alone that would be in the lower half, had the author with most
 * commits of the last four weeks never been there. All agents' accounts together are one author.
 */
export function carriedByOne(
  study: Study,
  maxCommitsADay: number,
  choices: PaceChoices,
  sample: Sample,
): number {
  const growth = study.growth(maxCommitsADay, choices);
  const places = sample.periods.flatMap((period) => {
    const eligible = sample.companies.filter((company) => study.isEligible(period, company));
    const known = [...(growth[period] ?? [])].filter(
      (value, company) => !Number.isNaN(value) && (study.velocity[period]?.[company] ?? 0) > 0,
    );
    const scoreOf = percentiles(known);
    return topOf(study, growth, period, eligible, sample.top).map((company) =>
      scoreOf(study.growthWithoutBusiest(company, period, maxCommitsADay, choices)),
    );
  });
  return share(places, (score) => score < MEDIAN_SCORE);
}
