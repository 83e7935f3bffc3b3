/** Who bought whom. */

import type { Condition } from '../../query/query.ts';
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
import type { Piece, PieceOf } from '../question-frame.ts';
import { dealConditions, dealOperation, dealTime } from './deal-pieces.ts';

const MAX_GROUPS = 100;
/** Asks when a deal was done, and not when it was announced. */
const CLOSING = /^(?:clos|complet|finali|go through|gone through|went through)/i;

export function acquisitions(pieces: Pieces): Draft | undefined {
  const entities = named(pieces);
  const isOfWeek =
    pieces.frame.words('subject').some(({ text }) => /covered/i.test(text)) ||
    pieces.frame.words('measure').some(({ meaning }) => meaning.measure === 'share');
  if (asksWeekly(pieces) || isOfWeek) return undefined;
  const nouns = pieces.frame.words('subject');
  const verb = pieces.frame.words('deal')[0];
  const passive = pieces.deals('acquired-by').length > 0 || isPassive(pieces, entities[0], verb);
  const when = dealTime(pieces);
  if (!when) return undefined;
  const hasTime = Object.keys(when).length > 0;
  const asksClosing = pieces.frame.words('detail').some(({ text }) => CLOSING.test(text));
  // Times of deals are those of their announcements.
  if (asksClosing && (hasTime || entities.length === 0)) return undefined;
  // "who pays for this"
  const isPaid =
    entities.length === 0 && nouns.length === 0 && /^pa(?:y|id|ys)/i.test(verb?.text ?? '');
  if (isPaid && pieces.frame.words('order').length === 0) return undefined;
  const funds = entities.filter((piece) => isFundOfStartups(pieces, piece));
  if (funds.length > 0) return entities.length > 1 || hasTime ? undefined : soldOf(pieces, funds);
  pieces.takeAll('deal');
  pieces.take(...entities);
  const show = ['acquirer', 'acquired', 'announcedOn', 'amount', 'state'];
  if (entities.length === 0) {
    const bought = boughtAtLeast(pieces, passive);
    const asksAcquirer =
      bought !== undefined ||
      nouns.some(({ meaning }) => meaning.subject === 'acquirer') ||
      (pieces.frame.words('order').length > 0 &&
        (verb?.meaning.deal === 'acquired' || verb?.meaning.deal === 'acquisitions') &&
        pieces.frame
          .words('order')
          .some(({ text }) => /^(?:most|fewest|least)(?! (?:expensive|valuable))/i.test(text)) &&
        /^(?:who|which)/i.test(pieces.all[0]?.text ?? '') &&
        !passive);
    if (asksAcquirer) {
      // "acquirers of companies that you track": who was bought is what is tracked
      const isOfTracked =
        (nouns.some(({ meaning }) => meaning.subject === 'startup') &&
          pieces.takeAll('isTracked')) ||
        bought !== undefined;
      const isOfDeals = hasTime || isOfTracked || pieces.entities('sector').length > 0;
      const list = dealConditions(pieces, isOfDeals ? 'acquisition' : 'acquirer', 'acquisitions');
      takeNouns(pieces);
      if (isOfDeals) {
        const { operation: _, ...rest } = dealOperation(pieces, 'acquired', []);
        const tracked: Condition = { field: 'tracked', op: '=', values: ['yes'] };
        return {
          query: {
            subject: 'acquisition',
            operation: 'rank',
            measure: 'count',
            groupBy: 'acquirer',
            limit: bought === undefined ? (rest.limit ?? 10) : MAX_GROUPS,
            ...where(isOfTracked ? [...list, tracked] : list),
            ...when,
          },
          assumed: [],
          ...(bought && { having: bought }),
        };
      }
      return {
        query: {
          subject: 'acquirer',
          ...dealOperation(pieces, 'acquisitions', ['acquisitions']),
          ...where(list),
        },
        assumed: [],
      };
    }
    const startups = nouns.some(({ meaning }) => meaning.subject === 'startup') || passive;
    const negation = pieces.frame.words('isNegation').filter(({ taken }) => !taken)[0];
    const isAcquisition = nouns.some(({ meaning }) => meaning.subject === 'acquisition');
    if (startups && !isAcquisition) {
      if (negation) return undefined;
      const list = dealConditions(pieces, 'exit', 'amount');
      takeNouns(pieces);
      return {
        query: {
          subject: 'exit',
          ...dealOperation(pieces, 'amount', ['company', 'exitKind', 'by', 'announcedOn']),
          where: [{ field: 'exitKind', op: '=', values: ['acquired'] }, ...list],
          ...when,
        },
        assumed: [],
      };
    }
    const list = dealConditions(pieces, 'acquisition', 'amount');
    takeNouns(pieces);
    return {
      query: {
        subject: 'acquisition',
        ...dealOperation(pieces, 'amount', show),
        ...where(list),
        ...when,
      },
      assumed: [],
    };
  }
  // "is X independent, or was it bought" asks one thing
  const list = dealConditions(pieces, 'acquisition', 'amount').filter(
    ({ field }) => field !== 'status',
  );
  takeNouns(pieces);
  const buyers = buyersOf(pieces, entities, verb, passive);
  const acquired = entities.filter((entity) => !buyers.includes(entity));
  if (buyers.length > 0 && acquired.length > 0 && entities.length > 2) return undefined;
  const details = dealOperation(pieces, 'amount', asksClosing ? [...show, 'closedOn'] : show);
  const isOfBoth = buyers.length > 0 && acquired.length === 1 && details.operation === 'list';
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
      ...where([
        ...(buyers.length > 0
          ? [{ field: 'acquirer', op: '=' as const, values: slugs(buyers) }]
          : []),
        ...list,
      ]),
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

/** `bought more than one of the companies`: so many that each must have bought. */
function boughtAtLeast(pieces: Pieces, passive: boolean): Condition | undefined {
  const [number] = pieces.frame.of('number').filter(({ taken }) => !taken);
  const bound = number && pieces.beside(number, -1);
  const next = number && pieces.beside(number, 1);
  const isQualified = next?.kind === 'words' && next.meaning.isTracked;
  const noun = next && isQualified ? pieces.beside(next, 1) : next;
  const isOfStartups = noun?.kind === 'words' && noun.meaning.subject === 'startup';
  const isTracked = pieces.frame.words('isTracked').length > 0;
  if (!number || passive || bound?.kind !== 'words' || bound.meaning.bound === undefined)
    return undefined;
  if (bound.meaning.bound === 'between' || number.quantity.unit !== 'none') return undefined;
  if (!isOfStartups || !isTracked) return undefined;
  pieces.take(number, bound);
  return { field: 'acquired', op: bound.meaning.bound, values: [number.quantity.value] };
}

/** `when was X acquired`: a form of "be" in front of who is named. */
function isPassive(
  pieces: Pieces,
  entity: PieceOf<'entity'> | undefined,
  verb: Piece | undefined,
): boolean {
  const before = pieces.all[(entity?.at ?? 0) - 1];
  const isParticiple = /^(?:acquired|bought|purchased|taken over)$/i.test(verb?.text ?? '');
  return isParticiple && /\b(?:was|were|is|been|got)$/i.test(before?.text ?? '');
}

/** Who of those named bought: all of them in `bought by A or B`, none in `who bought A and B`. */
function buyersOf(
  pieces: Pieces,
  entities: readonly PieceOf<'entity'>[],
  verb: Piece | undefined,
  passive: boolean,
): PieceOf<'entity'>[] {
  const isBehind = verb !== undefined && entities.every(({ at }) => at > verb.at);
  if (entities.length > 1 && verb && isBehind) {
    const [first, second] = entities;
    const between = pieces.all.slice((first?.at ?? 0) + 1, second?.at);
    const isJoined = between.some(({ text }) => /^(?:or|and|&|,)$/i.test(text));
    if (passive && /\bby$|to$/i.test(verb.text))
      return entities.length > 2 || isJoined ? [...entities] : entities.slice(0, 1);
    const asksBuyer = /^(?:who|which company|what company)\b/i.test(pieces.all[0]?.text ?? '');
    if (!passive && asksBuyer) return [];
  }
  const isInFront = verb !== undefined && entities.every(({ at }) => at < verb.at);
  // "what did A and B acquire"
  const isVerb = verb?.kind === 'words' && verb.meaning.deal === 'acquired';
  if (entities.length > 1 && isInFront && isVerb && !passive) return [...entities];
  const buyer = buyerOf(pieces, entities, verb, passive);
  return buyer ? [buyer] : [];
}

/** `the Astral acquisition`: of somebody who was bought, and who bought nobody. */
function isOwnSale({ registry }: Pieces, piece: PieceOf<'entity'>, verb: Piece): boolean {
  const { acquisitions: all } = registry.deals;
  const { slug } = piece.entity;
  const isOne = /^(?:the )?(?:acquisition|takeover|buyout|deal)$/i.test(verb.text);
  const isInFront = piece.at === verb.at - 1 && !piece.isPossessive;
  return (
    isOne &&
    isInFront &&
    all.some(({ acquired }) => acquired === slug) &&
    !all.some(({ acquirer }) => acquirer === slug)
  );
}

/** Who of those named bought: the one in front of an active verb, or behind a passive one. */
function buyerOf(
  pieces: Pieces,
  entities: readonly PieceOf<'entity'>[],
  verb: Piece | undefined,
  passive: boolean,
): PieceOf<'entity'> | undefined {
  const [first, second] = entities;
  if (!first || !verb) return undefined;
  const isSum = pieces.frame.words('measure').length > 0;
  // "the Neon acquisition price"
  if (!second && !isSum && /\b(?:price|value|size|amount|sum)\b/i.test(verb.text)) return undefined;
  const deal = verb.kind === 'words' ? verb.meaning.deal : undefined;
  const startsWithWho = /^(?:who|whom|which company|what company)/i.test(pieces.all[0]?.text ?? '');
  if (second) return passive ? second : first;
  if (deal === 'acquisitions') {
    // "the acquisition of X" was one of X; "X's acquisitions", "acquisitions by X" were X's.
    const between = pieces.all.slice(Math.min(first.at, verb.at) + 1, Math.max(first.at, verb.at));
    const isOf = !isSum && first.at > verb.at && between.some(({ text }) => /^of$/i.test(text));
    return isOf || isOwnSale(pieces, first, verb) ? undefined : first;
  }
  if (deal === 'owner') return undefined;
  if (passive) {
    // "was X acquired", "who was X bought by": X in front; "companies bought by X": X behind.
    return first.at > verb.at && /\bby$|to$/i.test(verb.text) ? first : undefined;
  }
  if (startsWithWho && first.at > verb.at && !/^(?:whom|what)/i.test(pieces.all[0]?.text ?? ''))
    return undefined;
  return first.at < verb.at ? first : undefined;
}
