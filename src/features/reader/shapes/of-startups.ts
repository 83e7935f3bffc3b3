/** Questions about startups that are named. */
import type { Condition, WrittenQuery } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import type { Order, Time } from '../meaning.ts';
import { type Parts, whenOf } from '../parts.ts';
import { changeOf } from '../rules.ts';
import {
  type Draft,
  IS_TRACKED,
  IS_TRENDING,
  inOrder,
  LISTED,
  query,
  type Shape,
} from './shape.ts';

const SIDE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  contributors: ['contributorGrowth'],
  contributorGrowth: ['contributors'],
  commitVelocity14d: ['commitVelocityChangeRatio', 'scoreGrowth'],
  commitVelocityChangeRatio: ['commitVelocity14d', 'scoreGrowth'],
  scoreGrowth: ['commitVelocityChangeRatio'],
  signalType: ['signalStrength', 'contributors', 'contributorGrowth'],
  signalStrength: ['signalType'],
  agentShare: ['commitVelocity14d'],
  sectorRank: ['trendingRank', 'scoreComposite', 'sector'],
  trendingRank: ['sectorRank', 'scoreComposite'],
  newPeople30d: ['contributors'],
  scoreComposite: ['sectorRank', 'trendingRank'],
};
const COMPANY_SIDE: Readonly<Record<string, readonly string[]>> = {
  raised: ['rounds', 'lastRound', 'lastRoundOn'],
  rounds: ['raised'],
  backers: ['leads'],
  lastRound: ['lastRoundOn', 'lastRoundAmount', 'leads'],
  valuation: ['valuedOn'],
  repositories: ['repositoryCount'],
  acquired: ['acquisitions'],
};
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

function namesOf(parts: Parts): string[] {
  return parts.startups.map(({ slug }) => slug);
}

/** The further fields that are shown: those that put a number into its place, if one alone is asked for. */
function shownWith(
  fields: readonly string[],
  side: Readonly<Record<string, readonly string[]>>,
): string[] {
  const [first = '', ...others] = fields;
  return [...new Set([...others, ...(others.length === 0 ? (side[first] ?? []) : [])])].filter(
    (name) => name !== first,
  );
}

const SCORES = ['scoreVelocity', 'scoreGrowth', 'scoreNovelty'];

function valuesOf(parts: Parts): Draft | undefined {
  const fields = weeklyFields(parts);
  if (
    parts.has('measure:share') &&
    !fields.some((name) => fieldOf('startup', name)?.kind === 'share')
  )
    return undefined;
  const [metric, ...others] = fields;
  if (metric === undefined) return ofCompany(parts);
  const isWeekly =
    fields.some((name) => fieldOf('startup', name)?.isWeekly === true) || parts.time !== undefined;
  if (!isWeekly) return ofCompany(parts);
  const { time } = parts;
  const isEach = time?.kind === 'span' && !time.isCalendar && metric !== 'commitVelocity14d';
  if (isEach && others.length === 0 && !parts.has('measure:median') && !parts.has('measure:mean'))
    return seriesOf(parts);
  if (
    time?.kind === 'since' ||
    time?.kind === 'all' ||
    (time && (parts.times.length > 1 || fieldOf('startup', metric)?.isWeekly !== true))
  )
    return undefined;
  return {
    query: query({
      subject: 'startup',
      names: namesOf(parts),
      metric,
      ...(parts.has('measure:median') && time?.kind === 'span' && { over: 'median' as const }),
      show:
        metric === 'scoreComposite' && parts.isOfScores
          ? SCORES
          : time && metric !== 'signalType' && !parts.isWindow(metric)
            ? others
            : shownWith(fields, SIDE_FIELDS),
      ...parts.when('startup', metric),
    }),
  };
}

function ofCompany(parts: Parts): Draft | undefined {
  const fields = parts.fields
    .map((name) => MEANT_FIELDS[name] ?? name)
    .filter((name) => fieldOf('company', name) !== undefined);
  const [metric] = fields;
  // The round itself says more.
  if (
    metric === undefined ||
    fields.length < parts.fields.length ||
    parts.time !== undefined ||
    parts.fields.includes('lastRound')
  )
    return undefined;
  return {
    query: query({
      subject: 'company',
      names: parts.slugs,
      metric,
      show: shownWith(fields, COMPANY_SIDE),
    }),
  };
}

