/**
 * Reads a question about data as a typed query: words become meanings, neighbours are combined on a
 * chart, and the cheapest shape is taken: each part left unread or supplied has a cost.
 */

import type { EntityNames } from '../../published/entity-names.ts';
import type { Registry } from '../../registry/schema.ts';
import { listedConditions, QUERY_FIELDS } from '../query/query.ts';
import { TIME } from '../query/query-fields.ts';
import { asidesIn, isTelling } from './asides.ts';
import { type Cover, coversOf, UNREAD_COST } from './chart.ts';
import { type Cues, cuesIn } from './cues.ts';
import { droppedFrom } from './dropped.ts';
import { Edges } from './edges.ts';
import { PLAIN_WORDS } from './lexicon.ts';
import type { Edge } from './meaning.ts';
import { type Item, type Parts, partsOf } from './parts.ts';
import { ACQUISITION_SHAPES } from './shapes/of-acquisitions.ts';
import { LIST_SHAPES } from './shapes/of-all.ts';
import { ROUND_SHAPES } from './shapes/of-rounds.ts';
import { SECTOR_SHAPES } from './shapes/of-sectors.ts';
import { STARTUP_SHAPES } from './shapes/of-startups.ts';
import type { Draft, Shape } from './shapes/shape.ts';
import type { Times } from './times.ts';
import { type Token, tokensIn } from './tokens.ts';

export type Reading = Draft & {
  shape: string;
  /** Words that nothing accounts for. */
  unread: readonly string[];
  supplied: number;
  parts: Parts;
  /** A name that is also a word, and is not written as a name. */
  restsOnWord: boolean;
  corrections: number;
  /** A sentence or clause was passed over in which nothing is asked. */
  passesAside: boolean;
  cost: number;
  /** The part of it that is not for what was read as such. */
  doubt: number;
  /** The additional cost of the next reading that asks for something else. */
  margin: number;
  ignored: readonly string[];
  /** Parts that its shape reads and the query does not reflect. */
  dropped: readonly string[];
};

export type Understood = {
  reading: Reading | undefined;
  /** The thing that was asked for and is never recorded. */
  absent: string | undefined;
  /** The reason why there is no data for the time asked about. */
  outside: string | undefined;
  cues: Cues;
};

const SHAPES: readonly Shape[] = [
  ...STARTUP_SHAPES,
  ...LIST_SHAPES,
  ...SECTOR_SHAPES,
  ...ACQUISITION_SHAPES,
  ...ROUND_SHAPES,
];
const MAX_TOKENS = 60;
/** Costs of parts that a shape does not read and that say little. */
const LEFT_COST: Readonly<Record<string, number>> = {
  ...{ 'ask:profile': 0.1, prior: 0.5, by: 0.5, latest: 2 },
  ...{ ask: 2.5, order: 2.5, more: 2.5, nth: 2.5, number: 2.5, measure: 2.5, move: 2.5 },
  ...{ 'time:all': 3, versus: 3, both: 3, than: 3, subject: 5, trending: 6, 'ask:when': 10 },
  ...{ 'trend:series': 5, 'trend:change': 5, 'trend:peak': 5, 'trend:first': 5, 'trend:last': 5 },
};
/** From here on, a part that was left is said to be. */
const DROPPED_COST = 2;
const ASIDE_COST = 1;
const COST_OF_PART = 0.1;
/** Readings that cost so much more than the cheapest are no rivals of it. */
const MAX_MARGIN = 0.5;
const YES_NO =
  /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|am|isn|aren|doesn|don|didn|hasn|wasn|true|so)$/;
/** Kinds that may be meant although they are mentioned in passing. */
const KEPT_KINDS: ReadonlySet<string> = new Set(
  'name value condition round time role absent'.split(' '),
);
/** Fields of which a category has one: `Seed against Series A` is no condition. */
const ONE_VALUED: ReadonlySet<string> = new Set(
  'sector stage geography status signalType'.split(' '),
);
/** The members of a query that make it another question: not its further columns and their number. */
const ASKED = [...Object.keys(QUERY_FIELDS), 'field', 'op', 'values'].filter(
  (name) => name !== 'show' && name !== 'limit',
);

export class Reader {
  readonly #edges: Edges;
  readonly #times: Times;
  readonly #dealTimes: Times;

