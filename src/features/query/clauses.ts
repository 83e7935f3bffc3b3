/** Conditions with typed values, whether they can hold together, and whether a row satisfies one. */
import { compareValues } from '../../lib/compare.ts';
import { foldKey } from '../../registry/fold.ts';
import { firstDay, lastDay, PartialDate } from '../../registry/partial-date.ts';
import { type Field, isNumber } from './field.ts';
import type { Verdict } from './list-engine.ts';
import type { Names } from './named-entities.ts';
import { type Comparator, OPERATORS } from './operators.ts';
import type { Condition } from './query.ts';
import { refused } from './refusals.ts';
import type { Cell } from './table.ts';

export type Clause = {
  field: Field;
  op: Comparator;
  /** Of the field's kind: numbers, slugs of organizations, labels of categories, dates, texts. */
  values: readonly (string | number | null)[];
};

const SETS: ReadonlySet<Comparator> = new Set(['=', '!=']);
/** What numbers can be at all. */
const DOMAINS: Readonly<Record<string, readonly [number, number]>> = {
  share: [0, 1],
  score: [0, 100],
  rank: [1, Number.POSITIVE_INFINITY],
  count: [0, Number.POSITIVE_INFINITY],
  money: [0, Number.POSITIVE_INFINITY],
};

/**
 * @throws BellwetherError `unknown-value`, `unknown-name`, `no-number`
 */
export function clauseOf(field: Field, { op, values }: Condition, names: Names): Clause {
  const isOrdered = isNumber(field) || field.kind === 'date';
  if (!SETS.has(op)) {
    if (!isOrdered)
      throw refused(
        'no-number',
        `${field.name} is no number and no date; it takes = and !=, not ${op}.`,
      );
    if (values.length > 1 || values[0] === null)
      throw refused('unknown-value', `${field.name} ${op} takes one value that is known.`);
  }
  const typed = values.map((value) => (value === null ? null : typedValue(field, value, names)));
  return { field, op, values: [...new Set(typed)].sort(compareValues) };
}

function typedValue(field: Field, value: string | number, names: Names): string | number {
  const text = String(value);
  if (isNumber(field)) {
    if (typeof value === 'number') return value;
    throw refused(
      'unknown-value',
      `${field.name} is compared with a number, which ${JSON.stringify(text)} is not.`,
    );
  }
  if (field.kind === 'name') return names.organization(text).key;
  if (field.name === 'sector' || field.name === 'sectors') return names.sector(text).key;
  if (field.kind === 'date') {
    if (PartialDate.safeParse(text).success) return text;
    throw refused(
      'unknown-value',
      `${field.name} is compared with a date like 2026-08-16, 2026-08 or 2026, which ${JSON.stringify(text)} is not.`,
    );
  }
  if (field.values) {
    const known = field.values.find((one) => foldKey(one) === foldKey(text));
    if (known !== undefined) return known;
    throw refused(
      'unknown-value',
      `${field.name} has no value ${JSON.stringify(text)}; it has ${field.values.join(', ')}.`,
    );
  }
  return field.name === 'currency' ? text.toUpperCase() : text;
}

/** @throws BellwetherError `contradictory-filter` */
export function refuseContradictions(clauses: readonly Clause[]): void {
  for (const [field, own] of Map.groupBy(clauses, ({ field }) => field)) {
    const fault = isNumber(field) ? numberFault(field, own) : setFault(field, own);
    if (fault !== undefined) throw refused('contradictory-filter', fault);
  }
}

function numberFault(field: Field, clauses: readonly Clause[]): string | undefined {
  const domain = DOMAINS[field.kind];
  let [low, high] = domain ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [isLowOpen, isHighOpen] = [false, false];
  for (const { op, values } of clauses) {
    const bound = Number(values[0]);
    if (op === '>' && bound >= low) [low, isLowOpen] = [bound, true];
    if (op === '>=' && bound > low) [low, isLowOpen] = [bound, false];
    if (op === '<' && bound <= high) [high, isHighOpen] = [bound, true];
    if (op === '<=' && bound < high) [high, isHighOpen] = [bound, false];
  }
  const range = domain
    ? ` ${field.name} is ${rangeText(domain)}${field.kind === 'share' ? ': 30% is 0.3' : ''}.`
    : '';
  if (low > high || (low === high && (isLowOpen || isHighOpen)))
    return `No row can satisfy ${clauses.map(clauseText).join(' and ')}.${range}`;
  const isWithin = (value: string | number | null) =>
    value === null ||
    (Number(value) >= low &&
      Number(value) <= high &&
      !(isLowOpen && value === low) &&
      !(isHighOpen && value === high));
  const hasBounds = clauses.some(({ op }) => !SETS.has(op));
  const left = remaining(clauses)?.filter(
    (value) => isWithin(value) && !(hasBounds && value === null),
  );
  return left?.length === 0
    ? `No row can satisfy ${clauses.map(clauseText).join(' and ')}.${range}`
    : undefined;
}

