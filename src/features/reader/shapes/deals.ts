/** The parts of queries about deals that rounds and acquisitions share. */
import type { Condition, Subject, WrittenQuery } from '../../query/query.ts';
import { MIN_AMOUNT, type Parts } from '../parts.ts';
import { ask, type Draft, FEW, LISTED, placeOr, type Rest } from './shape.ts';

const MONEY_FIELDS: ReadonlySet<string> = new Set(['amount', 'raised', 'lastRoundAmount']);
/** The columns of deals. */
const SHOWN = {
  acquisition: ['acquirer', 'acquired', 'announcedOn', 'closedOn', 'amount', 'state'],
  exit: ['company', 'exitKind', 'by', 'announcedOn', 'amount'],
  round: ['announcedOn', 'amount', 'lead', 'investors'],
  backing: ['fund', 'company', 'role', 'round', 'announcedOn'],
} as const;

/** The deals that are asked for: their number, the newest or largest of them, or all. */
export function deals(parts: Parts, subject: keyof typeof SHOWN, rest: Rest): Draft | undefined {
  const { names = parts.slugs, where, currency } = rest;
  if (parts.has('measure:count') && !parts.has('ask:which'))
    return ask(parts, subject, { measure: 'count', names, where, currency });
  const picked = pick(parts);
  const show = SHOWN[subject].filter((name) => name !== picked.metric);
  return ask(parts, subject, { show, limit: LISTED, ...picked, ...rest });
}

/** The conditions on deals; undefined where a number is no amount. */
export function whereIn(subject: Subject, parts: Parts): Condition[] | undefined {
  const bounds = parts.all('bound').flatMap((one) => one.bounds);
  const isOther = bounds.some(({ value, unit }) => unit !== 'money' && value < MIN_AMOUNT);
  return isOther ? undefined : parts.where(subject);
}

/** Number of rows: as asked, else a few or one. */
export function fewOf(parts: Parts): number {
  return parts.number ?? (parts.says('plural') ? FEW : 1);
}

/** The rows that are asked for: the newest, the first, the largest. */
function pick(parts: Parts): Partial<WrittenQuery> {
  const { order, number = 1 } = parts;
  const byDate = { operation: 'rank', metric: 'announcedOn' } as const;
  if (order?.field === 'founded') return { ...byDate, order: order.order, limit: number };
  if (order && (order.field === undefined || MONEY_FIELDS.has(order.field))) {
    const rows = placeOr(fewOf(parts), parts);
    return { operation: 'rank', metric: 'amount', order: order.order, ...rows };
  }
  if (parts.has('trend:first')) return { ...byDate, order: 'lowest', limit: 1 };
  return parts.has('latest') ? { limit: fewOf(parts) } : {};
}
