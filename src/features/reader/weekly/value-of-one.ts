/** Values of one startup that is named, at one time: its numbers, what it is, whether something holds. */
import { isNumber } from '../../query/field.ts';
import type { Condition, WrittenQuery } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import { type Draft, isYesNo, type Pieces } from '../pieces.ts';
import { countedDays } from './counted-days.ts';
import type { AboutNamed } from './named-startups.ts';
import { isRange, timeFields, type WeeklyTime, weeklyTime } from './weekly-time.ts';

/** Taken together, they say all there is in a sentence. */
const PROFILE = [
  'sector',
  'commitVelocity14d',
  'contributors',
  'scoreComposite',
  'signalType',
  'signalStrength',
];

export function atOneTime(about: AboutNamed): Draft | undefined {
  const { pieces, names, fields, metric, checks, asksWhen } = about;
  const time = weeklyTime(pieces, fields, false);
  if (!time || time.kind === 'against') return undefined;
  pieces.takeActs('list');
  const when = timeFields(time);
  const days = countedDays(pieces, fields);
  if (days.length > 0) takeSums(pieces);
  const over = overWeeks(pieces, time);
  // "Do you track X?"
  if (metric === undefined && about.isTracked && isYesNo(pieces) && time.kind === 'none')
    return {
      query: { subject: 'company', names, metric: 'tracked' },
      assumed: [],
      checks: [{ field: 'tracked', op: '=', values: ['yes'] }],
    };
  // "is it among the trending startups"
  const isOfPeople = /^(?:new|returning)/.test(metric ?? '') && fields.includes('contributors');
  const isOfRank = metric === 'trendingRank' || metric === 'sectorRank';
  if (isOfRank || isOfPeople) pieces.takeAll('isAmong');
  const asksCount = pieces.frame.words('measure').length > 0;
  const asksRepositories = pieces.all.some(({ text }) =>
    /^(?:(?:github|gitlab|git) )?(?:repos?|repositor(?:y|ies))$/i.test(text),
  );
  if (metric === undefined && asksRepositories && !asksWhen && time.kind === 'none') {
    const [first = '', ...rest] = ['repositoryCount', 'repositories'];
    return { query: { subject: 'company', names, metric: first, show: rest }, assumed: [] };
  }
  if (metric === undefined)
    return asksWhen || asksCount
      ? undefined
      : {
          query: { subject: 'startup', names, metric: 'description', show: PROFILE, ...when },
          assumed: ['profile'],
        };
  if (checks.length === 0) checks.push(...impliedChecks(about));
  // Facts of a company do not depend on a week's coverage.
  const isFact = fields.every(
    (field) => fieldOf('startup', field)?.isWeekly !== true && fieldOf('company', field),
  );
  const field = fieldOf('startup', metric);
  const isOfNumbers = field !== undefined && isNumber(field);
  const isPast = pieces.frame
    .of('time')
    .some(({ found }) => found.relation === 'past' || found.relation === 'since');
  if (isRange(time) && !isFact && (isPast || !isOfNumbers))
    return {
      query: { subject: 'startup', operation: 'series', names, metric, ...when },
      assumed: [],
      checks,
      days,
    };
  const show = shownBeside(fields, isFact).filter((other) => other !== metric);
  return {
    query: {
      subject: isFact && metric !== 'stage' && time.kind === 'none' ? 'company' : 'startup',
      names,
      metric,
      ...(show.length > 0 && { show }),
      ...when,
      ...over,
    },
    assumed: [],
    checks,
    days,
  };
}

/** Of certain days, commits are added up in any case. */
function takeSums(pieces: Pieces): void {
  pieces.take(...pieces.frame.words('measure').filter(({ meaning }) => meaning.measure === 'sum'));
}

/** `on average in June`: of one value, the total is that value; of several weeks, nothing adds up. */
function overWeeks(pieces: Pieces, time: WeeklyTime): Pick<WrittenQuery, 'over'> {
  const hasRange = isRange(time);
  const [piece, ...others] = pieces.frame.words('measure').filter(({ taken }) => !taken);
  if (!piece || others.length > 0) return {};
  const { measure } = piece.meaning;
  if (measure === 'sum' ? hasRange : !hasRange) return {};
  if (measure === 'share') return {};
  pieces.take(piece);
  return measure === 'median' ? { over: 'median' } : {};
}

/** What a yes means where no bound is named: `does it use coding agents`, `is it trending`. */
function impliedChecks({ pieces, metric, fields }: AboutNamed): Condition[] {
  if (metric === 'trendingRank') return [{ field: metric, op: '>=', values: [1] }];
  if (metric === 'covered') return [{ field: metric, op: '=', values: ['yes'] }];
  const kind = metric === undefined ? undefined : fieldOf('startup', metric)?.kind;
  const isAmount = kind === 'count' || kind === 'share';
  if (metric === undefined || !isAmount || fields.length > 1 || !isYesNo(pieces)) return [];
  return [{ field: metric, op: '>', values: [0] }];
}

/** What an answer says in any case beside a signal and a state. */
function shownBeside(fields: readonly string[], isFact: boolean): string[] {
  const ofSignal = fields.includes('signalType')
    ? ['signalStrength', 'contributors', 'contributorGrowth']
    : [];
  const ofStrength = fields[0] === 'signalStrength' ? ['signalType'] : [];
  const ofState = fields[0] === 'status' && isFact ? ['acquiredBy'] : [];
  return [...new Set([...fields.slice(1), ...ofSignal, ...ofStrength, ...ofState])];
}
