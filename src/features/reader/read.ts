/**
 * Reads a question about data as a typed query. Every piece that tells something must have gone into
 * the query: what is left over was not understood, and the question is then not answered.
 */
import type { EntityNames } from '../../published/entity-names.ts';
import type { Registry } from '../../registry/schema.ts';
import type { Condition, WrittenQuery } from '../query/query.ts';
import { fieldOf } from '../query/query-fields.ts';
import {
  takeAppositions,
  takeContrasts,
  takeFormerNames,
  takeOtherNames,
  takeSameNames,
} from './apposition.ts';
import { type Cues, cuesOf } from './cues.ts';
import { composeDeal } from './deals/deals.ts';
import { inCurrency, ownCurrency } from './deals/own-currency.ts';
import { framesOfTimes, readingOfTimes } from './each-time.ts';
import { type Draft, isYesNo, Pieces } from './pieces.ts';
import { type Frame, framesOf } from './question-frame.ts';
import type { Asked } from './say/asked.ts';
import { daysOf } from './time/calendar.ts';
import type { TimeReader } from './time/time.ts';
import { composeWeekly } from './weekly/weekly.ts';
import type { Clause } from './wording/asides.ts';
import { clauseOf } from './wording/clauses.ts';
import { withoutIdentifiers } from './wording/identifiers.ts';
import { bareQuestion, reworded } from './wording/reword.ts';

export type Reading = {
  query: WrittenQuery;
  /** Further queries that the same answer takes. */
  also: readonly WrittenQuery[];
  /** What was left over: words that nobody understood. */
  unread: readonly string[];
  /** What the question did not say, and was supplied. */
  assumed: readonly string[];
  /** Spellings that were corrected. */
  corrections: number;
  /** The topic of a page about the whole edition that tells just this. */
  page: string | undefined;
  /** What is to be said beyond the rows. */
  asked: Omit<Asked, 'query' | 'sectors'>;
};

export type Understood = Cues & {
  /** The best reading; undefined where nothing in the question makes a query. */
  reading: Reading | undefined;
};

/** `more than` beside names. */
const DIRECTIONS = new Map([
  ['>', 'highest' as const],
  ['<', 'lowest' as const],
]);
const AMOUNT =
  /^(?:how much|(?:(?:for|at) )?(?:what|which) (?:price|sum|amount)|(?:(?:acquisition|purchase|sale|takeover|buyout|deal) )?(?:price|sum|amount)$|pay for|paid for|pays for)/i;
