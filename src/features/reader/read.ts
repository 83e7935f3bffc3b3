/**
 * Reads a question about data as a typed query: words become meanings, neighbours are combined on a
 * chart, and the cheapest shape is taken: whatever was left unread or supplied has a cost.
 */

import type { EntityNames } from '../../published/entity-names.ts';
import type { Registry } from '../../registry/schema.ts';
import type { Subject } from '../query/query.ts';
import { asidesIn } from './asides.ts';
import { type Cover, combined, coversOf, edge, UNREAD_COST } from './chart.ts';
import { type Cues, cuesIn } from './cues.ts';
import { Dictionary } from './dictionary.ts';
import { formsOf, stemsOf } from './forms.ts';
import { ASKING, PERS } from './lexicon/asking.ts';
import { DEALS } from './lexicon/deals.ts';
import { fieldRows } from './lexicon/fields.ts';
import { ABSENT, FUTURE, PLAIN } from './lexicon/plain.ts';
import { SUBJECT_WORDS, VALUES } from './lexicon/values.ts';
import type { Edge, Meaning, Of } from './meaning.ts';
import { numberAt, ordinalAt } from './numbers.ts';
import { type Item, Parts } from './parts.ts';
import { ACQUISITION_SHAPES } from './shapes/of-acquisitions.ts';
import { LIST_SHAPES } from './shapes/of-all.ts';
import { ROUND_SHAPES } from './shapes/of-rounds.ts';
import { STARTUP_SHAPES } from './shapes/of-startups.ts';
import { type Draft, fits, reads, type Shape } from './shapes/shape.ts';
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
};

export type Understood = {
  reading: Reading | undefined;
  /** The thing that was asked for and is never recorded. */
  absent: string | undefined;
  /** Why nothing is known of the time that is asked about. */
  outside: string | undefined;
  cues: Cues;
};

const SHAPES: readonly Shape[] = [
  ...STARTUP_SHAPES,
  ...LIST_SHAPES,
  ...ACQUISITION_SHAPES,
  ...ROUND_SHAPES,
];
const MAX_TOKENS = 60;
/** Costs of passing over parts that a shape does not read, where they tell little. */
const LEFT_COST: Readonly<Record<string, number>> = {
  'ask:which': 0,
  'ask:who': 0.2,
  'ask:how': 0.2,
  'ask:how much': 0.3,
  'ask:profile': 0.4,
  latest: 2,
  versus: 3,
  or: 0,
  both: 3,
  'subject:startup': 1,
  'measure:sum': 3,
  'measure:count': 2,
  trending: 6,
  currency: 0,
  prior: 0.5,
  by: 0.5,
};
/** Costs of taking an ordinary word for a name, or a name for a word. */
const WORD_AS_NAME = 0.7;
const NAME_AS_WORD = 1.5;
const ASIDE_COST = 1;
/** Above it, a reading leaves too much unread to be one. */
const MAX_COST = UNREAD_COST;
const YES_NO =
  /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|am|isn|aren|doesn|don|didn|hasn|wasn|true|so)$/;
