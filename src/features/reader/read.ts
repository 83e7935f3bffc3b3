/**
 * Reads a question about data as a typed query: words become meanings, neighbours are combined on a
 * chart, and the cheapest shape is taken: each part left unread or supplied has a cost.
 */

import type { EntityNames, FoundEntity } from '../../published/entity-names.ts';
import type { Registry } from '../../registry/schema.ts';
import { listedConditions } from '../query/query.ts';
import { asidesIn, isTelling } from './asides.ts';
import { type Cover, combined, coversOf, edge, UNREAD_COST, withoutBreaks } from './chart.ts';
import { type Cues, cuesIn } from './cues.ts';
import { Dictionary } from './dictionary.ts';
import { droppedFrom } from './dropped.ts';
import { stemsOf } from './forms.ts';
import { PLAIN_WORDS, ROWS } from './lexicon.ts';
import type { Edge, Meaning, Of } from './meaning.ts';
import { numberAt, ordinalAt } from './numbers.ts';
import { type Item, Parts } from './parts.ts';
import { ACQUISITION_SHAPES } from './shapes/of-acquisitions.ts';
import { LIST_SHAPES } from './shapes/of-all.ts';
import { ROUND_SHAPES } from './shapes/of-rounds.ts';
import { STARTUP_SHAPES } from './shapes/of-startups.ts';
import { type Draft, fits, type Shape } from './shapes/shape.ts';
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
  ...ACQUISITION_SHAPES,
  ...ROUND_SHAPES,
];
const MAX_TOKENS = 60;
/** Costs of parts that a shape does not read and that say little. */
const LEFT_COST: Readonly<Record<string, number>> = {
  'ask:profile': 0.1,
  ask: 2.5,
  'ask:when': 10,
  'time:all': 3,
  latest: 2,
  versus: 3,
  both: 3,
  than: 3,
  order: 2.5,
  more: 2.5,
  nth: 2.5,
  number: 2.5,
  measure: 2.5,
  move: 2.5,
  'trend:series': 5,
  'trend:change': 5,
  'trend:peak': 5,
  'trend:first': 5,
  'trend:last': 5,
  subject: 5,
  trending: 6,
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
/** Kinds that may be meant although they are mentioned in passing. */
const KEPT_KINDS: ReadonlySet<string> = new Set(
  'name value condition round time role absent'.split(' '),
);
const COST_OF_PART = 0.1;
/** Readings that cost so much more than the cheapest are no rivals of it. */
const MAX_MARGIN = 0.5;
export class Reader {
  readonly #names: EntityNames;
  readonly #times: Times;
  readonly #dealTimes: Times;
  readonly #dictionary = new Dictionary(ROWS);
  readonly #ordinary: ReadonlySet<string>;
  readonly #sectorNames: ReadonlyMap<string, string>;
  readonly #funds: ReadonlySet<string>;

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
    this.#ordinary = new Set([...ordinary, ...PLAIN_WORDS]);
    this.#funds = fundsIn(registry);
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

  /** Corrects unknown words that are a slip away from a known one. */
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
    const base = withoutBreaks(
      this.#edges(tokens, times).map((one) => ({ ...one, cost: inContext(one, tokens) })),
    );
    const edges = combined(amongNames(base, tokens), tokens);
    const isIdle = (place: number) => PLAIN_WORDS.has(tokens[place]?.word ?? '');
    const covers = coversOf(edges, tokens.length, isIdle);
    const isYesNo =
      YES_NO.test(tokens[0]?.word ?? '') ||
      tokens.some(
        (token, place) =>
          place > 0 && token.clause !== tokens[place - 1]?.clause && YES_NO.test(token.word),
      );
    const words = tokens.map(({ word }) => word);
    const telling = new Set(
      base.flatMap(({ from, meaning: { kind } }) =>
        isTelling(kind) || KEPT_KINDS.has(kind) ? [from] : [],
      ),
    );
    const named = new Set(
      base.flatMap(({ from, to, meaning }) =>
        meaning.kind === 'name' && (!meaning.isWord || /^\p{Lu}/u.test(tokens[from]?.text ?? ''))
          ? Array.from({ length: to - from }, (_, index) => from + index)
          : [],
      ),
    );
    let best: Reading | undefined;
    let own = '';
    const costs = new Map<string, number>();
    const isTooDear = (cost: number) => best !== undefined && cost >= best.cost + MAX_MARGIN;
    for (const cover of covers) {
      const asides = asidesIn(cover, tokens, isYesNo);
      const isAside = (place: number) =>
        asides.has(tokens[place]?.clause ?? -1) && !named.has(place);
      const passed = cover.edges.filter(
        ({ from, meaning }) =>
          isAside(from) && isTelling(meaning.kind) && !KEPT_KINDS.has(meaning.kind),
      );
      const floor = costOf(cover, isAside, telling) + passed.length * ASIDE_COST;
      if (isTooDear(floor)) continue;
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
        const draft = shape.build(parts);
        if (!draft || isContradictory(draft)) continue;
        const supplied = draft.supplied ?? 0;
        if (isTooDear(floor + supplied)) continue;
        const left = leftBy(draft, parts, isAside);
        const cost = floor + left.cost + supplied;
        if (isTooDear(cost)) continue;
        const key = asked(draft);
        costs.set(key, Math.min(cost, costs.get(key) ?? cost));
        if (best && cost >= best.cost) continue;
        own = key;
        const unread = unreadWords(cover, tokens, isAside);
        best = {
          ...inCurrency(draft, parts),
          shape: shape.name,
          supplied,
          unread: [...unread, ...left.unread.map(({ from, to }) => textOf(tokens, from, to))],
          parts,
          restsOnWord: parts.names.some(({ isWord }) => isWord),
          corrections: corrections + parts.names.filter(({ isCorrected }) => isCorrected).length,
          passesAside: asides.size > 0,
          cost,
          doubt: Math.max(0, cost - COST_OF_PART * (parts.items.length + 0.5)),
          margin: MAX_MARGIN,
          dropped: left.dropped.map(({ from, to }) => textOf(tokens, from, to)),
          ignored: cover.ignored.map((place) => tokens[place]?.text ?? ''),
        };
      }
    }
    if (best) {
      const { cost } = best;
      const others = [...costs].filter(([key]) => key !== own).map(([, other]) => other);
      best = { ...best, margin: Math.min(MAX_MARGIN, ...others.map((other) => other - cost)) };
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
      reading: best && (best.cost < MAX_COST || best.unread.length > 0) ? best : undefined,
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
      for (const { to, meaning } of times.at(tokens, place)) edges.push(edge(place, to, meaning));
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

  /** `wandb.ai` is hardly of another company than the one that is called so. */
  #ofDomain(token: Token | undefined, place: number): FoundEntity | undefined {
    const [, label = ''] = /^(?:www\.)?([a-z0-9-]{3,})\.[a-z]{2,}$/.exec(token?.word ?? '') ?? [];
    const entity = label === '' ? undefined : this.#names.get(label);
    return entity?.kind === 'startup'
      ? { entity, from: place, to: place + 1, isCorrected: true, isOrdinary: false, isShort: false }
      : undefined;
  }

  #namesAt(tokens: readonly Token[], place: number): Edge[] {
    const isWord = (word: string) => this.#ordinary.has(word) || this.#dictionary.has(word);
    const found = [this.#names.at(tokens, place, isWord) ?? this.#ofDomain(tokens[place], place)];
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
      const isAfterArticle = ARTICLE.test(tokens[place - 1]?.word ?? '') && to === place + 1;
      const isWordOnly = (isOrdinary || isAfterArticle) && !isCapital;
      if (isShort && isOrdinary) return [];
      const meaning: Of<'name'> = {
        kind: 'name',
        entity: entity.kind,
        slug: entity.slug,
        name: entity.name,
        isFund: this.#funds.has(entity.slug),
        isWord: isWordOnly,
        isCorrected,
      };
      return [edge(place, to, meaning, isWordOnly ? WORD_AS_NAME : 0)];
    });
  }
}

