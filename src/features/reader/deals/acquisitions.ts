/** Who bought whom. */

import {
  asksWeekly,
  type Draft,
  isFundOfStartups,
  named,
  type Pieces,
  slugs,
  takeNouns,
  where,
} from '../pieces.ts';
import type { PieceOf } from '../question-frame.ts';
import type { When } from '../written-time.ts';
import { buyersOf, isPassive } from './acquisition-parties.ts';
import { ACQUISITION_SHOWN, acquisitionsOfAll } from './acquisitions-of-all.ts';
import { dealConditions, dealOperation, dealTime } from './deal-pieces.ts';

/** Asks when a deal was done, and not when it was announced. */
const CLOSING = /^(?:clos|complet|finali|go through|gone through|went through)/i;

export function acquisitions(pieces: Pieces): Draft | undefined {
  const entities = named(pieces);
  const isOfWeek =
    pieces.frame.words('subject').some(({ text }) => /covered/i.test(text)) ||
    pieces.frame.words('measure').some(({ meaning }) => meaning.measure === 'share');
  if (asksWeekly(pieces) || isOfWeek) return undefined;
  const verb = pieces.frame.words('deal')[0];
  const passive = pieces.deals('acquired-by').length > 0 || isPassive(pieces, entities[0], verb);
  const when = dealTime(pieces);
  if (!when) return undefined;
  const hasTime = Object.keys(when).length > 0;
  const asksClosing = pieces.frame.words('detail').some(({ text }) => CLOSING.test(text));
  // Times of deals are those of their announcements.
  if (asksClosing && (hasTime || entities.length === 0)) return undefined;
  if (entities.length === 0) return acquisitionsOfAll({ pieces, verb, passive, when });
  const funds = entities.filter((piece) => isFundOfStartups(pieces, piece));
  if (funds.length > 0) return entities.length > 1 || hasTime ? undefined : soldOf(pieces, funds);
  pieces.takeAll('deal');
  pieces.take(...entities);
  return ofNamed({ pieces, entities, verb, passive, when, asksClosing });
}

type OfNamed = {
  pieces: Pieces;
  entities: readonly PieceOf<'entity'>[];
  verb: PieceOf<'words'> | undefined;
  passive: boolean;
  when: When;
  asksClosing: boolean;
};

function ofNamed({
  pieces,
  entities,
  verb,
  passive,
  when,
  asksClosing,
}: OfNamed): Draft | undefined {
  // "is X independent, or was it bought" asks one thing
  const list = dealConditions(pieces, 'acquisition', 'amount').filter(
    ({ field }) => field !== 'status',
  );
  takeNouns(pieces);
  const buyers = buyersOf(pieces, entities, verb, passive);
  const acquired = entities.filter((entity) => !buyers.includes(entity));
  if (buyers.length > 0 && acquired.length > 0 && entities.length > 2) return undefined;
  const shown = asksClosing ? [...ACQUISITION_SHOWN, 'closedOn'] : ACQUISITION_SHOWN;
  const details = dealOperation(pieces, 'amount', shown);
  const isOfBoth = buyers.length > 0 && acquired.length === 1 && details.operation === 'list';
  const byBuyers = { field: 'acquirer', op: '=' as const, values: slugs(buyers) };
  return {
    // Who else bought the one that is named, where it was somebody else.
    ...(isOfBoth && {
      also: [{ subject: 'acquisition', ...details, names: slugs(acquired) }],
      reads: 'orElse',
    }),
    query: {
      subject: 'acquisition',
      ...details,
      ...(acquired.length > 0 && { names: slugs(acquired) }),
      ...where(buyers.length > 0 ? [byBuyers, ...list] : list),
      ...when,
    },
    assumed: [],
  };
}

/** `YC companies that were acquired`: those that a fund backs. */
function soldOf(pieces: Pieces, funds: readonly PieceOf<'entity'>[]): Draft | undefined {
  if (pieces.frame.words('isNegation').length > 0) return undefined;
  pieces.takeAll('deal');
  pieces.take(...funds);
  const list = dealConditions(pieces, 'company', 'raised').filter(
    ({ field }) => field !== 'status',
  );
  takeNouns(pieces);
  const { metric: _, ...operation } = dealOperation(pieces, 'raised', ['acquiredBy']);
  return {
    query: {
      subject: 'company',
      ...operation,
      ...where([
        { field: 'backers', op: '=', values: slugs(funds) },
        { field: 'status', op: '=', values: ['acquired'] },
        ...list,
      ]),
    },
    assumed: [],
  };
}
