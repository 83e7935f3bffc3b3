/**
 * What a question holds, piece by piece and in its order: names, times, numbers, expressions of the
 * lexicon. Whoever makes a query of it takes pieces; what nobody took was not understood.
 */
import {
  type Entity,
  type EntityNames,
  type FoundEntity,
  withoutPossessive,
} from '../../published/entity-names.ts';
import { withoutIdleBounds, withoutSameTimes } from './idle-pieces.ts';
import { expressionAt, isFiller } from './lexicon/lexicon.ts';
import { is, type Meaning } from './lexicon/meaning.ts';
import { isOrdinaryWord } from './ordinary-words.ts';
import { type Quantity, quantityAt } from './quantities.ts';
import { withoutSlashes, withoutSlips } from './spelling.ts';
import type { FoundTime } from './time/calendar.ts';
import type { TimeReader } from './time/time.ts';
import { countNumber } from './time/time-words.ts';
import { type Token, tokensOf } from './tokens.ts';
import { isNeutral } from './wording/neutral.ts';

export type Piece = {
  /** Position among the pieces. */
  at: number;
  text: string;
  /** Somebody made use of it. */
  taken: boolean;
} & (
  | {
      kind: 'entity';
      entity: Entity;
      isCorrected: boolean;
      isPossessive: boolean;
      /** Named by a part of its name. */
      isShort: boolean;
    }
  | { kind: 'time'; found: FoundTime }
  | { kind: 'number'; quantity: Quantity }
  | { kind: 'words'; meaning: Meaning }
  /** Says nothing about what is asked. */
  | { kind: 'filler' }
  /** Could say something, and nobody knows what. */
  | { kind: 'unknown' }
);
export type PieceOf<K extends Piece['kind']> = Extract<Piece, { kind: K }>;

export class Frame {
  readonly pieces: readonly Piece[];
  /** Words whose spelling was corrected. */
  readonly corrections: number;

  constructor(pieces: readonly Piece[], corrections: number) {
    this.pieces = pieces;
    this.corrections = corrections;
  }

  /** Pieces that nobody took, and that tell something. */
  get unread(): Piece[] {
    return this.pieces.filter(({ taken, kind }) => !taken && kind !== 'filler');
  }

  of<K extends Piece['kind']>(kind: K): PieceOf<K>[] {
    return this.pieces.filter((piece): piece is PieceOf<K> => piece.kind === kind);
  }

  /** Expressions that have the meaning. */
  words<K extends keyof Meaning>(
    key: K,
  ): (PieceOf<'words'> & { meaning: Required<Pick<Meaning, K>> & Meaning })[] {
    return this.of('words').filter((piece): piece is never => piece.meaning[key] !== undefined);
  }

  /** As it was before anybody took anything. */
  fresh(): Frame {
    return new Frame(
      this.pieces.map((piece) => ({ ...piece, taken: false })),
      this.corrections,
    );
  }
}

/**
 * The ways to read a question: with every name in it, and without those that are ordinary words.
 * The likeliest comes first.
 *
 * @param ofProse words of the documents, which are no slips of the keyboard
 * @param isLoose words that change nothing about which number is meant are left out
 */
export function framesOf(
  question: string,
  names: EntityNames,
  times: TimeReader,
  ofProse: ReadonlySet<string>,
  isLoose = false,
): Frame[] {
  const written = withoutSlashes(tokensOf(question), names);
  const { tokens, corrections } = withoutSlips(written, names, ofProse);
  // "strong evidence of a migration" does not mean the startup Evidence
  const isCommonNoun = (entity: FoundEntity) =>
    entity.isOrdinary && !isWrittenAsName(entity, tokens) && tokens[entity.to]?.word === 'of';
  const named = names.find(tokens, isOrdinaryWord);
  // "what spot does Dagger take": of several names, one without a capital is a word
  const hasCapital = ({ from }: FoundEntity) => /^\p{Lu}/u.test(tokens[from]?.text ?? '');
  const isWord = (entity: FoundEntity) =>
    entity.isOrdinary &&
    entity.entity.kind !== 'sector' &&
    !hasCapital(entity) &&
    named.some((other) => other.entity.kind !== 'sector' && other !== entity && hasCapital(other));
  const entities = named.filter((entity) => !isCommonNoun(entity) && !isWord(entity));
  const found = times.find(tokens);
  // "Defined" is a company, and what a term is
  const isWordOfProse = ({ entity, from, to }: FoundEntity) =>
    entity.kind === 'organization' && to - from === 1 && ofProse.has(tokens[from]?.word ?? '');
  const doubtful = entities.filter(
    (entity) =>
      ((entity.isOrdinary || isWordOfProse(entity)) && !isWrittenAsName(entity, tokens)) ||
      isAlsoMetric(entity, tokens),
  );
  const readings = [entities, entities.filter((entity) => !doubtful.includes(entity))];
  return (doubtful.length === 0 ? readings.slice(0, 1) : readings).map(
    (chosen) =>
      new Frame(
        withoutSameTimes(withoutIdleBounds(piecesOf(tokens, names, chosen, found, isLoose))),
        corrections,
      ),
  );
}

