/** Who invested in whom. */

import type { Condition } from '../../query/query.ts';
import { type Draft, type Pieces, slugs, takeNouns, where } from '../pieces.ts';
import type { PieceOf } from '../question-frame.ts';
import type { When } from '../written-time.ts';
import { activeFunds } from './active-funds.ts';
import { ROUND_SHOWN } from './asked-rounds.ts';
import { dealConditions, dealOperation } from './deal-pieces.ts';
import { type Investing, investingIn, ofInvestors } from './investing.ts';
import { portfolios } from './portfolios.ts';

export function investments(
  pieces: Pieces,
  round: PieceOf<'words'> | undefined,
): Draft | undefined {
  const asked = investingIn(pieces, round);
  if (!asked) return undefined;
  const { investors, targets, coinvest } = asked;
  if (coinvest && investors.length + targets.length === 1) return coinvestors(asked);
  if (investors.length === 0 && targets.length > 0) return inRole(asked) ?? investorsOf(asked);
  if (targets.length > 0) return backed(asked);
  return investors.length > 0 ? portfolios(asked) : activeFunds(asked);
}

/** Who invests beside somebody. */
function coinvestors({ pieces, investors, targets }: Investing): Draft {
  const [one] = [...investors, ...targets];
  takeNouns(pieces);
  return {
    query: {
      subject: 'fund',
      ...dealOperation(pieces, 'rounds', ['rounds']),
      where: [{ field: 'coinvestors', op: '=', values: [one?.entity.slug ?? ''] }],
    },
    assumed: [],
  };
}

/** `who besides the leads`, of one company. */
function inRole({ pieces, targets, rounded, when }: Investing): Draft | undefined {
  const [role] = pieces.frame
    .words('condition')
    .filter(({ meaning }) => meaning.condition.field === 'role');
  if (!role || targets.length !== 1) return undefined;
  const list = dealConditions(pieces, 'backing', 'rounds');
  takeNouns(pieces);
  pieces.takeAll('detail');
  pieces.takeActs('list');
  return backings(targets, [role.meaning.condition, ...rounded, ...list], when);
}

/** Who invested: rounds of one company, funds of several. */
function investorsOf(asked: Investing): Draft | undefined {
  const { pieces, targets, rounded, when, hasTime, led, both, asksFunds, asksStartups } = asked;
  const list = dealConditions(pieces, 'round', 'amount');
  takeNouns(pieces);
  // "which startups share investors with Langfuse": no query has these
  if (asksFunds && both && asksStartups) return undefined;
  if (targets.length > 1 || (asksFunds && both)) return investorsOfAll(asked);
  const counts = pieces.frame.words('measure').some(({ meaning }) => meaning.measure === 'count');
  const lasts = pieces.frame.words('order').filter(({ text }) => /^last$/i.test(text));
  const isLast = pieces.deals('last-round').length + lasts.length > 0 || pieces.takeAll('isLatest');
  pieces.take(...lasts);
  if (rounded.length > 0 || hasTime || led || isLast) {
    if (counts) return undefined;
    pieces.takeAll('detail');
    return {
      query: {
        subject: 'round',
        operation: 'list',
        names: slugs(targets),
        ...(isLast && { limit: 1 }),
        show: led ? ['round', 'lead', 'announcedOn', 'amount'] : ROUND_SHOWN,
        ...where([...rounded, ...list]),
        ...when,
      },
      assumed: [],
    };
  }
  pieces.takeAll('detail');
  pieces.takeActs('list');
  if (counts) pieces.takeAll('measure');
  return {
    query: {
      subject: 'company',
      names: slugs(targets),
      metric: counts ? 'backerCount' : 'backers',
      ...(counts ? { show: ['backers'] } : { show: ['leads'] }),
    },
    assumed: [],
  };
}

/** Funds that invested in each of several companies. */
function investorsOfAll({ pieces, targets, led }: Investing): Draft {
  const field = led ? 'led' : 'backed';
  return {
    query: {
      subject: 'fund',
      ...dealOperation(pieces, 'rounds', []),
      where: targets.map(({ entity }) => ({ field, op: '=' as const, values: [entity.slug] })),
    },
    assumed: [],
  };
}

/** `did A invest in B`. */
function backed(asked: Investing): Draft {
  const { pieces, targets, rounded, when } = asked;
  takeNouns(pieces);
  pieces.takeAll('detail');
  pieces.takeActs('list');
  return backings(targets, [...ofInvestors(asked), ...rounded], when);
}

/** Who invested in them, round by round. */
function backings(
  targets: readonly PieceOf<'entity'>[],
  conditions: readonly Condition[],
  when: When,
): Draft {
  return {
    query: {
      subject: 'backing',
      operation: 'list',
      names: slugs(targets),
      show: ['fund', 'role', 'round', 'company', 'announcedOn'],
      ...where(conditions),
      ...when,
    },
    assumed: [],
  };
}
