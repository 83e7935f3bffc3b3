/** Rows that can be queried, whatever they are of. */

/** Null is not known; a list holds several values at once and is never empty. */
export type Cell = number | string | null | readonly string[];

/** The values of one field, by row. */
export type Column = (row: number) => Cell;

export type Table = {
  size: number;
  /** The rows that are meant where the query does not say otherwise. */
  rows: () => readonly number[];
  /** What a row is of, unique in the table: the slug of a startup or company, the name of a deal. */
  keyOf: (row: number) => string;
  rowOf: (key: string) => number | undefined;
  /** Only for fields that the subject has (`query-fields.ts`). */
  column: (field: string) => Column;
};
