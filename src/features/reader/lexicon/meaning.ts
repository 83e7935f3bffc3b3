/** What expressions of questions mean: what each contributes to a query. */
import type { Condition, Measure, Subject } from '../../query/query.ts';

/** What an expression means. One expression may mean several things together. */
export type Meaning = {
  /** A field of the weekly record or of a company. */
  metric?: string;
  /** Further fields that it names. */
  beside?: readonly string[];
  /** The rows that are asked about. */
  subject?: Subject;
  /** Named in the singular: one answer is expected. */
  isOne?: boolean;
  order?: 'highest' | 'lowest';
  /** A place in an order; 0 where the number stands in the text. */
  nth?: number;
  /** What grew by so much against the window before; 1 is +100%. */
  growth?: { op: '>=' | '<=' | '>' | '<'; by: number };
  /** So many are asked for. */
  limit?: number;
  measure?: Measure;
  /** The number behind it is a bound. */
  bound?: '>=' | '<=' | '>' | '<' | '=' | 'between';
  condition?: Condition;
  /** What follows, or stands in it, is excluded. */
  isNegation?: boolean;
  groupBy?: string;
  act?: Act;
  /** How one thing relates to another in a deal. */
  deal?: DealWord;
  /** A named round. */
  round?: string;
  /** Asks for a definition, a reason, a way of doing: no question about data. */
  isProse?: boolean;
  /** Which detail of a deal is asked for. */
  detail?: 'when' | 'amount' | 'who' | 'where';
  /** The one in which amounts are asked for. */
  currency?: string;
  /** Changes are meant in percent. */
  isRatio?: boolean;
  /** Known to be asked for, and not to be had: it stays unread. */
  foreign?: Foreign;
  /** What follows is what the share is of. */
  isAmong?: boolean;
  /** The field that is named has no value. */
  isUnknown?: boolean;
  isOverall?: boolean;
  /** The newest, where things have a date. */
  isLatest?: boolean;
  /** Of each of those named. */
  isBoth?: boolean;
  /** Weeks are asked for. */
  asksWeeks?: boolean;
  /** None of what follows. */
  isZero?: boolean;
  /** All that are tracked, whether or not a week covers them. */
  isTracked?: boolean;
  /** All that is published, of which no number of a week is the total. */
  isOfDataset?: boolean;
};

/** Why something is not to be had. */
export type Foreign = 'place' | 'person' | 'forecast' | 'advice' | 'other';

/** What is to be done. */
export type Act =
  | 'compare'
  | 'change'
  | 'rise'
  | 'fall'
  | 'gain'
  | 'lose'
  | 'series'
  | 'extreme'
  | 'list'
  | 'entered'
  | 'left'
  | 'streak'
  | 'coverage';

export type DealWord =
  | 'invested-in'
  | 'backed-by'
  | 'portfolio'
  | 'led'
  | 'coinvest'
  | 'raised'
  | 'last-round'
  | 'acquired'
  | 'acquired-by'
  | 'acquisitions'
  | 'owner'
  | 'valued'
  | 'exited';

/**
 * A regular expression over words in lower case with single spaces between them, and what it means. Of
 * two that begin at the same word, the longer is read; of equals, the one listed last.
 */
export type Expressions = readonly (readonly [string, Meaning])[];

/** A filter. */
export const is = (field: string, ...values: string[]): Meaning => ({
  condition: { field, op: '=', values },
});
export const above = (field: string, value: number): Meaning => ({
  condition: { field, op: '>', values: [value] },
});
export const below = (field: string, value: number): Meaning => ({
  condition: { field, op: '<', values: [value] },
});