/** Behind the name of a sector. */
const OF_SECTORS =
  /^(?:sectors?|categor(?:y|ies)|industry|verticals?|space|start-?ups?|compan(?:y|ies)|firms?|players?|vendors?|names)$/;
/** In front of a group of sectors that has no noun behind it. */
const BEFORE_GROUP =
  /^(?:in|within|across|outside|of|non|no|not|excluding|exclude|except|without)$/;
const MAX_GROUP_WORDS = 2;

/** `AI agents` is a sector, and who writes code. */
function isAlsoMetric({ entity, from, to }: FoundEntity, tokens: readonly Token[]): boolean {
  if (entity.kind !== 'sector' || OF_SECTORS.test(tokens[to]?.word ?? '')) return false;
  const text = tokens
    .slice(from, to)
    .map(({ word }) => word)
    .join(' ');
  const expression = expressionAt(text, 0);
  return expression?.length === text.length && isMetricWord(expression.meaning);
}

/** `AI startups`, `exclude AI`: all sectors that the word stands for. */
function groupAt(
  tokens: readonly Token[],
  at: number,
  names: EntityNames,
): { slugs: readonly string[]; words: number } | undefined {
  for (let words = MAX_GROUP_WORDS; words > 0; words--) {
    const group = tokens.slice(at, at + words).map(({ word }) => word);
    const slugs = names.sectorsOf(group.join(' '));
    const isBehind = BEFORE_GROUP.test(tokens[at - 1]?.word ?? '') && !isFiller(group.join(' '));
    if (slugs && (isBehind || OF_SECTORS.test(tokens[at + words]?.word ?? '')))
      return { slugs, words };
  }
  return undefined;
}

/** A capital in the middle of a sentence makes a name of an ordinary word. */
function isWrittenAsName({ from }: FoundEntity, tokens: readonly Token[]): boolean {
  const isShouting = tokens.every(({ text }) => text === text.toUpperCase());
  return from > 0 && !isShouting && /^\p{Lu}/u.test(tokens[from]?.text ?? '');
}

