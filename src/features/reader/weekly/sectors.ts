/** Questions whose rows are sectors. */

import type { Measure, WrittenQuery } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import { DEFAULT_METRIC, fallbackMeasure } from '../metrics.ts';
import { type Draft, type Pieces, slugs, takeNouns, where } from '../pieces.ts';
import type { Piece, PieceOf } from '../question-frame.ts';
import { type AboutAll, tailOf } from './all-startups.ts';
import { timeFields, weeklyTime } from './weekly-time.ts';

const MAX_LISTED = 100;

/** `which sector`, and not `the security sector`. */
export function isOfSectors(pieces: Pieces): boolean {
  return (
    pieces.entities('sector').length === 0 &&
    sectorNouns(pieces).some((piece) => !piece.taken && !isBehindSector(pieces, piece))
  );
}

function sectorNouns(pieces: Pieces): PieceOf<'words'>[] {
  return pieces.frame.words('subject').filter(({ meaning }) => meaning.subject === 'sector');
}

function isBehindSector(pieces: Pieces, piece: Piece): boolean {
  const before = pieces.beside(piece, -1);
  return before?.kind === 'entity' && before.entity.kind === 'sector';
}

/** Two sectors side by side. */
export function compareSectors(
  pieces: Pieces,
  metrics: readonly PieceOf<'words'>[],
  fields: readonly string[],
): Draft | undefined {
  const sectors = pieces.entities('sector');
  if (sectors.length < 2 || !pieces.acts().has('compare')) return undefined;
  const time = weeklyTime(pieces, fields, false);
  if (!time || time.kind === 'against') return undefined;
  pieces.take(...sectors, ...metrics, ...pieces.frame.words('detail'));
  pieces.takeActs('compare', 'list');
  pieces.takeAll('order');
  pieces.takeAll('isOverall');
  const [measure] = pieces.frame.words('measure');
  pieces.takeAll('measure');
  takeNouns(pieces);
  const [metric] = fields;
  return {
    query: {
      subject: 'sector',
      operation: 'compare',
      names: slugs(sectors),
      ...(metric !== undefined && {
        metric,
        measure: measureOr(measure?.meaning.measure, metric),
      }),
      ...timeFields(time),
    },
    assumed: metric === undefined ? ['metric'] : [],
  };
}

export function ofSectors(about: AboutAll): Draft | undefined {
  const { pieces, acts, metric, measure, list, time, isChange } = about;
  const rest = {
    subject: 'sector' as const,
    ...where(list.filter(({ field }) => field !== 'sector')),
    ...timeFields(time),
  };
  pieces.take(
    ...about.measured,
    ...pieces.frame.words('groupBy').filter(({ meaning }) => meaning.groupBy === 'sector'),
  );
  if (about.isSuperlative || isChange) {
    pieces.takeActs('compare');
    pieces.takeChanges();
    return sorted(about, rest);
  }
  const bounded = list.map(({ field }) => field).find((field) => fieldOf('sector', field));
  if (metric === undefined)
    return {
      query:
        measure === 'count'
          ? { ...rest, measure }
          : {
              ...rest,
              operation: 'list',
              // "with an average composite over 50"
              ...(bounded !== undefined && {
                metric: bounded,
                measure: measureOr(measure, bounded),
              }),
              limit: MAX_LISTED,
            },
      assumed: [],
    };
  if (acts.has('series')) return undefined;
  return {
    query: {
      ...rest,
      operation: 'list',
      metric,
      measure: measureOr(measure, metric),
      limit: MAX_LISTED,
    },
    assumed: [],
  };
}

const HOW = /^(?:how|how's|hows|what|what's|is|are|has|have|did|tell|growth|change|development)\b/i;