function rangeText([low, high]: readonly [number, number]): string {
  return high === Number.POSITIVE_INFINITY ? `at least ${low}` : `from ${low} to ${high}`;
}

function setFault(field: Field, clauses: readonly Clause[]): string | undefined {
  if (field.kind === 'date') return dateFault(clauses);
  const excluded = new Set(clauses.flatMap(({ op, values }) => (op === '!=' ? values : [])));
  const isEmpty = field.isMany
    ? clauses.some(({ op, values }) => op === '=' && values.every((value) => excluded.has(value)))
    : remaining(clauses)?.length === 0 ||
      (field.values?.every((value) => excluded.has(value)) && excluded.has(null));
  return isEmpty ? `No row can satisfy ${clauses.map(clauseText).join(' and ')}.` : undefined;
}

/** The values that every `=` allows and no `!=` excludes; undefined where any value may be left. */
function remaining(clauses: readonly Clause[]): (string | number | null)[] | undefined {
  const [first, ...others] = clauses.filter(({ op }) => op === '=');
  if (!first) return undefined;
  const excluded = clauses.filter(({ op }) => op === '!=');
  return first.values.filter(
    (value) =>
      others.every(({ values }) => values.includes(value)) &&
      !excluded.some(({ values }) => values.includes(value)),
  );
}

function dateFault(clauses: readonly Clause[]): string | undefined {
  const lows = clauses.filter(({ op }) => op === '>=' || op === '>');
  const highs = clauses.filter(({ op }) => op === '<=' || op === '<');
  const isReversed = lows.some((low) =>
    highs.some((high) => firstDay(String(low.values[0])) > lastDay(String(high.values[0]))),
  );
  return isReversed ? `No row can satisfy ${clauses.map(clauseText).join(' and ')}.` : undefined;
}

/** As addresses have it: `sector=security|databases`. */
export function clauseText({ field, op, values }: Clause): string {
  return `${field.name}${op}${values.map((value) => value ?? 'unknown').join('|')}`;
}

/** What tells whether a cell satisfies the clause. */
export function checkOf({ field, op, values }: Clause): (cell: Cell) => Verdict {
  if (op === '=') return (cell) => isOneOf(cell, values, field);
  if (op === '!=')
    return (cell) => {
      const verdict = isOneOf(cell, values, field);
      return verdict === undefined ? undefined : !verdict;
    };
  const [bound = null] = values;
  if (field.kind === 'date') return (cell) => comparedDates(cell, op, String(bound));
  const number = Number(bound);
  return (cell) => {
    return cell === null ? absent(field) : OPERATORS[op].holds(Number(cell), number);
  };
}

/** Who is not in a list has no rank in it, and that is known. */
function absent({ name }: Field): Verdict {
  return name === 'trendingRank' ? false : undefined;
}

function isOneOf(cell: Cell, values: Clause['values'], field: Field): Verdict {
  const takesUnknown = values.includes(null);
  if (cell === null)
    return takesUnknown || (values.length === 1 && values[0] === null) ? true : absent(field);
  if (values.length === 1 && takesUnknown) return false;
  if (field.kind === 'date') return isWithinOneOf(String(cell), values);
  if (typeof cell === 'object') return cell.some((one) => values.includes(one));
  if (field.kind === 'text') {
    const key = foldKey(String(cell));
    return values.some((value) => value !== null && foldKey(String(value)) === key);
  }
  return values.includes(cell);
}

function isWithinOneOf(date: string, values: Clause['values']): Verdict {
  const verdicts = values.flatMap((value) =>
    value === null ? [] : [isWithin(date, String(value))],
  );
  if (verdicts.includes(true)) return true;
  return verdicts.includes(undefined) ? undefined : false;
}

function isWithin(date: string, span: string): Verdict {
  if (firstDay(date) >= firstDay(span) && lastDay(date) <= lastDay(span)) return true;
  return lastDay(date) < firstDay(span) || firstDay(date) > lastDay(span) ? false : undefined;
}

/** A month that holds the day is neither certainly before nor after it. */
function comparedDates(cell: Cell, op: Comparator, bound: string): Verdict {
  if (cell === null) return undefined;
  const [first, last] = [firstDay(String(cell)), lastDay(String(cell))];
  const either = (isTrue: boolean, isFalse: boolean) =>
    isTrue ? true : isFalse ? false : undefined;
  if (op === '>=') return either(first >= firstDay(bound), last < firstDay(bound));
  if (op === '>') return either(first > lastDay(bound), last <= lastDay(bound));
  if (op === '<=') return either(last <= lastDay(bound), first > lastDay(bound));
  return either(last < firstDay(bound), first >= firstDay(bound));
}