/** Funds, and others that are known to invest and not to be invested in. */
function fundsIn({ organizations, deals: { rounds } }: Registry): Set<string> {
  const backed = new Set(rounds.map(({ company }) => company));
  const investors = rounds.flatMap((round) =>
    round.investors.map(({ organization }) => organization),
  );
  return new Set([
    ...organizations.filter(({ kind }) => kind === 'fund').map(({ slug }) => slug),
    ...investors.filter((slug) => !backed.has(slug)),
  ]);
}

const DEALS_OF: ReadonlySet<string> = new Set(
  'round backing valuation acquisition exit company fund acquirer'.split(' '),
);

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
  if (meaning.kind === 'field' && meaning.field === 'leads' && length === 1) return 0.4;
  if (
    meaning.kind === 'field' &&
    meaning.field === 'agentShare' &&
    /^(?:ai|agents?|llms?|machines?)$/.test(token.word) &&
    length <= 2
  )
    return 0.2;
  if (meaning.kind === 'time') return meaning.time.kind === 'all' ? 0.15 : 0;
  if (meaning.kind === 'trend') return token.word === 'weekly' ? 0.4 : length === 1 ? 0.1 : 0;
  if (meaning.kind === 'value' && meaning.field === 'signalType' && length === 1) return 0.05;
  if (meaning.kind === 'ask' && meaning.ask === 'profile') return 0.15;
  if (meaning.kind === 'versus' && token.word === 'or') return 0.1;
  if (meaning.kind === 'operator' && length === 1) return 0.05;
  return 0;
}

