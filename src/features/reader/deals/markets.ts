/** Prediction markets. */
import { conditions } from '../conditions.ts';
import { type Draft, type Pieces, where } from '../pieces.ts';
import { dealOperation } from './deal-pieces.ts';

export function marketQuery(pieces: Pieces): Draft | undefined {
  // "how are markets resolved" is about the method
  if (/^how$/i.test(pieces.all[0]?.text ?? '')) return undefined;
  pieces.takeAll('subject');
  pieces.takeAll('foreign');
  const list = conditions(pieces, 'market');
  const status = pieces.all.filter(
    ({ text, kind }) => kind === 'unknown' && /^(?:open|resolved|settled)$/i.test(text),
  );
  pieces.take(...status);
  for (const piece of status)
    list.push({
      field: 'status',
      op: '=',
      values: [/^open$/i.test(piece.text) ? 'open' : 'resolved'],
    });
  const operation = dealOperation(pieces, 'probability', [
    'status',
    'leader',
    'probability',
    'closes',
  ]);
  return { query: { subject: 'market', ...operation, ...where(list) }, assumed: [] };
}