/** Kinds that may be meant although they are said in passing. */
const KEPT_KINDS: ReadonlySet<string> = new Set([
  'name',
  'value',
  'condition',
  'round',
  'time',
  'role',
  'absent',
]);
export class Reader {
  readonly #names: EntityNames;
  readonly #times: Times;
  readonly #dealTimes: Times;
  readonly #dictionary: Dictionary;
  readonly #plain: ReadonlySet<string>;
  readonly #ordinary: ReadonlySet<string>;
  readonly #sectorNames: ReadonlyMap<string, string>;

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
    this.#names = names;
    this.#times = times;
    this.#dealTimes = dealTimes;
    this.#dictionary = new Dictionary([
      ...ASKING,
      ...PERS,
      ...VALUES,
      ...SUBJECT_WORDS,
      ...DEALS,
      ...ABSENT,
      FUTURE,
      ...fieldRows(),
    ]);
    this.#plain = new Set(
      PLAIN.trim()
        .split(/\s+/)
        .flatMap((word) => [word, ...(/^[a-z]{3,}$/.test(word) ? formsOf(word) : [])]),
    );
    this.#ordinary = new Set([...ordinary, ...this.#plain]);
    this.#sectorNames = new Map(registry.sectors.map(({ slug, name }) => [slug, name]));
  }

  get sectors(): ReadonlyMap<string, string> {
    return this.#sectorNames;
  }

  read(question: string): Understood {
    const written = tokensIn(question).slice(0, MAX_TOKENS);
    const { tokens, corrections } = this.#spelled(written);
    const understood = this.#readWith(tokens, this.#times, corrections);
    if (understood.outside === undefined) return understood;
    // Deals are known of days after the current week.
    const ofDeals = this.#readWith(tokens, this.#dealTimes, corrections);
    const { reading } = ofDeals;
    return reading && DEALS_OF.has(reading.query.subject) && reading.unread.length === 0
      ? ofDeals
      : understood;
  }

  /** Corrects words that nobody knows and that are near to one that is known. */
  #spelled(tokens: readonly Token[]): { tokens: Token[]; corrections: number } {
    let corrections = 0;
    const spelled = tokens.map((token, place) => {
      const { word } = token;
      const isKnown =
        this.#dictionary.has(word) ||
        stemsOf(word).some((stem) => this.#ordinary.has(stem)) ||
        this.#names.isPartOfName(word) ||
        token.isCapital ||
        this.#names.at(tokens, place, () => false) !== undefined;
      const corrected = isKnown ? undefined : this.#dictionary.corrected(word);
      if (corrected === undefined) return token;
      corrections++;
      return { ...token, word: corrected };
    });
    return { tokens: spelled, corrections };
  }

  #readWith(tokens: readonly Token[], times: Times, corrections: number): Understood {
    const base = this.#edges(tokens, times);
    const edges = combined(base, tokens);
    const isIdle = (place: number) => this.#plain.has(tokens[place]?.word ?? '');
    const covers = coversOf(edges, tokens.length, isIdle);
    const isYesNo =
      YES_NO.test(tokens[0]?.word ?? '') ||
      tokens.some(
        (token, place) =>
          place > 0 && token.clause !== tokens[place - 1]?.clause && YES_NO.test(token.word),
      );
    const words = tokens.map(({ word }) => word);
    const named = new Set(
      base.flatMap(({ from, to, meaning }) =>
        meaning.kind === 'name' && (!meaning.isWord || /^\p{Lu}/u.test(tokens[from]?.text ?? ''))
          ? Array.from({ length: to - from }, (_, index) => from + index)
          : [],
      ),
    );
    let best: { reading: Reading; cost: number } | undefined;
    for (const cover of covers) {
      const asides = asidesIn(cover, tokens, isYesNo);
      const isAside = (place: number) =>
        asides.has(tokens[place]?.clause ?? -1) && !named.has(place);
      const floor = costOf(cover, isAside);
      if (best && floor >= best.cost) continue;
      const parts = new Parts(
        {
          edges: cover.edges.filter(
            ({ from, meaning }) => !isAside(from) || KEPT_KINDS.has(meaning.kind),
          ),
        },
        words,
        isYesNo,
      );
      for (const shape of SHAPES) {
        if (!fits(shape, parts)) continue;
        const left = leftBy(shape, parts, isAside);
        const known = left.cost + floor;
        if (best && known >= best.cost) continue;
        const draft = shape.build(parts);
        if (!draft) continue;
        const supplied = draft.supplied ?? 0;
        const cost = known + supplied;
        if (best && cost >= best.cost) continue;
        const unread = unreadWords(cover, tokens, isAside);
        best = {
          cost,
          reading: {
            ...inCurrency(draft, parts),
            shape: shape.name,
            supplied,
            unread: [...unread, ...left.items.map(({ from, to }) => textOf(tokens, from, to))],
            parts,
            restsOnWord: parts.names.some(({ isWord }) => isWord),
            corrections: corrections + parts.names.filter(({ isCorrected }) => isCorrected).length,
            passesAside: asides.size > 0,
          },
        };
      }
    }
    const [cheapest] = covers;
    const parts = cheapest && new Parts(cheapest, words, isYesNo);
    const time = parts?.times.find(({ kind }) => kind === 'future' || kind === 'impossible');
    const asides = cheapest ? asidesIn(cheapest, tokens, isYesNo) : new Set<number>();
    const missing = parts?.items.find(
      ({ from, meaning }) => meaning.kind === 'absent' && !asides.has(tokens[from]?.clause ?? -1),
    )?.meaning;
    const absent = missing?.kind === 'absent' ? missing.what : undefined;
    return {
      reading:
        best && (best.cost < MAX_COST || best.reading.unread.length > 0) ? best.reading : undefined,
      absent,
      outside: time && outsideOf(time.kind, parts, tokens, this.#times.latestWeek),
      cues: cuesIn(tokens, parts, cheapest ? unreadWords(cheapest, tokens, () => false) : words),
    };
  }

  #edges(tokens: readonly Token[], times: Times): Edge[] {
    const edges: Edge[] = [];
    for (const [place, token] of tokens.entries()) {
      const isName = this.#namesAt(tokens, place);
      edges.push(...isName);
      for (const { to, meaning } of this.#dictionary.at(tokens, place)) {
        // A word that is written like a name is hardly meant as a word.
        const asWord = isName.some(
          (one) =>
            one.from === place &&
            one.to >= to &&
            one.meaning.kind === 'name' &&
            !one.meaning.isWord,
        )
          ? NAME_AS_WORD
          : 0;
        edges.push(edge(place, to, meaning, asWord + rarity(meaning, token, to - place)));
      }
      const number = numberAt(tokens, place);
      if (number)
        edges.push(edge(place, number.to, number.meaning, isYear(token.word) ? 0.4 : 0.05));
      const ordinal = ordinalAt(tokens, place);
      if (ordinal) edges.push(edge(place, ordinal.to, ordinal.meaning));
      for (const { to, meaning } of times.at(tokens, place))
        edges.push(edge(place, to, meaning, meaning.time.kind === 'all' ? 0.15 : 0));
      const group = this.#names.sectorsOf(token.word);
      if (group && (token.word !== 'data' || this.#isOfStartups(tokens[place + 1]?.word)))
        edges.push(
          edge(place, place + 1, { kind: 'value', field: 'sector', values: [...group] }, 0.3),
        );
      if (token.text === 'US' || token.text === 'U.S.')
        edges.push(edge(place, place + 1, { kind: 'value', field: 'geography', values: ['US'] }));
    }
    return edges;
  }

  /** `data startups`: elsewhere, data are numbers. */
  #isOfStartups(next = ''): boolean {
    return /^(?:startups?|compan(?:y|ies)|firms?|infra(?:structure)?|sectors?)$/.test(next);
  }

  #namesAt(tokens: readonly Token[], place: number): Edge[] {
    const isWord = (word: string) => this.#ordinary.has(word) || this.#dictionary.has(word);
    const found = [this.#names.at(tokens, place, isWord)];
    return found.flatMap((one): Edge[] => {
      if (!one) return [];
      const { entity, to, isOrdinary, isCorrected, isShort } = one;
      if (entity.kind === 'sector')
        return [
          edge(
            place,
            to,
            { kind: 'value', field: 'sector', values: [entity.slug] },
            isOrdinary ? 0.15 : 0,
          ),
        ];
      const isCapital = tokens
        .slice(place, to)
        .some((token) => token.isCapital || token.isPossessive);
      const isWordOnly = isOrdinary && !isCapital;
      if (isShort && isOrdinary) return [];
      const meaning: Of<'name'> = {
        kind: 'name',
        entity: entity.kind,
        slug: entity.slug,
        name: entity.name,
        isWord: isWordOnly,
        isCorrected,
      };
      return [edge(place, to, meaning, isWordOnly ? WORD_AS_NAME : 0)];
    });
  }
}

