/** The pieces of a question, for whoever makes a query of it, and the drafts that come of them. */

import type { Span } from '../../published/commits-on-days.ts';
import type { Registry } from '../../registry/schema.ts';
import type { Condition, WrittenQuery } from '../query/query.ts';
import { fieldOf } from '../query/query-fields.ts';
import type { Act, DealWord } from './lexicon/meaning.ts';
import type { Frame, Piece, PieceOf } from './question-frame.ts';

export type Draft = {
  query: WrittenQuery;
  /** What the question did not say, and was supplied. */
  assumed: string[];
  /** Of named startups: whether these hold is asked. */
  checks?: Condition[];
  /** Further queries that the same answer takes. */
  also?: WrittenQuery[];
  reads?: Reads;
  /** The topic of a page about the whole edition that tells just this. */
  page?: string;
  /** Of groups: what the number of each must satisfy. */
  having?: Condition;
  /** Of an order: who is asked about, whether that one is in it, or at which place. */
  expected?: string;
  /** Days of which commits are added up. */
  days?: readonly Span[];
};

/**
 * What is read off the rows: of weeks that satisfy something, the last, the first, how many, or all;
 * of all weeks, how many in a row, or which there are; of two lists, what only the first or only the second
 * has; of several lists, those that have something, or the first of them; of an empty list, that it is, and
 * what the second has; of an order, the place of who is asked about.
 */
export type Reads =
  | 'last'
  | 'first'
  | 'count'
  | 'weeks'
  | 'streak'
  | 'covered'
  | 'entered'
  | 'left'
  | 'found'
  | 'firstFound'
  | 'orElse'
  | 'place';

/** What makes something higher or lower. */
const CHANGES = ['change', 'rise', 'fall', 'gain', 'lose'] as const;

export class Pieces {
  readonly frame: Frame;
  readonly registry: Registry;
  /** The times of the question are said by something else than the query's period. */
  isTimeImplied = false;

  constructor(frame: Frame, registry: Registry) {
    this.frame = frame;
    this.registry = registry;
  }

  get all(): readonly Piece[] {
    return this.frame.pieces;
  }

  entities(kind: 'startup' | 'organization' | 'sector'): PieceOf<'entity'>[] {
    return this.frame.of('entity').filter(({ entity }) => entity.kind === kind);
  }

  /** The next piece in a direction that is no filler. */
  beside(piece: Piece, step: 1 | -1): Piece | undefined {
    let at = piece.at + step;
    while (this.all[at]?.kind === 'filler') at += step;
    return this.all[at];
  }

  take(...pieces: readonly (Piece | undefined)[]): void {
    for (const piece of pieces) if (piece) piece.taken = true;
  }

  /** Takes the expressions with the meaning, and says whether there were any. */
  takeAll(key: Parameters<Frame['words']>[0]): boolean {
    const found = this.frame.words(key);
    this.take(...found);
    return found.length > 0;
  }

  act(...acts: readonly Act[]) {
    return this.frame.words('act').filter(({ meaning }) => acts.includes(meaning.act));
  }

  /** What is to be done, of all that nobody took. */
  acts(): ReadonlySet<Act> {
    const untaken = this.frame.words('act').filter(({ taken }) => !taken);
    const isAgainst = this.frame
      .of('time')
      .some(({ taken, found }) => !taken && found.relation === 'against');
    // "newcomers it gained" are counted, and do not change
    const isOfNew = this.frame.words('metric').some(({ meaning }) => /^new/.test(meaning.metric));
    if (isOfNew) this.takeActs('gain');
    return new Set([
      ...untaken.map(({ meaning }) => meaning.act).filter((act) => !isOfNew || act !== 'gain'),
      ...(isAgainst ? (['change'] as const) : []),
    ]);
  }

  takeActs(...acts: readonly Act[]): void {
    this.take(...this.act(...acts));
  }

  takeChanges(): void {
    this.takeActs(...CHANGES);
  }

  deals(...deals: readonly DealWord[]) {
    return this.frame.words('deal').filter(({ meaning }) => deals.includes(meaning.deal));
  }
}

/** Startups and others; of a fund, "Datadog" for "Datadog Ventures" means it as an investor alone. */
export function named(pieces: Pieces): PieceOf<'entity'>[] {
  return investorsAndOthers(pieces).filter((piece) => !isShortFund(pieces, piece));
}

