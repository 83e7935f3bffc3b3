/** Numbers of a company by week, from its days or from the editions. */
import { type Day, lastDayOf, weekIndex } from '../../../src/lib/period.ts';
import { computePeriod } from '../../../src/pipeline/edition/compute-period.ts';
import { trackedCompanies } from '../../../src/pipeline/edition/ledger-plan.ts';
import { LedgerPeriods } from '../../../src/pipeline/edition/periods.ts';
import { openLedger, queryLedger } from '../../../src/pipeline/ledger/ledger.ts';
import type { SignalType } from '../../../src/pipeline/signals/classify.ts';
import type { Registry } from '../../../src/registry/schema.ts';
import { SHIPPED_LEDGER } from '../../../src/transports/cli/project.ts';

/** The 14 and 30 days to the week's end, and as many before. */
export type Week = {
  commits: number;
  priorCommits: number;
  contributors: number;
  priorContributors: number;
  /** As the edition has it: a strong type only. */
  edition?: { type: SignalType | undefined; composite: number; growth: number };
};
export type Weeks = Map<number, Week>;

export type DayNumbers = { commits: number; contributors: number };

/** Weeks of which all 28 days are known, and the contributors of 30 days earlier. */
export function weeksFromDays(days: ReadonlyMap<Day, DayNumbers>): Weeks {
  const weeks: Weeks = new Map();
  const [first, last] = [Math.min(...days.keys()), Math.max(...days.keys())];
  const commitsOn = (lastDay: Day, ago: number) => {
    let total = 0;
    for (let day = lastDay - ago - 13; day <= lastDay - ago; day++)
      total += days.get(day)?.commits ?? Number.NaN;
    return total;
  };
  for (let week = weekIndex(first); week <= weekIndex(last); week++) {
    const lastDay = lastDayOf(week);
    const numbers = {
      commits: commitsOn(lastDay, 0),
      priorCommits: commitsOn(lastDay, 14),
      contributors: days.get(lastDay)?.contributors ?? Number.NaN,
      priorContributors: days.get(lastDay - 30)?.contributors ?? Number.NaN,
    };
    if (Object.values(numbers).some(Number.isNaN)) continue;
    weeks.set(week, numbers);
  }
  return weeks;
}

/** Every covered week of the shipped ledger, by company, as its edition counts it. */
export async function readEditionWeeks(registry: Registry): Promise<Map<string, Weeks>> {
  const ledger = await openLedger(SHIPPED_LEDGER);
  if (!ledger) throw new Error(`${SHIPPED_LEDGER} is missing`);
  return queryLedger(ledger, async (connection) => {
    const periods = await LedgerPeriods.read(connection, trackedCompanies(registry));
    const byCompany = new Map<string, Weeks>();
    for (let week = periods.plan.first; week <= periods.plan.current; week++)
      for (const startup of (await computePeriod(periods, week)).startups) {
        const { windows, scores, signalStrength, signalType } = startup;
        byCompany
          .getOrInsertComputed(startup.company, () => new Map())
          .set(week, {
            commits: startup.commitVelocity14d,
            priorCommits: startup.priorVelocity,
            contributors: windows.contributors,
            priorContributors: windows.priorContributors,
            edition: {
              type: signalStrength === 'strong' ? signalType : undefined,
              composite: scores.composite,
              growth: scores.growth,
            },
          });
      }
    return byCompany;
  });
}
