/** What was raised, where nobody is named. */
import type { Condition } from '../../query/query.ts';
import { asksWeekly, type Draft, type Pieces, takeNouns, where } from '../pieces.ts';
import { type AskedRounds, countsIn } from './asked-rounds.ts';
import { dealConditions, dealOperation, MAX_LISTED } from './deal-pieces.ts';

/** `how much did security startups raise` */
const AMOUNT = /^(?:how much|what amount|what sum|total)/i;

export function roundsOfAll(asked: AskedRounds): Draft | undefined {
  const { pieces, when, rounded, raised } = asked;
  const nouns = pieces.frame.words('subject');
  const asksWho =
    nouns.some(({ meaning }) => meaning.subject === 'startup') ||
    pieces.frame.words('detail').some(({ meaning }) => meaning.detail === 'who');
  const list = dealConditions(pieces, 'round', 'amount');
  if (asksWeekly(pieces)) return undefined;
  // "Series A companies ranked by growth": not by amount
  const isSorted = pieces.frame.words('order').some(({ text }) => / by$/i.test(text));
  if (isSorted && pieces.act('rise').length > 0) return undefined;
  if (raised) {
    const grouped = sumsByGroup(asked, list);
    if (grouped) return grouped;
  }
  takeNouns(pieces);
  // "growth rounds" are those of a stage, and who grows is another question
  pieces.take(...pieces.act('rise').filter(({ text }) => /^growth$/i.test(text)));
  if (asksWho && raised) {
    const found = whoRaisedMost(asked, list) ?? whoRaisedSums(asked, list);
    if (found) return found;
  }
  const countsCompanies = asksWho && countsIn(pieces).length > 0;
  const operation = dealOperation(pieces, 'amount', ['round', 'amount', 'announcedOn']);
  const narrowed = { ...where([...rounded, ...list]), ...when };
  const asksTotal =
    AMOUNT.test(pieces.all[0]?.text ?? '') ||
    (!asksWho && nouns.length === 0 && rounded.length === 0);
  if (raised && operation.operation === 'list' && asksTotal)
    return {
      query: { subject: 'round', measure: 'sum', metric: 'amount', ...narrowed },
      assumed: ['sum'],
    };
  return {
    query: {
      subject: 'round',
      ...operation,
      ...(countsCompanies && operation.measure === 'count' && { metric: 'company' }),
      ...narrowed,
    },
    assumed: [],
  };
}

/** `which sector raised the most`, and the same by year or stage. */
function sumsByGroup(
  { pieces, rounded, when }: AskedRounds,
  list: readonly Condition[],
): Draft | undefined {
  const [group] = pieces.frame.words('groupBy');
  const isBySector = asksSectors(pieces);
  if (!isBySector && !group) return undefined;
  takeNouns(pieces);
  const { measure, order, limit, nth } = dealOperation(pieces, 'amount', []);
  pieces.take(group);
  const by = group?.meaning.groupBy ?? 'sector';
  return {
    query: {
      subject: 'round',
      operation: 'rank',
      measure: measure === 'count' ? 'sum' : (measure ?? 'sum'),
      metric: 'amount',
      groupBy: by === 'stage' ? 'roundStage' : by,
      ...(order && { order }),
      ...(nth === undefined ? { limit: isBySector ? (limit ?? MAX_LISTED) : MAX_LISTED } : { nth }),
      ...where([...rounded, ...list]),
      ...when,
    },
    assumed: [],
  };
}

function asksSectors(pieces: Pieces): boolean {
  const nouns = pieces.frame.words('subject');
  return (
    nouns.some(({ meaning }) => meaning.subject === 'sector') &&
    pieces.entities('sector').length === 0
  );
}

/** `which startups raised the most`, ever or in a time. */
function whoRaisedMost(
  { pieces, rounded, when, hasTime }: AskedRounds,
  list: readonly Condition[],
): Draft | undefined {
  const orders = pieces.frame.words('order').filter(({ taken }) => !taken);
  if (orders.length === 0 || rounded.length > 0) return undefined;
  const { operation, order, limit, nth } = dealOperation(pieces, 'raised', []);
  const places = {
    ...(order && { order }),
    ...(nth === undefined ? { limit: limit ?? 5 } : { nth }),
  };
  if (!hasTime && list.length === 0)
    return {
      query: { subject: 'company', ...(operation && { operation }), metric: 'raised', ...places },
      assumed: [],
    };
  return {
    query: {
      subject: 'round',
      operation: 'rank',
      measure: 'sum',
      metric: 'amount',
      groupBy: 'company',
      ...places,
      ...where(list),
      ...when,
    },
    assumed: [],
  };
}

/** `which startups raised more than 100 million in total` */
function whoRaisedSums(
  { pieces, rounded, hasTime }: AskedRounds,
  list: readonly Condition[],
): Draft | undefined {
  const bound = list.find(({ field }) => field === 'amount');
  const totals = pieces.frame.words('measure').filter(({ meaning }) => meaning.measure === 'sum');
  if (!bound || totals.length === 0 || hasTime || rounded.length > 0) return undefined;
  const counts = countsIn(pieces);
  pieces.take(...totals, ...counts);
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