/** Two values of a field that has one: `Seed against Series A` is no condition. */
function isContradictory({ query: { where } }: Draft): boolean {
  const fixed = listedConditions(where).filter(({ op }) => op === '=');
  return fixed.some(({ field, values: [value] }) =>
    fixed.some(
      (other) =>
        ONE_VALUED.has(field) && other.field === field && !other.values.includes(value ?? null),
    ),
  );
}

const ONE_VALUED: ReadonlySet<string> = new Set(
  'sector stage geography status signalType'.split(' '),
);

/** The core of a draft: without the further columns of its rows and their number. */
function asked({ query: { show: _show, limit: _limit, ...rest } }: Draft): string {
  return JSON.stringify(rest, (_key, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** Amounts in the currency that is asked for. */
function inCurrency(draft: Draft, parts: Parts): Draft {
  const [named] = parts.all('currency');
  return named && DEALS_OF.has(draft.query.subject) && draft.query.currency === undefined
    ? { ...draft, query: { ...draft.query, currency: named.currency } }
    : draft;
}

const OUT_OF_CONTEXT = 0.7;
const PLACED = /^(?:in|among|within|across|inside|of)$/;
const DOING =
  /^(?:by|with|use|uses|using|from|help|do|does|did|coding|through|no|without|zero|share)$/;
const ROWS_WORD =
  /^(?:sectors?|startups?|compan(?:y|ies)|firms?|space|categor(?:y|ies)|rankings?|segment|vertical|table)$/;

/** `AI agents` are a sector where startups are in it, and a share of commits where they write them. */
function inContext({ from, to, meaning, cost }: Edge, tokens: readonly Token[]): number {
  const isShare = meaning.kind === 'field' && meaning.field === 'agentShare';
  const isSector = meaning.kind === 'value' && meaning.field === 'sector';
  if (!isShare && !isSector) return cost;
  const before = tokens.slice(Math.max(0, from - 2), from).map(({ word }) => word);
  const isOfRows =
    ROWS_WORD.test(tokens[to]?.word ?? '') ||
    before.includes('sector') ||
    PLACED.test(before.filter((word) => word !== 'the').at(-1) ?? '');
  const isOfDeeds =
    before.some((word) => DOING.test(word)) ||
    /^(?:share|code|written)$/.test(tokens[to]?.word ?? '');
  if (isShare) return cost + (isOfRows && !isOfDeeds ? OUT_OF_CONTEXT : 0);
  return cost + (isOfDeeds && !isOfRows ? OUT_OF_CONTEXT : 0);
}

/** A word between names is one: `Lago, Polar and Autumn`. */
function amongNames(edges: readonly Edge[], tokens: readonly Token[]): Edge[] {
  const names = edges.filter(({ meaning }) => meaning.kind === 'name' && !meaning.isWord);
  const isJoint = (from: number, to: number) =>
    to >= from &&
    to - from <= 1 &&
    tokens
      .slice(from, to)
      .every(({ word }) => /^(?:and|or|vs|versus|v|to|with|against)$/.test(word));
  return edges.map((one) => {
    const { meaning, from, to } = one;
    if (meaning.kind !== 'name' || !meaning.isWord || meaning.entity !== 'startup') return one;
    const isListed = names.some((name) => isJoint(name.to, from) || isJoint(to, name.from));
    return isListed ? { ...one, cost: one.cost - WORD_AS_NAME } : one;
  });
}

/** Words after which a lower-case word is no name: `a port`, `another element`. */
const ARTICLE = /^(?:a|an|any|each|every|another|this|no|new|important)$/;

const isYear = (word: string): boolean => /^20[12]\d$/.test(word);

/** Parts that a draft does not reflect: required ones, without which it is no reading, and optional ones. */
function leftBy(
  draft: Draft,
  parts: Parts,
  isAside: (place: number) => boolean,
): { unread: Item[]; dropped: Item[]; cost: number } {
  const left = droppedFrom(draft, parts);
  const costOfItem = ({ key, from, meaning: { kind } }: Item) => {
    if (isAside(from)) return isTelling(kind) ? ASIDE_COST : ASIDE_COST / 4;
    return LEFT_COST[key] ?? LEFT_COST[kind] ?? UNREAD_COST;
  };
  const costing = (least: number, most: number) =>
    left.filter((item) => costOfItem(item) >= least && costOfItem(item) < most);
  return {
    unread: costing(UNREAD_COST, Number.POSITIVE_INFINITY),
    dropped: costing(2, UNREAD_COST),
    cost: left.reduce((sum, item) => sum + costOfItem(item), 0),
  };
}

/** Words of an aside cost little, unless they carry a meaning. */
function costOf(
  { cost, unread }: Cover,
  isAside: (place: number) => boolean,
  telling: ReadonlySet<number>,
): number {
  const passed = unread.filter(isAside);
  const told = passed.filter((place) => telling.has(place));
  return cost - passed.length * (UNREAD_COST - ASIDE_COST / 4) + told.length * ASIDE_COST;
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
