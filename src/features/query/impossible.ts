/** Refuses what cannot be asked together; every sentence says what would be right. */

import { type Field, isAdditive, isNumber } from './field.ts';
import { fieldsIn, isWhole, type Read } from './plan.ts';
import type { OperationName, Subject } from './query.ts';
import { FIELDS, fieldOf, TIME } from './query-fields.ts';
import { refused } from './refusals.ts';

const RANKED: ReadonlySet<OperationName> = new Set(['rank', 'extreme', 'change', 'compare']);
const FOLLOWED: ReadonlySet<OperationName> = new Set(['change', 'series', 'extreme']);
const GROUPED: ReadonlySet<string> = new Set(['category', 'name', 'year']);
/** Rows that a name stands for one by one; a company can have many deals. */
const COMPARABLE: ReadonlySet<Subject> = new Set([
  'startup',
  'sector',
  'company',
  'fund',
  'acquirer',
  'market',
]);

/** @throws BellwetherError `unknown-field` */
export function knownField(subject: Subject, name: string): Field {
  const field = fieldOf(subject, name);
  if (field) return field;
  const has = FIELDS[subject].map((one) => one.name).join(', ');
  throw refused('unknown-field', `${subject} has no field ${name}; it has ${has}.`);
}

export function refuseMeasure({ subject, measure, metric, groupBy, which }: Read): void {
  if (groupBy && measure === undefined)
    throw refused(
      'missing-measure',
      `groupBy=${groupBy.name} needs a measure: count, sum, mean, median or share.`,
    );
  if (groupBy && !GROUPED.has(groupBy.kind) && groupBy.name !== 'round')
    throw refused(
      'no-groups',
      `Rows cannot be grouped by ${groupBy.name}; group by ${groupable(subject)}.`,
    );
  if (which.length > 0 && measure !== 'share')
    throw refused(
      'does-not-apply',
      'which belongs to measure=share; other conditions stand in where.',
    );
  if (measure === undefined || measure === 'count') return;
  if (measure === 'share') {
    if (subject === 'sector')
      throw refused(
        'does-not-apply',
        'The share of sectors is asked of startups: subject=startup, groupBy=sector.',
      );
    if (which.length > 0 && metric)
      throw refused(
        'does-not-apply',
        'A share is either of rows (which) or of a sum (metric and groupBy), not both.',
      );
    if (which.length > 0) return;
    if (!metric || !groupBy)
      throw refused(
        'missing-metric',
        'A share needs which (what the counted rows satisfy), or a metric and groupBy.',
      );
  }
  if (!metric)
    throw refused('missing-metric', `The ${measure} needs a metric: one of ${numeric(subject)}.`);
  if (!isNumber(metric))
    throw refused(
      'no-number',
      `There is no ${measure} of ${metric.name}, which is no number; take one of ${numeric(subject)}.`,
    );
  if ((measure === 'sum' || measure === 'share') && !isAdditive(metric))
    throw refused(
      'no-sum',
      `Values of ${metric.name} do not add up; ask for the mean or the median.`,
    );
}

function groupable(subject: Subject): string {
  return FIELDS[subject]
    .filter(({ kind, name }) => GROUPED.has(kind) || name === 'round')
    .map(({ name }) => name)
    .join(', ');
}

function numeric(subject: Subject): string {
  return FIELDS[subject]
    .filter(isNumber)
    .map(({ name }) => name)
    .join(', ');
}