/** The field of a comparison, and what it costs to supply it. */
function comparedBy(parts: Parts): { metric: string; supplied: number; others: string[] } {
  const own = weeklyFields(parts);
  const isOfChange = parts.order?.isChange || parts.has('trend:change') || parts.has('move');
  const base = parts.order?.base ?? parts.move?.field ?? own[0] ?? 'commitVelocity14d';
  const isScored = own.some((name) => name.startsWith('score'));
  if (isOfChange && !isScored && fieldOf('startup', base)?.kind === 'count')
    return {
      metric: changeOf(base),
      supplied:
        own.length === 0 && parts.move?.field === undefined && !parts.order?.isChange ? 0.3 : 0,
      others: [base],
    };
  const fields = [
    ...new Set([
      ...own,
      ...[parts.more?.field, parts.order?.field].filter((name) => name !== undefined),
    ]),
  ];
  const move = parts.move && changeOf(parts.move.field ?? 'commitVelocity14d');
  const [metric, ...others] = fields.length > 0 ? fields : move === undefined ? [] : [move];
  return metric === undefined
    ? { metric: 'scoreComposite', supplied: 1, others: [] }
    : { metric, supplied: 0, others };
}

function compared(parts: Parts): Draft | undefined {
  const { metric, supplied, others } = comparedBy(parts);
  const field = fieldOf('startup', metric);
  if (parts.has('both') && field?.kind === 'name') return undefined;
  if (field?.kind === 'text' && parts.direction !== undefined) return undefined;
  if (!field || parts.time?.kind === 'since' || parts.time?.kind === 'all') return undefined;
  const isBare = supplied > 0 && !parts.has('more') && !parts.has('order');
  if (isBare)
    return {
      query: query({
        subject: 'startup',
        operation: 'compare',
        names: namesOf(parts),
        show: [
          'commitVelocity14d',
          'commitVelocityChangeRatio',
          'contributors',
          'scoreComposite',
          'signalType',
        ],
        ...parts.when(),
      }),
      supplied: parts.has('versus') || parts.has('both') ? 0 : 1,
    };
  const subject = field.isWeekly === true || parts.time ? 'startup' : 'company';
  return {
    query: query({
      subject,
      operation: 'compare',
      names: namesOf(parts),
      metric,
      show: others,
      ...inOrder(parts.direction),
      ...parts.when(subject, metric),
    }),
    supplied,
  };
}

function comparedCompanies(parts: Parts): Draft | undefined {
  const fields = parts.fields.map((name) => MEANT_FIELDS[name] ?? name);
  const isRaised = parts.has('act:raise');
  const [metric = isRaised ? 'raised' : parts.more?.field] = fields;
  const field = metric === undefined ? undefined : fieldOf('company', metric);
  if (
    !field ||
    field.isWeekly ||
    field.kind === 'text' ||
    parts.time ||
    (parts.has('both') && field.kind === 'name')
  )
    return undefined;
  return {
    query: query({
      subject: 'company',
      operation: 'compare',
      names: parts.slugs,
      metric: field.name,
      show: COMPANY_SIDE[field.name]?.slice(0, 1) ?? [],
      ...inOrder(parts.direction),
    }),
  };
}

