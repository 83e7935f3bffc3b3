/** The edges of a question's chart: the meanings that its words, names, numbers and times may have. */
import type { EntityNames, FoundEntity } from '../../published/entity-names.ts';
import type { Registry } from '../../registry/schema.ts';
import { combined, edge, withoutBreaks } from './chart.ts';
import { Dictionary } from './dictionary.ts';
import { englishAmong } from './english.ts';
import { stemsOf } from './forms.ts';
import { PLAIN_WORDS, ROWS } from './lexicon.ts';
import type { Edge, Meaning } from './meaning.ts';
import { numberAt, ordinalAt } from './numbers.ts';
import type { Times } from './times.ts';
import type { Token } from './tokens.ts';

/** Costs of taking an ordinary word for a name, or a name for a word. */
const WORD_AS_NAME = 0.7;
const NAME_AS_WORD = 1.5;
/** The cost of a sector's name that is an ordinary word, and of a word that sectors have in common. */
const WORD_AS_SECTOR = 0.15;
const GROUP_AS_SECTORS = 0.3;
const NUMBER_COST = 0.05;
const YEAR_AS_NUMBER = 0.4;
const OUT_OF_CONTEXT = 0.7;

/** Words after which a lower-case word is no name: `a port`, `another element`. */
const ARTICLE = /^(?:a|an|any|each|every|another|this|no|new|important)$/;
/** Words next to AI agents that make them a sector, or those who write code. */
const PLACED = /^(?:in|among|within|across|inside|of)$/;
const OF_ROWS =
  /^(?:sectors?|startups?|compan(?:y|ies)|firms?|space|categor(?:y|ies)|rankings?|segment|vertical|table|infra(?:structure)?)$/;
const OF_DEEDS =
  /^(?:by|with|use|uses|using|from|help|do|does|did|coding|through|no|without|zero|share)$/;
const DONE = /^(?:share|code|written)$/;

/** Kinds of what is asked of startups. */
const OF_DATA: ReadonlySet<string> = new Set(
  'field act round measure condition trend versus order move nth'.split(' '),
);

const sectorsEdge = (from: number, to: number, values: readonly string[], cost = 0): Edge =>
  edge(from, to, { kind: 'value', field: 'sector', values }, cost);

export class Edges {
  readonly #names: EntityNames;
  readonly #dictionary = new Dictionary(ROWS);
  readonly #ordinary: ReadonlySet<string>;
  readonly #funds: ReadonlySet<string>;
  /** Names that are words outside the ordinary ones, such as Port. */
  readonly #seldom: ReadonlySet<string>;

