/**
 * The days of which commits are added up: `how many in July`, `in the last 7 days`. A number of a week is
 * of 14 days, so that the mean of such numbers is no count of a month.
 */
import type { Span } from '../../../published/commits-on-days.ts';
import { DEFAULT_METRIC } from '../metrics.ts';
import type { Pieces } from '../pieces.ts';
import type { PieceOf } from '../question-frame.ts';
import { daysOf } from '../time/calendar.ts';
import { isOwnWindow } from './weekly-time.ts';

/** Commits are named, and not a pace. */
const COMMITS = /\b(?:comm?its?|comm?itt?ed|check-?ins?|changesets?|ship(?:s|ped|ping)?|code)\b/i;
const OF_PACE =
  /\b(?:pace|rate|velocity|activity|frequency|levels?|14|fourteen|fortnight\w*|two[- ]weeks?|2[- ]weeks?|typical\w*|averag\w+|mean|median)\b/i;
/** What follows is not meant. */
const CONTRAST = /^(?:not|and not|rather than|instead of|as opposed to)\b/i;
/** A day that a week is named by. */
const POINT = /^(?:as|at|by|around|about)\b/i;
/** `week 30 alone`, `in that single week`: its seven days, and not the 14 that end with it. */
const ALONE = /^(?:alone|only|by itself|on its own|itself)$/i;
const SINGLE = /^(?:single|calendar|whole|one|just|only)$/i;

/** Empty where something else than a count of commits on certain days is asked for. */
export function countedDays(pieces: Pieces, fields: readonly string[]): Span[] {
  const [field, ...others] = fields;
  if (field !== DEFAULT_METRIC || others.length > 0 || !countsCommits(pieces)) return [];
  const times = pieces.frame.of('time');
  const spans = times.flatMap((time) => spanOf(pieces, time) ?? []);
  return spans.length === times.length ? spans : [];
}

function countsCommits({ frame, all }: Pieces): boolean {
  const text = all
    .filter((piece) => piece.kind !== 'time' && !CONTRAST.test(piece.text))
    .map((piece) => piece.text)
    .join(' ');
  const measures = frame.words('measure').map(({ meaning }) => meaning.measure);
  return (
    !OF_PACE.test(text) &&
    frame.words('metric').some((piece) => COMMITS.test(piece.text)) &&
    measures.every((measure) => measure === 'count' || measure === 'sum')
  );
}

function spanOf(pieces: Pieces, { at, text, found }: PieceOf<'time'>): Span | undefined {
  const { time, relation } = found;
  const days = daysOf(time);
  if (!days) return undefined;
  const [first, last] = days;
  if (time.kind === 'week') {
    const isAlone =
      ALONE.test(pieces.all[at + 1]?.text ?? '') || SINGLE.test(pieces.all[at - 1]?.text ?? '');
    return isAlone && relation === undefined ? { first, last } : undefined;
  }
  if (relation === 'since') return { first, last: Number.POSITIVE_INFINITY };
  if (relation === 'until') return { first: Number.NEGATIVE_INFINITY, last };
  if (relation === 'before') return { first: Number.NEGATIVE_INFINITY, last: first - 1 };
  if (relation === 'after') return { first: last + 1, last: Number.POSITIVE_INFINITY };
  const isPoint = first === last && POINT.test(text);
  const isPlain = relation === undefined || relation === 'past';
  if (!isPlain || isPoint || isOwnWindow(time, relation, [DEFAULT_METRIC])) return undefined;
  return { first, last };
}
