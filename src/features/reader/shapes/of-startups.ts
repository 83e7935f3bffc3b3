/** Questions about startups that are named. */
import type { Subject, WrittenQuery } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import type { Time } from '../meaning.ts';
import { type Parts, whenOf } from '../parts.ts';
import { BASE_FIELDS, changeOf } from '../rules.ts';
import {
  ask,
  type Draft,
  hasMoved,
  IS_TRENDING,
  isWeekly,
  LISTED,
  type Shape,
  shape,
} from './shape.ts';

/** Words that ask for a field of a company and not of a week. */
const MEANT_FIELDS: Readonly<Record<string, string>> = {
  amount: 'raised',
  leads: 'leads',
  lead: 'leads',
  announcedOn: 'lastRoundOn',
  closedOn: 'lastRoundOn',
};

/** Next to a share, commits are what it is a share of. */
function weeklyFields(parts: Parts): string[] {
  const fields = parts.fields.filter((name) => fieldOf('startup', name) !== undefined);
  const isOfShare = fields.some((name) => fieldOf('startup', name)?.kind === 'share');
  return isOfShare
    ? fields.filter((name) => name !== 'commitVelocity14d' && name !== 'contributors')
    : fields;
}

/** The one field of a week that is asked for, else a usual one; undefined if several are. */
function weeklyField(parts: Parts, usual = 'commitVelocity14d'): string | undefined {
  const [metric = usual, ...others] = weeklyFields(parts);
  return isWeekly(metric) && others.length === 0 ? metric : undefined;
}

/** Further fields to show: those that give a number context, if only one is asked for. */
function shownWith(subject: Subject, [first = '', ...others]: readonly string[]): string[] {
  const shown = others.length === 0 ? (fieldOf(subject, first)?.beside ?? []) : others;
  return [...new Set(shown)].filter((name) => name !== first);
}

function valuesOf(parts: Parts): Draft | undefined {
  const fields = weeklyFields(parts);
  const { time } = parts;
  const [metric, ...others] = fields;
  const isShare = fields.some((name) => fieldOf('startup', name)?.kind === 'share');
  if (parts.has('measure:share') && !isShare) return undefined;
  if (metric === undefined || !(fields.some(isWeekly) || time)) return ofCompany(parts);
  const isEach = time?.kind === 'span' && !time.isCalendar && metric !== 'commitVelocity14d';
  if (isEach && others.length === 0 && !parts.has('measure:median') && !parts.has('measure:mean'))
    return seriesOf(parts);
  if (time?.kind === 'since' || time?.kind === 'all') return undefined;
  if (time && (parts.times.length > 1 || !isWeekly(metric))) return undefined;
  const isAlone = time && metric !== 'signalType' && !parts.isWindow(metric);
  const show = isAlone ? others : shownWith('startup', fields);
  const over = parts.has('measure:median') && time?.kind === 'span' ? 'median' : undefined;
  return ask(parts, 'startup', { metric, over, show });
}

function ofCompany(parts: Parts): Draft | undefined {
  const fields = parts.fields
    .map((name) => MEANT_FIELDS[name] ?? name)
    .filter((name) => fieldOf('company', name) !== undefined);
  const [metric] = fields;
  // The round itself says more.
  const isOfRound = parts.fields.includes('lastRound');
  if (metric === undefined || fields.length < parts.fields.length || parts.time || isOfRound)
    return undefined;
  // `is it still alive`: its work says more than who owns it.
  const work = { subject: 'startup', names: parts.slugs, metric: 'commitVelocity14d' } as const;
  const also = metric === 'status' ? [work] : undefined;
  return ask(parts, 'company', { metric, show: shownWith('company', fields), also });
}

/** The field of a comparison, and what it costs to supply it. */
function comparedBy(parts: Parts): { metric: string; supplied: number; others: string[] } {
  const { order, move, more } = parts;
  const own = weeklyFields(parts);
  const isOfChange = order?.isChange || parts.has('trend:change') || move;
  const base = order?.base ?? move?.field ?? own[0] ?? 'commitVelocity14d';
  const isScored = own.some((name) => name.startsWith('score'));
  const change = isOfChange && !isScored ? changeOf(base) : undefined;
  if (change !== undefined && fieldOf('startup', base)?.kind === 'count') {
    const isSaid = own.length > 0 || move?.field !== undefined || order?.isChange;
    return { metric: change, supplied: isSaid ? 0 : 0.3, others: [base] };
  }
  const also = [more?.field, order?.field].filter((name) => name !== undefined);
  const fields = [...new Set([...own, ...also])];
  const ofMove = move && changeOf(move.field ?? 'commitVelocity14d');
  const [metric = ofMove, ...others] = fields;
  return { metric: metric ?? 'scoreComposite', supplied: metric === undefined ? 1 : 0, others };
}

