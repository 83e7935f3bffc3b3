/** The place of one startup in an order by a number: `where does it rank in databases by commits`. */
import type { Condition } from '../../query/query.ts';
import { MAX_ROWS } from '../../query/query.ts';
import { conditions } from '../conditions.ts';
import { isNumberOf } from '../metrics.ts';
import { type Draft, type Pieces, takeNouns, where } from '../pieces.ts';
import type { PieceOf } from '../question-frame.ts';
import { isRange, timeFields, weeklyTime } from './weekly-time.ts';

const CRITERION =
  /^(?:by|on|for|per|ranked by|according to|based on|measured by|judged by|going by|by number of|in terms of|when it comes to)$/i;
const ARTICLE = /^(?:the|its|their|number|of)$/i;
const OWN_SECTOR =
  /\b(?:sectors?|categor(?:y|ies)|peers?|field|segment|space|competitors|rivals)\b/i;

/** Undefined where its place is not asked for, or by nothing else than what ranks are published of. */
export function placeOfOne(pieces: Pieces, startup: PieceOf<'entity'>): Draft | undefined {
  const metrics = pieces.frame.words('metric').filter(({ taken }) => !taken);
  const places = metrics.filter(({ meaning }) => meaning.metric === 'sectorRank');
  const numbers = metrics.filter((piece) => !places.includes(piece));
  const [number, ...others] = numbers;
  if (places.length === 0 || !number || others.length > 0) return undefined;
  if (!isNumberOf(number.meaning.metric) || !isCriterion(pieces, number)) return undefined;
  pieces.take(startup, ...metrics, ...pieces.frame.words('detail'));
  const own = places.some(({ text }) => OWN_SECTOR.test(text)) || takeOwnSector(pieces);
  const list = [...(own ? [ofSector(pieces, startup)] : []), ...conditions(pieces, 'startup')];
  const time = weeklyTime(pieces, [number.meaning.metric], false);
  if (!time || isRange(time) || time.kind === 'against') return undefined;
  pieces.takeActs('list', 'compare');
  pieces.takeAll('isAmong');
  pieces.takeAll('isOverall');
  takeNouns(pieces);
  return {
    query: {
      subject: 'startup',
      operation: 'rank',
      metric: number.meaning.metric,
      limit: MAX_ROWS,
      ...where(list),
      ...timeFields(time),
    },
    assumed: [],
    reads: 'place',
    expected: startup.entity.slug,
  };
}

/** It says by which number, and is not asked for beside the place. */
function isCriterion({ all }: Pieces, { at }: PieceOf<'words'>): boolean {
  const before = all.slice(0, at).findLast(({ text }) => !ARTICLE.test(text));
  return CRITERION.test(before?.text ?? '');
}

/** `its sector`, `its peers` */
export function takeOwnSector(pieces: Pieces): boolean {
  const nouns = pieces.frame.words('subject').filter(({ meaning, at }) => {
    const before = pieces.all[at - 1]?.text ?? '';
    return meaning.subject === 'sector' && /^(?:its|their|own|the|this|that)$/i.test(before);
  });
  pieces.take(...nouns);
  return nouns.length > 0;
}

export function ofSector({ registry }: Pieces, { entity }: PieceOf<'entity'>): Condition {
  const company = registry.companies.find(({ slug }) => slug === entity.slug);
  return { field: 'sector', op: '=', values: [company?.sector ?? ''] };
}
