/** What a clause of a question has in it, for telling what is asked from what stands beside it. */
import { isWrittenAsName } from '../cues.ts';
import type { Meaning } from '../lexicon/meaning.ts';
import type { Piece } from '../question-frame.ts';
import { type Clause, isOfAside } from './asides.ts';

export function clauseOf(pieces: readonly Piece[]): Clause {
  const named = pieces.filter(
    (piece) => piece.kind === 'entity' || (piece.kind === 'words' && piece.meaning.metric),
  );
  const picks = pieces.flatMap((piece) => {
    if (piece.kind === 'entity' && piece.entity.kind === 'sector') return [piece.entity.slug];
    return piece.kind === 'words' && isPicking(piece.meaning) ? [pickOf(piece.meaning)] : [];
  });
  return {
    isTelling: pieces.some(isTelling),
    isPicking: picks.length > 0,
    picks,
    namesStranger: pieces.some((piece) => piece.kind === 'unknown' && isWrittenAsName(piece)),
    hasTime: pieces.some(({ kind }) => kind === 'time'),
    entities: pieces.flatMap((piece) =>
      piece.kind === 'entity' && piece.entity.kind !== 'sector' ? [piece.text] : [],
    ),
    isStrange: pieces.some(
      ({ kind, text }) => kind === 'unknown' && !isOfAside(text.toLowerCase()),
    ),
    isKnown: !pieces.some(({ kind }) => kind === 'unknown' || kind === 'filler'),
    names: named.map((piece) => piece.text),
  };
}

/** An answer has to keep to it, wherever it was said. */
function isTelling(piece: Piece): boolean {
  if (piece.kind === 'time' || piece.kind === 'number') return true;
  if (piece.kind === 'entity') return piece.entity.kind === 'sector';
  if (piece.kind !== 'words') return false;
  // A bound tells nothing without its number.
  const { condition, isNegation, order, measure, round } = piece.meaning;
  return [condition, isNegation, order, measure, round].some((part) => part !== undefined);
}

/** It says which startups are meant, or what of them. */
function isPicking({ condition, isNegation, measure, round, groupBy }: Meaning): boolean {
  return [condition, isNegation, measure, round, groupBy].some((part) => part !== undefined);
}

/** The same for whatever words pick the same. */
function pickOf({ condition, isNegation, measure, round, groupBy }: Meaning): string {
  return JSON.stringify([condition, isNegation, measure, round, groupBy]);
}
