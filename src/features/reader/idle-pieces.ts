/** Pieces that say nothing beside the others: bounds without a number, a week in other words. */
import type { Piece } from './question-frame.ts';

const EXTREMES = new Map([
  ['max', 'highest' as const],
  ['maximum', 'highest' as const],
  ['min', 'lowest' as const],
  ['minimum', 'lowest' as const],
  ['topped', 'highest' as const],
]);

/** `contributors + commits` adds nothing up, and `max commits` sets no bound: there is no number. */
export function withoutIdleBounds(pieces: Piece[]): Piece[] {
  return pieces.map((piece): Piece => {
    if (piece.kind !== 'words' || piece.meaning.bound === undefined) return piece;
    const { at, text, taken } = piece;
    if ([pieces[at - 1], pieces[at + 1]].some((other) => other?.kind === 'number')) return piece;
    // "20 commits minimum"
    if (pieces[at - 2]?.kind === 'number' && /\bmin(?:imum)?$/i.test(text)) return piece;
    const next = pieces[at + 1];
    // "at least doubled" says its bound itself
    if (next?.kind === 'words' && next.meaning.growth?.op === piece.meaning.bound)
      return { at, text, taken, kind: 'filler' };
    if (/^(?:\+|plus|exactly|precisely)$/i.test(text)) return { at, text, taken, kind: 'filler' };
    const order = EXTREMES.get(text.toLowerCase().split(' ')[0] ?? '');
    return order && pieces[at + 1]?.kind !== 'filler'
      ? { at, text, taken, kind: 'words', meaning: { order } }
      : piece;
  });
}

/** `the first week of October, that is week 40`: the same week in other words. */
export function withoutSameTimes(pieces: Piece[]): Piece[] {
  const weekOf = (piece: Piece) => {
    if (piece.kind !== 'time' || piece.found.time.kind !== 'week') return undefined;
    return `${piece.found.time.period.slug} ${piece.found.relation === 'ago' ? '' : (piece.found.relation ?? '')}`;
  };
  const said = new Set<string>();
  return pieces.map((piece): Piece => {
    const week = weekOf(piece);
    const isSaid = week !== undefined && said.has(week);
    if (week !== undefined) said.add(week);
    const { at, text, taken } = piece;
    return isSaid ? { at, text, taken, kind: 'filler' } : piece;
  });
}
