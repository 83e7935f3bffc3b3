/** The operators of conditions: a row each, for reading a question, checking a value and telling a bound. */

/** `=` and `!=` take several values: one of them, none of them. */
export const COMPARATORS = ['=', '!=', '>=', '<=', '>', '<'] as const;
export type Comparator = (typeof COMPARATORS)[number];

type Operator = {
  /** `more than`, before a count. */
  counted: string;
  /** `above`, before another number. */
  measured: string;
  /** `after`, before a date. */
  dated: string;
  /** The operator that holds wherever this one does not. */
  opposite: Comparator;
  /** The operator with both sides negated. */
  mirrored: Comparator;
  holds: (left: number, right: number) => boolean;
};

const row = (
  [counted, measured = counted, dated = measured]: [string, string?, string?],
  opposite: Comparator,
  mirrored: Comparator,
  holds: Operator['holds'],
): Operator => ({ counted, measured, dated, opposite, mirrored, holds });

export const OPERATORS: Readonly<Record<Comparator, Operator>> = {
  '=': row(['exactly'], '!=', '=', (left, right) => left === right),
  '!=': row(['other than'], '=', '!=', (left, right) => left !== right),
  '>=': row(['at least', 'at least', 'from'], '<', '<=', (left, right) => left >= right),
  '<=': row(['at most', 'at most', 'up to'], '>', '>=', (left, right) => left <= right),
  '>': row(['more than', 'above', 'after'], '<=', '<', (left, right) => left > right),
  '<': row(['less than', 'below', 'before'], '>=', '>', (left, right) => left < right),
};
