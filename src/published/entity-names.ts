/**
 * An index of all names: startups, other organizations and sectors, by current and former names,
 * domains and addresses, accounts and repositories. Shared by look-ups, questions and search.
 */
import { Slices } from '../lib/slices.ts';
import { foldKey } from '../registry/fold.ts';
import type { Organization } from '../registry/organizations.ts';
import type { Company, Registry } from '../registry/schema.ts';
import { byFoldedName, type Named, namesOf } from './name-index.ts';
import { ofRegistry } from './per-registry.ts';
import type { Published } from './published.ts';
import { TypoIndex } from './typo-index.ts';
import { addressesIn, addressesOf, hostOf } from './web-addresses.ts';

export type Entity = {
  /** An organization may be a fund, an acquirer, or neither. */
  kind: 'startup' | 'organization' | 'sector';
  slug: string;
  name: string;
};

/** A word of a text, in lower case and without accents. */
export type NameWord = { word: string };

export type FoundEntity = {
  entity: Entity;
  /** Word positions; `to` is exclusive. */
  from: number;
  to: number;
  /** The spelling was corrected. */
  isCorrected: boolean;
  /** Consists only of ordinary words, so it may not be meant as a name. */
  isOrdinary: boolean;
  /** A part of the name: of a repository's without its owner, of a fund's without "Ventures". */
  isShort: boolean;
};

const MAX_NAME_WORDS = 6;
const FUND_TAIL =
  /\s+(?:(?:venture|growth|capital|investment|seed)\s+)*(?:capital|ventures?|partners|management|investments?|fund|equity|group)$/i;
const COMPANY_TAIL = /\s+(?:labs?|technologies|inc\.?|hq)$/i;
const MIN_SHORT_NAME = 4;
const REPOSITORY = /^repo(?:sitory)?$/;
const ADDRESS = /[./:]/;
/** Number of letters that rule out nearly all words that begin no name. */
const BEGINNING = 6;

export class EntityNames {
  #byKey: ReadonlyMap<string, Entity> = new Map();
  /**
   * Names that only count if they are not ordinary words: of repositories, and of funds without
   * "Capital".
   */
  #byShortName: ReadonlyMap<string, Entity> = new Map();
  /** Names of repositories without their owners; they only count next to the word "repository". */
  readonly #byRepository = new Map<string, Entity>();
  readonly #byAddress = new Map<string, Entity>();
  #typos = new TypoIndex([]);
  /** The words of multi-word names. */
  readonly #parts = new Set<string>();
  /** Keys of names that are written in several words. */
  readonly #spaced = new Set<string>();
  /** The first letters of all keys, up to `BEGINNING`. */
  readonly #beginnings = new Set<string>();
  /** Slugs of the sectors that have a word in common. */
  #groups: ReadonlyMap<string, readonly string[]> = new Map();

  private constructor() {}

