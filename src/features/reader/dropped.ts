/** Parts of a question that a query does not reflect, although its shape reads parts of their kind. */
import type { Condition, WrittenQuery } from '../query/query.ts';
import type { Of, Time } from './meaning.ts';
import type { Item, Parts } from './parts.ts';
import { changeOf } from './rules.ts';
import type { Draft } from './shapes/shape.ts';

/** Fields that tell the same under another name. */
const SAME: readonly (readonly string[])[] = [
  ['raised', 'amount', 'lastRoundAmount', 'rounds'],
  ['lastRound', 'round', 'rounds', 'lastRoundOn', 'announcedOn'],
  ['announcedOn', 'closedOn', 'lastRoundOn', 'year', 'valuedOn'],
  ['leads', 'lead', 'investors', 'backers', 'fund', 'backed', 'role', 'companies'],
  ['acquired', 'acquirer', 'acquiredBy', 'acquisitions', 'by', 'company'],
  ['stage', 'roundStage', 'round'],
  ['sectorRank', 'trendingRank', 'scoreComposite'],
  ['roundsLed', 'led', 'lead', 'role'],
  ['companies', 'backed'],
];
const GROWTHS: ReadonlySet<string> = new Set([
  'commitVelocityChangeRatio',
  'contributorGrowth',
  'scoreGrowth',
]);
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  round: ['round', 'backing', 'valuation', 'fund', 'company'],
  fund: ['fund', 'backing', 'round', 'company'],
  acquirer: ['acquirer', 'company'],
  acquisition: ['acquisition', 'exit', 'acquirer'],
  exit: ['exit', 'acquisition'],
  valuation: ['valuation', 'company'],
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
    ...queries.flatMap(({ where, which }) => [...conditionsOf(where), ...conditionsOf(which)]),
    ...(draft.checks ?? []),
    ...(draft.having ? [draft.having] : []),
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

function conditionsOf(where: WrittenQuery['where']): readonly Condition[] {
  // Shapes write conditions as a list.
  return (where ?? []) as readonly Condition[];
}

function isReflected({ meaning, key, to }: Item, made: Made, parts: Parts): boolean {
  const { queries, conditions, fields, draft } = made;
  const [query] = queries;
  const has = (name: string) => [...fields].some((field) => isSame(field, name));
  switch (meaning.kind) {
    case 'field':
      return has(meaning.field) || isOfSubject(meaning.field, draft);
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
      if (isOtherOrder(meaning, parts, query)) return false;
      return (
        (draft.reads !== undefined ||
          ['rank', 'extreme', 'compare', 'change'].includes(query?.operation ?? '') ||
          query?.limit === 1) &&
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
        [...fields].some((field) => GROWTHS.has(field)) ||
        (meaning.field !== undefined && has(changeOf(meaning.field)))
      );
    case 'round':
      return queries.some((one) => JSON.stringify(one).includes(meaning.round));
    case 'per':
      return queries.some(
        ({ groupBy, subject }) => groupBy === meaning.field || subject === meaning.field,
      );
    case 'trend':
      return (
        draft.reads !== undefined ||
        ['series', 'extreme', 'change', 'rank'].includes(query?.operation ?? '') ||
        query?.limit === 1
      );
    case 'ask':
      return (
        meaning.ask !== 'when' ||
        draft.reads !== undefined ||
        query?.operation !== undefined ||
        [...fields].some((field) => /On$|year|founded/.test(field))
      );
    case 'latest':
      return (
        !parts.has('subject:round') || query?.subject !== 'company' || fields.has('lastRoundAmount')
      );
    case 'subject': {
      const rows = SUBJECTS[meaning.subject];
      return (
        !rows ||
        rows.includes(query?.subject ?? '') ||
        draft.reads === 'owner' ||
        (parts.names.length > 0 && meaning.subject === 'acquirer')
      );
    }
    case 'none':
      return conditions.length > 0;
    case 'trending':
      return fields.has('trendingRank');
    default:
      return key !== 'not' && key !== 'operator';
  }
}

function isSame(field: string, name: string): boolean {
  return (
    field === name ||
    changeOf(name) === field ||
    changeOf(field) === name ||
    SAME.some((group) => group.includes(field) && group.includes(name))
  );
}

/** Rows that are what the field names: `investors` of funds. */
function isOfSubject(field: string, { query: { subject }, reads }: Draft): boolean {
  if (reads === 'owner' || reads === 'agents' || reads === 'coverage' || reads === 'both')
    return true;
  if (subject === 'fund' || subject === 'backing') return SAME[3]?.includes(field) === true;
  return (
    (subject === 'sector' && field === 'sector') ||
    (subject === 'valuation' && field === 'valuation') ||
    (subject === 'startup' && field === 'companies') ||
    (subject === 'acquisition' && SAME[4]?.includes(field) === true)
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
      (rows === query.subject ||
        parts.has('round') ||
        parts.has('act') ||
        COUNTED[rows]?.includes(query.subject) !== false)
    );
  if (query.measure !== undefined)
    return (
      query.measure === measure ||
      measure === 'count' ||
      measure === 'share' ||
      (measure === 'sum' && query.measure === 'count')
    );
  if (measure === 'count')
    return fields.size > 0 || reads !== undefined || query.operation === 'rank';
  if (measure === 'share') return [...fields].some((field) => /share|growth|ratio/i.test(field));
  if (measure === 'sum') return query.metric !== undefined;
  return query.over === measure || query.from !== undefined || query.subject === 'sector';
}

const COUNTED: Readonly<Record<string, readonly string[]>> = {
  startup: ['startup', 'company', 'exit'],
};