export function refuseOperation(plan: Read): void {
  const { subject, operation, metric, names, measure, groupBy } = plan;
  const whole = isWhole(plan);
  const isSummary = whole || groupBy !== undefined;
  const seen = new Map<string, string>();
  for (const { key, name } of names) {
    if (seen.has(key)) throw refused('same-name-twice', `Two of the names mean ${name}.`);
    seen.set(key, name);
  }
  if (FOLLOWED.has(operation)) {
    if (TIME[subject] !== 'weekly')
      throw refused(
        'no-history',
        `${operation} follows weeks, which ${subject} has none of; startup and sector have.`,
      );
    if (!metric && !isSummary) throw refused('missing-metric', `${operation} needs a metric.`);
    if (metric && !metric.isWeekly && !isProfile(metric) && !isSummary)
      throw refused(
        'no-history',
        `${metric.name} is known as of today alone, so it has no history.`,
      );
  }
  if (operation === 'get' && names.length === 0 && !whole)
    throw refused(
      'missing-names',
      'get needs names or a measure; list shows rows, rank orders them.',
    );
  if (operation === 'get' && groupBy)
    throw refused(
      'does-not-apply',
      'Groups are asked for with operation=rank, change, series or extreme.',
    );
  if (operation === 'list' && isSummary)
    throw refused(
      'does-not-apply',
      'list shows rows; a measure is asked for with operation=get, groups with rank.',
    );
  if (operation === 'compare') refuseComparison(plan, isSummary);
  if (operation === 'rank') {
    if (whole)
      throw refused(
        'does-not-apply',
        'One value cannot be ranked; give groupBy, or leave out the operation.',
      );
    if (!metric && !groupBy)
      throw refused('missing-metric', `rank needs a metric: one of ${numeric(subject)}.`);
  }
  const needsNumber = operation === 'rank' || operation === 'extreme';
  if (needsNumber && metric && !isSummary && !isNumber(metric) && metric.kind !== 'date')
    throw refused(
      'no-number',
      `${metric.name} has no highest and lowest; take one of ${numeric(subject)}.`,
    );
  if (operation === 'series' && names.length === 0 && !isSummary && subject !== 'sector')
    throw refused('missing-names', 'series needs names or a measure: whose weeks are meant?');
  if (
    subject === 'sector' &&
    measure === undefined &&
    metric === undefined &&
    operation === 'extreme'
  )
    throw refused('missing-metric', 'extreme needs a metric.');
}

function refuseComparison({ subject, names }: Read, isSummary: boolean): void {
  if (isSummary)
    throw refused('does-not-apply', 'compare sets named rows side by side; groups are ranked.');
  if (!COMPARABLE.has(subject))
    throw refused(
      'does-not-apply',
      `compare sets ${[...COMPARABLE].join(', ')} side by side, not each ${subject}.`,
    );
  if (names.length < 2)
    throw refused('missing-names', `compare needs at least two names, and got ${names.length}.`);
}

/** What a startup is, as of each week. */
function isProfile({ name }: Field): boolean {
  return ['stage', 'status', 'sector', 'geography'].includes(name);
}

/** Parts that say nothing beside the others are refused, since whoever wrote them meant something. */
export function refuseStray(plan: Read, weeks: readonly number[]): void {
  const { operation, metric, names, nth, limit, offset, order, over, against, changeBy, currency } =
    plan;
  const stray = (part: string, why: string) => refused('does-not-apply', `${part} ${why}.`);
  const isOrdered = RANKED.has(operation);
  if (order !== undefined && !isOrdered)
    throw stray('order', 'belongs to rank, compare, change and extreme');
  if (nth !== undefined && (!isOrdered || operation === 'compare'))
    throw stray('nth', 'belongs to rank, change and extreme');
  if (nth !== undefined && (limit ?? offset) !== undefined)
    throw stray('nth', 'picks one row; leave out limit and offset');
  const isChange = operation === 'change';
  if (against !== undefined && !isChange) throw stray('against', 'belongs to operation=change');
  if (changeBy !== undefined && (!isChange || (metric && !isNumber(metric) && !plan.measure)))
    throw stray('changeBy', 'belongs to operation=change with a number');
  if (over !== undefined && (weeks.length < 2 || FOLLOWED.has(operation)))
    throw stray('over', 'belongs to a range of several weeks, in get, list, rank and compare');
  if (currency !== undefined && !fieldsIn(plan).some(({ kind }) => kind === 'money'))
    throw stray('currency', 'belongs to amounts, and none is asked for');
  if (plan.show.length > 0 && (isWhole(plan) || plan.groupBy))
    throw stray('show', 'belongs to rows, not to a measure');
  if (names.length > 0 && plan.groupBy && plan.groupBy.name === 'name')
    throw stray('names', 'are the groups already');
}
