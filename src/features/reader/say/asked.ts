/** What a question wants to hear beyond the rows that answer it. */
import type { Span } from '../../../published/commits-on-days.ts';
import type { QueryAnswer } from '../../query/answer-schema.ts';
import type { Condition, WrittenQuery } from '../../query/query.ts';
import type { Reads } from '../pieces.ts';

export type Asked = {
  query: WrittenQuery;
  /** It can be answered by yes or no. */
  isYesNo: boolean;
  /** Of named startups: whether these hold is asked. */
  checks: readonly Condition[];
  /** Of a comparison: whether the first has more, or less. */
  direction: 'highest' | 'lowest' | undefined;
  /** How the question named its time. */
  timeText: string | undefined;
  /** How many in all is asked for. */
  asksTotal: boolean;
  /** What was paid is asked for. */
  asksAmount: boolean;
  reads: Reads | undefined;
  /** The direction of a change that is asked about. */
  moves?: 'up' | 'down' | undefined;
  /** Of an order: who is asked about, whether that one is in it, or at which place. */
  expected?: string | undefined;
  /** Of groups: what the number of each must satisfy. */
  having?: Condition | undefined;
  /** Days of which commits are added up. */
  days?: readonly Span[] | undefined;
  /** Names of sectors by their slugs. */
  sectors: ReadonlyMap<string, string>;
};

export type Row = QueryAnswer['rows'][number];
export type Value = Row['value'];
