/** Who was acquired, merged, closed or went public. */

import { type Draft, named, type Pieces, slugs, takeNouns, where } from '../pieces.ts';
import { dealConditions, dealOperation, dealTime } from './deal-pieces.ts';

export function exits(pieces: Pieces): Draft | undefined {
  const names = named(pieces, 'startup', 'organization');
  const list = dealConditions(pieces, 'exit', 'amount');
  pieces.takeAll('deal');
  const when = dealTime(pieces);
  if (!when) return undefined;
  pieces.take(...names);
  takeNouns(pieces);
  const asksAcquired = pieces.deals('acquired', 'acquired-by').length > 0;
  const kinds = list.find(({ field }) => field === 'exitKind');
  if (asksAcquired && kinds) kinds.values.push('acquired');
  return {
    query: {
      subject: 'exit',
      ...dealOperation(pieces, 'amount', ['company', 'exitKind', 'by', 'announcedOn']),
      ...(names.length > 0 && { names: slugs(names) }),
      ...where(list),
      ...when,
    },
    assumed: [],
  };
}