/** `now` and the time before, however the question says it. */
function changed(parts: Parts): Draft | undefined {
  const [metric = changedField(parts), ...others] = weeklyFields(parts);
  const field = fieldOf('startup', metric);
  if (!field?.isWeekly || others.length > 0) return undefined;
  const against = againstOf(parts.datedTimes);
  if (!against || (parts.datedTimes.length === 0 && field.kind !== 'share')) return undefined;
  const isOfChange =
    parts.times.length !== 1 ||
    parts.time?.kind === 'since' ||
    ['move', 'trend:change', 'versus', 'more', 'than'].some((key) => parts.has(key));
  const base =
    metric === 'commitVelocityChangeRatio'
      ? 'commitVelocity14d'
      : metric === 'contributorGrowth'
        ? 'contributors'
        : metric;
  return {
    query: query({
      subject: 'startup',
      operation: 'change',
      names: namesOf(parts),
      metric: base,
      ...against,
    }),
    supplied:
      weeklyFields(parts).length === 0 &&
      parts.move?.field === undefined &&
      parts.more?.field === undefined
        ? 1
        : parts.datedTimes.some(({ from }) => /^\d{4}$/.test(from ?? ''))
          ? 1
          : isOfChange
            ? 0
            : 1,
    ...(parts.move && { reads: 'move' as const }),
  };
}

function changedField(parts: Parts): string {
  return parts.move?.field ?? parts.more?.field ?? parts.order?.field ?? 'commitVelocity14d';
}

/** The later and the earlier of the times that are named. */
function againstOf(times: readonly Time[]): Partial<WrittenQuery> | undefined {
  const [one, other, ...more] = times;
  if (more.length > 0) return undefined;
  if (one && other) {
    const [early, late] = isEarlier(one, other) ? [one, other] : [other, one];
    if (early.from === undefined || late.from === undefined || late.to !== undefined)
      return undefined;
    return { period: late.from, against: early.from };
  }
  if (!one) return { against: 'latest-2' };
  if (one.from === undefined || one.kind === 'until') return undefined;
  return one.to === undefined ? { against: one.from } : { period: one.to, against: one.from };
}

/** `latest-8` is earlier than `latest-2`, and `2025-w40` than `2026-w10`. */
function isEarlier({ from: one = '' }: Time, { from: other = '' }: Time): boolean {
  const [back, otherBack] = [one, other].map((when) => /^latest-?(\d*)$/.exec(when)?.[1]);
  if (back !== undefined && otherBack !== undefined)
    return Number(back || 0) > Number(otherBack || 0);
  if (back !== undefined) return false;
  return otherBack !== undefined || one < other;
}

/** Fields of which a change against the window before is known. */
const MOVED: ReadonlySet<string> = new Set([
  'commitVelocity14d',
  'commitVelocityChangeRatio',
  'contributors',
  'contributorGrowth',
  'scoreComposite',
  'scoreGrowth',
]);

function moved(parts: Parts): Draft | undefined {
  const [own] = weeklyFields(parts);
  const field = parts.move?.field ?? own;
  const metric = changeOf(field ?? 'commitVelocity14d');
  if (
    (field !== undefined && !MOVED.has(field)) ||
    parts.time?.kind === 'span' ||
    parts.time?.kind === 'since'
  )
    return undefined;
  const isEither = new Set(parts.all('move').map(({ to }) => to)).size > 1;
  const show =
    metric === 'contributorGrowth'
      ? ['contributors']
      : [
          'commitVelocity14d',
          'scoreGrowth',
          ...(field === undefined ? ['contributors', 'contributorGrowth'] : []),
        ];
  return {
    query: query({ subject: 'startup', names: namesOf(parts), metric, show, ...parts.when() }),
    checks: isEither
      ? []
      : [{ field: metric, op: parts.move?.to === 'down' ? '<' : '>', values: [0] }],
    reads: 'move',
    supplied: parts.move?.field === undefined && own === undefined ? 1 : 0,
  };
}

function seriesOf(parts: Parts): Draft | undefined {
  const fields = weeklyFields(parts);
  const [metric = 'commitVelocity14d'] = fields;
  if (fieldOf('startup', metric)?.isWeekly !== true || fields.length > 1) return undefined;
  const { otherTimes: times } = parts;
  const [time, ...others] = times;
  const when = others.length > 0 ? spanOf(times) : time ? whenOf(time) : {};
  if (!when) return undefined;
  const isAgo = time?.kind === 'ago' && others.length === 0;
  return {
    query: query({
      subject: 'startup',
      operation: 'series',
      names: namesOf(parts),
      metric,
      ...(isAgo ? { from: time.from ?? '', to: 'latest' } : when),
    }),
    supplied: fields.length === 0 ? 0.5 : 0,
  };
}