/** How one sector is doing, and how it developed: `how is security doing`, `is web3 growing`. */
export function oneSector(about: AboutAll): Draft | undefined {
  const { pieces, metric, acts, list, time, isChange, nouns } = about;
  const [sector, ...more] = pieces.entities('sector');
  const isOnly = list.every(({ field }) => field === 'sector') && more.length === 0;
  const isOfStartups = nouns.some(({ meaning }) => meaning.subject !== 'sector');
  if (!sector || !isOnly || isOfStartups || about.isSuperlative || about.measured.length > 0)
    return undefined;
  if (pieces.frame.words('detail').some(({ meaning }) => meaning.detail === 'who'))
    return undefined;
  const names = [sector.entity.slug];
  if (isChange && (metric === undefined || metric === DEFAULT_METRIC) && !acts.has('series')) {
    if (time.kind === 'at' || time.kind === 'ever') return undefined;
    pieces.takeActs('compare');
    pieces.takeChanges();
    return {
      query: {
        subject: 'sector',
        operation: 'change',
        names,
        metric: DEFAULT_METRIC,
        measure: 'sum',
        against: time.kind === 'against' ? time.against : 'latest-2',
        ...(time.kind === 'against' && time.when),
      },
      assumed: metric === undefined ? ['metric'] : [],
    };
  }
  const isAsked =
    HOW.test(pieces.all[0]?.text ?? '') && (nouns.length > 0 || FARES.test(lastWord(pieces)));
  if (metric !== undefined || acts.size > 0 || !isAsked) return undefined;
  return { query: { subject: 'sector', names, ...timeFields(time) }, assumed: ['metric'] };
}

const FARES = /^(?:do|doing|going|perform|performed|performing|fare|fared|faring|look|looking)$/i;

/** The last word that is no time. */
function lastWord({ all }: Pieces): string {
  return all.findLast(({ kind }) => kind !== 'time')?.text ?? '';
}

function sorted(about: AboutAll, rest: WrittenQuery): Draft | undefined {
  const { acts, metric, measure, time, direction } = about;
  const falls = acts.has('fall') || acts.has('lose');
  const sorts =
    about.sorts || about.pieces.frame.words('order').some(({ text }) => /^rank/i.test(text));
  const isOne = sectorNouns(about.pieces).every(({ text }) => !/s$/i.test(text));
  if (about.isChange && time.kind === 'against' && metric !== undefined)
    return {
      query: {
        ...rest,
        operation: 'change',
        metric,
        measure: fallbackMeasure(metric),
        against: time.against,
        ...tailOf(about, falls ? 'lowest' : undefined, isOne),
      },
      assumed: [],
    };
  const chosen = metric ?? unnamedMetric(about);
  if (chosen === undefined) return undefined;
  // "which sector has most seed startups": sectors do not have what startups are picked by
  const picked = about.list.filter(({ field }) => fieldOf('sector', field) === undefined);
  if (picked.length > 0)
    return {
      query: {
        ...rest,
        subject: 'startup',
        operation: 'rank',
        groupBy: 'sector',
        ...(chosen === 'startups'
          ? { measure: 'count' as const }
          : { metric: chosen, measure: measureOr(measure, chosen) }),
        ...tailOf(about, falls ? 'lowest' : direction, isOne),
      },
      assumed: metric === undefined && chosen !== 'startups' ? ['metric'] : [],
    };
  return {
    query: {
      ...rest,
      operation: 'rank',
      metric: chosen,
      ...(chosen !== 'startups' && { measure: measureOr(measure, chosen) }),
      ...tailOf(about, falls ? 'lowest' : direction, isOne),
      ...(sorts && about.nth === undefined && { limit: about.limit ?? MAX_LISTED }),
    },
    assumed: metric === undefined && chosen !== 'startups' ? ['metric'] : [],
  };
}

/** `the largest sector` has most startups, `the fastest growing` the highest growth scores. */
function unnamedMetric({ measure, nouns, orders, list, isChange }: AboutAll): string | undefined {
  const isOfStartups =
    measure === 'count' ||
    list.some(({ field }) => fieldOf('sector', field) === undefined) ||
    nouns.some(({ meaning }) => meaning.subject === 'startup') ||
    orders.some(({ text }) => /^(?:largest|biggest|smallest)$/i.test(text));
  if (isOfStartups) return 'startups';
  return isChange ? 'scoreGrowth' : undefined;
}

function measureOr(measure: Measure | undefined, metric: string): Measure {
  // "the largest part of the code": the number is a share itself
  const isOwn = measure === undefined || measure === 'count' || measure === 'share';
  return isOwn ? fallbackMeasure(metric) : measure;
}
