/** Parts of a question that a query does not reflect, although its shape reads parts of their kind. */
import { type Condition, listedConditions, type WrittenQuery } from '../query/query.ts';
import type { Of, Time } from './meaning.ts';
import type { Item, Parts } from './parts.ts';
import { changeOf } from './rules.ts';
import { type Draft, LISTED } from './shapes/shape.ts';

/** Fields that tell the same under another name. */
const SAME: readonly (readonly string[])[] = [
  ['commitVelocity14d', 'commitVelocityChangeRatio', 'scoreGrowth'],
  ['contributors', 'contributorGrowth', 'scoreGrowth'],
  ['raised', 'amount', 'lastRoundAmount', 'rounds', 'currency'],
  ['lastRound', 'round', 'rounds', 'lastRoundOn', 'announcedOn'],
  ['announcedOn', 'closedOn', 'lastRoundOn', 'year', 'valuedOn'],
  ['leads', 'lead', 'investors', 'backers', 'fund', 'backed', 'role', 'companies'],
  ['acquired', 'acquirer', 'acquiredBy', 'acquisitions', 'by', 'company'],
  ['stage', 'roundStage', 'round'],
  ['sectorRank', 'trendingRank', 'scoreComposite'],
  ['roundsLed', 'led', 'lead', 'role'],
  ['companies', 'backed'],
];
const DEAL_SIDES = { backing: SAME[5], acquisition: SAME[6] };
const GROWTHS: ReadonlySet<string> = new Set([
  'commitVelocityChangeRatio',
  'contributorGrowth',
  'scoreGrowth',
]);
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  round: ['round', 'backing', 'valuation', 'fund'],
  fund: ['fund', 'backing', 'round'],
  acquirer: ['acquirer'],
  acquisition: ['acquisition', 'exit', 'acquirer'],
  exit: ['exit', 'acquisition'],
  valuation: ['valuation'],
  market: ['market'],
  finding: ['finding'],
};

/** Everything that one reading runs and asks of its rows. */
type Made = {
  queries: readonly WrittenQuery[];
  conditions: readonly Condition[];
  fields: ReadonlySet<string>;
  draft: Draft;
};

export function droppedFrom(draft: Draft, parts: Parts): Item[] {
  const queries = [draft.query, ...(draft.also ?? [])];
  const conditions = [
    ...queries.flatMap(({ where, which }) => [where, which].flatMap(listedConditions)),
    ...(draft.checks ?? []),
  ];
  const fields = new Set(
    [
      ...queries.flatMap(({ metric, show, groupBy }) => [metric, ...[show ?? []].flat(), groupBy]),
      ...conditions.map(({ field }) => field),
    ].filter((name) => name !== undefined),
  );
  const made = { queries, conditions, fields, draft };
  return parts.items.filter((item) => !isReflected(item, made, parts));
}

function isReflected({ meaning, to }: Item, made: Made, parts: Parts): boolean {
  const { queries, conditions, fields, draft } = made;
  const [query] = queries;
  const held = new Set(conditions.map(({ field }) => field));
  const has = (name: string) =>
    draft.reads !== 'profile' && [...fields].some((field) => isSame(field, name));
  switch (meaning.kind) {
    case 'field':
      return (
        has(meaning.field) ||
        isOfSubject(meaning.field, draft) ||
        (meaning.field === 'sectorRank' && query?.nth !== undefined) ||
        (meaning.field === 'commitVelocity14d' && [...fields].some((name) => /Share/.test(name)))
      );
    case 'value':
      return meaning.field === '' || isHeld(meaning, conditions, queries);
    case 'condition':
      return meaning.conditions.every(
        ({ field, values }) =>
          field === 'tracked' ||
          conditions.some(
            (one) => isSame(one.field, field) && String(one.values) === String(values),
          ) ||
          values.some((value) => isWritten(value, queries)),
      );
    case 'role':
    case 'name':
    case 'excluded': {
      const slugs = meaning.kind === 'role' ? meaning.slugs : [meaning.slug];
      return slugs.every((slug) => draft.expected === slug || isWritten(slug, queries));
    }
    case 'order':
    case 'more':
      return (
        !isOtherOrder(meaning, parts, query) &&
        isOrdered(draft) &&
        (meaning.field === undefined || has(meaning.field))
      );
    case 'nth':
      return queries.some(({ nth }) => nth === Math.abs(meaning.n)) || draft.reads !== undefined;
    case 'number':
      return (
        isWritten(meaning.value, queries) ||
        conditions.some(({ values }) => values.includes(meaning.value))
      );
    case 'bound':
    case 'range':
      return meaning.bounds.every(({ value }) =>
        conditions.some(({ values }) =>
          values.some((one) => Math.abs(Number(one)) === Math.abs(value)),
        ),
      );
    case 'time':
      return isTimed(meaning.time, queries, fields, parts);
    case 'measure':
      return isMeasured(meaning, draft, fields, rowsAfter(to, parts), parts);
    case 'move':
      return (
        draft.reads === 'move' ||
        query?.operation === 'change' ||
        (meaning.field === undefined
          ? [...fields].some((field) => GROWTHS.has(field))
          : fields.has(meaning.field) || fields.has(changeOf(meaning.field)))
      );
    case 'round':
      return queries.some((one) => JSON.stringify(one).includes(meaning.round));
    case 'per':
      return queries.some(
        ({ groupBy, subject }) => groupBy === meaning.field || subject === meaning.field,
      );
    case 'trend':
      return isFollowed(meaning.trend, draft, fields);
    case 'ask':
      return isAsked(meaning, draft, fields);
    case 'act':
      return isDone(meaning.act, query?.subject ?? '', isOfFund(parts) ? held : fields);
    case 'versus':
      return query?.operation === 'compare' || query?.operation === 'change';
    case 'than':
      return (
        ['compare', 'change'].includes(query?.operation ?? '') ||
        draft.reads === 'than' ||
        draft.reads === 'reasons'
      );
    case 'both':
      return query?.operation === 'compare' || draft.reads === 'both' || conditions.length > 1;
    case 'prior':
      return [...fields].some((field) => GROWTHS.has(field));
    case 'latest':
      return (
        !parts.has('subject:round') || query?.subject !== 'company' || fields.has('lastRoundAmount')
      );
    case 'subject':
      return isOfRows(meaning.subject, draft, fields, parts);
    case 'none':
      return conditions.some(({ values }) =>
        [0, 'none', null].some((none) => values.includes(none)),
      );
    case 'trending':
      return fields.has('trendingRank');
    default:
      return !UNREAD.has(meaning.kind);
  }
}