const COMPARED =
  'commitVelocity14d commitVelocityChangeRatio contributors scoreComposite signalType'.split(' ');

function compared(parts: Parts): Draft | undefined {
  const { metric, supplied, others } = comparedBy(parts);
  const { time, direction: order } = parts;
  const field = fieldOf('startup', metric);
  if (!field || (parts.has('both') && field.kind === 'name')) return undefined;
  if (field.kind === 'text' && order !== undefined) return undefined;
  if (supplied > 0 && !parts.has('more') && !parts.has('order')) {
    const cost = parts.has('versus', 'both') ? 0 : 1;
    return ask(parts, 'startup', { operation: 'compare', show: COMPARED, supplied: cost });
  }
  const subject = field.isWeekly || time ? 'startup' : 'company';
  return ask(parts, subject, { operation: 'compare', metric, show: others, order, supplied });
}

function comparedCompanies(parts: Parts): Draft | undefined {
  const own = parts.has('act:raise') ? 'raised' : parts.more?.field;
  const [metric = own] = parts.fields.map((name) => MEANT_FIELDS[name] ?? name);
  const field = metric === undefined ? undefined : fieldOf('company', metric);
  if (!field || field.isWeekly || field.kind === 'text' || parts.time) return undefined;
  if (parts.has('both') && field.kind === 'name') return undefined;
  const show = field.beside?.slice(0, 1);
  const order = parts.direction;
  return ask(parts, 'company', { operation: 'compare', metric: field.name, show, order });
}

/** `now` and the time before, however the question says it. */
function changed(parts: Parts): Draft | undefined {
  const { move, more, order, datedTimes, times, time } = parts;
  const said = move?.field ?? more?.field;
  const metric = weeklyField(parts, said ?? order?.field);
  const against = againstOf(datedTimes);
  if (metric === undefined || !against) return undefined;
  if (datedTimes.length === 0 && changeOf(metric) !== undefined) return undefined;
  const isOfChange =
    times.length !== 1 ||
    time?.kind === 'since' ||
    parts.has('move', 'trend:change', 'versus', 'more', 'than');
  // One of its weeks says little about a year, a quarter or a month.
  const isOfWhole = datedTimes.some(({ kind, isCalendar }) => kind === 'span' && isCalendar);
  const isSaid = weeklyFields(parts).length > 0 || said !== undefined;
  return ask(parts, 'startup', {
    operation: 'change',
    metric: metric === 'scoreGrowth' ? metric : (BASE_FIELDS[metric] ?? metric),
    ...against,
    supplied: isSaid && isOfChange && !isOfWhole ? 0 : 1,
    checks: move && [hasMoved(metric, move.to)],
    reads: move && 'move',
  });
}

/** The later and the earlier of the times that are named. */
function againstOf(times: readonly Time[]): Partial<WrittenQuery> | undefined {
  const [early, late, ...more] = inOrder(times);
  if (!early) return { against: 'latest-2' };
  const period = late ? late.from : early.to;
  const isOpen = late ? period === undefined || late.to !== undefined : early.kind === 'until';
  if (more.length > 0 || isOpen || early.from === undefined) return undefined;
  return { against: early.from, ...(period !== undefined && { period }) };
}

const inOrder = (times: readonly Time[]): Time[] =>
  times.toSorted((one, other) => (one.first ?? 0) - (other.first ?? 0));

function moved(parts: Parts): Draft | undefined {
  const [own] = weeklyFields(parts);
  const { move } = parts;
  const field = move?.field ?? own;
  const metric = changeOf(field ?? 'commitVelocity14d');
  if (metric === undefined) return undefined;
  const isEither = new Set(parts.all('move').map(({ to }) => to)).size > 1;
  const ofPeople = field === undefined ? ['contributors', 'contributorGrowth'] : [];
  const ofCommits = ['commitVelocity14d', 'scoreGrowth', ...ofPeople];
  return ask(parts, 'startup', {
    metric,
    show: metric === 'contributorGrowth' ? ['contributors'] : ofCommits,
    checks: move && !isEither ? [hasMoved(metric, move.to)] : [],
    reads: 'move',
    supplied: field === undefined ? 1 : 0,
  });
}

function seriesOf(parts: Parts): Draft | undefined {
  const metric = weeklyField(parts);
  if (metric === undefined) return undefined;
  const { otherTimes: times } = parts;
  const [time, ...more] = times;
  const isAgo = time?.kind === 'ago' && more.length === 0;
  const span = more.length > 0 ? spanOf(times) : time ? whenOf(time) : {};
  if (!span) return undefined;
  const when = isAgo ? { from: time.from, to: 'latest' } : span;
  const supplied = weeklyFields(parts).length === 0 ? 0.5 : 0;
  return ask(parts, 'startup', { operation: 'series', metric, ...when, supplied });
}