  /**
   * @param dealTimes reads times up to the newest deal, which may lie after the current week
   * @param ordinary words of English and of the documents: a name that is one of them may not be meant
   */
  constructor(
    registry: Registry,
    names: EntityNames,
    times: Times,
    dealTimes: Times,
    ordinary: Iterable<string>,
  ) {
    this.#edges = new Edges(registry, names, ordinary);
    this.#times = times;
    this.#dealTimes = dealTimes;
  }

  read(question: string): Understood {
    const { tokens, corrections } = this.#edges.correct(tokensIn(question).slice(0, MAX_TOKENS));
    const understood = this.#readWith(tokens, this.#times, corrections);
    if (understood.outside === undefined) return understood;
    // Deals are known of days after the current week.
    const ofDeals = this.#readWith(tokens, this.#dealTimes, corrections);
    const { reading } = ofDeals;
    return reading && TIME[reading.query.subject] !== 'weekly' && reading.unread.length === 0
      ? ofDeals
      : understood;
  }

  #readWith(tokens: readonly Token[], times: Times, corrections: number): Understood {
    const { base, all } = this.#edges.find(tokens, times);
    const isIdle = (place: number) => PLAIN_WORDS.has(tokens[place]?.word ?? '');
    const covers = coversOf(all, tokens.length, isIdle);
    const choice = new Choice(tokens, base, corrections);
    for (const cover of covers) choice.consider(cover);
    const [cheapest] = covers;
    const parts = cheapest && choice.partsOf(cheapest.edges);
    const asides = cheapest ? choice.asidesOf(cheapest) : new Set<number>();
    const time = parts?.items.find(({ key }) => key === 'time:future' || key === 'time:impossible');
    const missing = parts?.items.find(
      ({ from, meaning }) => meaning.kind === 'absent' && !asides.has(tokens[from]?.clause ?? -1),
    )?.meaning;
    const unknown = cheapest ? cheapest.unread : [...tokens.keys()];
    return {
      reading: choice.reading(),
      absent: missing?.kind === 'absent' ? missing.what : undefined,
      outside: time && outsideOf(time, tokens, this.#times.latestWeek),
      cues: cuesIn(
        tokens,
        parts,
        unknown.map((place) => textOf(tokens, place)),
      ),
    };
  }
}

/** The choice among the readings of one question: the cheapest, and its distance from the next. */
class Choice {
  readonly #tokens: readonly Token[];
  readonly #words: readonly string[];
  readonly #corrections: number;
  readonly #isYesNo: boolean;
  /** Places of names that are written as such, and of words that would be missed. */
  readonly #named: ReadonlySet<number>;
  readonly #telling: ReadonlySet<number>;
  #best: Reading | undefined;
  /** The question that the best one takes it for. */
  #asked = '';
  /** The lowest cost of each question that it may be. */
  readonly #costs = new Map<string, number>();

