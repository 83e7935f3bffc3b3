/** Meanings of words and of what they make together. */
import type { Comparator } from '../query/operators.ts';
import type { Condition, Measure, Subject } from '../query/query.ts';

export type Order = 'highest' | 'lowest';
export type Direction = 'up' | 'down';

/** Inclusive, in the notation of queries: a week, a month, a year, `latest-4`. */
export type Time = {
  from?: string;
  to?: string;
  /**
   * - `now`: the current week, or the windows that end with it;
   * - `point`: one week; `ago`: one week that is counted from now;
   * - `span`: several weeks or days; `since`: from one week to now; `all`: everything there is;
   * - `future`: after the current week; `impossible`: not in the calendar.
   */
  kind: 'now' | 'point' | 'ago' | 'span' | 'since' | 'until' | 'all' | 'future' | 'impossible';
  /** The first day, where it is known. */
  first?: number;
  /** Days of the calendar were named, not weeks. */
  isCalendar?: true;
  /** About as long as the windows of contributors. */
  isMonth?: true;
};

/** A condition on some field, once its field is known. */
export type Bound = {
  op: Comparator;
  value: number;
  unit?: 'percent' | 'money';
  currency?: string;
};

/** Something that happened to a company or that an organization did. */
type Act = Takeover | 'back' | 'backed' | 'lead' | 'led' | 'raise' | 'co-invest';
type Takeover = 'acquire' | 'acquired' | 'own' | 'exit' | 'merge' | 'close';
/** A course over the weeks; of others, no query tells. */
type Trend = 'series' | 'change' | 'peak' | 'low' | 'first' | 'last' | 'other';
type Topic = 'profile' | 'amount' | 'packages';
type Ask = 'which' | 'who' | 'when' | 'why' | 'where' | 'how' | 'how much' | Topic;

export type Meaning =
  | { kind: 'field'; field: string; isBy?: true }
  | { kind: 'value'; field: string; values: readonly (string | null)[]; isNot?: boolean }
  | { kind: 'condition'; conditions: readonly Condition[]; currency?: string; isBare?: true }
  /** Backed, led or bought by all of these. */
  | { kind: 'role'; act: 'backed' | 'led' | 'acquired'; slugs: readonly string[] }
  | {
      kind: 'name';
      entity: 'startup' | 'organization';
      slug: string;
      name: string;
      /** It invests in others. */
      isFund: boolean;
      isWord: boolean;
      isCorrected: boolean;
    }
  | {
      kind: 'order';
      order: Order;
      field?: string;
      isChange?: true;
      base?: string;
      /** The order is named, and not how many rows: `by commits, descending`. */
      isBy?: true;
    }
  | { kind: 'more'; order: Order; field?: string }
  | { kind: 'measure'; measure: Measure }
  | { kind: 'subject'; subject: Subject; isTracked?: true }
  | { kind: 'move'; to: Direction; field?: string; by?: Bound }
  /** Against the window before, which changes are against anyway. */
  | { kind: 'prior' }
  | { kind: 'by' }
  | { kind: 'bound'; bounds: readonly Bound[] }
  | { kind: 'range'; bounds: readonly Bound[] }
  | { kind: 'either'; value: Extract<Meaning, { kind: 'value' }> }
  | { kind: 'excluded'; slug: string }
  | { kind: 'operator'; op: Comparator; isAfter?: true }
  | { kind: 'number'; value: number; unit?: 'percent' | 'money'; currency?: string }
  | { kind: 'nth'; n: number }
  | { kind: 'time'; time: Time }
  | { kind: 'act'; act: Act; isBy?: true }
  | { kind: 'currency'; currency: string }
  | { kind: 'round'; round: string }
  | { kind: 'per'; field: string }
  | { kind: 'ask'; ask: Ask }
  | { kind: 'trend'; trend: Trend }
  | { kind: 'not' }
  | { kind: 'none' }
  | { kind: 'than' }
  | { kind: 'versus' }
  | { kind: 'or' }
  | { kind: 'both' }
  | { kind: 'latest' }
  | { kind: 'trending' }
  | { kind: 'absent'; what: string }
  | { kind: 'idle' };

export type Kind = Meaning['kind'];
export type Of<K extends Kind> = Extract<Meaning, { kind: K }>;

/** A meaning of the words from one place up to another, and what it costs to take it. */
export type Edge = { from: number; to: number; meaning: Meaning; cost: number };
