/** Who was acquired, merged, closed or went public, and what else happened to somebody. */

import type { WrittenQuery } from '../../query/query.ts';
import { type Draft, named, type Pieces, slugs, takeNouns, where } from '../pieces.ts';
import type { When } from '../written-time.ts';
import { ROUND_SHOWN } from './asked-rounds.ts';
import { dealConditions, dealOperation, dealTime } from './deal-pieces.ts';

const EXIT_SHOWN = ['company', 'exitKind', 'by', 'announcedOn'];

export function exits(pieces: Pieces): Draft | undefined {
  const names = named(pieces);
  const isOfEvents = pieces.deals('exited').every(({ text }) => /^what/i.test(text));
  const list = dealConditions(pieces, 'exit', 'amount');
  pieces.takeAll('deal');
  const when = dealTime(pieces);
  if (!when) return undefined;
  pieces.take(...names);
  takeNouns(pieces);
  if (isOfEvents && names.length === 1 && list.length === 0) return events(slugs(names), when);
  const asksAcquired = pieces.deals('acquired', 'acquired-by').length > 0;
  const kinds = list.find(({ field }) => field === 'exitKind');
  if (asksAcquired && kinds) kinds.values.push('acquired');
  return {
    query: {
      subject: 'exit',
      ...dealOperation(pieces, 'amount', EXIT_SHOWN),
      ...(names.length > 0 && { names: slugs(names) }),
      ...where(list),
      ...when,
    },
    assumed: [],
  };
}

/** `what happened to X in May`: all its deals of that time; without one, its end or its last round. */
function events(names: string[], when: When): Draft {
  const list = { operation: 'list' as const, ...when };
  const isAnyTime = Object.keys(when).length === 0;
  const others: WrittenQuery[] = [
    { subject: 'valuation', ...list, names, show: ['amount', 'announcedOn'] },
    {
      subject: 'acquisition',
      ...list,
      where: [{ field: 'acquirer', op: '=', values: names }],
      show: ['acquirer', 'acquired', 'announcedOn', 'amount', 'state'],
    },
  ];
  return {
    query: { subject: 'exit', ...list, names, show: EXIT_SHOWN },
    also: [
      { subject: 'round', ...list, names, ...(isAnyTime && { limit: 1 }), show: ROUND_SHOWN },
      ...(isAnyTime ? [] : others),
    ],
    reads: isAnyTime ? 'firstFound' : 'found',
    assumed: [],
  };
}