function spanOf(times: readonly Time[]): Partial<WrittenQuery> | undefined {
  const sorted = times.toSorted((one, other) => (isEarlier(one, other) ? -1 : 1));
  const [first, last] = [sorted[0]?.from, sorted.at(-1)?.from];
  return first === undefined || last === undefined ? undefined : { from: first, to: last };
}

function peakOf(parts: Parts): Draft | undefined {
  const [metric = parts.order?.field ?? 'commitVelocity14d', ...others] = weeklyFields(parts);
  if (fieldOf('startup', metric)?.isWeekly !== true || others.length > 0) return undefined;
  const { time } = parts;
  const isOfLast = parts.has('latest') && parts.has('ask:when');
  if (time?.kind === 'ago' || time?.kind === 'point' || isOfLast) return undefined;
  const isLow =
    parts.has('trend:low') || parts.order?.order === 'lowest' || parts.more?.order === 'lowest';
  return {
    query: query({
      subject: 'startup',
      operation: 'extreme',
      names: namesOf(parts),
      metric,
      ...inOrder(isLow ? 'lowest' : undefined),
      ...(time?.kind === 'all' ? {} : parts.when()),
    }),
    supplied:
      (weeklyFields(parts).length + Number(parts.order?.field !== undefined) === 0 ? 0.5 : 0) +
      (parts.has('trend') || parts.has('ask:when') || parts.time ? 0 : 0.5),
  };
}

/** `how many weeks in a row`, `when was it last above 90`, `in which weeks`. */
function weeksOf(parts: Parts): Draft | undefined {
  const conditions = checksIn(parts);
  const asksWeeks = [
    'trend:streak',
    'trend:weeks',
    'trend:first',
    'trend:last',
    'ask:when',
    'trend:peak',
  ].some((key) => parts.has(key));
  if (!asksWeeks && parts.time?.kind !== 'all') return undefined;
  const isLast = parts.has('trend:last') || parts.has('latest');
  const [field = ''] = weeklyFields(parts);
  // `when did it last have commits`: any at all.
  const isOfAny = isLast && parts.has('ask:when') && fieldOf('startup', field)?.kind === 'count';
  const [condition, ...others] =
    conditions.length > 0
      ? conditions
      : parts.has('trending')
        ? [IS_TRENDING]
        : isOfAny
          ? [{ field, op: '>' as const, values: [0] }]
          : [];
  if (!condition || others.length > 0 || fieldOf('startup', condition.field)?.isWeekly !== true)
    return undefined;
  const isStreak = parts.has('trend:streak') && !parts.has('trend:weeks');
  const isRow = parts.has('trend:streak');
  const reads = isRow ? 'streak' : isLast ? 'last' : parts.has('trend:first') ? 'first' : 'weeks';
  return {
    query: query({
      subject: 'startup',
      operation: 'series',
      names: namesOf(parts),
      metric: condition.field,
      ...(isRow ? {} : { where: [condition] }),
      ...(isStreak ? {} : parts.when()),
    }),
    checks: [condition],
    reads,
  };
}

function checksIn(parts: Parts): Condition[] {
  return parts.where('startup').filter(({ field }) => field !== 'sector' || parts.isYesNo);
}