const DEALS_OF: ReadonlySet<Subject> = new Set([
  'round',
  'backing',
  'valuation',
  'acquisition',
  'exit',
  'company',
  'fund',
  'acquirer',
]);

/** Meanings that a word seldom has. */
function rarity(meaning: Meaning, token: Token, length: number): number {
  if (
    meaning.kind === 'order' &&
    length === 1 &&
    /^(?:lead|leads|win|hot|cold|max|min|first)/.test(token.word)
  )
    return 0.1;
  if (meaning.kind === 'subject' && meaning.subject !== 'startup' && meaning.subject !== 'sector')
    return 0.05;
  if (meaning.kind === 'order' && token.word === 'first' && length === 1) return 0.3;
  if (meaning.kind === 'by' && length === 1) return token.word === 'on' ? 0.2 : 0.05;
  if (meaning.kind === 'value' && meaning.field === 'status') return 0.3;
  if (meaning.kind === 'move' && length === 1 && /^(?:up|down)$/.test(token.word)) return 0.4;
  if (meaning.kind === 'order' && token.word === 'led') return 0.2;
  if (meaning.kind === 'act' && token.word === 'back' && length === 1) return 0.3;
  if (
    meaning.kind === 'field' &&
    meaning.field === 'agentShare' &&
    /^(?:ai|agents?|llms?|machines?)$/.test(token.word) &&
    length <= 2
  )
    return 0.2;
  if (meaning.kind === 'trend') return token.word === 'weekly' ? 0.4 : length === 1 ? 0.1 : 0;
  if (meaning.kind === 'value' && meaning.field === 'signalType' && length === 1) return 0.05;
  if (meaning.kind === 'ask' && meaning.ask === 'profile') return 0.15;
  if (meaning.kind === 'versus' && token.word === 'or') return 0.1;
  if (meaning.kind === 'operator' && length === 1) return 0.05;
  return 0;
}

