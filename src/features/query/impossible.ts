/** Refuses what cannot be asked together: what each operation, measure and part of a query needs. */
import { fieldsIn, isSummary, isWhole, type Read } from './plan.ts';
import { OPERATIONS, type OperationName, type Subject } from './query.ts';
import {
  FIELDS,
  type Field,
  fieldOf,
  isAdditive,
  isNumber,
  isOrdered,
  PROFILE,
  TIME,
} from './query-fields.ts';
import { refused } from './refusals.ts';

const ITEMS = {
  rows: 'all rows',
  named: 'rows that are named',
  groups: 'groups',
  whole: 'one value of all rows',
} as const;
type Items = keyof typeof ITEMS;

const FOLLOW_WEEKS: ReadonlySet<OperationName> = new Set(['change', 'series', 'extreme']);
const PLACED: ReadonlySet<OperationName> = new Set(['rank', 'extreme', 'change', 'compare']);

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
  const of: readonly Items[] = OPERATIONS[operation];
  const followsWeeks = FOLLOW_WEEKS.has(operation);
  const keys = names.map(({ key }) => key);
  const twice = names.find(({ key }, index) => keys.indexOf(key) < index);
  if (twice) throw refused('same-name-twice', `Two of the names mean ${twice.name}.`);
  if (followsWeeks && TIME[subject] !== 'weekly')
    throw refused('no-history', `${operation} follows weeks, which startup and sector have.`);
  const items = itemsOf(read);
  // A sector is few rows.
  if (!of.includes(items) && !(operation === 'series' && subject === 'sector'))
    throw refused(
      items === 'rows' ? 'missing-names' : 'does-not-apply',
      `${operation} is of ${of.map((one) => ITEMS[one]).join(' or of ')}, not of ${ITEMS[items]}.`,
    );
  // A company can have many deals.
  if (operation === 'compare' && TIME[subject] === 'dated')
    throw refused('does-not-apply', `compare is of what a name stands for, not of ${subject}.`);
  if (operation === 'compare' && names.length < 2)
    throw refused('missing-names', `compare needs at least two names, and got ${names.length}.`);
  if (isSummary(read)) return;
  if ((followsWeeks || operation === 'rank') && !metric)
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

/** Parts without effect next to the others are refused, since the caller meant something by them. */
export function refuseStray(read: Read, weeks: readonly string[]): void {
  const { which, measure, order, nth, limit, offset, against, operation } = read;
  const { over, currency, show, names, groupBy } = read;
  const isPlaced = PLACED.has(operation);
  const isOfMoney = fieldsIn(read).some(({ kind }) => kind === 'money');
  const belongs = (part: string, where: string) =>
    refused('does-not-apply', `${part} belongs ${where}.`);
  if (which.length > 0 && measure !== 'share') throw belongs('which', 'to measure=share');
  if (order && !isPlaced) throw belongs('order', 'to rank, compare, change and extreme');
  if (nth && (!isPlaced || operation === 'compare' || (limit ?? offset)))
    throw belongs('nth', 'to rank, change and extreme, without limit and offset');
  if (against && operation !== 'change') throw belongs('against', 'to operation=change');
  if (over && (weeks.length < 2 || FOLLOW_WEEKS.has(operation)))
    throw belongs('over', 'to a range of several weeks, in get, list, rank and compare');
  if (currency && !isOfMoney) throw belongs('currency', 'to amounts');
  if (show.length > 0 && isSummary(read)) throw belongs('show', 'to rows, not to a measure');
  if (names.length > 0 && groupBy?.name === 'name')
    throw belongs('names', 'to rows, not to groups by name');
}