/** `does Modal have more than 50 contributors`, `is the signal of Letta strong`. */
function checked(parts: Parts): Draft | undefined {
  const checks = checksIn(parts);
  const [first] = checks;
  if (!first || checks.some(({ field }) => fieldOf('startup', field) === undefined))
    return undefined;
  if (parts.times.some(({ kind }) => kind === 'since' || kind === 'all')) return undefined;
  const fields = [...new Set([...checks.map(({ field }) => field), ...weeklyFields(parts)])];
  const isDeal =
    !parts.time &&
    fields.every(
      (name) =>
        fieldOf('startup', name)?.isWeekly !== true && fieldOf('company', name) !== undefined,
    );
  const [metric = '', ...others] = fields;
  const side =
    metric === 'signalType' || metric === 'signalStrength'
      ? ['signalType', 'signalStrength', 'contributors', 'contributorGrowth']
      : (SIDE_FIELDS[metric] ?? []);
  const show = [...new Set([...others, ...(others.length === 0 ? side : [])])].filter(
    (name) => name !== metric,
  );
  return {
    query: isDeal
      ? query({ subject: 'company', names: parts.slugs, metric, show: others })
      : query({
          subject: 'startup',
          names: namesOf(parts),
          metric,
          show,
          ...parts.when('startup', metric),
        }),
    checks,
    supplied: parts.isYesNo ? 0 : 0.2,
  };
}

/** Its place in an order: `where does Turso rank by commits among databases`. */
function placed(parts: Parts): Draft | undefined {
  const metric =
    parts.order?.field ??
    parts.more?.field ??
    parts.fields.filter((name) => name !== 'sectorRank' && name !== 'trendingRank')[0] ??
    'scoreComposite';
  return orderAround(metric, 'place', parts.order?.order, parts);
}

/** Those above one startup: `companies with more commits than Cline`. */
function beyond(parts: Parts): Draft | undefined {
  if (parts.startups.length > 1) return undefined;
  const metric =
    parts.more?.field ??
    parts.order?.field ??
    parts.fields[0] ??
    (parts.move && changeOf(parts.move.field));
  const draft = orderAround(metric ?? 'scoreComposite', 'than', parts.direction, parts);
  return draft && { ...draft, supplied: metric === undefined ? 1 : 0 };
}

/** The whole order in which a startup is to be found. */
function orderAround(
  metric: string,
  reads: 'place' | 'than',
  order: Order | undefined,
  parts: Parts,
): Draft | undefined {
  const [startup] = parts.startups;
  const field = fieldOf('startup', metric);
  if (!startup || !field || field.kind === 'text' || field.kind === 'category') return undefined;
  return {
    query: query({
      subject: 'startup',
      operation: 'rank',
      metric,
      where: parts.where('startup'),
      ...inOrder(order),
      limit: LISTED,
      ...parts.when(),
    }),
    reads,
    expected: startup.slug,
  };
}

function standing(parts: Parts): Draft | undefined {
  const { time } = parts;
  if (time && time.kind !== 'point' && time.kind !== 'ago') return undefined;
  return {
    query: query({
      subject: 'startup',
      names: namesOf(parts),
      metric: 'trendingRank',
      show: ['sectorRank', 'scoreComposite'],
      ...parts.when(),
    }),
    checks: [IS_TRENDING],
  };
}

function profile(parts: Parts): Draft | undefined {
  return {
    query: query({ subject: 'startup', names: namesOf(parts), show: PROFILE }),
    supplied:
      parts.has('ask:profile') || (parts.items.length === 1 && parts.isShort && !parts.isYesNo)
        ? 0
        : 1.5,
    reads: 'profile',
  };
}

/** The fields of a profile, in this order. */
export const PROFILE = [
  'description',
  'sector',
  'stage',
  'status',
  'commitVelocity14d',
  'commitVelocityChangeRatio',
  'contributors',
  'scoreComposite',
  'signalType',
  'signalStrength',
  'sectorRank',
];

function covered(parts: Parts): Draft | undefined {
  const [metric = 'commitVelocity14d'] = weeklyFields(parts);
  return {
    query: query({
      subject: 'startup',
      operation: 'series',
      names: namesOf(parts),
      metric: fieldOf('startup', metric)?.isWeekly ? metric : 'commitVelocity14d',
    }),
    reads: 'coverage',
  };
}

/** The values of several weeks that are named one by one. */
function ofEachTime(parts: Parts): Draft | undefined {
  const fields = weeklyFields(parts);
  const [metric, ...others] = fields;
  const { otherTimes: times } = parts;
  if (
    metric === undefined ||
    times.length < 2 ||
    times.some(({ kind, from }) => from === undefined || kind === 'since')
  )
    return undefined;
  const [first, ...rest] = times.map((time) =>
    query({ subject: 'startup', names: namesOf(parts), metric, show: others, ...whenOf(time) }),
  );
  return first && { query: first, also: rest };
}

