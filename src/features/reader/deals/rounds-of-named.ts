/** What those raised who are named, in which rounds. */
import type { Condition, WrittenQuery } from '../../query/query.ts';
import { type Draft, slugs, takeNouns, where } from '../pieces.ts';
import type { PieceOf } from '../question-frame.ts';
import { type AskedRounds, countsIn, ROUND_SHOWN } from './asked-rounds.ts';
import { dealConditions } from './deal-pieces.ts';

const MAX_RANKED = 20;

export function roundsOfNamed(asked: AskedRounds): Draft {
  const { pieces, entities, when, hasTime, rounded, isLast, raised } = asked;
  const conditions = [...rounded, ...dealConditions(pieces, 'round', 'amount')];
  takeNouns(pieces);
  const orders = pieces.frame.words('order').filter(({ taken }) => !taken);
  if (entities.length > 1 && !hasTime && rounded.length === 0) return sideBySide(asked, orders);
  const counts = countsIn(pieces);
  const compared =
    entities.length > 1 && counts.length === 0 ? roundOfEach(asked, conditions) : undefined;
  if (compared) return compared;
  const narrowed = { names: slugs(entities), ...where(conditions), ...when };
  pieces.takeAll('detail');
  if (counts.length > 0) {
    pieces.take(...counts);
    return { query: { subject: 'round', measure: 'count', ...narrowed }, assumed: [] };
  }
  pieces.takeActs('list');
  const totals = pieces.frame.words('measure');
  pieces.take(...totals);
  const isNarrowed = rounded.length > 0 || hasTime || isLast;
  if (!isNarrowed && (raised || totals.length > 0) && orders.length === 0)
    return sumRaised(asked, totals);
  const [order] = orders;
  const asksFirst = orders.some(({ text }) => /^(?:first|earliest|oldest)$/i.test(text));
  if (order && (asksFirst || !isLast)) {
    pieces.take(...orders);
    return ranked(narrowed, asksFirst, order);
  }
  return {
    query: {
      subject: 'round',
      operation: 'list',
      ...(isLast && { limit: 1 }),
      show: ROUND_SHOWN,
      ...narrowed,
    },
    assumed: [],
  };
}

function sideBySide(
  { pieces, entities, isLast }: AskedRounds,
  orders: readonly PieceOf<'words'>[],
): Draft {
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

/** `whose Series C was larger`: that round of each, and of whom none is known. */
function roundOfEach(
  { pieces, entities, when }: AskedRounds,
  conditions: readonly Condition[],
): Draft | undefined {
  const [rounded] = conditions.filter(({ field }) => /^round(?:Stage)?$/.test(field));
  const orders = pieces.frame.words('order').filter(({ taken }) => !taken);
  const compares =
    orders.length + pieces.act('compare').length + pieces.frame.words('bound').length;
  if (!rounded || compares === 0) return undefined;
  pieces.take(...orders, ...pieces.act('compare', 'list'));
  pieces.takeAll('bound');
  pieces.takeAll('detail');
  const { rounds } = pieces.registry.deals;
  const isKnown = (slug: string) =>
    rounds.some(({ company, round }) => company === slug && rounded.values.includes(round));
  const names = slugs(entities);
  const isLowest = orders.some(({ meaning }) => meaning.order === 'lowest');
  const rest = { ...where(conditions), ...when };
  return {
    query: {
      subject: 'round',
      operation: 'rank',
      metric: 'amount',
      ...(isLowest && { order: 'lowest' as const }),
      limit: MAX_RANKED,
      show: ['round', 'announcedOn', 'lead', 'investors'],
      names,
      ...rest,
    },
    also: names
      .filter((slug) => !isKnown(slug))
      .map((slug) => ({ subject: 'round', operation: 'list', names: [slug], ...rest })),
    assumed: [],
  };
}

/** @param totals words such as “in total” */
function sumRaised({ pieces, entities }: AskedRounds, totals: readonly PieceOf<'words'>[]): Draft {
  const names = slugs(entities);
  // "X funding" asks for more than the sum
  const isBare =
    totals.length === 0 &&
    pieces.frame.words('detail').length === 0 &&
    pieces.deals('raised').every(({ text }) => /^(?:fund|financ|capital$)/i.test(text));
  return {
    query: {
      subject: 'company',
      names,
      metric: 'raised',
      show: ['rounds', 'lastRound', 'lastRoundOn'],
    },
    ...(isBare && {
      also: [{ subject: 'round' as const, operation: 'list' as const, names, show: ROUND_SHOWN }],
    }),
    assumed: [],
  };
}

/** The first of them, the largest or the smallest. */
function ranked(
  narrowed: Partial<WrittenQuery>,
  asksFirst: boolean,
  { meaning }: PieceOf<'words'>,
): Draft {
  const isLowest = asksFirst || meaning.order === 'lowest';
  return {
    query: {
      subject: 'round',
      operation: 'rank',
      metric: asksFirst ? 'announcedOn' : 'amount',
      ...(isLowest && { order: 'lowest' as const }),
      limit: 1,
      show: ['round', asksFirst ? 'amount' : 'announcedOn', 'lead', 'investors'],
      ...narrowed,
    },
    assumed: [],
  };
}