  /** @param ordinary words of English and of the documents: a name that is one of them may not be meant */
  constructor(registry: Registry, names: EntityNames, ordinary: Iterable<string>) {
    this.#names = names;
    this.#ordinary = new Set([...ordinary, ...PLAIN_WORDS]);
    this.#funds = fundsIn(registry);
    this.#seldom = englishAmong(
      registry.companies.flatMap(({ name, aliases }) => [name, ...aliases]),
    );
  }

  /** Corrects unknown words that are a slip away from a known one. */
  correct(tokens: readonly Token[]): { tokens: Token[]; corrections: number } {
    const corrected = tokens.map((token, place) => {
      const { word, isCapital } = token;
      const isKnown =
        this.#dictionary.has(word) ||
        stemsOf(word).some((stem) => this.#ordinary.has(stem)) ||
        this.#names.isPartOfName(word) ||
        isCapital ||
        this.#names.at(tokens, place, () => false) !== undefined;
      const meant = isKnown ? undefined : this.#dictionary.corrected(word);
      return meant === undefined ? token : { ...token, word: meant };
    });
    const corrections = corrected.filter((token, place) => token !== tokens[place]).length;
    return { tokens: corrected, corrections };
  }

  /** All edges, those of single words and phrases and those that neighbours make. */
  find(tokens: readonly Token[], times: Times): { base: Edge[]; all: Edge[] } {
    const found = tokens.flatMap((_, place) => this.#at(tokens, place, times));
    const base = withoutBreaks(
      found.map((one) => ({ ...one, cost: one.cost + contextCost(one, tokens) })),
    );
    return { base, all: combined(this.#asWords(base, tokens), tokens) };
  }

  /** `which port does it listen on`: a name that is a word is one where nothing is asked of data. */
  #asWords(edges: readonly Edge[], tokens: readonly Token[]): Edge[] {
    if (tokens.length === 1 || edges.some(({ meaning }) => OF_DATA.has(meaning.kind)))
      return [...edges];
    return edges.map((one) => {
      const { word = '', isCapital, isPossessive } = tokens[one.from] ?? {};
      if (one.meaning.kind !== 'name' || one.meaning.isWord) return one;
      if (isCapital || isPossessive || !this.#seldom.has(word)) return one;
      return { ...one, meaning: { ...one.meaning, isWord: true }, cost: one.cost + WORD_AS_NAME };
    });
  }

  #at(tokens: readonly Token[], place: number, times: Times): Edge[] {
    const { word = '', text } = tokens[place] ?? {};
    const names = this.#namesAt(tokens, place);
    // A word that is written like a name is hardly meant as a word.
    const nameEnd =
      names.find(({ meaning }) => meaning.kind === 'name' && !meaning.isWord)?.to ?? 0;
    const words = this.#dictionary
      .at(tokens, place)
      .map(({ to, meaning, cost }) =>
        edge(place, to, meaning, cost + (to <= nameEnd ? NAME_AS_WORD : 0)),
      );
    const number = numberAt(tokens, place);
    const numberCost = /^20[12]\d$/.test(word) ? YEAR_AS_NUMBER : NUMBER_COST;
    const ordinal = ordinalAt(tokens, place);
    const group = this.#names.sectorsOf(word);
    // `data startups`: elsewhere, data are numbers.
    const isGroup = word !== 'data' || OF_ROWS.test(tokens[place + 1]?.word ?? '');
    return [
      ...names,
      ...words,
      ...(number ? [edge(place, number.to, number.meaning, numberCost)] : []),
      ...(ordinal ? [edge(place, ordinal.to, ordinal.meaning)] : []),
      ...times.at(tokens, place).map(({ to, meaning }) => edge(place, to, meaning)),
      ...(group && isGroup ? [sectorsEdge(place, place + 1, group, GROUP_AS_SECTORS)] : []),
      ...(text === 'US' || text === 'U.S.'
        ? [edge(place, place + 1, { kind: 'value', field: 'geography', values: ['US'] })]
        : []),
    ];
  }

  #namesAt(tokens: readonly Token[], from: number): Edge[] {
    const isWord = (word: string) => this.#ordinary.has(word) || this.#dictionary.has(word);
    const found = this.#names.at(tokens, from, isWord) ?? this.#ofDomain(tokens[from], from);
    if (!found || (found.isShort && found.isOrdinary)) return [];
    const { entity, to, isOrdinary, isCorrected } = found;
    const { kind, slug, name } = entity;
    if (kind === 'sector') return [sectorsEdge(from, to, [slug], isOrdinary ? WORD_AS_SECTOR : 0)];
    const isWritten = tokens
      .slice(from, to)
      .some(({ isCapital, isPossessive }) => isCapital || isPossessive);
    const isAfterArticle = ARTICLE.test(tokens[from - 1]?.word ?? '') && to === from + 1;
    const isWordOnly = (isOrdinary || isAfterArticle) && !isWritten;
    const meaning: Meaning = {
      kind: 'name',
      entity: kind,
      slug,
      name,
      isCorrected,
      isFund: this.#funds.has(slug),
      isWord: isWordOnly,
    };
    return [edge(from, to, meaning, isWordOnly ? WORD_AS_NAME : 0)];
  }

  /** `wandb.ai` is hardly of another company than the one that is called so. */
  #ofDomain(token: Token | undefined, from: number): FoundEntity | undefined {
    const [, label = ''] = /^(?:www\.)?([a-z0-9-]{3,})\.[a-z]{2,}$/.exec(token?.word ?? '') ?? [];
    const entity = label === '' ? undefined : this.#names.get(label);
    return entity?.kind === 'startup'
      ? { entity, from, to: from + 1, isCorrected: true, isOrdinary: false, isShort: false }
      : undefined;
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

/** `AI agents` are a sector where startups are in it, and a share of commits where they write them. */
function contextCost({ from, to, meaning }: Edge, tokens: readonly Token[]): number {
  const field = meaning.kind === 'field' || meaning.kind === 'value' ? meaning.field : undefined;
  const isShare = meaning.kind === 'field' && field === 'agentShare';
  if (!isShare && !(meaning.kind === 'value' && field === 'sector')) return 0;
  const before = tokens.slice(Math.max(0, from - 2), from).map(({ word }) => word);
  const after = tokens[to]?.word ?? '';
  const isOfRows =
    OF_ROWS.test(after) ||
    before.includes('sector') ||
    PLACED.test(before.filter((word) => word !== 'the').at(-1) ?? '');
  const isOfDeeds = before.some((word) => OF_DEEDS.test(word)) || DONE.test(after);
  return isOfRows !== isOfDeeds && isOfRows === isShare ? OUT_OF_CONTEXT : 0;
}
