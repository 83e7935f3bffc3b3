/** What companies are valued at. */
import type { Condition, Subject } from '../../query/query.ts';
import { type Draft, isYesNo, named, type Pieces, slugs, takeNouns, where } from '../pieces.ts';
import { dealConditions, dealOperation, dealTime } from './deal-pieces.ts';

export function valuations(pieces: Pieces): Draft | undefined {
  const names = named(pieces);
  pieces.takeAll('deal');
  pieces.takeAll('isLatest');
  const when = dealTime(pieces);
  if (!when) return undefined;
  pieces.take(...names);
  const list = dealConditions(pieces, 'company', 'valuation');
  takeNouns(pieces);
  const series = pieces.act('series');
  pieces.take(...series);
  // "its valuation history": all of them, as with a time
  const hasTime = Object.keys(when).length > 0 || series.length > 0;
  const subject: Subject = hasTime ? 'valuation' : 'company';
  const money = hasTime ? 'amount' : 'valuation';
  const rest = list.filter(({ field }) => !(hasTime && field === 'valuation'));
  if (names.length > 0) {
    pieces.takeAll('detail');
    pieces.takeActs('compare');
    if (names.length > 1) pieces.takeAll('bound');
    for (const piece of pieces.frame.words('order')) pieces.take(piece);
    // "Is X a unicorn?", "is X worth more than 5 billion?"
    const checks = isYesNo(pieces) ? rest : [];
    return {
      query: {
        subject,
        ...(names.length > 1 && subject === 'company' && { operation: 'compare' as const }),
        ...(hasTime && { operation: 'list' as const }),
        names: slugs(names),
        ...(!hasTime && { metric: money }),
        show: hasTime ? ['amount', 'currency', 'announcedOn'] : ['valuedOn'],
        ...when,
        ...where(checks.length > 0 ? [] : rest),
      },
      assumed: [],
      checks,
    };
  }
  for (const piece of pieces.frame.words('order')) piece.taken = false;
  const operation = dealOperation(
    pieces,
    money,
    hasTime ? ['amount', 'announcedOn'] : ['valuation', 'valuedOn'],
  );
  const known: Condition = { field: 'valuation', op: '>=', values: [1e9] };
  const isBounded = rest.some(({ field }) => field === 'valuation');
  return {
    query: {
      subject,
      ...operation,
      ...where(hasTime || isBounded ? rest : [known, ...rest]),
      ...when,
    },
    assumed: [],
  };
}
