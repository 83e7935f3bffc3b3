/** A shape of query: what must be there, and the query that it makes. */
import {
  type Condition,
  listedConditions,
  type Subject,
  type WrittenQuery,
} from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import type { Direction } from '../meaning.ts';
import type { Parts } from '../parts.ts';

/** Statement about the rows, beyond their existence. */
export type Reads = Place | 'owner' | 'both' | 'profile' | 'agents' | 'move' | 'packages';
type Place = 'place' | 'beyond';

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

/** Undefined if the parts make no such query after all. */
type Build = (parts: Parts) => Draft | undefined;

/** Needs: each is one of several keys of parts, or a key that must not be there. */
export type Shape = { name: string; needs: readonly Need[]; build: Build };
type Need = (parts: Parts) => boolean;

/** Rows of a list that is asked for as a whole. */
export const LISTED = 200;
/** Rows where several are asked for and no number is. */
export const FEW = 5;

export function equals(field: string, ...values: Condition['values']): Condition {
  return { field, op: '=', values };
}

/** Whether startups have the field in every week. */
export const isWeekly = (name: string): boolean => fieldOf('startup', name)?.isWeekly === true;

export const IS_TRACKED = equals('tracked', 'yes');
export const IS_TRENDING: Condition = { field: 'trendingRank', op: '>=', values: [1] };

/** The condition that a field moved in a direction. */
export function hasMoved(field: string, to: Direction): Condition {
  return { field, op: to === 'up' ? '>' : '<', values: [0] };
}

/** The one place that is asked for, otherwise a number of rows. */
export function placeOr(limit: number, { nth }: Parts): Pick<WrittenQuery, 'limit' | 'nth'> {
  return nth === undefined ? { limit } : { nth: Math.abs(nth) };
}

/** Needs that are no key of a part. */
const NUMBERS: Readonly<Record<string, Need>> = {
  name0: ({ names }) => names.length === 0,
  name1: ({ names }) => names.length === 1,
  name2: ({ names }) => names.length === 2,
  'name2+': ({ names }) => names.length > 1,
  startup: ({ startups, names }) => startups.length === 1 && names.length === 1,
  startups: ({ startups }) => startups.length > 0,
  startup2: ({ startups, names }) => startups.length > 1 && startups.length === names.length,
  sectors: ({ sectors }) => sectors.length > 1,
  // A range makes one value of several weeks; several times are none.
  time1: (parts) => parts.otherTimes.length < 2 && !parts.has('time:until'),
};

function needOf(key: string): Need {
  if (key.startsWith('!')) return (parts) => !parts.has(key.slice(1));
  return NUMBERS[key] ?? ((parts) => parts.has(key));
}

/**
 * A row of the table of shapes.
 *
 * @param needs keys of parts with spaces between; `name0` is no name, `startup2` two startups or more,
 *   `time1` at most one time, `|` means or, and `!` not
 */
export function shape(name: string, needs: string, build: Build): Shape {
  const alternatives = needs.split(' ').map((need) => need.split('|').map(needOf));
  return {
    name,
    needs: alternatives.map((some) => (parts) => some.some((need) => need(parts))),
    build,
  };
}

type Optional<T> = { [K in keyof T]?: T[K] | undefined };
export type Rest = Optional<Omit<WrittenQuery, 'subject'>> & Optional<Omit<Draft, 'query'>>;

/**
 * A query about the named entities, at the named time unless it states its own; undefined if rows of the
 * subject do not have its fields. Further fields to show are left out where rows have none.
 */
export function ask(parts: Parts, subject: Subject, rest: Rest): Draft | undefined {
  const { also, supplied, checks, reads, expected, order, show, ...written } = rest;
  const has = (name: string) => fieldOf(subject, name) !== undefined;
  const conditions = [written.where, written.which].flatMap(listedConditions);
  if (written.metric !== undefined && !has(written.metric)) return undefined;
  if (!conditions.every(({ field }) => has(field))) return undefined;
  const isTimed = ['period', 'from', 'to', 'against'].some((key) => key in written);
  const named = subject === 'startup' ? parts.startups : parts.names;
  const query = {
    subject,
    names: named.map(({ slug }) => slug),
    ...(isTimed ? {} : parts.when(subject, written.metric)),
    ...written,
    show: [show ?? []].flat().filter(has),
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