/** The rows and fields that tell of each thing that was done. */
const DONE: Readonly<Record<string, { rows: RegExp; fields: RegExp }>> = {
  lead: { rows: /^$/, fields: /^(?:leads?|roundsLed|role)$/ },
  back: { rows: /^(?:fund|backing)$/, fields: /^(?:backers|investors|companies|fund)$/ },
  raise: { rows: /^(?:round|backing)$/, fields: /^(?:raised|rounds|last|valuation)/ },
  buy: { rows: /^(?:acquisition|exit|acquirer)$/, fields: /^(?:acqui|status)/ },
};
const ACTS: Readonly<Record<string, string>> = {
  led: 'lead',
  backed: 'back',
  'co-invest': 'back',
  acquire: 'buy',
  acquired: 'buy',
  own: 'buy',
  exit: 'buy',
  merge: 'buy',
  close: 'buy',
};

function isDone(act: string, rows: string, fields: ReadonlySet<string>): boolean {
  const done = DONE[ACTS[act] ?? act];
  return !done || done.rows.test(rows) || [...fields].some((field) => done.fields.test(field));
}

/** An act of a fund is a condition on rows, and no column of them. */
const isOfFund = (parts: Parts) =>
  parts.names.length > 0 && parts.names.every(({ isFund }) => isFund);

function isOrdered({ query: { operation, measure, subject, limit }, reads }: Draft): boolean {
  return (
    reads !== undefined ||
    operation === 'rank' ||
    operation === 'extreme' ||
    operation === 'compare' ||
    (operation === 'change' && measure === undefined) ||
    (limit !== undefined && limit < LISTED && subject !== 'startup' && subject !== 'sector')
  );
}

function isFollowed(
  trend: Of<'trend'>['trend'],
  { query: { operation, limit, period }, reads }: Draft,
  fields: ReadonlySet<string>,
): boolean {
  if (trend === 'series') return operation === 'series' || reads === 'agents';
  if (trend === 'peak' || trend === 'low')
    return operation === 'extreme' || reads === 'weeks' || period === 'all';
  if (trend === 'change')
    return (
      operation === 'change' ||
      operation === 'compare' ||
      [...fields].some((name) => GROWTHS.has(name))
    );
  if (trend === 'first' || trend === 'last') return reads !== undefined || limit === 1;
  return (
    reads === trend ||
    reads === 'weeks' ||
    reads === 'streak' ||
    reads === 'last' ||
    reads === 'first'
  );
}

function isOfRows(
  rows: Of<'subject'>['subject'],
  { query: { subject, groupBy }, reads }: Draft,
  fields: ReadonlySet<string>,
  parts: Parts,
): boolean {
  if (rows === 'sector')
    return (
      subject === 'sector' || groupBy === 'sector' || fields.has('sector') || parts.has('sector')
    );
  const all = SUBJECTS[rows];
  if (!all || reads === 'owner' || all.includes(subject)) return true;
  if (subject === 'company' || subject === 'startup')
    return [...fields].some((name) => ROWS_IN[rows]?.test(name));
  return parts.names.length > 0 && rows === 'acquirer';
}

