/** A shape of query: what must be there, what may be there, and the query that it makes. */
import type { Condition, WrittenQuery } from '../../query/query.ts';
import type { Order } from '../meaning.ts';
import type { Parts } from '../parts.ts';

/** The statement about the rows, beyond that they are there. */
export type Reads =
  | 'place'
  | 'streak'
  | 'weeks'
  | 'first'
  | 'last'
  | 'coverage'
  | 'entered'
  | 'left'
  | 'than'
  | 'owner'
  | 'both'
  | 'profile'
  | 'agents'
  | 'reasons'
  | 'move';

export type Draft = {
  query: WrittenQuery;
  /** Further queries that the same answer takes. */
  also?: readonly WrittenQuery[];
  /** The cost of what was supplied because the question does not say it. */
  supplied?: number;
  /** Conditions that the question asks whether they hold. */
  checks?: readonly Condition[];
  reads?: Reads;
  /** The startup that a rank or a comparison is asked of. */
  expected?: string;
  /** A condition on the number of each group. */
  having?: Condition;
};

export type Shape = {
  name: string;
  /** Keys of parts with spaces between; `startup2` is two names or more, `|` stands for or. */
  needs: string;
  /** Undefined where the parts make no such query after all. */
  build: (parts: Parts) => Draft | undefined;
};

/** Rows of a list that is asked for as a whole. */
export const LISTED = 200;

export function equals(field: string, ...values: Condition['values']): Condition {
  return { field, op: '=', values };
}

export const IS_TRACKED = equals('tracked', 'yes');
export const IS_TRENDING: Condition = { field: 'trendingRank', op: '>=', values: [1] };

/** The order as a query has it, in which the highest comes first without it. */
export function inOrder(order: Order | undefined): Pick<WrittenQuery, 'order'> {
  return order === 'lowest' ? { order } : {};
}

/** The one place that is asked for, otherwise a number of rows. */
export function placeOr(limit: number, { nth }: Parts): Pick<WrittenQuery, 'limit' | 'nth'> {
  return nth === undefined ? { limit } : { nth: Math.abs(nth) };
}

/** Whether the parts have what is needed: a key, several with `|`, or a number of names. */
export function fits(shape: Shape, parts: Parts): boolean {
  const needs = NEEDS.getOrInsertComputed(shape, needsOf);
  return needs.every((keys) => keys.some((key) => isThere(key, parts)));
}

const NEEDS = new WeakMap<Shape, readonly (readonly string[])[]>();
const needsOf = ({ needs }: Shape) => needs.split(' ').map((need) => need.split('|'));
function isThere(key: string, parts: Parts): boolean {
  if (key === 'startup') return parts.startups.length === 1 && parts.names.length === 1;
  if (key === 'startups') return parts.startups.length > 0;
  if (key === 'startup2')
    return parts.startups.length > 1 && parts.startups.length === parts.names.length;
  if (key === 'name1') return parts.names.length === 1;
  if (key === 'name2') return parts.names.length === 2;
  if (key === 'name2+') return parts.names.length > 1;
  if (key === 'nobody') return parts.names.length === 0;
  if (key === 'sectors') return parts.sectors.length > 1;
  return parts.has(key);
}

/** Without parts that are undefined or empty. */
export function query(
  written: { [K in keyof WrittenQuery]?: WrittenQuery[K] | undefined } & Pick<
    WrittenQuery,
    'subject'
  >,
): WrittenQuery {
  const kept = Object.entries(written).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  // Only parts that are undefined are gone.
  return Object.fromEntries(kept) as unknown as WrittenQuery;
}