/** Amounts in the currency that is asked for. */
function inCurrency(draft: Draft, parts: Parts): Draft {
  const [named] = parts.all('currency');
  return named && DEALS_OF.has(draft.query.subject) && draft.query.currency === undefined
    ? { ...draft, query: { ...draft.query, currency: named.currency } }
    : draft;
}

const isYear = (word: string): boolean => /^20[12]\d$/.test(word);

function leftBy(
  shape: Shape,
  parts: Parts,
  isAside: (place: number) => boolean,
): { items: Item[]; cost: number } {
  const isTaken = (item: Item) =>
    reads(shape, item.key) ||
    (item.key === 'time' && item.meaning.kind === 'time' && item.meaning.time.kind === 'now');
  const left = parts.items.filter((item) => !isTaken(item));
  const costOfItem = ({ key, from }: Item) =>
    isAside(from) ? ASIDE_COST / 4 : (LEFT_COST[key] ?? UNREAD_COST);
  const cost = left.reduce((sum, item) => sum + costOfItem(item), 0);
  return { items: left.filter((item) => costOfItem(item) >= 2), cost };
}

function costOf({ cost, unread }: Cover, isAside: (place: number) => boolean): number {
  return cost - unread.filter(isAside).length * (UNREAD_COST - ASIDE_COST / 4);
}

function unreadWords(
  { unread }: Cover,
  tokens: readonly Token[],
  isAside: (place: number) => boolean,
): string[] {
  return unread.filter((place) => !isAside(place)).map((place) => tokens[place]?.text ?? '');
}

function textOf(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ');
}

function outsideOf(
  kind: string,
  parts: Parts | undefined,
  tokens: readonly Token[],
  latestWeek: string,
): string {
  const item = parts?.items.find(
    ({ meaning }) => meaning.kind === 'time' && meaning.time.kind === kind,
  );
  const text = item ? textOf(tokens, item.from, item.to) : '';
  return kind === 'future'
    ? `We don't forecast that; the latest week is ${latestWeek}.`
    : `“${text}” is not in the calendar.`;
}
