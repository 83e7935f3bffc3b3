/** What was raised, in which rounds. */

import { asksWeekly, type Draft, named, type Pieces, slugs, takeNouns, where } from '../pieces.ts';
import type { PieceOf } from '../question-frame.ts';
import { dealConditions, dealOperation, dealTime, roundConditions } from './deal-pieces.ts';

export const ROUND_SHOWN = ['round', 'amount', 'announcedOn', 'lead', 'investors'];

/** `how much did security startups raise` */
const MAX_LISTED = 60;
const AMOUNT = /^(?:how much|what amount|what sum|total)/i;

export function rounds(pieces: Pieces, round: PieceOf<'words'> | undefined): Draft | undefined {
  const entities = named(pieces);
  const when = dealTime(pieces);
  if (!when) return undefined;
  const hasTime = Object.keys(when).length > 0;
  const lasts = pieces.frame.words('order').filter(({ text }) => /^last$/i.test(text));
  pieces.take(...lasts);
  const isLast =
    pieces.takeAll('isLatest') || lasts.length > 0 || pieces.deals('last-round').length > 0;
  const raised = pieces.deals('raised').length > 0;
  pieces.takeAll('deal');
  pieces.take(...entities);
  const nouns = pieces.frame.words('subject');
  const rounded = roundConditions(pieces, round);
  if (entities.length > 0) {
    const list = dealConditions(pieces, 'round', 'amount');
    takeNouns(pieces);
    const counts = pieces.frame
      .words('measure')
      .filter(({ meaning }) => meaning.measure === 'count');
    const orders = pieces.frame.words('order').filter(({ taken }) => !taken);
    if (entities.length > 1 && !hasTime && rounded.length === 0) {
      pieces.takeAll('detail');
      pieces.take(...orders, ...pieces.act('compare', 'list'));
      pieces.takeAll('measure');
      // "more than" beside names and without a number
      pieces.takeAll('bound');
      return {
        query: {
          subject: 'company',
          operation: 'compare',
          names: slugs(entities),
          metric: isLast ? 'lastRoundAmount' : 'raised',
          ...(isLast && { show: ['lastRound', 'lastRoundOn'] }),
        },
        assumed: [],
      };
    }
    if (counts.length > 0) {
      pieces.take(...counts);
      pieces.takeAll('detail');
      return {
        query: {
          subject: 'round',
          measure: 'count',
          names: slugs(entities),
          ...where([...rounded, ...list]),
          ...when,
        },
        assumed: [],
      };
    }
    const asksFirst = orders.some(({ text }) => /^(?:first|earliest|oldest)$/i.test(text));
    pieces.takeAll('detail');
    pieces.takeActs('list');
    const totals = pieces.frame.words('measure');
    pieces.take(...totals);
    const isBare =
      totals.length === 0 &&
      pieces.frame.words('detail').length === 0 &&
      pieces.deals('raised').every(({ text }) => /^(?:fund|financ|capital$)/i.test(text));
    if (
      rounded.length === 0 &&
      !hasTime &&
      !isLast &&
      (raised || totals.length > 0) &&
      orders.length === 0
    )
      return {
        query: {
          subject: 'company',
          names: slugs(entities),
          metric: 'raised',
          show: ['rounds', 'lastRound', 'lastRoundOn'],
        },
        // "X funding" asks for more than the sum
        ...(isBare && {
          also: [
            { subject: 'round', operation: 'list', names: slugs(entities), show: ROUND_SHOWN },
          ],
        }),
        assumed: [],
      };
    if (asksFirst) {
      pieces.take(...orders);
      return {
        query: {
          subject: 'round',
          operation: 'rank',
          metric: 'announcedOn',
          order: 'lowest',
          limit: 1,
          names: slugs(entities),
          show: ['round', 'amount', 'lead', 'investors'],
          ...where([...rounded, ...list]),
          ...when,
        },
        assumed: [],
      };
    }
    if (orders.length > 0 && !isLast) {
      pieces.take(...orders);
      return {
        query: {
          subject: 'round',
          operation: 'rank',
          metric: 'amount',
          names: slugs(entities),
          limit: 1,
          show: ['round', 'announcedOn', 'lead', 'investors'],
          ...(orders[0]?.meaning.order === 'lowest' && { order: 'lowest' as const }),
          ...where([...rounded, ...list]),
          ...when,
        },
        assumed: [],
      };
    }
    return {
      query: {
        subject: 'round',
        operation: 'list',
        names: slugs(entities),
        ...(isLast && { limit: 1 }),
        show: ROUND_SHOWN,
        ...where([...rounded, ...list]),
        ...when,
      },
      assumed: [],
    };
  }
  const asksWho =
    nouns.some(({ meaning }) => meaning.subject === 'startup') ||
    pieces.frame.words('detail').some(({ meaning }) => meaning.detail === 'who');
  const list = dealConditions(pieces, 'round', 'amount');
  if (asksWeekly(pieces)) return undefined;
  // "Series A companies ranked by growth": not by amount
  const isSorted = pieces.frame.words('order').some(({ text }) => / by$/i.test(text));
  if (isSorted && pieces.act('rise').length > 0) return undefined;
  const [group] = pieces.frame.words('groupBy');
  const isBySector =
    nouns.some(({ meaning }) => meaning.subject === 'sector') &&
    pieces.entities('sector').length === 0;
  if (raised && (isBySector || group)) {
    takeNouns(pieces);
    const { measure, order, limit, nth } = dealOperation(pieces, 'amount', []);
    pieces.take(group);
    return {
      query: {
        subject: 'round',
        operation: 'rank',
        measure: measure === 'count' ? 'sum' : (measure ?? 'sum'),
        metric: 'amount',
        groupBy:
          group?.meaning.groupBy === 'stage' ? 'roundStage' : (group?.meaning.groupBy ?? 'sector'),
        ...(order && { order }),
        ...(nth === undefined
          ? { limit: isBySector && limit !== MAX_LISTED ? (limit ?? MAX_LISTED) : MAX_LISTED }
          : { nth }),
        ...where([...rounded, ...list]),
        ...when,
      },
      assumed: [],
    };
  }
  takeNouns(pieces);
  // "growth rounds" are those of a stage, and who grows is another question
  pieces.take(...pieces.act('rise').filter(({ text }) => /^growth$/i.test(text)));
  const orders = pieces.frame.words('order').filter(({ taken }) => !taken);
  if (asksWho && raised && orders.length > 0 && rounded.length === 0) {
    const { operation, order, limit, nth } = dealOperation(pieces, 'raised', []);
    const tail = {
      ...(order && { order }),
      ...(nth === undefined ? { limit: limit ?? 5 } : { nth }),
    };
    if (hasTime || list.length > 0)
      return {
        query: {
          subject: 'round',
          operation: 'rank',
          measure: 'sum',
          metric: 'amount',
          groupBy: 'company',
          ...tail,
          ...where(list),
          ...when,
        },
        assumed: [],
      };
    return {
      query: { subject: 'company', ...(operation && { operation }), metric: 'raised', ...tail },
      assumed: [],
    };
  }
  const bound = list.find(({ field }) => field === 'amount');
  const totals = pieces.frame.words('measure').filter(({ meaning }) => meaning.measure === 'sum');
  if (asksWho && raised && bound && totals.length > 0 && !hasTime && rounded.length === 0) {
    pieces.take(...totals);
    const counts = pieces.frame
      .words('measure')
      .filter(({ meaning }) => meaning.measure === 'count');
    pieces.take(...counts);
    pieces.takeAll('detail');
    return {
      query: {
        subject: 'company',
        ...(counts.length > 0
          ? { measure: 'count' as const }
          : { operation: 'list' as const, limit: 100, show: ['raised'] }),
        where: list.map((condition) =>
          condition === bound ? { ...condition, field: 'raised' } : condition,
        ),
      },
      assumed: [],
    };
  }
  const isCountOfCompanies =
    asksWho && pieces.frame.words('measure').some(({ meaning }) => meaning.measure === 'count');
  const rest = dealOperation(pieces, 'amount', ['round', 'amount', 'announcedOn']);
  const asksTotal =
    AMOUNT.test(pieces.all[0]?.text ?? '') ||
    (!asksWho && nouns.length === 0 && rounded.length === 0);
  if (raised && rest.operation === 'list' && asksTotal)
    return {
      query: {
        subject: 'round',
        measure: 'sum',
        metric: 'amount',
        ...where([...rounded, ...list]),
        ...when,
      },
      assumed: ['sum'],
    };
  return {
    query: {
      subject: 'round',
      ...rest,
      ...(isCountOfCompanies && rest.measure === 'count' && { metric: 'company' }),
      ...where([...rounded, ...list]),
      ...when,
    },
    assumed: [],
  };
}
