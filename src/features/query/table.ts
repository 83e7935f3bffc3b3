/** A table of rows that can be queried. */

/** Null means unknown; a list holds several values at once and is never empty. */
export type Cell = number | string | null | readonly string[];

/** The values of one field, by row. */
export type Column = (row: number) => Cell;

export type Table = {
  /** Each row's unique key: the slug of a startup or company, the name of a deal. */
  keys: readonly string[];
  /** The rows that a query is about by default. */
  rows: () => readonly number[];
  /** Only for fields that the subject has (`query-fields.ts`). */
  column: (field: string) => Column;
};
