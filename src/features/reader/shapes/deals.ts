/** The parts of queries about deals that rounds and acquisitions share. */
import type { Condition, Subject, WrittenQuery } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import type { Parts } from '../parts.ts';
import { type Draft, inOrder, placeOr, query } from './shape.ts';

const FEW = 5;

const MONEY_FIELDS: ReadonlySet<string> = new Set(['amount', 'raised', 'lastRoundAmount']);

export function whereIn(subject: Subject, parts: Parts): Condition[] | undefined {
  if (
    parts
      .all('bound')
      .some(({ bounds }) => bounds.some(({ value, unit }) => unit !== 'money' && value < 1e5))
  )
    return undefined;
  const where = parts
    .where(subject)
    .map((one) =>
      MONEY_FIELDS.has(one.field) && fieldOf(subject, 'amount') ? { ...one, field: 'amount' } : one,
    );
  return where.every(({ field }) => fieldOf(subject, field) !== undefined) ? where : undefined;
}

/** Number of rows: as said, else a few or one. */
export function fewOf({ number, isPlural }: Parts): number {
  return number ?? (isPlural ? FEW : 1);
}

/** The rows that are asked for: the newest, the first, the largest. */
export function pick(parts: Parts): Partial<WrittenQuery> {
  const { order, number } = parts;
  const isBySize =
    order !== undefined && (order.field === undefined || MONEY_FIELDS.has(order.field));
  if (order?.field === 'founded')
    return { operation: 'rank', metric: 'announcedOn', order: order.order, limit: number ?? 1 };
  if (isBySize)
    return {
      operation: 'rank',
      metric: 'amount',
      ...inOrder(order.order),
      ...placeOr(fewOf(parts), parts),
    };
  if (parts.has('trend:first'))
    return { operation: 'rank', metric: 'announcedOn', order: 'lowest', limit: 1 };
  if (parts.has('latest')) return { limit: fewOf(parts) };
  return {};
}

export const shown = (all: readonly string[], { metric }: Partial<WrittenQuery>): string[] =>
  all.filter((name) => name !== metric);

/** The number of rows in the time that is asked about. */
export function countOf(
  subject: Subject,
  parts: Parts,
  { names, where }: Pick<WrittenQuery, 'names' | 'where'>,
): Draft {
  return { query: query({ subject, measure: 'count', names, where, ...parts.when(subject) }) };
}

/** Whether the name stands after the verb: in the active voice, that is the object's place. */
export function isObject(parts: Parts, act: string): boolean {
  const verb = parts.place(act);
  const name = parts.items.find(({ meaning }) => meaning.kind === 'name')?.from ?? -1;
  return name > verb;
}
