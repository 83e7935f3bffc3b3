/** Growing, shrinking, acquired and closed as what startups must satisfy. */
import type { Condition } from '../../query/query.ts';
import { DEFAULT_METRIC, growthOf, isNumberOf } from '../metrics.ts';
import { asksWeekly, type Pieces } from '../pieces.ts';
import type { PieceOf } from '../question-frame.ts';
import type { AboutAll } from './all-startups.ts';

/** `growing` and `shrinking` among filters. */
export function addChange({ pieces, fields, list, metric = DEFAULT_METRIC }: AboutAll): void {
  // "with stage growth": only numbers move
  if (!isNumberOf(metric)) return;
  const moves = pieces.act('rise', 'fall', 'gain', 'lose').filter(({ taken }) => !taken);
  pieces.takeChanges();
  const numbers = pieces.frame.words('metric').filter(({ meaning }) => isNumberOf(meaning.metric));
  // "gained both commits and contributors"
  const joined = fields.filter((field, index) => index > 0 && isJoined(pieces, field));
  for (const { at, meaning } of moves) {
    // "contributors growing but commits falling": each says it of the number beside it
    const [nearest] = numbers.toSorted(
      (one, other) => Math.abs(one.at - at) - Math.abs(other.at - at),
    );
    const field = growthOf(moves.length > 1 ? (nearest?.meaning.metric ?? metric) : metric);
    if (list.some((condition) => condition.field === field)) continue;
    const isRise = meaning.act === 'rise' || meaning.act === 'gain';
    const grown = [field, ...(moves.length === 1 ? joined.map(growthOf) : [])];
    for (const one of new Set(grown))
      list.push({ field: one, op: isRise ? '>' : '<', values: [0] });
  }
}

/** It is said right behind another number and "and". */
function isJoined(pieces: Pieces, field: string): boolean {
  const piece = pieces.frame.words('metric').find(({ meaning }) => meaning.metric === field);
  if (!piece || !/^(?:and|&)$/i.test(pieces.all[piece.at - 1]?.text ?? '')) return false;
  const before = pieces.beside(piece, -1);
  const isNumber = before?.kind === 'words' && isNumberOf(before.meaning.metric ?? '');
  return isNumber && isNumberOf(field);
}

/** `not acquired`, `closed` as states of startups. */
export function addStatus(pieces: Pieces, list: Condition[]): void {
  // "YC companies acquired in 2026": the time is the deal's, and a week has only the state
  const isOfDeal =
    list.some(({ field }) => field === 'backers') &&
    pieces.frame.of('time').length > 0 &&
    !asksWeekly(pieces);
  if (isOfDeal) return;
  for (const piece of pieces.deals('acquired', 'acquired-by', 'exited')) {
    if (piece.taken) continue;
    const next = pieces.beside(piece, -1);
    // "leaving aside companies that were acquired"
    const isNoun = next?.kind === 'words' && next.meaning.subject !== undefined;
    const before = next && isNoun ? pieces.beside(next, -1) : next;
    const negation = before?.kind === 'words' && before.meaning.isNegation ? before : undefined;
    const { deal, condition } = piece.meaning;
    const value = deal === 'exited' ? (condition?.values[0] ?? 'closed') : 'acquired';
    pieces.take(piece, negation);
    list.push({ field: 'status', op: negation ? '!=' : '=', values: [value] });
  }
}

/** `lost the biggest share of its contributors`: an order by the change in percent. */
export function takeParts(pieces: Pieces, orders: readonly PieceOf<'words'>[]): boolean {
  const parts = pieces.frame.words('measure').filter((piece) => {
    const before = pieces.beside(piece, -1);
    return piece.meaning.measure === 'share' && orders.some((order) => order === before);
  });
  const isOfChange = pieces.act('gain', 'lose', 'rise', 'fall').length > 0;
  if (isOfChange) pieces.take(...parts);
  return isOfChange && parts.length > 0;
}
