/** A shape of query: what must be there, and the query that it makes. */
import type { Condition, Subject, WrittenQuery } from '../../query/query.ts';
import type { Parts } from '../parts.ts';

/** Statement about the rows, beyond their existence. */
export type Reads =
  | 'place'
  | 'beyond'
  | 'coverage'
  | 'owner'
  | 'both'
  | 'profile'
  | 'agents'
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
};

export type Shape = {
  name: string;
  /** Keys of parts with spaces between; `name0` is no name, `startup2` two startups or more, `|` means or. */
  needs: string;
  /** Undefined if the parts make no such query after all. */
  build: (parts: Parts) => Draft | undefined;
};

/** Rows of a list that is asked for as a whole. */
export const LISTED = 200;

export function equals(field: string, ...values: Condition['values']): Condition {
  return { field, op: '=', values };
}

export const IS_TRACKED = equals('tracked', 'yes');
export const IS_TRENDING: Condition = { field: 'trendingRank', op: '>=', values: [1] };

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
  if (key === 'name0') return parts.names.length === 0;
  if (key === 'sectors') return parts.sectors.length > 1;
  return parts.has(key);
}

/** A row of the table of shapes. */
export const shape = (name: string, needs: string, build: Shape['build']): Shape => ({
  ...{ name, needs, build },
});

type Optional<T> = { [K in keyof T]?: T[K] | undefined };
type Rest = Optional<Omit<WrittenQuery, 'subject'>> & Optional<Omit<Draft, 'query'>>;

/** A query about the named entities, at the named time unless it states its own. */
export function ask(parts: Parts, subject: Subject, rest: Rest): Draft {
  const { also, supplied, checks, reads, expected, order, ...written } = rest;
  const isTimed = ['period', 'from', 'to', 'against'].some((key) => key in written);
  const named = subject === 'startup' ? parts.startups : parts.names;
  const query = {
    subject,
    names: named.map(({ slug }) => slug),
    ...(isTimed ? {} : parts.when(subject, written.metric)),
    ...written,
    order: order === 'lowest' ? order : undefined,
  };
  // Only parts that are undefined or empty are gone.
  return without({ query: without(query), also, supplied, checks, reads, expected }) as Draft;
}

function without(all: object): object {
  return Object.fromEntries(
    Object.entries(all).filter(
      ([key, value]) =>
        value !== undefined && (key === 'checks' || !Array.isArray(value) || value.length > 0),
    ),
  );
}
