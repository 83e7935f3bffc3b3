/** Conditions with typed values, whether they can hold together, and whether a row satisfies one. */
import { compareValues } from '../../lib/compare.ts';
import { isoDay } from '../../lib/period.ts';
import { foldKey } from '../../registry/fold.ts';
import { PartialDate } from '../../registry/partial-date.ts';
import type { Check, Verdict } from './list-engine.ts';
import type { Names } from './named-entities.ts';
import { type Comparator, OPERATORS } from './operators.ts';
import type { Condition } from './query.ts';
import { type Cell, type Field, isNumber, isOrdered, rangeOf, type Table } from './query-fields.ts';
import { isWithin, spanOf, verdictOf } from './query-time.ts';
import { refused } from './refusals.ts';

export type Clause = {
  field: Field;
  op: Comparator;
  /** By the field's kind: numbers, slugs of organizations, labels of categories, dates, texts. */
  values: readonly (string | number | null)[];
};

/**
 * @throws BellwetherError `unknown-value`, `unknown-name`, `no-number`
 */
export function clauseOf(field: Field, { op, values }: Condition, names: Names): Clause {
  if (op !== '=' && op !== '!=') {
    if (!isOrdered(field))
      throw refused('no-number', `${field.name} takes = and !=, not ${op}: it has no order.`);
    if (values.length > 1 || values[0] === null)
      throw refused('unknown-value', `${field.name} ${op} takes one value that is known.`);
  }
  const typed = values.map((value) => (value === null ? null : typedValue(field, value, names)));
  return { field, op, values: [...new Set(typed)].sort(compareValues) };
}

function typedValue(field: Field, value: string | number, names: Names): string | number {
  const text = String(value);
  const unknown = (valid: string) =>
    refused(
      'unknown-value',
      `${field.name} has no value ${JSON.stringify(text)}; it has ${valid}.`,
    );
  if (isNumber(field)) {
    if (typeof value === 'number') return value;
    throw unknown('numbers');
  }
  if (field.kind === 'name') return names.organization(text).key;
  if (field.name === 'sector' || field.name === 'sectors') return names.sector(text).key;
  if (field.kind === 'date') {
    if (PartialDate.safeParse(text).success) return text;
    throw unknown('dates like 2026-08-16, 2026-08 or 2026');
  }
  if (field.values) {
    const known = field.values.find((one) => foldKey(one) === foldKey(text));
    if (known !== undefined) return known;
    throw unknown(field.values.join(', '));
  }
  return field.name === 'currency' ? text.toUpperCase() : text;
}

/** @throws BellwetherError `contradictory-filter` */
export function refuseContradictions(clauses: readonly Clause[]): void {
  for (const [field, own] of Map.groupBy(clauses, ({ field }) => field)) {
    const checks = own.map(checkOf);
    const isPossible = candidates(field, own).some((cell) =>
      checks.every((check) => check(cell) === true),
    );
    if (isPossible) continue;
    const [low, high] = rangeOf(field) ?? [];
    const range = Number.isFinite(high) ? ` ${field.name} is from ${low} to ${high}.` : '';
    throw refused(
      'contradictory-filter',
      `No row can satisfy ${own.map(clauseText).join(' and ')}.${range}`,
    );
  }
}

/** One value for each case that the clauses distinguish. */
function candidates(field: Field, clauses: readonly Clause[]): Cell[] {
  const values = clauses.flatMap((clause) => clause.values).filter((value) => value !== null);
  const range = rangeOf(field);
  if (range) {
    const [low, high] = range;
    const edges = [low, ...values.map(Number), high].sort(compareValues);
    const cells = edges.flatMap((edge, index) => [edge, (edge + (edges[index + 1] ?? edge)) / 2]);
    return [null, ...cells.filter((one) => one >= low && one <= high)];
  }
  if (field.kind === 'date')
    return values.flatMap((value) => {
      const { first, last } = spanOf(String(value));
      return [null, ...[first - 1, first, last, last + 1].map(isoDay)];
    });
  // One value that the clauses do not name represents all such values.
  const others = field.values ?? [''];
  if (!field.isMany) return [null, ...values, ...others];
  const excluded = clauses.flatMap((clause) => (clause.op === '!=' ? clause.values : []));
  return [null, [...values.map(String), ''].filter((value) => !excluded.includes(value))];
}

/** In the notation of addresses: `sector=security|databases`. */
export function clauseText({ field, op, values }: Clause): string {
  return `${field.name}${op}${values.map((value) => value ?? 'unknown').join('|')}`;
}

export function checkIn(table: Table, clause: Clause): Check<number> {
  const column = table.column(clause.field.name);
  const check = checkOf(clause);
  return { field: clause.field.name, verdict: (row) => check(column(row)) };
}

/** Makes the function that tells whether a cell satisfies the clause. */
function checkOf({ field, op, values }: Clause): (cell: Cell) => Verdict {
  if (op === '=') return (cell) => isOneOf(cell, values, field);
  if (op === '!=')
    return (cell) => {
      const verdict = isOneOf(cell, values, field);
      return verdict === undefined ? undefined : !verdict;
    };
  const { holds } = OPERATORS[op];
  const [bound = null] = values;
  if (field.kind !== 'date')
    return (cell) => (cell === null ? absent(field) : holds(Number(cell), Number(bound)));
  const span = spanOf(String(bound));
  const edge = op === '>=' || op === '<' ? span.first : span.last;
  return (cell) => {
    if (cell === null) return undefined;
    // A month that holds the day is neither certainly before nor after it.
    const { first, last } = spanOf(String(cell));
    return verdictOf([holds(first, edge), holds(last, edge)]);
  };
}

/** A startup off the trending list is known to have no rank there; other missing values are unknown. */
function absent({ name }: Field): Verdict {
  return name === 'trendingRank' ? false : undefined;
}

function isOneOf(cell: Cell, values: Clause['values'], field: Field): Verdict {
  const known = values.filter((value) => value !== null);
  if (cell === null) return known.length < values.length ? true : absent(field);
  if (field.kind === 'date') {
    const verdicts = known.map((value) => isWithin(spanOf(String(cell)), spanOf(String(value))));
    return verdicts.includes(true) || (verdicts.includes(undefined) ? undefined : false);
  }
  if (typeof cell === 'object') return cell.some((one) => known.includes(one));
  if (field.kind !== 'text') return known.includes(cell);
  const key = foldKey(String(cell));
  return known.some((value) => foldKey(String(value)) === key);
}
