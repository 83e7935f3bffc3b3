/** Says in plain sentences what queries found. */
import type { QueryAnswer } from '../../query/answer-schema.ts';
import type { Asked } from './asked.ts';
import { comparison, list, NOTHING_KNOWN, ranking } from './several.ts';
import { groups, values, whole } from './values.ts';
import { Voice } from './voice.ts';
import { changes, comings, extremes, series } from './weeks.ts';

/** The answer to a question that was read as a query. */
export function said(asked: Asked, answer: QueryAnswer): string {
  return [sentence(new Voice(asked, answer)), ...notesOf(answer)].join(' ').trim();
}

/** What differs between the lists of two weeks. */
export function saidOfTwo(asked: Asked, answer: QueryAnswer, before: QueryAnswer): string {
  return comings(new Voice(asked, answer), new Voice(asked, before));
}

/** Whether the value of the later of two times is as the question asks; empty if it does not. */
export function movedBetween(
  { isYesNo, moves, query: { names } }: Asked,
  { rows: [now] }: QueryAnswer,
  { rows: [then] }: QueryAnswer,
): string {
  const isOfOne = names !== undefined && now?.slug === then?.slug;
  if (!isYesNo || moves === undefined || !isOfOne) return '';
  if (typeof now?.value !== 'number' || typeof then?.value !== 'number') return '';
  const moved = moves === 'up' ? now.value > then.value : now.value < then.value;
  return moved ? 'Yes.' : 'No.';
}

/** That no deal of any kind is known. */
export function saidOfNothing({ query }: Asked, { readAs }: QueryAnswer): string {
  const of = readAs.replace(/^Read as: exits of |, the latest first\.?$|\.$/g, '');
  const kinds =
    query.period || query.from || query.to
      ? 'exit, round, valuation or acquisition'
      : 'exit or round';
  return `No ${kinds} of ${of} is documented here. ${NOTHING_KNOWN}`;
}

function notesOf({ notes }: QueryAnswer): string[] {
  // That only twenty are on the trending list is no lack.
  return notes.filter((note) => !/the next page has more|rank among the trending/.test(note));
}

function sentence(voice: Voice): string {
  const { operation, measure, groupBy } = voice.query;
  const isOfSectors = voice.answer.subject === 'sector' && measure !== 'count';
  if (operation === 'change') return changes(voice);
  if (groupBy !== undefined) return groups(voice);
  if (operation === 'series') return series(voice);
  if (measure !== undefined && !isOfSectors) return whole(voice);
  if (operation === 'extreme') return extremes(voice);
  if (operation === 'compare') return comparison(voice);
  if (operation === 'rank') return ranking(voice);
  return operation === 'list' ? list(voice) : values(voice);
}
