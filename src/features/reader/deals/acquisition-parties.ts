/** Who bought and who was bought, by the places of names and verb. */
import type { Pieces } from '../pieces.ts';
import type { Piece, PieceOf } from '../question-frame.ts';

/** `when was X acquired`: a form of "be" in front of who is named. */
export function isPassive(
  pieces: Pieces,
  entity: PieceOf<'entity'> | undefined,
  verb: Piece | undefined,
): boolean {
  const before = pieces.all[(entity?.at ?? 0) - 1];
  const isParticiple = /^(?:acquired|bought|purchased|taken over)$/i.test(verb?.text ?? '');
  return isParticiple && /\b(?:was|were|is|been|got)$/i.test(before?.text ?? '');
}

/** Who of those named bought: all of them in `bought by A or B`, none in `who bought A and B`. */
export function buyersOf(
  pieces: Pieces,
  entities: readonly PieceOf<'entity'>[],
  verb: Piece | undefined,
  passive: boolean,
): PieceOf<'entity'>[] {
  const isBehind = verb !== undefined && entities.every(({ at }) => at > verb.at);
  if (entities.length > 1 && verb && isBehind) {
    const [first, second] = entities;
    const between = pieces.all.slice((first?.at ?? 0) + 1, second?.at);
    const isJoined = between.some(({ text }) => /^(?:or|and|&|,)$/i.test(text));
    if (passive && /\bby$|to$/i.test(verb.text))
      return entities.length > 2 || isJoined ? [...entities] : entities.slice(0, 1);
    const asksBuyer = /^(?:who|which company|what company)\b/i.test(pieces.all[0]?.text ?? '');
    if (!passive && asksBuyer) return [];
  }
  const isInFront = verb !== undefined && entities.every(({ at }) => at < verb.at);
  // "what did A and B acquire"
  const isVerb = verb?.kind === 'words' && verb.meaning.deal === 'acquired';
  if (entities.length > 1 && isInFront && isVerb && !passive) return [...entities];
  const buyer = buyerOf(pieces, entities, verb, passive);
  return buyer ? [buyer] : [];
}

/** `the Astral acquisition`: of somebody who was bought, and who bought nobody. */
function isOwnSale({ registry }: Pieces, piece: PieceOf<'entity'>, verb: Piece): boolean {
  const { acquisitions: all } = registry.deals;
  const { slug } = piece.entity;
  const isOne = /^(?:the )?(?:acquisition|takeover|buyout|deal)$/i.test(verb.text);
  const isInFront = piece.at === verb.at - 1 && !piece.isPossessive;
  return (
    isOne &&
    isInFront &&
    all.some(({ acquired }) => acquired === slug) &&
    !all.some(({ acquirer }) => acquirer === slug)
  );
}

/** Who of those named bought: the one in front of an active verb, or behind a passive one. */
function buyerOf(
  pieces: Pieces,
  entities: readonly PieceOf<'entity'>[],
  verb: Piece | undefined,
  passive: boolean,
): PieceOf<'entity'> | undefined {
  const [first, second] = entities;
  if (!first || !verb) return undefined;
  const isSum = pieces.frame.words('measure').length > 0;
  // "the Neon acquisition price"
  if (!second && !isSum && /\b(?:price|value|size|amount|sum)\b/i.test(verb.text)) return undefined;
  const deal = verb.kind === 'words' ? verb.meaning.deal : undefined;
  const startsWithWho = /^(?:who|whom|which company|what company)/i.test(pieces.all[0]?.text ?? '');
  // "the acquisition of X by Y"
  const isOfFirst =
    second !== undefined &&
    isSaid(pieces, verb, first, /^of$/i) &&
    isSaid(pieces, first, second, /\b(?:by|to)$/i);
  if (second) return passive || isOfFirst ? second : first;
  if (deal === 'acquisitions') {
    // "the acquisition of X" was one of X; "X's acquisitions", "acquisitions by X" were X's.
    const between = pieces.all.slice(Math.min(first.at, verb.at) + 1, Math.max(first.at, verb.at));
    const isOf = !isSum && first.at > verb.at && between.some(({ text }) => /^of$/i.test(text));
    return isOf || isOwnSale(pieces, first, verb) ? undefined : first;
  }
  if (deal === 'owner') return undefined;
  if (passive) {
    // "was X acquired", "who was X bought by": X in front; "companies bought by X": X behind.
    return first.at > verb.at && /\bby$|to$/i.test(verb.text) ? first : undefined;
  }
  if (startsWithWho && first.at > verb.at && !/^(?:whom|what)/i.test(pieces.all[0]?.text ?? ''))
    return undefined;
  return first.at < verb.at ? first : undefined;
}

/** Whether a word stands between two pieces, in their order. */
function isSaid(pieces: Pieces, one: Piece, other: Piece, word: RegExp): boolean {
  return pieces.all.slice(one.at + 1, other.at).some(({ text }) => word.test(text));
}