export function investorsAndOthers(pieces: Pieces): PieceOf<'entity'>[] {
  return pieces.frame.of('entity').filter(({ entity }) => entity.kind !== 'sector');
}

export function isShortFund({ registry }: Pieces, { entity, isShort }: PieceOf<'entity'>): boolean {
  const { acquisitions } = registry.deals;
  const isFund = registry.organizations.some(
    ({ slug, kind }) => slug === entity.slug && kind === 'fund',
  );
  return (
    isShort &&
    isFund &&
    entity.kind === 'organization' &&
    !acquisitions.some(({ acquirer }) => acquirer === entity.slug)
  );
}

/** `Y Combinator startups`: a fund in front of whom it backs. */
export function isFundOfStartups(pieces: Pieces, piece: PieceOf<'entity'>): boolean {
  const { slug } = piece.entity;
  const behind = pieces.beside(piece, 1);
  return (
    behind?.kind === 'words' &&
    (behind.meaning.subject === 'startup' || behind.meaning.deal === 'portfolio') &&
    pieces.registry.organizations.some((one) => one.slug === slug && one.kind === 'fund')
  );
}

export function slugs(entities: readonly PieceOf<'entity'>[]): string[] {
  return [...new Set(entities.map(({ entity }) => entity.slug))];
}

/** `top 5`, `5 startups`, `three most active`. */
export function limitOf(pieces: Pieces): number | undefined {
  for (const number of pieces.frame.of('number')) {
    if (number.taken || number.quantity.unit !== 'none' || !Number.isInteger(number.quantity.value))
      continue;
    const before = pieces.beside(number, -1);
    const after = pieces.beside(number, 1);
    const isLimit =
      (before?.kind === 'words' && before.meaning.order !== undefined) ||
      (before?.kind === 'words' && before.meaning.act === 'list') ||
      (after?.kind === 'words' &&
        (after.meaning.order !== undefined ||
          (after.meaning.subject !== undefined && after.meaning.isOne === undefined))) ||
      (after?.kind === 'entity' && after.entity.kind === 'sector');
    if (isLimit && number.quantity.value >= 1 && number.quantity.value <= 100) {
      pieces.take(number);
      return number.quantity.value;
    }
  }
  return undefined;
}

/** One is asked for: `which startup`, `who`. */
export function wantsOne(pieces: Pieces): boolean {
  const nouns = pieces.frame.words('subject');
  const places = pieces.frame.words('order');
  if (places.some(({ text }) => /(?:er|ard)s$/i.test(text))) return false;
  return (
    nouns.length === 0 ||
    nouns.some(({ meaning, text }) => meaning.isOne === true || !/s$/i.test(text))
  );
}

const YES_NO = /^(?:is|are|was|were|does|do|did|has|have|had|isn't|doesn't|any)$/i;

/** It can be answered by yes or no. */
export function isYesNo(pieces: Pieces): boolean {
  const first = pieces.all.find(({ kind }) => kind !== 'time');
  return YES_NO.test(first?.text.split(' ')[0] ?? '') && !isEitherOr(pieces);
}

/** `did A or B have more`, `did it gain or lose`: one of the two is asked for. */
function isEitherOr(pieces: Pieces): boolean {
  const moves = new Set(
    pieces.act('rise', 'fall', 'gain', 'lose').map(({ meaning }) => meaning.act),
  );
  const isUpOrDown =
    (moves.has('rise') || moves.has('gain')) && (moves.has('fall') || moves.has('lose'));
  return pieces.all.some(({ at, text }) => {
    if (!/^or$/i.test(text)) return false;
    const [before, after] = [pieces.all[at - 1], pieces.all[at + 1]];
    const isOfNames =
      before?.kind === 'entity' && after?.kind === 'entity' && before.entity.kind === 'startup';
    return isUpOrDown || isOfNames;
  });
}

export function takeNouns(pieces: Pieces): void {
  pieces.takeAll('subject');
}

export function where(list: readonly Condition[]): Pick<WrittenQuery, 'where'> {
  return list.length === 0 ? {} : { where: [...list] };
}

/** A number of the week is asked for: the deal is a condition among others. */
export function asksWeekly(pieces: Pieces): boolean {
  return pieces.frame
    .words('metric')
    .some(({ taken, meaning }) => !taken && fieldOf('startup', meaning.metric)?.isWeekly === true);
}

export function isAboutChange(acts: ReadonlySet<Act>): boolean {
  return CHANGES.some((act) => acts.has(act));
}
