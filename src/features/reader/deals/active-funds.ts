/** Who invests most, and which funds there are: nobody is named. */
import { type Draft, takeNouns, where } from '../pieces.ts';
import type { Piece } from '../question-frame.ts';
import { dealConditions, dealOperation, roundConditions } from './deal-pieces.ts';
import { type Investing, ofLeads } from './investing.ts';

export function activeFunds(asked: Investing): Draft | undefined {
  const { pieces, hasTime, rounded, led, both, coinvest, asksStartups } = asked;
  // "which startups share investors": no query has pairs of them
  if (asksStartups && (both || coinvest)) return undefined;
  if (led) {
    const largest = leadOfLargest(asked);
    if (largest) return largest;
  }
  // "among the startups you track": of others no investment is counted
  const isOfTracked = pieces.frame.words('isTracked').length > 0;
  if (isOfTracked) pieces.takeAll('isAmong');
  const isNarrowed =
    hasTime || pieces.entities('sector').length > 0 || rounded.length > 0 || isOfTracked;
  const actives = pieces.frame
    .words('metric')
    .filter(({ meaning, text }) => meaning.metric === 'commitVelocity14d' && /active/i.test(text));
  if (led && !isNarrowed && pieces.frame.words('condition').length === 0) {
    pieces.take(...actives);
    takeNouns(pieces);
    return {
      query: {
        subject: 'fund',
        ...dealOperation(pieces, 'roundsLed', ['roundsLed', 'companies']),
      },
      assumed: [],
    };
  }
  if (isNarrowed || led) return fundsByInvestments(asked, actives);
  const list = dealConditions(pieces, 'fund', 'companies');
  takeNouns(pieces);
  pieces.take(...actives);
  return {
    query: {
      subject: 'fund',
      ...dealOperation(pieces, 'companies', ['companies', 'rounds']),
      ...where(list),
    },
    assumed: [],
  };
}

/** Funds by how many of the investments asked for are theirs. */
function fundsByInvestments(asked: Investing, actives: readonly Piece[]): Draft {
  const { pieces, led, rounded, when } = asked;
  const list = dealConditions(pieces, 'backing', 'rounds');
  takeNouns(pieces);
  const countsRounds =
    led && pieces.frame.words('subject').some(({ meaning }) => meaning.subject === 'round');
  const operation = dealOperation(pieces, 'company', []);
  pieces.take(...actives);
  const isRanked = operation.operation === 'rank';
  return {
    query: {
      subject: 'backing',
      operation: 'rank',
      measure: 'count',
      ...(!countsRounds && { metric: 'company' }),
      groupBy: 'fund',
      ...(isRanked && operation.order && { order: operation.order }),
      ...(operation.nth === undefined ? { limit: operation.limit ?? 10 } : { nth: operation.nth }),
      ...where([...ofLeads(asked), ...rounded, ...list]),
      ...when,
    },
    assumed: [],
  };
}

/** `who led the biggest round`: the order is that of rounds, and not of who led most. */
function leadOfLargest({ pieces, round, when }: Investing): Draft | undefined {
  const sized = pieces.frame
    .words('order')
    .find(({ text }) => /^(?:biggest|largest|smallest|highest|priciest)$/i.test(text));
  const behind = sized && pieces.beside(sized, 1);
  const isRound = (piece: Piece | undefined) =>
    piece?.kind === 'words' &&
    (piece.meaning.subject === 'round' || piece.meaning.round !== undefined);
  const next =
    behind?.kind === 'words' && behind.meaning.condition ? pieces.beside(behind, 1) : behind;
  if (!sized || !(isRound(behind) || isRound(next))) return undefined;
  const rounded = roundConditions(pieces, round);
  const list = dealConditions(pieces, 'round', 'amount');
  takeNouns(pieces);
  pieces.take(sized);
  pieces.takeAll('detail');
  return {
    query: {
      subject: 'round',
      operation: 'rank',
      metric: 'amount',
      ...(sized.meaning.order === 'lowest' && { order: 'lowest' as const }),
      limit: 1,
      show: ['round', 'announcedOn', 'lead', 'investors'],
      ...where([...rounded, ...list]),
      ...when,
    },
    assumed: [],
  };
}
