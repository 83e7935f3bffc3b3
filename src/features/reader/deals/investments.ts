/** Who invested in whom. */

import type { Condition } from '../../query/query.ts';
import {
  asksWeekly,
  type Draft,
  investorsAndOthers,
  isShortFund,
  isYesNo,
  type Pieces,
  slugs,
  takeNouns,
  where,
} from '../pieces.ts';
import type { Piece, PieceOf } from '../question-frame.ts';
import type { When } from '../written-time.ts';
import { dealConditions, dealOperation, dealTime, roundConditions } from './deal-pieces.ts';
import { ROUND_SHOWN } from './rounds.ts';

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

export function investments(
  pieces: Pieces,
  round: PieceOf<'words'> | undefined,
): Draft | undefined {
  const entities = investorsAndOthers(pieces);
  const isFund = (piece: PieceOf<'entity'>) =>
    pieces.registry.organizations.some(
      ({ slug, kind }) => slug === piece.entity.slug && kind === 'fund',
    );
  const nouns = pieces.frame.words('subject');
  const asksFunds = nouns.some(({ meaning }) => meaning.subject === 'fund');
  // "which startups share investors with Langfuse": no query has these
  const asksStartups = nouns[0]?.meaning.subject === 'startup' && !isYesNo(pieces);
  const led = pieces.deals('led').length > 0;
  const coinvest = pieces.deals('coinvest').length > 0;
  const portfolio = pieces.deals('portfolio').length > 0;
  const when = dealTime(pieces);
  if (!when) return undefined;
  const hasTime = Object.keys(when).length > 0;
  const verb = pieces.frame.words('deal')[0];
  pieces.takeAll('deal');
  pieces.take(...entities);
  const rounded = roundConditions(pieces, round);
  const investors = entities.filter((piece) =>
    investsIn(pieces, piece, verb, isFund(piece), portfolio),
  );
  const targets = entities.filter((piece) => !investors.includes(piece));
  const ofLeads: Condition[] = led ? [{ field: 'role', op: '=', values: ['lead'] }] : [];
  const ofInvestors: Condition[] = [
    { field: 'fund', op: '=', values: slugs(investors) },
    ...ofLeads,
  ];
  if (targets.some((piece) => isShortFund(pieces, piece))) return undefined;
  // "Sierra's last round": a fund has none, so that somebody else is meant.
  if (led && investors.some(({ isPossessive }) => isPossessive)) return undefined;
  const both = pieces.takeAll('isBoth') || pieces.all.some(({ text }) => /^all$/i.test(text));
  if (coinvest && investors.length + targets.length === 1) {
    const [one] = entities;
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
  // "besides the leads"
  const [role] = pieces.frame
    .words('condition')
    .filter(({ meaning }) => meaning.condition.field === 'role');
  if (role && investors.length === 0 && targets.length === 1) {
    const list = dealConditions(pieces, 'backing', 'rounds');
    takeNouns(pieces);
    pieces.takeAll('detail');
    pieces.takeActs('list');
    return backings(targets, [role.meaning.condition, ...rounded, ...list], when);
  }
  // Who invested: rounds of one, funds of several.
  if (investors.length === 0 && targets.length > 0) {
    const list = dealConditions(pieces, 'round', 'amount');
    takeNouns(pieces);
    if (asksFunds && both && asksStartups) return undefined;
    if (targets.length > 1 || (asksFunds && both)) {
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
    const counts = pieces.frame.words('measure').some(({ meaning }) => meaning.measure === 'count');
    const lasts = pieces.frame.words('order').filter(({ text }) => /^last$/i.test(text));
    const isLast =
      pieces.deals('last-round').length + lasts.length > 0 || pieces.takeAll('isLatest');
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
  if (investors.length > 0 && targets.length > 0) {
    // "Did A invest in B?"
    takeNouns(pieces);
    pieces.takeAll('detail');
    return backings(targets, [...ofInvestors, ...rounded], when);
  }
  if (investors.length > 0) {
    if (asksWeekly(pieces)) return undefined;
    const compared = comparedFunds(pieces, investors, both, led);
    if (compared) return compared;
    const isLatest =
      pieces.frame.words('isLatest').length > 0 ||
      pieces.frame.words('order').some(({ text }) => /^last$/i.test(text));
    if (hasTime || led || rounded.length > 0 || isLatest) {
      const list = dealConditions(pieces, 'backing', 'rounds');
      takeNouns(pieces);
      return {
        query: {
          subject: 'backing',
          ...dealOperation(pieces, 'year', ['company', 'round', 'role', 'announcedOn']),
          ...where([...ofInvestors, ...rounded, ...list]),
          ...when,
        },
        assumed: [],
      };
    }
    const list = dealConditions(pieces, 'company', 'raised');
    const isStartup = nouns.some(
      ({ text, meaning }) => meaning.subject === 'startup' && /startup|tracked/i.test(text),
    );
    takeNouns(pieces);
    return {
      query: {
        subject: 'company',
        ...dealOperation(pieces, 'raised', []),
        where: [
          ...(both || investors.length === 1
            ? investors.map(({ entity }) => ({
                field: 'backers',
                op: '=' as const,
                values: [entity.slug],
              }))
            : [{ field: 'backers', op: '=' as const, values: slugs(investors) }]),
          ...(isStartup && /tracked/i.test(nouns.map(({ text }) => text).join(' '))
            ? [{ field: 'tracked', op: '=' as const, values: ['yes'] }]
            : []),
          ...list,
        ],
      },
      assumed: [],
    };
  }
  // "which startups share investors": no query has pairs of them
  if (asksStartups && (both || coinvest)) return undefined;
  // Nobody is named: who invests most, which funds there are.
  const hasSector = pieces.entities('sector').length > 0;
  const actives = pieces.frame
    .words('metric')
    .filter(({ meaning, text }) => meaning.metric === 'commitVelocity14d' && /active/i.test(text));
  const isOfFunds = !hasTime && !hasSector && rounded.length === 0;
  const ofRounds = led ? leadOfLargest(pieces, round, when) : undefined;
  if (ofRounds) return ofRounds;
  if (led && isOfFunds && pieces.frame.words('condition').length === 0) {
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
  if (hasTime || hasSector || rounded.length > 0 || led) {
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
        ...(operation.nth === undefined
          ? { limit: operation.limit ?? 10 }
          : { nth: operation.nth }),
        ...where([...ofLeads, ...rounded, ...list]),
        ...when,
      },
      assumed: [],
    };
  }
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

/** `which of A, B and C backed the most companies`: funds side by side. */
function comparedFunds(
  pieces: Pieces,
  investors: readonly PieceOf<'entity'>[],
  both: boolean,
  led: boolean,
): Draft | undefined {
  const orders = pieces.frame.words('order').filter(({ taken }) => !taken);
  const compares = pieces.act('compare').filter(({ taken }) => !taken);
  if (investors.length < 2 || both || orders.length + compares.length === 0) return undefined;
  const asksRounds = pieces.frame
    .words('subject')
    .some(({ meaning }) => meaning.subject === 'round');
  pieces.take(...orders, ...compares);
  takeNouns(pieces);
  pieces.takeAll('detail');
  pieces.takeAll('bound');
  pieces.takeAll('isAmong');
  pieces.takeAll('measure');
  return {
    query: {
      subject: 'fund',
      operation: 'compare',
      names: slugs(investors),
      metric: led ? 'roundsLed' : asksRounds ? 'rounds' : 'companies',
    },
    assumed: [],
  };
}

/** `who led the biggest round`: the order is that of rounds, and not of who led most. */
function leadOfLargest(
  pieces: Pieces,
  round: PieceOf<'words'> | undefined,
  when: When,
): Draft | undefined {
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

/** Whether somebody that is named is meant as an investor, by the place beside the verb. */
function investsIn(
  pieces: Pieces,
  piece: PieceOf<'entity'>,
  verb: PieceOf<'words'> | undefined,
  isFund: boolean,
  portfolio: boolean,
): boolean {
  const deal = verb?.meaning.deal;
  const { entity } = piece;
  if (entity.kind === 'startup' && deal !== 'backed-by') return false;
  // "who invested in Datadog": a fund may have backers too
  const asksWho = /^(?:who|which (?:funds?|investors?|vcs?))$/i.test(pieces.all[0]?.text ?? '');
  if (asksWho && deal === 'invested-in' && verb && piece.at > verb.at) return false;
  if (isFund) return true;
  if (portfolio) return true;
  if (!verb) return false;
  // "backed by NVIDIA", and not "investors of OpenAI".
  if (deal === 'backed-by') return piece.at > verb.at && verb.meaning.detail === undefined;
  if (deal === 'invested-in') {
    const next = pieces.all
      .slice(0, piece.at)
      .some(({ text }) => /^(?:does|did|has|have|is|what|where|which)$/i.test(text));
    return piece.at < verb.at && next;
  }
  if (deal === 'led') return piece.at < verb.at && !piece.isPossessive;
  return false;
}
