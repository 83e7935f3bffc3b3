/** Whom somebody invested in. */
import type { Condition } from '../../query/query.ts';
import { asksWeekly, type Draft, slugs, takeNouns, where } from '../pieces.ts';
import { dealConditions, dealOperation } from './deal-pieces.ts';
import { type Investing, ofInvestors } from './investing.ts';

export function portfolios(asked: Investing): Draft | undefined {
  const { pieces, hasTime, led, rounded } = asked;
  if (asksWeekly(pieces)) return undefined;
  const compared = comparedFunds(asked);
  if (compared) return compared;
  const isLatest =
    pieces.frame.words('isLatest').length > 0 ||
    pieces.frame.words('order').some(({ text }) => /^last$/i.test(text));
  return hasTime || led || rounded.length > 0 || isLatest
    ? investmentsBy(asked)
    : companiesOf(asked);
}

/** The investments themselves, with their rounds and dates. */
function investmentsBy(asked: Investing): Draft {
  const { pieces, rounded, when } = asked;
  const list = dealConditions(pieces, 'backing', 'rounds');
  takeNouns(pieces);
  return {
    query: {
      subject: 'backing',
      ...dealOperation(pieces, 'year', ['company', 'round', 'role', 'announcedOn']),
      ...where([...ofInvestors(asked), ...rounded, ...list]),
      ...when,
    },
    assumed: [],
  };
}

function companiesOf({ pieces, investors, both }: Investing): Draft {
  const list = dealConditions(pieces, 'company', 'raised');
  const nouns = pieces.frame.words('subject');
  const isTracked =
    nouns.some(
      ({ meaning, text }) => meaning.subject === 'startup' && /startup|tracked/i.test(text),
    ) && nouns.some(({ text }) => /tracked/i.test(text));
  takeNouns(pieces);
  const backedBy = (values: string[]): Condition => ({ field: 'backers', op: '=', values });
  return {
    query: {
      subject: 'company',
      ...dealOperation(pieces, 'raised', []),
      where: [
        ...(both || investors.length === 1
          ? investors.map(({ entity }) => backedBy([entity.slug]))
          : [backedBy(slugs(investors))]),
        ...(isTracked ? [{ field: 'tracked', op: '=' as const, values: ['yes'] }] : []),
        ...list,
      ],
    },
    assumed: [],
  };
}

/** `which of A, B and C backed the most companies`: funds side by side. */
function comparedFunds({ pieces, investors, both, led }: Investing): Draft | undefined {
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
