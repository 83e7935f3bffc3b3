/** `Evidence, the BI-as-code one`: what the registry says of a startup too, said behind its name. */
import type { Registry } from '../../registry/schema.ts';
import { isFiller } from './lexicon/lexicon.ts';
import type { Piece } from './question-frame.ts';

const NOUN =
  /^(?:one|ones|start-?up|company|firm|project|tool|tools|platform|framework|library|database|service|provider|maker|makers|people|folks|guys|team|vendor)$/i;
const MAX_PIECES = 7;

/** Takes pieces between "the" and a noun that are all in the description of who is named in front. */
export function takeAppositions(pieces: readonly Piece[], { companies, sectors }: Registry): void {
  for (const { kind, at, ...piece } of pieces) {
    if (kind !== 'entity' || !('entity' in piece) || piece.entity.kind !== 'startup') continue;
    if (!/^(?:the|that|an?)$/i.test(pieces[at + 1]?.text ?? '')) continue;
    const company = companies.find(({ slug }) => slug === piece.entity.slug);
    if (!company) continue;
    const behind = pieces.slice(at + 2, at + 2 + MAX_PIECES);
    const noun = behind.findIndex(({ text }) => NOUN.test(text));
    const { name = '', synonyms = [] } = sectors.find(({ slug }) => slug === company.sector) ?? {};
    const told = wordsOf([company.description, name, ...synonyms].join(' '));
    const said = behind.slice(0, noun);
    const isOwn = said.length > 0 && said.every(({ text }) => wordsOf(text).isSubsetOf(told));
    if (noun > 0 && isOwn) for (const one of behind.slice(0, noun + 1)) one.taken = true;
  }
}

/** `Gel, formerly EdgeDB`: the same startup by another of its names. */
export function takeOtherNames(pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    if (piece.kind !== 'entity') continue;
    const before = pieces
      .slice(0, piece.at)
      .findLast((one) => one.kind === 'entity' && one.entity.slug === piece.entity.slug);
    const between = pieces.slice((before?.at ?? 0) + 1, piece.at);
    const isOther = before && between.length > 0 && between.every(({ text }) => ALSO.test(text));
    if (isOther) for (const one of [...between, piece]) one.taken = true;
  }
}

/** `the company that used to be Timescale`: a name of before says that itself. */
export function takeFormerNames(pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    if (piece.kind !== 'entity' || isSameName(piece.text, piece.entity.name)) continue;
    const used = pieces
      .slice(Math.max(0, piece.at - 3), piece.at)
      .find(({ text, kind }) => kind === 'unknown' && /^used$/i.test(text));
    const between = pieces.slice((used?.at ?? 0) + 1, piece.at).map(({ text }) => text);
    if (used && /^to be$/i.test(between.join(' '))) used.taken = true;
  }
}

/** `Are EdgeDB and Gel the same company?`: two names of one startup. */
export function takeSameNames(pieces: readonly Piece[]): void {
  const same = pieces.find(({ text }) => /^same$/i.test(text));
  const [one, other, ...more] = pieces.filter((piece) => piece.kind === 'entity');
  if (!same || !one || !other || more.length > 0 || one.entity.slug !== other.entity.slug) return;
  const isJoined = /^(?:and|&)$/i.test(pieces[one.at + 1]?.text ?? '') && other.at === one.at + 2;
  if (isJoined && same.at > other.at) for (const piece of [same, other]) piece.taken = true;
}

/** `the same company as` between two names that are one startup's. */
export function asksWhetherSame(pieces: readonly Piece[]): boolean {
  return pieces.some(({ text, taken }) => taken && /^same$/i.test(text));
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase().replace(/['’]s$/, '') === other.toLowerCase();
}

const ALSO =
  /^(?:(?:same|company|firm|start-?up|business|organi[sz]ation|thing|identical|with|formerly|previously|originally|once|now|then|also|or|the|former|known|called|named|as|is|was|has|been|it|aka|a\.k\.a|alias|ex|used|to|be|by|went) ?)+$/i;

function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '' && !isFiller(word)),
  );
}

/** `the growth score (not the composite)`: a number that is not meant, named behind the one that is. */
export function takeContrasts(pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    if (piece.kind !== 'words' || piece.meaning.metric === undefined) continue;
    const [negation, meant] = toldBefore(pieces, piece.at);
    const isContrast = CONTRAST.test(negation?.text ?? '') && negation?.kind !== 'filler';
    if (!isContrast || meant?.kind !== 'words' || meant.meaning.metric === undefined) continue;
    const behind = pieces.slice(piece.at + 1).find(({ kind }) => kind !== 'filler');
    // "commits above 50 and not contributors above 10"
    const isBounded =
      behind?.kind === 'number' || (behind?.kind === 'words' && behind.meaning.bound);
    if (!isBounded) for (const one of [negation, piece]) if (one) one.taken = true;
  }
}

/** The two pieces before a place that are no fillers. */
function toldBefore(pieces: readonly Piece[], at: number): Piece[] {
  return pieces
    .slice(0, at)
    .filter(({ kind, text }) => kind !== 'filler' || /^(?:and|or|but)$/i.test(text))
    .slice(-2)
    .reverse();
}

const CONTRAST = /^(?:not|rather than|instead of|as opposed to|but not)$/i;
