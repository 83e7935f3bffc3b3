/** Growing, shrinking, acquired and closed as what startups must satisfy. */
import type { Condition } from '../../query/query.ts';
import { DEFAULT_METRIC, growthOf } from '../metrics.ts';
import type { Pieces } from '../pieces.ts';
import type { AboutAll } from './all-startups.ts';

/** `growing` and `shrinking` among filters. */
export function addChange({ pieces, list, acts, metric = DEFAULT_METRIC }: AboutAll): void {
  pieces.takeChanges();
  const field = growthOf(metric);
  if (list.some((condition) => condition.field === field)) return;
  if (acts.has('rise') || acts.has('gain')) list.push({ field, op: '>', values: [0] });
  else if (acts.has('fall') || acts.has('lose')) list.push({ field, op: '<', values: [0] });
}

/** `not acquired`, `closed` as states of startups. */
export function addStatus(pieces: Pieces, list: Condition[]): void {
  for (const piece of pieces.deals('acquired', 'acquired-by', 'exited')) {
    if (piece.taken) continue;
    const before = pieces.beside(piece, -1);
    const negation = before?.kind === 'words' && before.meaning.isNegation ? before : undefined;
    const { deal, condition } = piece.meaning;
    const value = deal === 'exited' ? (condition?.values[0] ?? 'closed') : 'acquired';
    pieces.take(piece, negation);
    list.push({ field: 'status', op: negation ? '!=' : '=', values: [value] });
  }
}