  static async of({ companies, organizations, sectors }: Registry): Promise<EntityNames> {
    const made = new EntityNames();
    const slices = new Slices();
    const startups = companies.map((one) => [one, entityOf('startup', one)] as const);
    const others = organizations.map((one) => [one, entityOf('organization', one)] as const);
    const full: Named<Entity>[] = [
      ...others.map(([one, entry]) => ({ entry, names: namesOf(one) })),
      ...sectors.map((sector) => ({
        entry: entityOf('sector', sector),
        names: [sector.slug, sector.name, ...halves(sector.name), ...sector.synonyms],
      })),
      ...startups.map(([one, entry]) => ({ entry, names: namesOf(one), accounts: [one.github] })),
    ];
    made.#byKey = await byFoldedName(full);
    await slices.each(full, ({ names }) => {
      for (const name of names) if (/[\s&.-]/.test(name)) made.#spaced.add(foldKey(name));
    });
    made.#byShortName = await byFoldedName([
      ...(await slices.map(others, ([one, entry]) => ({ entry, names: shortNames(one) }))),
      ...startups.map(([one, entry]) => ({ entry, names: repositoryNames(one) })),
    ]);
    const repositories = startups.flatMap(([one, entity]) =>
      one.repositories.map(({ name }) => ({ key: foldKey(name.split('/')[1] ?? ''), entity })),
    );
    for (const [key, [only, ...more]] of Map.groupBy(repositories, ({ key }) => key))
      if (only && more.length === 0) made.#byRepository.set(key, only.entity);
    await slices.each(others, ([{ website }, entity]) => {
      if (website) made.#byAddress.set(hostOf(website), entity);
    });
    await slices.each(startups, ([one, entity]) => {
      for (const address of addressesOf(one)) made.#byAddress.set(address, entity);
    });
    for (const keyed of [made.#byKey, made.#byShortName, made.#byRepository])
      await slices.each(keyed.keys(), (key) => {
        for (let end = 1; end <= BEGINNING; end++) made.#beginnings.add(key.slice(0, end));
      });
    made.#groups = groupsOf(sectors);
    const names = companies.flatMap(({ name, slug, aliases }) => [name, slug, ...aliases]);
    made.#typos = new TypoIndex(await slices.map(names, foldKey));
    const texts = [
      ...[...companies, ...organizations].flatMap(({ name, aliases }) => [name, ...aliases]),
      ...sectors.flatMap(({ name, synonyms }) => [name, ...synonyms]),
    ];
    await slices.each(texts, (text) => {
      for (const word of foldedWords(text)) made.#parts.add(word);
    });
    return made;
  }

  /** Looks up a complete name, domain, address or `owner/name`. */
  get(text: string): Entity | undefined {
    const key = foldKey(text);
    return this.#byKey.get(key) ?? this.#atAddress(text) ?? this.#byShortName.get(key);
  }

  /**
   * Finds the names in a text from left to right; longer ones take precedence.
   *
   * @param isWord whether a word is ordinary, and not a name by itself
   */
  find(words: readonly NameWord[], isWord: (word: string) => boolean): FoundEntity[] {
    const found: FoundEntity[] = [];
    for (let from = 0; from < words.length; ) {
      const match = this.at(words, from, isWord);
      if (match) found.push(match);
      from = match?.to ?? from + 1;
    }
    return found;
  }

  /** The sectors that a word stands for together: `ai`, `infrastructure`. */
  sectorsOf(word: string): readonly string[] | undefined {
    return this.#groups.get(foldKey(word));
  }

  /** Whether the word occurs in a multi-word name. */
  isPartOfName(word: string): boolean {
    return this.#parts.has(withoutPossessive(word));
  }

  /** The longest name that begins at a place. */
  at(
    words: readonly NameWord[],
    from: number,
    isWord: (word: string) => boolean,
  ): FoundEntity | undefined {
    for (let to = this.#reach(words, from); to > from; to--) {
      const text = words
        .slice(from, to)
        .map(({ word }) => word)
        .join(' ');
      const bare = withoutPossessive(text);
      const bareKey = foldKey(bare);
      const isOfWords = words.slice(from, to).every(({ word }) => isWord(withoutPossessive(word)));
      // "on a" is not Ona
      if (isOfWords && to > from + 1 && !this.#spaced.has(bareKey)) continue;
      const key = bare === text ? bareKey : foldKey(text);
      const full = this.#atAddress(text) ?? this.#byKey.get(key) ?? this.#byKey.get(bareKey);
      const isRepository = to === from + 1 && REPOSITORY.test(words[to]?.word ?? '');
      const entity =
        full ??
        (isRepository ? this.#byRepository.get(key) : undefined) ??
        (isOfWords ? undefined : (this.#byShortName.get(key) ?? this.#byShortName.get(bareKey)));
      // A sector's multi-word name is unambiguous even if made of ordinary words.
      const isOrdinary = isOfWords && (to === from + 1 || entity?.kind !== 'sector');
      const isShort = full === undefined;
      if (entity) return { entity, from, to, isCorrected: false, isOrdinary, isShort };
    }
    const bare = withoutPossessive(words[from]?.word ?? '');
    const entity = isWord(bare) ? undefined : this.#corrected(bare);
    const found = { isCorrected: true, isOrdinary: false, isShort: false };
    return entity && { entity, from, to: from + 1, ...found };
  }

  /** End of the longest text that a name could begin with; most words begin none. */
  #reach(words: readonly NameWord[], from: number): number {
    const last = Math.min(words.length, from + MAX_NAME_WORDS);
    let key = '';
    for (let to = from; to < last; to++) {
      const { word = '' } = words[to] ?? {};
      if (ADDRESS.test(word)) return last;
      const bare = key + foldKey(withoutPossessive(word));
      key += foldKey(word);
      if (![key, bare].some((one) => this.#beginnings.has(one.slice(0, BEGINNING)))) return to;
    }
    return last;
  }

  #atAddress(text: string): Entity | undefined {
    return addressesIn(withoutPossessive(text))
      .map((address) => this.#byAddress.get(address))
      .find((entity) => entity !== undefined);
  }

  /** The startup that a misspelled word must mean, if there is exactly one. */
  #corrected(word: string): Entity | undefined {
    const near = new Set(this.#typos.near(foldKey(word)).map((key) => this.#byKey.get(key)));
    const [only, ...others] = near;
    return others.length === 0 && only?.kind === 'startup' ? only : undefined;
  }
}

/** Use as `published.derived(entityNames)`; computed once for each registry. */
export function entityNames({ registry }: Published): Promise<EntityNames> {
  return ofRegistry(registry, EntityNames.of);
}

function withoutPossessive(text: string): string {
  return text.includes("'") ? text.replace(/'s?$/, '') : text;
}

function groupsOf(sectors: Registry['sectors']): Map<string, string[]> {
  const slugs = new Map<string, string[]>();
  for (const { slug, groups = [] } of sectors)
    for (const key of groups.map(foldKey)) slugs.getOrInsertComputed(key, () => []).push(slug);
  return slugs;
}

function entityOf(kind: Entity['kind'], { slug, name }: Omit<Entity, 'kind'>): Entity {
  return { kind, slug, name };
}

/** `Sequoia` for `Sequoia Capital`, `Dagster` for `Dagster Labs`. */
function shortNames({ name, aliases, kind }: Organization): string[] {
  return [name, ...aliases]
    .map((one) => one.replace(FUND_TAIL, ''))
    .map((one) => (kind === 'company' ? one.replace(COMPANY_TAIL, '') : one))
    .filter((one) => one.length >= MIN_SHORT_NAME);
}

function repositoryNames({ repositories }: Company): string[] {
  return repositories
    .filter(({ role }) => role === 'main')
    .map(({ name }) => name.split('/')[1] ?? '');
}

/** `LLM Observability` of `LLM Observability & Evaluation`; a single word is not a name. */
function halves(name: string): string[] {
  return name.split(' & ').filter((half) => half.includes(' '));
}

function foldedWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