/** `is it covered`, `do you track it`: asked by verbs that mean nothing elsewhere. */
function whetherKnown(parts: Parts): Draft | undefined {
  if (!parts.isYesNo || !parts.asksTracking || parts.items.length > 2) return undefined;
  return {
    query: query({
      subject: 'company',
      names: parts.slugs,
      metric: 'tracked',
      show: ['kind', 'sector', 'status'],
    }),
    checks: [IS_TRACKED],
    supplied: 0.5,
  };
}

/** The numbers that make a score, where a reason is asked for. */
function reasons(parts: Parts): Draft | undefined {
  return {
    query: query({
      subject: 'startup',
      names: namesOf(parts),
      metric: 'scoreComposite',
      show: [
        'sectorRank',
        'trendingRank',
        'scoreGrowth',
        'scoreVelocity',
        'scoreNovelty',
        'commitVelocity14d',
        'commitVelocityChangeRatio',
        'contributors',
        'largestContributorShare14d',
      ],
    }),
    supplied: 1,
    reads: 'reasons',
  };
}

export const STARTUP_SHAPES: readonly Shape[] = [
  { name: 'values', needs: 'startup field', build: valuesOf },
  {
    name: 'values of several',
    needs: 'startup2 field',
    build: compared,
  },
  {
    name: 'facts',
    needs: 'name1 field',
    build: ofCompany,
  },
  {
    name: 'values as far as known',
    needs: 'startup field sector',
    build: valuesOf,
  },
  { name: 'profile', needs: 'startup', build: profile },
  {
    name: 'reasons',
    needs: 'startup ask:why',
    build: reasons,
  },
  {
    name: 'whether known',
    needs: 'name1',
    build: whetherKnown,
  },
  {
    name: 'comparison',
    needs: 'startup2 versus|more|order|than|both|move|field|measure',
    build: compared,
  },
  { name: 'several named', needs: 'startup2', build: compared },
  {
    name: 'comparison of companies',
    needs: 'name2+ field|more|act:raise',
    build: comparedCompanies,
  },
  {
    name: 'change',
    needs: 'startups time|move|trend:change',
    build: changed,
  },
  {
    name: 'change against the window before',
    needs: 'startup trend:change',
    build: moved,
  },
  {
    name: 'movement',
    needs: 'startups move',
    build: moved,
  },
  {
    name: 'series',
    needs: 'startups trend:series',
    build: seriesOf,
  },
  {
    name: 'series of a span',
    needs: 'startups time field',
    build: (parts) => (parts.time?.kind === 'since' ? seriesOf(parts) : undefined),
  },
  {
    name: 'peak',
    needs: 'startup trend:peak|trend:low|ask:when|order field|order|trend:peak|trend:low',
    build: peakOf,
  },
  {
    name: 'weeks',
    needs:
      'startup trend:streak|trend:weeks|trend:first|trend:last|ask:when|latest|trend:peak|time condition|value|trending|field',
    build: weeksOf,
  },
  {
    name: 'check',
    needs: 'name1 condition|value|sector',
    build: checked,
  },
  {
    name: 'place',
    needs: 'startup field|order|nth|more',
    build: (parts) =>
      parts.has('sector') ||
      parts.has('value') ||
      parts.has('subject:startup') ||
      parts.fields.includes('sectorRank')
        ? placed(parts)
        : undefined,
  },
  {
    name: 'those beyond one',
    needs: 'startup more|move than',
    build: beyond,
  },
  {
    name: 'those with more than one',
    needs: 'startup more subject:startup|sector',
    build: beyond,
  },
  {
    name: 'standing',
    needs: 'startup trending',
    build: standing,
  },
  {
    name: 'coverage',
    needs: 'startup trend:coverage',
    build: covered,
  },
  {
    name: 'values of several weeks',
    needs: 'startups time field',
    build: ofEachTime,
  },
];
