/** The week in one sentence: the leader, with a number that can be checked. */

import { medianOf } from '../../lib/averages.ts';
import { lastDayNamed } from '../../lib/period.ts';
import { counted, dayAndMonth } from '../../lib/prose.ts';
import type { HistoryTable, SignalsResponse, Startup } from '../../pipeline/edition/record.ts';

export type Headline = {
  startup: Startup;
  /** The text between its name and the number. */
  before: string;
  /** `683 commits` */
  number: string;
  after: string;
};

/** Number of fortnights compared with; they overlap, as published. */
const YEAR_WEEKS = 52;
/** With fewer weeks there is no comparison. */
const MIN_WEEKS = 13;

/** Undefined if the week has no ranking. */
export function headline(
  { meta, trending: [first] }: SignalsResponse,
  history: HistoryTable,
): Headline | undefined {
  if (!first) return undefined;
  return {
    startup: first,
    before: ' leads the week: ',
    number: counted(first.commitVelocity14d, 'commit'),
    after: ` in the fortnight to ${dayAndMonth(lastDayNamed(meta.period.slug))}${comparison(first, history)}.`,
  };
}

function comparison({ slug, period, commitVelocity14d }: Startup, history: HistoryTable): string {
  const end = history.periods.indexOf(period);
  const values = Object.hasOwn(history.startups, slug) ? history.startups[slug]?.velocity : [];
  const year = (values ?? [])
    .slice(Math.max(0, end - YEAR_WEEKS), end)
    .filter((value) => value !== null);
  const middle = year.length < MIN_WEEKS ? undefined : medianOf(year);
  if (middle === undefined || middle === 0) return '';
  return `, ${timesText(commitVelocity14d / middle)} of its year`;
}

/** `2.1 times the median`, or as a percentage: `34% above the median`. */
function timesText(ratio: number): string {
  if (ratio >= 1.95) return `${ratio.toFixed(1).replace(/\.0$/, '')} times the median`;
  const percent = Math.round((ratio - 1) * 100);
  if (percent === 0) return 'the median';
  return percent > 0 ? `${percent}% above the median` : `${-percent}% below the median`;
}
