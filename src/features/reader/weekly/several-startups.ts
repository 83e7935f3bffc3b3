/** Several startups that the question names, side by side. */

import { fieldOf } from '../../query/query-fields.ts';
import type { Act } from '../lexicon/meaning.ts';
import { DEFAULT_METRIC, growthOf, isNumberOf } from '../metrics.ts';
import { type Draft, isAboutChange, type Pieces } from '../pieces.ts';
import type { PieceOf } from '../question-frame.ts';
import { countedDays } from './counted-days.ts';
import { beginningOf, changeOf } from './development-of-one.ts';
import { type AboutNamed, assumedMetric } from './named-startups.ts';
import { isRange, timeFields, type WeeklyTime, weeklyTime } from './weekly-time.ts';

const COMPARED =
  /^(?:bigg|larg|small|fast|quick|slow|ahead|in front|better|worse|strong|weak|best|worst|lead)/;

/** Of whom a rank is. */
const OF_SECTOR = /\b(?:sectors?|categor(?:y|ies)|peers?|field|segment|space)\b/i;

/** Several side by side, or how each of them developed. */
export function ofSeveral(about: AboutNamed): Draft | undefined {
  const { pieces, names, fields, acts, orders, metric, checks } = about;
  const isChange = isAboutChange(acts);
  const time = weeklyTime(pieces, fields, isChange);
  if (!time || time.kind === 'ever') return undefined;
  const comparesNames = acts.has('compare');
  pieces.takeActs('compare', 'list', 'series');
  pieces.takeChanges();
  // "more than", "between" beside names and without a number
  pieces.take(...orders);
  pieces.takeAll('bound');
  pieces.takeAll('isAmong');
  // "which of these three"
  pieces.take(
    ...pieces.frame
      .of('number')
      .filter(({ quantity }) => quantity.unit === 'none' && quantity.value === names.length),
  );
  if (acts.has('series') && metric !== undefined)
    return {
      query: { subject: 'startup', operation: 'series', names, metric, ...timeFields(time) },
      assumed: [],
      checks,
    };
  const together = ofAllTogether(about, time, { isChange, comparesNames });
  if (together) return together;
  if (time.kind === 'against')
    return { query: changeOf(about, time.against, time.when), assumed: assumedMetric(about) };
  const hasGrown = isChange && (metric !== undefined || acts.size > 0);
  const changed = pieces
    .act('change')
    .some(({ text }) => /chang|mov|shift|develop|evol/i.test(text));
  const asksGrowth =
    changed || ['rise', 'fall', 'gain', 'lose'].some((act) => acts.has(act as Act));
  // "which grew faster in 2026": from its beginning to its end
  if (
    asksGrowth &&
    isRange(time) &&
    time.kind === 'at' &&
    (metric === undefined || isNumberOf(metric))
  )
    return {
      query: changeOf(about, beginningOf(about), timeFields(time)),
      assumed: assumedMetric(about),
    };
  // Of scores and shares no growth is published: the one of the last week is meant.
  const isUnpublished =
    metric !== undefined && isPlainNumber(metric) && growthOf(metric) === metric;
  if (asksGrowth && isUnpublished && fields.length === 1 && time.kind === 'none')
    return { query: changeOf(about, 'latest-1', {}), assumed: ['against'] };
  const compared =
    asksGrowth || (hasGrown && metric === undefined)
      ? growthOf(metric ?? DEFAULT_METRIC)
      : (ranked(pieces, metric) ?? comparedBy([...orders, ...pieces.frame.words('bound')]));
  const show = fields.slice(1);
  return {
    days: countedDays(pieces, fields),
    query: {
      subject: 'startup',
      operation: 'compare',
      names,
      ...(compared !== undefined && { metric: compared }),
      ...(show.length > 0 && { show }),
      ...timeFields(time),
    },
    assumed: metric === undefined && compared !== undefined ? ['metric'] : [],
  };
}

/** `how many commits do A and B have together`, `the average of A, B and C` */
function ofAllTogether(
  { pieces, names, fields, metric }: AboutNamed,
  time: WeeklyTime,
  { isChange, comparesNames }: { isChange: boolean; comparesNames: boolean },
): Draft | undefined {
  const [piece, ...others] = pieces.frame.words('measure').filter(({ taken }) => !taken);
  const measure = piece?.meaning.measure;
  if (!piece || others.length > 0 || measure === 'share' || measure === 'count') return undefined;
  if (metric === undefined || !isNumberOf(metric) || fields.length > 1 || isChange)
    return undefined;
  // "the combined commits of A and B against C"
  if (comparesNames) return undefined;
  // "on average in June": each of them over its weeks
  if (measure !== 'sum' && isRange(time)) {
    pieces.take(piece);
    return undefined;
  }
  if (time.kind === 'against') return undefined;
  const days = isRange(time) && measure === 'sum' ? countedDays(pieces, fields) : [];
  if (isRange(time) && days.length === 0) return undefined;
  pieces.take(piece);
  return {
    days,
    query: { subject: 'startup', names, metric, measure, ...timeFields(time) },
    assumed: [],
  };
}

/** `which of them is ahead in your ranking`: of different sectors, only the score it goes by compares. */
function ranked(pieces: Pieces, metric: string | undefined): string | undefined {
  const isOfSector = pieces.all.some(({ text }) => OF_SECTOR.test(text));
  return metric === 'sectorRank' && !isOfSector ? 'scoreComposite' : metric;
}

/** A number that is no growth itself. */
function isPlainNumber(metric: string): boolean {
  return (
    isNumberOf(metric) && metric !== 'scoreGrowth' && fieldOf('startup', metric)?.kind !== 'ratio'
  );
}

/** What a comparison without a number goes by. */
function comparedBy(orders: readonly PieceOf<'words'>[]): string | undefined {
  const word = orders.map(({ text }) => text.toLowerCase()).find((text) => COMPARED.test(text));
  if (word === undefined) return undefined;
  if (/^(?:bigg|larg|small)/.test(word)) return 'contributors';
  return /^(?:fast|quick|slow)/.test(word) ? DEFAULT_METRIC : 'scoreComposite';
}