/** `which startup is that` */
const ASKS_WHO =
  /\b(?:which|what) (?:tracked )?(?:start-?up|company|firm|project) (?:is|does|do|runs|stands|has|goes)\b|\bwho(?:'s| is| are)\b/i;
/** What a word costs that nobody understood, against what was supplied. */
const UNREAD_COST = 10;
/** What it costs to take what could be a name for something else. */
const IGNORED_COST = 2;

type Composer = (pieces: Pieces) => Draft | undefined;
const COMPOSERS: readonly Composer[] = [composeDeal, composeWeekly];

export class Reader {
  readonly #names: EntityNames;
  readonly #times: TimeReader;
  readonly #dealTimes: TimeReader;
  readonly #registry: Registry;
  readonly #ofProse: ReadonlySet<string>;

  /** @param dealTimes reads times up to the newest deal, which may lie behind the current week */
  constructor(
    registry: Registry,
    names: EntityNames,
    times: TimeReader,
    dealTimes: TimeReader = times,
  ) {
    this.#registry = registry;
    this.#names = names;
    this.#times = times;
    this.#dealTimes = dealTimes;
    this.#ofProse = wordsOfProse(registry);
  }

  /** As it was asked. */
  read(question: string): Understood {
    return this.#readIn(withoutIdentifiers(question), false);
  }

  /** In other words, for a question that could not be read as it was asked. */
  readReworded(question: string): Understood {
    const bare = bareQuestion(withoutIdentifiers(question), (clause) => this.#clause(clause));
    const understood = this.#readIn(reworded(bare), true);
    if (understood.reading?.unread.length === 0 && this.#asksForeign(bare))
      return { ...understood, reading: undefined };
    // A name alone is not a question in words that nobody knows.
    const isOfName =
      (understood.reading?.assumed.includes('profile') ?? false) && !ASKS_WHO.test(question);
    return isOfName ? { ...understood, reading: undefined } : understood;
  }

  /** What is not to be had is not had by another word either. */
  #asksForeign(bare: string): boolean {
    const frame = framesOf(bare, this.#names, this.#times, this.#ofProse, true).at(-1);
    return frame !== undefined && frame.words('foreign').length > 0;
  }

  #clause(text: string): Clause {
    const frame = framesOf(text, this.#names, this.#times, this.#ofProse, true).at(-1);
    return clauseOf(frame?.pieces ?? []);
  }

  #readIn(question: string, isLoose: boolean): Understood {
    const understood = this.#understood(
      framesOf(question, this.#names, this.#times, this.#ofProse, isLoose),
      COMPOSERS,
    );
    if (understood.outside === undefined) return understood;
    // Deals are known of days after the current week.
    const frames = framesOf(question, this.#names, this.#dealTimes, this.#ofProse, isLoose);
    const ofDeals = this.#understood(frames, [composeDeal]);
    return ofDeals.reading?.unread.length === 0 ? ofDeals : understood;
  }

  #understood(frames: readonly Frame[], composers: readonly Composer[]): Understood {
    const readings = frames.flatMap((frame, ignored) =>
      composers.flatMap((compose) => {
        const readings = [this.#composed(frame, compose), this.#ofEachTime(frame, compose)];
        return readings.flatMap((reading) =>
          reading ? [{ reading, cost: costOf(reading) + ignored * IGNORED_COST }] : [],
        );
      }),
    );
    const [best] = readings.toSorted((one, other) => one.cost - other.cost);
    return { reading: best?.reading, ...cuesOf(frames.at(-1)) };
  }

  #composed(frame: Frame, compose: Composer): Reading | undefined {
    const fresh = frame.fresh();
    takeAppositions(fresh.pieces, this.#registry);
    takeContrasts(fresh.pieces);
    takeOtherNames(fresh.pieces);
    takeSameNames(fresh.pieces);
    takeFormerNames(fresh.pieces);
    const pieces = new Pieces(fresh, this.#registry);
    const draft = compose(pieces);
    return draft && readingOf(withTracked(draft, pieces), pieces);
  }

  /** What is asked of several times that are listed. */
  #ofEachTime(frame: Frame, compose: Composer): Reading | undefined {
    return readingOfTimes(framesOfTimes(frame).map((one) => this.#composed(one, compose)));
  }
}

/** All words of the FAQ and the glossary. */
function wordsOfProse({ faq, glossary }: Registry): ReadonlySet<string> {
  const texts = [
    ...faq.flatMap(({ question, also, answer }) => [question, ...also, answer]),
    ...glossary.map(({ definition }) => definition),
  ];
  return new Set(
    texts
      .join(' ')
      .toLowerCase()
      .match(/[a-z]+/g),
  );
}

/** Says that only tracked ones are meant, where deals know it. */
function withTracked(draft: Draft, pieces: Pieces): Draft {
  // "how many commits are in the dataset" asks for more than a week has
  const { subject, measure } = draft.query;
  if (subject !== 'startup' || measure !== 'sum' || pieces.frame.of('time').length > 0)
    pieces.takeAll('isOfDataset');
  const { show, where: list = [], ...query } = draft.query;
  const known = list as Condition[];
  const isTracked =
    query.names === undefined &&
    fieldOf(query.subject, 'tracked') !== undefined &&
    !known.some(({ field }) => field === 'tracked') &&
    pieces.takeAll('isTracked');
  if (query.metric === 'tracked' || query.metric === 'repositoryCount') pieces.takeAll('isTracked');
  const tracked: Condition = { field: 'tracked', op: '=', values: ['yes'] };
  const where = isTracked ? [...known, tracked] : known;
  const currency = currencyOf(draft, pieces);
  return {
    ...draft,
    ...(draft.also && { also: draft.also.map((one) => inCurrency(one, currency)) }),
    query: {
      ...query,
      ...(Array.isArray(show) && show.length > 0 && { show }),
      ...(where.length > 0 && { where }),
      ...(currency !== undefined && { currency }),
    },
  };
}

/** `how much did it raise in euros`: where an amount is asked for. */
function currencyOf({ query }: Draft, { frame, registry }: Pieces) {
  const { subject, metric, show } = query;
  const [said, ...others] = frame.words('currency');
  const fields = [metric, ...(Array.isArray(show) ? show : [])];
  const isMoney = fields.some(
    (name) => name !== undefined && fieldOf(subject, name)?.kind === 'money',
  );
  if (!isMoney || others.length > 0) return undefined;
  if (!said) return ownCurrency(query, registry);
  said.taken = true;
  return said.meaning.currency;
}

function readingOf(draft: Draft, pieces: Pieces): Reading {
  const { query, assumed, checks = [], also = [], reads, page, expected, having, days } = draft;
  const { frame } = pieces;
  const [order] = frame.words('order');
  const [bound] = frame.words('bound');
  const [when, ...others] = frame.of('time');
  const measures = frame.words('measure').map(({ meaning }) => meaning.measure);
  return {
    query,
    also,
    unread: [...frame.unread.map(({ text }) => text), ...lostTimes(query, pieces)],
    assumed,
    corrections: frame.corrections,
    page,
    asked: {
      timeText: others.length > 0 ? undefined : when?.text,
      asksTotal: measures.includes('count') || measures.includes('sum'),
      isYesNo: isYesNo(pieces),
      checks,
      direction: order?.meaning.order ?? DIRECTIONS.get(bound?.meaning.bound ?? ''),
      asksAmount: frame.pieces.some(({ text }) => AMOUNT.test(text)),
      reads,
      expected,
      having,
      moves: movesOf(pieces),
      days,
    },
  };
}

/** `did they rise`, `is it more active than last week` */
function movesOf(pieces: Pieces): 'up' | 'down' | undefined {
  if (pieces.act('rise', 'gain').length > 0) return 'up';
  if (pieces.act('fall', 'lose').length > 0) return 'down';
  const [order] = pieces.frame.words('order');
  if (!order) return undefined;
  const isUp = (order.meaning.order === 'highest') !== (isOfThen(pieces) || isOfEarlier(pieces));
  return isUp ? 'up' : 'down';
}

/** `busier in week 20 than in week 25`: the earlier of two times is asked about. */
function isOfEarlier({ frame }: Pieces): boolean {
  const [first, second] = frame.of('time').map(({ found }) => daysOf(found.time)?.[0]);
  return first !== undefined && second !== undefined && first < second;
}

/** `was it busier a year ago`, and not `is it busier than a year ago`. */
function isOfThen({ frame, all }: Pieces): boolean {
  const isAgo = frame.of('time').some(({ found }) => found.relation === 'ago');
  const isAgainst = all.some(({ text }) => /^(?:than|compared)/i.test(text));
  return isAgo && !isAgainst && /^(?:was|were|had|did)$/i.test(all[0]?.text ?? '');
}

/** Times that were taken, and that the query says nothing of. */
function lostTimes({ period, from, to, against }: WrittenQuery, pieces: Pieces): string[] {
  const isSaid = [period, from, to, against].some((when) => when !== undefined);
  if (isSaid || pieces.isTimeImplied) return [];
  return pieces.frame.of('time').flatMap(({ taken, text }) => (taken ? [text] : []));
}

function costOf({ unread, assumed }: Reading): number {
  return unread.length * UNREAD_COST + assumed.length;
}
