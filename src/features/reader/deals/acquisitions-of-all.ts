/** Who bought whom, where nobody is named. */
import type { Condition } from '../../query/query.ts';
import { type Draft, type Pieces, takeNouns, where } from '../pieces.ts';
import type { PieceOf } from '../question-frame.ts';
import type { When } from '../written-time.ts';
import { dealConditions, dealOperation } from './deal-pieces.ts';

export const ACQUISITION_SHOWN = ['acquirer', 'acquired', 'announcedOn', 'amount', 'state'];

const MAX_GROUPS = 100;

type Asked = {
  pieces: Pieces;
  verb: PieceOf<'words'> | undefined;
  /** Whether it speaks of being bought. */
  passive: boolean;
  when: When;
};

export function acquisitionsOfAll(asked: Asked): Draft | undefined {
  const { pieces, verb, passive, when } = asked;
  const nouns = pieces.frame.words('subject');
  // "who pays for this"
  const isPaid = nouns.length === 0 && /^pa(?:y|id|ys)/i.test(verb?.text ?? '');
  if (isPaid && pieces.frame.words('order').length === 0) return undefined;
  pieces.takeAll('deal');
  const bought = boughtAtLeast(pieces, passive);
  if (bought || asksAcquirer(asked)) return acquirers(asked, bought);
  const startups = nouns.some(({ meaning }) => meaning.subject === 'startup') || passive;
  const isAcquisition = nouns.some(({ meaning }) => meaning.subject === 'acquisition');
  if (startups && !isAcquisition) return boughtStartups(asked);
  const list = dealConditions(pieces, 'acquisition', 'amount');
  takeNouns(pieces);
  return {
    query: {
      subject: 'acquisition',
      ...dealOperation(pieces, 'amount', ACQUISITION_SHOWN),
      ...where(list),
      ...when,
    },
    assumed: [],
  };
}

/** `who bought the most`, `which acquirers` */
function asksAcquirer({ pieces, verb, passive }: Asked): boolean {
  const nouns = pieces.frame.words('subject');
  if (nouns.some(({ meaning }) => meaning.subject === 'acquirer')) return true;
  const isActive = verb?.meaning.deal === 'acquired' || verb?.meaning.deal === 'acquisitions';
  const isOfNumbers = pieces.frame
    .words('order')
    .some(({ text }) => /^(?:most|fewest|least)(?! (?:expensive|valuable))/i.test(text));
  const asksWho = /^(?:who|which)/i.test(pieces.all[0]?.text ?? '');
  return isActive && isOfNumbers && asksWho && !passive;
}

/** @param bought how many each must have bought */
function acquirers({ pieces, when }: Asked, bought: Condition | undefined): Draft {
  const nouns = pieces.frame.words('subject');
  // "acquirers of companies that you track": who was bought is what is tracked
  const isOfTracked =
    (nouns.some(({ meaning }) => meaning.subject === 'startup') && pieces.takeAll('isTracked')) ||
    bought !== undefined;
  const hasTime = Object.keys(when).length > 0;
  const isOfDeals = hasTime || isOfTracked || pieces.entities('sector').length > 0;
  const list = dealConditions(pieces, isOfDeals ? 'acquisition' : 'acquirer', 'acquisitions');
  takeNouns(pieces);
  if (!isOfDeals)
    return {
      query: {
        subject: 'acquirer',
        ...dealOperation(pieces, 'acquisitions', ['acquisitions']),
        ...where(list),
      },
      assumed: [],
    };
  const { limit = 10 } = dealOperation(pieces, 'acquired', []);
  const tracked: Condition = { field: 'tracked', op: '=', values: ['yes'] };
  return {
    query: {
      subject: 'acquisition',
      operation: 'rank',
      measure: 'count',
      groupBy: 'acquirer',
      limit: bought === undefined ? limit : MAX_GROUPS,
      ...where(isOfTracked ? [...list, tracked] : list),
      ...when,
    },
    assumed: [],
    ...(bought && { having: bought }),
  };
}

/** `which startups were acquired` */
function boughtStartups({ pieces, when }: Asked): Draft | undefined {
  if (pieces.frame.words('isNegation').some(({ taken }) => !taken)) return undefined;
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
