/** What a question says of rounds: whose, when, which, and whether the last one. */
import type { Condition } from '../../query/query.ts';
import { named, type Pieces } from '../pieces.ts';
import type { PieceOf } from '../question-frame.ts';
import type { When } from '../written-time.ts';
import { dealTime, roundConditions } from './deal-pieces.ts';

export const ROUND_SHOWN = ['round', 'amount', 'announcedOn', 'lead', 'investors'];

export type AskedRounds = {
  pieces: Pieces;
  entities: readonly PieceOf<'entity'>[];
  when: When;
  hasTime: boolean;
  /** Conditions on rounds, such as “Series A”. */
  rounded: readonly Condition[];
  isLast: boolean;
  /** Whether it speaks of raising. */
  raised: boolean;
};

/** Undefined where it cannot be told when. */
export function askedRounds(
  pieces: Pieces,
  round: PieceOf<'words'> | undefined,
): AskedRounds | undefined {
  const entities = named(pieces);
  const when = dealTime(pieces);
  if (!when) return undefined;
  const lasts = pieces.frame.words('order').filter(({ text }) => /^last$/i.test(text));
  pieces.take(...lasts);
  const isLast =
    pieces.takeAll('isLatest') || lasts.length > 0 || pieces.deals('last-round').length > 0;
  const raised = pieces.deals('raised').length > 0;
  pieces.takeAll('deal');
  pieces.take(...entities);
  const rounded = roundConditions(pieces, round);
  return {
    pieces,
    entities,
    when,
    hasTime: Object.keys(when).length > 0,
    rounded,
    isLast,
    raised,
  };
}

/** Words that count something. */
export function countsIn({ frame }: Pieces): PieceOf<'words'>[] {
  return frame.words('measure').filter(({ meaning }) => meaning.measure === 'count');
}