/** Fields of companies that tell of other rows. */
const ROWS_IN: Readonly<Record<string, RegExp>> = {
  round: /^(?:rounds|lastRound|raised|valuation)/,
  fund: /^(?:backers|leads|backerCount)$/,
  acquirer: /^acquiredBy$/,
  acquisition: /^(?:acqui|acquired)/,
  valuation: /^valu/,
};

/** Kinds that are always combined with others, where they are understood. */
const UNREAD: ReadonlySet<string> = new Set(['not', 'operator', 'either', 'absent', 'by']);

function isAsked(
  { ask }: Of<'ask'>,
  { query, reads }: Draft,
  fields: ReadonlySet<string>,
): boolean {
  if (ask === 'when')
    return (
      reads !== undefined ||
      query.operation !== undefined ||
      [...fields].some((field) => /On$|year|founded/.test(field))
    );
  if (ask === 'why') return reads === 'reasons';
  if (ask === 'profile') return reads === 'profile' || query.metric === undefined;
  if (ask === 'amount')
    return (
      DONE['raise']?.rows.test(query.subject) === true ||
      DONE['buy']?.rows.test(query.subject) === true ||
      fields.has('raised') ||
      fields.has('valuation')
    );
  return true;
}

function isSame(field: string, name: string): boolean {
  return field === name || SAME.some((group) => group.includes(field) && group.includes(name));
}

/** Rows that are what the field names: `investors` of funds. */
function isOfSubject(field: string, { query: { subject }, reads }: Draft): boolean {
  if (reads === 'owner' || reads === 'agents' || reads === 'coverage' || reads === 'both')
    return true;
  if (subject === 'fund' || subject === 'backing')
    return DEAL_SIDES.backing?.includes(field) === true;
  return (
    (subject === 'sector' && field === 'sector') ||
    (subject === 'valuation' && field === 'valuation') ||
    (subject === 'startup' && field === 'companies') ||
    (subject === 'acquisition' && DEAL_SIDES.acquisition?.includes(field) === true)
  );
}

function isHeld(
  { field, values }: Of<'value'>,
  conditions: readonly Condition[],
  queries: readonly WrittenQuery[],
): boolean {
  return values.every(
    (value) =>
      conditions.some(
        (one) =>
          (isSame(one.field, field) || one.field === 'sectors') &&
          one.values.some((own) => own === value),
      ) ||
      (value !== null && isWritten(value, queries)),
  );
}

function isWritten(value: unknown, queries: readonly WrittenQuery[]): boolean {
  const holds = (one: unknown): boolean =>
    one === value ||
    (one !== null && typeof one === 'object' && Object.values(one).some((inner) => holds(inner)));
  return holds(queries);
}

function isTimed(
  { kind }: Time,
  queries: readonly WrittenQuery[],
  fields: ReadonlySet<string>,
  parts: Parts,
): boolean {
  if (kind === 'now' || kind === 'all') return true;
  const times = queries.flatMap(({ period, from, to, against }) =>
    [period, from, to, against].filter((at) => at !== undefined),
  );
  return (
    times.length >= parts.datedTimes.length || [...fields].some((name) => parts.isWindow(name))
  );
}

/** `how many startups` counts rows, whatever else is said. */
function rowsAfter(to: number, parts: Parts): string | undefined {
  const next = parts.items.find(({ from }) => from >= to)?.meaning;
  return parts.names.length === 0 && next?.kind === 'subject' ? next.subject : undefined;
}

/** `highest and lowest` are two questions. */
function isOtherOrder(
  { order }: Of<'order'> | Of<'more'>,
  parts: Parts,
  query: WrittenQuery | undefined,
): boolean {
  const orders = new Set(parts.all('order').map((one) => one.order));
  return orders.size > 1 && order !== (query?.order ?? 'highest');
}

function isMeasured(
  { measure }: Of<'measure'>,
  { query, reads }: Draft,
  fields: ReadonlySet<string>,
  rows: string | undefined,
  parts: Parts,
): boolean {
  if (measure === 'count' && rows !== undefined)
    return (
      query.measure === 'count' &&
      (parts.has('round') || parts.has('act') || (COUNTED[rows] ?? [rows]).includes(query.subject))
    );
  if (measure === 'share' && rows !== undefined) return query.measure === 'share';
  if (query.measure !== undefined)
    return (
      query.measure === measure ||
      measure === 'count' ||
      measure === 'share' ||
      (measure === 'sum' && query.measure === 'count')
    );
  if (measure === 'count')
    return query.names !== undefined || reads !== undefined || query.operation === 'rank';
  if (measure === 'share') return [...fields].some((field) => /share|growth|ratio/i.test(field));
  if (measure === 'sum') return query.metric !== undefined;
  return query.over === measure || query.from !== undefined;
}

const COUNTED: Readonly<Record<string, readonly string[]>> = {
  startup: ['startup', 'company', 'exit'],
  acquisition: ['acquisition', 'exit'],
  round: ['round', 'backing'],
};