  constructor(tokens: readonly Token[], base: readonly Edge[], corrections: number) {
    this.#tokens = tokens;
    this.#words = tokens.map(({ word }) => word);
    this.#corrections = corrections;
    this.#isYesNo = tokens.some(
      ({ clause, word }, place) => clause !== tokens[place - 1]?.clause && YES_NO.test(word),
    );
    const isWritten = ({ from, meaning }: Edge) =>
      meaning.kind === 'name' && (!meaning.isWord || /^\p{Lu}/u.test(tokens[from]?.text ?? ''));
    this.#named = new Set(
      base
        .filter(isWritten)
        .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)),
    );
    this.#telling = new Set(
      base.flatMap(({ from, meaning: { kind } }) =>
        isTelling(kind) || KEPT_KINDS.has(kind) ? [from] : [],
      ),
    );
  }

  partsOf(edges: readonly Edge[]): Parts {
    return partsOf(edges, this.#words, this.#isYesNo);
  }

  asidesOf(cover: Cover): ReadonlySet<number> {
    return asidesIn(cover, this.#tokens, this.#isYesNo);
  }

  /** The readings of one cover, by all shapes. */
  consider(cover: Cover): void {
    const asides = this.asidesOf(cover);
    const isAside = (place: number) =>
      asides.has(this.#tokens[place]?.clause ?? -1) && !this.#named.has(place);
    const isKept = ({ from, meaning: { kind } }: Edge) => !isAside(from) || KEPT_KINDS.has(kind);
    const passed = cover.edges.filter((one) => !isKept(one) && isTelling(one.meaning.kind));
    const floor = this.#costOf(cover, isAside) + passed.length * ASIDE_COST;
    if (this.#isTooDear(floor)) return;
    const parts = this.partsOf(cover.edges.filter(isKept));
    for (const shape of SHAPES) {
      if (!shape.needs.every((need) => need(parts))) continue;
      const draft = shape.build(parts);
      if (!draft || isContradictory(draft) || this.#isTooDear(floor + (draft.supplied ?? 0)))
        continue;
      const left = droppedFrom(draft, parts).map((item) => ({
        text: textOf(this.#tokens, item.from, item.to),
        cost: leftCost(item, isAside(item.from)),
      }));
      const supplied = draft.supplied ?? 0;
      const cost = floor + supplied + left.reduce((sum, one) => sum + one.cost, 0);
      if (this.#isTooDear(cost)) continue;
      const key = JSON.stringify(draft.query, ASKED);
      this.#costs.set(key, Math.min(cost, this.#costs.get(key) ?? cost));
      if (this.#best && cost >= this.#best.cost) continue;
      this.#asked = key;
      const [currency] = parts.all('currency');
      const isOfMoney = currency && TIME[draft.query.subject] !== 'weekly';
      this.#best = {
        ...draft,
        query: isOfMoney ? { currency: currency.currency, ...draft.query } : draft.query,
        shape: shape.name,
        ...{ supplied, parts, cost, margin: MAX_MARGIN, passesAside: asides.size > 0 },
        unread: [
          ...cover.unread
            .filter((place) => !isAside(place))
            .map((place) => textOf(this.#tokens, place)),
          ...left.flatMap((one) => (one.cost >= UNREAD_COST ? one.text : [])),
        ],
        dropped: left.flatMap((one) =>
          one.cost >= DROPPED_COST && one.cost < UNREAD_COST ? one.text : [],
        ),
        ignored: cover.ignored.map((place) => textOf(this.#tokens, place)),
        restsOnWord: parts.names.some(({ isWord }) => isWord),
        corrections: this.#corrections + parts.names.filter((name) => name.isCorrected).length,
        doubt: Math.max(0, cost - COST_OF_PART * (parts.items.length + 0.5)),
      };
    }
  }

  /** The cheapest one; undefined if it leaves too much unread to be one, and no words say what. */
  reading(): Reading | undefined {
    const best = this.#best;
    if (!best || (best.cost >= UNREAD_COST && best.unread.length === 0)) return undefined;
    const others = [...this.#costs].filter(([key]) => key !== this.#asked).map(([, cost]) => cost);
    return { ...best, margin: Math.min(MAX_MARGIN, ...others.map((cost) => cost - best.cost)) };
  }

  #isTooDear(cost: number): boolean {
    return this.#best !== undefined && cost >= this.#best.cost + MAX_MARGIN;
  }

  /** Words of an aside cost little, unless they carry a meaning. */
  #costOf({ cost, unread }: Cover, isAside: (place: number) => boolean): number {
    const passed = unread.filter(isAside);
    const told = passed.filter((place) => this.#telling.has(place));
    return cost - passed.length * (UNREAD_COST - ASIDE_COST / 4) + told.length * ASIDE_COST;
  }
}

function leftCost({ key, meaning: { kind } }: Item, isAside: boolean): number {
  if (isAside) return isTelling(kind) ? ASIDE_COST : ASIDE_COST / 4;
  return LEFT_COST[key] ?? LEFT_COST[kind] ?? UNREAD_COST;
}

function isContradictory({ query: { where } }: Draft): boolean {
  const fixed = listedConditions(where).filter(
    ({ op, field }) => op === '=' && ONE_VALUED.has(field),
  );
  return fixed.some(({ field, values: [value = null] }) =>
    fixed.some((other) => other.field === field && !other.values.includes(value)),
  );
}

function textOf(tokens: readonly Token[], from: number, to = from + 1): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ');
}

function outsideOf({ key, from, to }: Item, tokens: readonly Token[], latestWeek: string): string {
  return key === 'time:future'
    ? `We don't forecast that; the latest week is ${latestWeek}.`
    : `“${textOf(tokens, from, to)}” is not in the calendar.`;
}
