/** What questions about deals have in common. */

import type { Condition, Subject, WrittenQuery } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import { conditions, thresholds } from '../conditions.ts';
import { limitOf, type Pieces, wantsOne } from '../pieces.ts';
import type { PieceOf } from '../question-frame.ts';
import { range, type When } from '../written-time.ts';

/** Times of deals; a draft without a readable time is none. */
export function dealTime(pieces: Pieces): When | undefined {
  const times = pieces.frame.of('time');
  if (times.length > 1) return undefined;
  const [time] = times;
  if (!time) return {};
  // "now", "currently" and "ever" say nothing of deals.
  const when = range(time.found);
  if (!when) return undefined;
  pieces.take(time);
  const isAny =
    time.found.time.kind === 'ever' ||
    /^(?:now|today|currently|at present|right now)$/i.test(time.text);
  if (!isAny) return when;
  pieces.isTimeImplied = true;
  return {};
}

/** Below this, a number without a currency is no amount. */
const MIN_AMOUNT = 1000;

/** Deals that a list has without a number. */
export const MAX_LISTED = 60;

/** Rank, count, list: what is done with deals of a kind. */
export function dealOperation(
  pieces: Pieces,
  metric: string,
  defaultShow: string[],
): Partial<WrittenQuery> {
  // "companies in the top 20" are no order of deals
  const untaken = pieces.frame
    .words('order')
    .filter(({ taken, meaning }) => !taken && meaning.metric !== 'trendingRank');
  // "the last five rounds" are the latest, "the first round" the earliest
  const byDate = untaken.filter(({ text }) => /^(?:last|first|earliest|oldest)$/i.test(text));
  const order = untaken.filter((piece) => !byDate.includes(piece));
  const nth = pieces.frame.words('nth').filter(({ taken }) => !taken)[0];
  const measures = pieces.frame.words('measure').filter(({ taken }) => !taken);
  const group = pieces.frame.words('groupBy')[0];
  const isFirst = byDate.some(({ text }) => !/^last$/i.test(text));
  const isLatest = pieces.takeAll('isLatest') || (byDate.length > 0 && !isFirst);
  pieces.take(...byDate);
  const limit = limitOf(pieces) ?? (isLatest && wantsOne(pieces) ? 1 : undefined);
  pieces.takeAll('detail');
  pieces.takeActs('list');
  const [measure] = measures;
  // "how many, and which": a list says how many it has
  const asksBoth =
    measure?.meaning.measure === 'count' &&
    pieces.all.some(({ at, text }) => at > measure.at && /^(?:which|who|whom|what)$/i.test(text));
  pieces.take(...(asksBoth ? measures : []));
  if (measure && !asksBoth) {
    pieces.take(...measures);
    pieces.take(group);
    return {
      measure: measure.meaning.measure,
      ...(measure.meaning.measure !== 'count' && { metric }),
      ...(group && { groupBy: group.meaning.groupBy }),
    };
  }
  if (isFirst && order.length === 0)
    return {
      operation: 'rank',
      metric: 'announcedOn',
      order: 'lowest',
      limit: limit ?? 1,
      show: defaultShow.filter((field) => field !== 'announcedOn'),
    };
  const [first] = order;
  if (nth || first) {
    pieces.take(nth, ...order);
    const direction = (nth ?? first)?.meaning.order;
    return {
      operation: 'rank',
      metric,
      ...(direction === 'lowest' && { order: 'lowest' as const }),
      ...(nth ? { nth: nth.meaning.nth } : { limit: limit ?? (wantsOne(pieces) ? 1 : 5) }),
      show: defaultShow.filter((field) => field !== metric),
    };
  }
  return { operation: 'list', limit: limit ?? MAX_LISTED, show: defaultShow };
}

/** Conditions on deals and money, and who is left out. */
export function dealConditions(pieces: Pieces, subject: Subject, money: string): Condition[] {
  const isOfMoney = fieldOf(subject, money)?.kind === 'money';
  const bounds = thresholds(pieces, subject).flatMap(({ condition, field, isMoney, number }) => {
    // "more than one" is no amount of money
    const isAmount = isMoney || condition.values.every((value) => Number(value) >= MIN_AMOUNT);
    if (field !== undefined || (isOfMoney ? isAmount : fieldOf(subject, money)))
      return [{ field: field ?? money, ...condition }];
    if (isOfMoney) number.taken = false;
    return [];
  });
  return [...bounds, ...conditions(pieces, subject)];
}

export function roundConditions(pieces: Pieces, round: PieceOf<'words'> | undefined): Condition[] {
  pieces.take(round);
  const name = round?.meaning.round;
  // A stage in a question about rounds is the round's.
  const stages = pieces.frame
    .words('condition')
    .filter(({ meaning, taken }) => !taken && meaning.condition.field === 'stage');
  pieces.take(...stages);
  return [
    ...(name === undefined ? [] : [{ field: 'round', op: '=' as const, values: [name] }]),
    ...stages.map(({ meaning }) => ({ ...meaning.condition, field: 'roundStage' })),
  ];
}
