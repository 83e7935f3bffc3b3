/** Refuses what cannot be asked together: what each operation, measure and part of a query needs. */
import type { BellwetherError } from '../../lib/errors.ts';
import { type Field, isAdditive, isNumber, isOrdered } from './field.ts';
import { fieldsIn, isSummary, isWhole, type Read } from './plan.ts';
import type { OperationName, Subject } from './query.ts';
import { FIELDS, fieldOf, TIME } from './query-fields.ts';
import { refused } from './refusals.ts';

const ITEMS = {
  rows: 'all rows',
  named: 'rows that are named',
  groups: 'groups',
  whole: 'one value of all rows',
} as const;
type Items = keyof typeof ITEMS;

type Operation = { of: readonly Items[]; needsMetric?: true; followsWeeks?: true };

const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
  get: { of: ['named', 'whole'] },
  list: { of: ['rows', 'named'] },
  rank: { of: ['rows', 'named', 'groups'], needsMetric: true },
  compare: { of: ['named'] },
  change: { of: ['rows', 'named', 'groups', 'whole'], needsMetric: true, followsWeeks: true },
  series: { of: ['named', 'groups', 'whole'], needsMetric: true, followsWeeks: true },
  extreme: { of: ['rows', 'named', 'groups', 'whole'], needsMetric: true, followsWeeks: true },
};

/** Fields of a startup's profile, as of each week. */
const PROFILE: ReadonlySet<string> = new Set(['stage', 'status', 'sector', 'geography']);

/** Parts that mean something only in one place, and that place. */
const PARTS: readonly [part: string, belongs: string, isStray: (read: Timed) => unknown][] = [
  ['which', 'to measure=share', ({ which, measure }) => which.length > 0 && measure !== 'share'],
  ['order', 'to rank, compare, change and extreme', (one) => one.order && !isPlaced(one)],
  [
    'nth',
    'to rank, change and extreme, without limit and offset',
    (one) =>
      one.nth && (!isPlaced(one) || one.operation === 'compare' || (one.limit ?? one.offset)),
  ],
  ['against', 'to operation=change', ({ against, operation }) => against && operation !== 'change'],
  [
    'over',
    'to a range of several weeks, in get, list, rank and compare',
    ({ over, weeks, operation }) =>
      over && (weeks.length < 2 || OPERATIONS[operation].followsWeeks),
  ],
  [
    'currency',
    'to amounts',
    (one) => one.currency && !fieldsIn(one).some(({ kind }) => kind === 'money'),
  ],
  ['show', 'to rows, not to a measure', (one) => one.show.length > 0 && isSummary(one)],
  [
    'names',
    'to rows, not to groups by name',
    ({ names, groupBy }) => names.length > 0 && groupBy?.name === 'name',
  ],
];
type Timed = Read & { weeks: readonly number[] };

function isPlaced({ operation }: Read): boolean {
  return ['rank', 'extreme', 'change', 'compare'].includes(operation);
}

/** @throws BellwetherError `unknown-field` */
export function knownField(subject: Subject, name: string): Field {
  const field = fieldOf(subject, name);
  if (field) return field;
  throw refused('unknown-field', `${subject} has no field ${name}; it has ${named(subject)}.`);
}

function named(subject: Subject, test: (field: Field) => boolean = () => true): string {
  return FIELDS[subject]
    .filter(test)
    .map(({ name }) => name)
    .join(', ');
}

export function refuseMeasure({ subject, measure, metric, groupBy, which }: Read): void {
  if (groupBy && measure === undefined)
    throw refused('missing-measure', `groupBy=${groupBy.name} needs a measure, such as count.`);
  if (groupBy && !isGroupable(groupBy))
    throw refused(
      'no-groups',
      `Rows cannot be grouped by ${groupBy.name}; group by ${named(subject, isGroupable)}.`,
    );
  if (measure === undefined || measure === 'count') return;
  const numbers = named(subject, isNumber);
  if (measure === 'share') {
    if (subject === 'sector' || metric)
      throw refused(
        'does-not-apply',
        'A share is of startups or deals that satisfy which, without a metric.',
      );
    if (which.length === 0)
      throw refused('missing-metric', 'A share needs which: what the counted rows satisfy.');
  } else if (!metric)
    throw refused('missing-metric', `The ${measure} needs a metric: one of ${numbers}.`);
  else if (!isNumber(metric))
    throw refused('no-number', `${metric.name} has no ${measure}; take one of ${numbers}.`);
  else if (measure === 'sum' && !isAdditive(metric))
    throw refused('no-sum', `Values of ${metric.name} do not add up; ask for the mean or median.`);
}

function isGroupable({ kind, name }: Field): boolean {
  return kind === 'category' || kind === 'name' || kind === 'year' || name === 'round';
}

export function refuseOperation(read: Read): void {
  const { subject, operation, metric, names } = read;
  const { of, needsMetric, followsWeeks } = OPERATIONS[operation];
  const seen = new Map<string, string>();
  for (const { key, name } of names) {
    if (seen.has(key)) throw refused('same-name-twice', `Two of the names mean ${name}.`);
    seen.set(key, name);
  }
  if (followsWeeks && TIME[subject] !== 'weekly')
    throw refused('no-history', `${operation} follows weeks, which startup and sector have.`);
  const items = itemsOf(read);
  // A sector is few rows.
  if (!of.includes(items) && !(operation === 'series' && subject === 'sector'))
    throw refused(
      items === 'rows' ? 'missing-names' : 'does-not-apply',
      `${operation} is of ${of.map((one) => ITEMS[one]).join(' or of ')}, not of ${ITEMS[items]}.`,
    );
  if (operation === 'compare') refuseComparison(read);
  if (isSummary(read)) return;
  if (needsMetric && !metric)
    throw refused('missing-metric', `${operation} needs a metric: ${named(subject, isNumber)}.`);
  if (!metric) return;
  if (followsWeeks && !metric.isWeekly && !PROFILE.has(metric.name))
    throw refused('no-history', `${metric.name} is known as of today alone: it has no history.`);
  if ((operation === 'rank' || operation === 'extreme') && !isOrdered(metric))
    throw refused(
      'no-number',
      `${metric.name} has no highest and lowest; take one of ${named(subject, isNumber)}.`,
    );
}

function itemsOf(read: Read): Items {
  if (isWhole(read)) return 'whole';
  if (read.groupBy) return 'groups';
  return read.names.length > 0 ? 'named' : 'rows';
}

function refuseComparison({ subject, names }: Read): void {
  // A company can have many deals.
  if (TIME[subject] === 'dated')
    throw refused('does-not-apply', `compare is of what a name stands for, not of ${subject}.`);
  if (names.length < 2)
    throw refused('missing-names', `compare needs at least two names, and got ${names.length}.`);
}

/** Parts without effect next to the others are refused, since the caller meant something by them. */
export function refuseStray(read: Timed): void {
  for (const [part, belongs, isStray] of PARTS) if (isStray(read)) throw stray(part, belongs);
}

function stray(part: string, belongs: string): BellwetherError {
  return refused('does-not-apply', `${part} belongs ${belongs}.`);
}