function piecesOf(
  tokens: readonly Token[],
  names: EntityNames,
  entities: readonly FoundEntity[],
  times: readonly FoundTime[],
  isLoose: boolean,
): Piece[] {
  const text = tokens.map(({ word }) => word).join(' ');
  const starts: number[] = [];
  tokens.reduce((offset, { word }) => {
    starts.push(offset);
    return offset + word.length + 1;
  }, 0);
  const pieces: Piece[] = [];
  for (let at = 0; at < tokens.length; ) {
    const entity = entities.find(({ from }) => from === at);
    const time = times.find(({ from }) => from === at);
    const whole = expressionAt(text, starts[at] ?? 0);
    const end = at + (whole ? whole.text.split(' ').length : 0);
    // "developers commit in June" does not hold "in" of the time
    const cut = times.find(({ from, to }) => from > at && from === end - 1 && to > end);
    const expression =
      cut && isMetricWord(whole?.meaning)
        ? expressionAt(text.slice(0, (starts[cut.from] ?? 0) - 1), starts[at] ?? 0)
        : whole;
    const written = expression ? expression.text.split(' ').length : 0;
    // "in the Data Engineering sector" does not say "in the data"
    const isCut = entities.some(
      ({ from, to }) => from > at && from < at + written && to > at + written,
    );
    const words = isCut ? 0 : written;
    const named = entity ? entity.to - at : 0;
    const timed = time ? time.to - at : 0;
    const number = quantityAt(tokens, at);
    const numbered = number ? number.to - at : 0;
    const group = groupAt(tokens, at, names);
    const longest = Math.max(named, timed, words, numbered, group?.words ?? 1);
    const covered = tokens.slice(at, at + longest);
    const base = {
      at: pieces.length,
      text: covered.map((token) => token.text).join(' '),
      taken: false,
    };
    if (
      entity &&
      named === longest &&
      !(
        entity.isOrdinary &&
        words === longest &&
        entity.entity.kind === 'sector' &&
        isMetricWord(expression?.meaning)
      )
    )
      pieces.push({
        ...base,
        kind: 'entity',
        entity: entity.entity,
        isCorrected: entity.isCorrected,
        isShort: entity.isShort,
        isPossessive: withoutPossessive(covered.at(-1)?.word ?? '') !== covered.at(-1)?.word,
      });
    else if (group?.words === longest)
      pieces.push({ ...base, kind: 'words', meaning: is('sector', ...group.slugs) });
    else if (time && timed === longest) pieces.push({ ...base, kind: 'time', found: time });
    else if (number && numbered === longest && isBound(pieces.at(-1)))
      pieces.push({ ...base, kind: 'number', quantity: number.quantity });
    else if (expression && words === longest && Object.keys(expression.meaning).length === 0)
      pieces.push({ ...base, kind: 'filler' });
    else if (expression && words === longest)
      pieces.push({
        ...base,
        kind: 'words',
        meaning: meaningOf(expression.meaning, expression.text),
      });
    else if (number && numbered === longest)
      pieces.push({ ...base, kind: 'number', quantity: number.quantity });
    else {
      const word = tokens[at]?.word ?? '';
      const isLeftOut =
        isFiller(word) ||
        (isLoose &&
          !isNameLike(tokens, at) &&
          (isNeutral(word, isCountedNext(pieces)) || isOfSector(word, pieces)));
      pieces.push({ ...base, kind: isLeftOut ? 'filler' : 'unknown' });
    }
    at += longest;
  }
  return pieces;
}

/** What stands behind it is a number, as in `at least one`. */
function isBound(piece: Piece | undefined): boolean {
  return piece?.kind === 'words' && piece.meaning.bound !== undefined;
}

/** It stands behind "how many", with nothing that is known between. */
function isCountedNext(pieces: readonly Piece[]): boolean {
  const before = pieces.findLast(({ kind }) => kind !== 'filler');
  return before?.kind === 'words' && before.meaning.measure === 'count';
}

/** `the web3 group`, `observability names`: those of a sector. */
function isOfSector(word: string, pieces: readonly Piece[]): boolean {
  const before = pieces.at(-1);
  return before?.kind === 'entity' && before.entity.kind === 'sector' && OF_SECTOR.test(word);
}

const OF_SECTOR =
  /^(?:arena|bracket|bucket|bunch|camp|class|cluster|cohort|corner|crowd|domain|field|game|group|landscape|league|management|names|niche|outfits|pack|peers|platforms?|pool|products?|providers?|scene|services?|software|systems?|tech|side|stuff|tooling|tools|universe|world)$/;

/** A capital in the middle of a sentence. */
function isNameLike(tokens: readonly Token[], at: number): boolean {
  return at > 0 && /^\p{Lu}\p{Ll}/u.test(tokens[at]?.text ?? '');
}

function isMetricWord(meaning: Meaning | undefined): boolean {
  return meaning?.metric !== undefined;
}

/** The letter of a series and the number of a place are in the text. */
function meaningOf(meaning: Meaning, text: string): Meaning {
  if (meaning.nth === 0) {
    const digits = /\d+/.exec(text)?.[0] ?? countNumber(text.split(' ').at(-1) ?? '');
    return { ...meaning, nth: Number(digits) };
  }
  if (meaning.round !== 'series') return meaning;
  const letter = /^(?:series[ -]|rounds? )?([a-k])(?=$|[ -])/.exec(text)?.[1] ?? '';
  return { ...meaning, round: `Series ${letter.toUpperCase()}` };
}