function spanOf(times: readonly Time[]): Partial<WrittenQuery> | undefined {
  const sorted = inOrder(times);
  const [from, to] = [sorted[0]?.from, sorted.at(-1)?.from];
  return from === undefined || to === undefined ? undefined : { from, to };
}

function peakOf(parts: Parts): Draft | undefined {
  const { time, order, more } = parts;
  const metric = weeklyField(parts, order?.field);
  const isOfPeak = parts.has('trend:peak', 'trend:low', 'order', 'more');
  if (metric === undefined || !isOfPeak) return undefined;
  const isLow = parts.has('trend:low') || order?.order === 'lowest' || more?.order === 'lowest';
  const isFieldSaid = weeklyFields(parts).length > 0 || order?.field !== undefined;
  const isOverTime = parts.has('trend') || parts.has('ask:when') || time;
  return ask(parts, 'startup', {
    operation: 'extreme',
    metric,
    order: isLow ? 'lowest' : undefined,
    ...(time?.kind === 'all' && { period: undefined }),
    supplied: (isFieldSaid ? 0 : 0.5) + (isOverTime ? 0 : 0.5),
  });
}

/** `does Modal have more than 50 contributors`, `is the signal of Letta strong`. */
function checked(parts: Parts): Draft | undefined {
  const checks = parts.where('startup').filter(({ field }) => field !== 'sector' || parts.isYesNo);
  if (checks.length === 0) return undefined;
  const fields = [...new Set([...checks.map(({ field }) => field), ...weeklyFields(parts)])];
  const [metric = ''] = fields;
  const isOfCompany = fields.every((name) => !isWeekly(name) && fieldOf('company', name));
  const subject = isOfCompany && !parts.time ? 'company' : 'startup';
  const show = shownWith(subject, fields);
  return ask(parts, subject, { metric, show, checks, supplied: parts.isYesNo ? 0 : 0.2 });
}

/** Its place in an order: `where does Turso rank by commits among databases`. */
function placed(parts: Parts): Draft | undefined {
  const isAmong =
    parts.has('sector', 'value', 'subject:startup') || parts.fields.includes('sectorRank');
  const { order, more, fields } = parts;
  const [named] = fields.filter((name) => name !== 'sectorRank' && name !== 'trendingRank');
  const metric = order?.field ?? more?.field ?? named ?? 'scoreComposite';
  const field = fieldOf('startup', metric);
  if (!isAmong || !field || field.kind === 'text' || field.kind === 'category') return undefined;
  return ask(parts, 'startup', {
    operation: 'rank',
    names: undefined,
    metric,
    where: parts.where('startup'),
    order: parts.direction,
    limit: LISTED,
    expected: parts.startups[0]?.slug,
    reads: parts.has('than') ? 'beyond' : 'place',
  });
}

const packagesOf = (parts: Parts): Draft | undefined =>
  ask(parts, 'startup', { metric: 'signalType', reads: 'packages' });

function standing(parts: Parts): Draft | undefined {
  const show = ['sectorRank', 'scoreComposite'];
  return ask(parts, 'startup', { metric: 'trendingRank', show, checks: [IS_TRENDING] });
}

function profile(parts: Parts): Draft | undefined {
  const { time, isYesNo, isShort } = parts;
  const isOfWeek = parts.times.length === 1 && (time?.kind === 'point' || time?.kind === 'ago');
  const isAlone = parts.items.length === 1 + Number(isOfWeek) && isShort && !isYesNo;
  const supplied = parts.has('ask:profile') || isAlone ? 0 : 1.5;
  const period = isOfWeek ? time?.from : undefined;
  return ask(parts, 'startup', { show: PROFILE, period, reads: 'profile', supplied });
}

/** The fields of a profile, in this order. */
export const PROFILE =
  'description sector stage status commitVelocity14d commitVelocityChangeRatio contributors scoreComposite signalType signalStrength sectorRank'.split(
    ' ',
  );

export const STARTUP_SHAPES: readonly Shape[] = [
  shape('values', 'startup field', valuesOf),
  shape('facts', 'name1 field', ofCompany),
  shape('profile', 'startup', profile),
  shape('comparison', 'startup2 !time:since !time:all', compared),
  shape('comparison of companies', 'name2+ field|more|act:raise', comparedCompanies),
  shape('change', 'startups time|move|trend:change', changed),
  shape('movement', 'startups move !time:span !time:since', moved),
  shape('series', 'startups trend:series|time:since field|trend:series', seriesOf),
  shape(
    'peak',
    'startup trend:peak|trend:low|order|ask:when field|order|trend:peak|trend:low !time:ago !time:point',
    peakOf,
  ),
  shape('check', 'name1 condition|value|sector !time:since !time:all', checked),
  shape('place', 'startup field|order|nth|more', placed),
  shape('packages', 'startup ask:packages !time:since !time:point', packagesOf),
  shape('standing', 'startup trending !time:since !time:span !time:all', standing),
];
