/** The operators of conditions: a row each, for reading a question, checking a number and telling a bound. */

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
  holds: (left: number, right: number) => boolean;
  /** The operator that holds wherever this one does not. */
  opposite: Comparator;
  /** The operator with both sides negated. */
  mirrored: Comparator;
};

export const OPERATORS: Readonly<Record<Comparator, Operator>> = {
  '=': {
    ...{ counted: 'exactly', measured: 'exactly', dated: 'exactly' },
    holds: (left, right) => left === right,
    ...{ opposite: '!=', mirrored: '=' },
  },
  '!=': {
    ...{ counted: 'other than', measured: 'other than', dated: 'other than' },
    holds: (left, right) => left !== right,
    ...{ opposite: '=', mirrored: '!=' },
  },
  '>=': {
    ...{ counted: 'at least', measured: 'at least', dated: 'from' },
    holds: (left, right) => left >= right,
    ...{ opposite: '<', mirrored: '<=' },
  },
  '<=': {
    ...{ counted: 'at most', measured: 'at most', dated: 'up to' },
    holds: (left, right) => left <= right,
    ...{ opposite: '>', mirrored: '>=' },
  },
  '>': {
    ...{ counted: 'more than', measured: 'above', dated: 'after' },
    holds: (left, right) => left > right,
    ...{ opposite: '<=', mirrored: '<' },
  },
  '<': {
    ...{ counted: 'less than', measured: 'below', dated: 'before' },
    holds: (left, right) => left < right,
    ...{ opposite: '>=', mirrored: '>' },
  },
};
