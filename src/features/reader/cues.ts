/**
 * What a question is about, whether or not it could be read: whether prose may answer it, and what an
 * answer has to say about what was not understood.
 */
import type { Entity } from '../../published/entity-names.ts';
import { whyForeign } from './lexicon/foreign.ts';
import type { Frame, Piece } from './question-frame.ts';
import type { Time } from './time/calendar.ts';

export type Cues = {
  /** Words that are in no table, whether or not there is a reading. */
  unknown: readonly string[];
  /** Slugs of the startups that are named. */
  startups: readonly string[];
  /** It names somebody or a time: prose does not answer it. */
  isAboutData: boolean;
  /** The same, and no passage can be meant, however near it is. */
  isSurelyData: boolean;
  /** It asks for figures, an order or a deal, in words that prose has too. */
  asksFigures: boolean;
  /** It asks how, why, or what something means. */
  asksProse: boolean;
  /** It counts, lists or picks startups: no definition answers it. */
  selectsStartups: boolean;
  asksWhy: boolean;
  /** A word that nobody knows is written like a name. */
  namesStranger: boolean;
  /** Why nothing is known of the time that it asks about. */
  outside: string | undefined;
  /** Why something else that it asks for is not known. */
  foreign: string | undefined;
};

/** Whom it names is then an example, or a program to use it with. */
const HOW =
  /^(?:how (?:do|can|should|would|to)|can i|may i|could i|(?:(?:by|through|with) )?what .*(?:procedure|process|steps?|way))\b/i;
const WHY = /^(?:why|how come|for (?:what|which) reasons?|what.* reasons?.*|what explains.*)$/i;
const SELECTION = /^(?:which|what|list|show|name|any|who)\b/i;

export function cuesOf(frame: Frame | undefined): Cues {
  const has = (...keys: Parameters<Frame['words']>[0][]) =>
    keys.some((key) => (frame?.words(key).length ?? 0) > 0);
  const isOfFigures =
    has('metric', 'subject', 'order', 'nth', 'deal', 'condition') ||
    frame?.of('entity').some(({ entity }) => entity.kind !== 'sector') === true;
  // "are editions ever changed", "what week is it now"
  const times = (frame?.of('time') ?? []).filter(
    ({ text, found: { time } }) => !NOW.test(text) && (isOfFigures || time.kind !== 'ever'),
  );
  const entities = frame?.of('entity') ?? [];
  const isBounded = has('bound') && (frame?.of('number').length ?? 0) > 0;
  const asksFigures =
    (has('measure', 'order', 'nth', 'groupBy', 'deal') || isBounded) && has('subject', 'metric');
  const isFiltered = has('condition') || entities.length > 0;
  const asksWhich = has('subject') && has('metric') && SELECTION.test(frame?.pieces[0]?.text ?? '');
  const opensProse = frame?.pieces[0] !== undefined && /^how(?:'s)?$/i.test(frame.pieces[0].text);
  const asksHow = frame?.words('isProse').some(({ text }) => HOW.test(text)) ?? false;
  const isOfEditions = frame?.pieces.some(({ text }) => PUBLISHED.test(text)) ?? false;
  const selects = !has('isProse') && !asksHow && frame !== undefined && selectsStartups(frame);
  const tells =
    has('condition', 'order', 'nth', 'bound', 'isZero', 'isNegation') ||
    entities.length > 0 ||
    (frame?.of('number').length ?? 0) > 0 ||
    frame?.words('metric').some(({ meaning }) => meaning.metric !== 'covered') === true;
  const outside = times.find(
    ({ found: { time } }) =>
      (time.kind === 'future' && !isOfEditions) || time.kind === 'impossible',
  );
  const [foreign] = frame?.words('foreign') ?? [];
  const selectsBySomething = selects && tells;
  const isOfTime = times.length > 0 && !asksHow && !isOfEditions;
  return {
    unknown: (frame?.of('unknown') ?? []).map(({ text }) => text),
    startups: entities.flatMap(({ entity }) => (entity.kind === 'startup' ? [entity.slug] : [])),
    asksFigures,
    selectsStartups: selects,
    isAboutData:
      selectsBySomething ||
      isOfTime ||
      ((asksFigures || asksWhich) && !has('isProse') && !opensProse) ||
      (has('foreign') && has('subject') && !has('isProse')) ||
      isBounded ||
      (!asksHow && entities.some(({ entity }) => entity.kind !== 'sector')),
    isSurelyData:
      isBounded ||
      selectsBySomething ||
      (has('order') && has('groupBy')) ||
      (has('metric') && SORTS.test(frame?.pieces.map(({ text }) => text).join(' ') ?? '')) ||
      (has('order', 'nth') && has('metric') && RANKS.test(frame?.pieces[0]?.text ?? '')) ||
      (asksFigures && isFiltered && !has('isProse') && !opensProse) ||
      isOfTime ||
      has('round') ||
      (has('foreign') && !has('isProse')) ||
      (!asksHow && entities.some(({ entity }) => !mayBeOfService(entity, frame))),
    asksProse: has('isProse'),
    asksWhy: frame?.words('isProse').some(({ text }) => WHY.test(text)) ?? false,
    namesStranger: frame?.of('unknown').some(isWrittenAsName) ?? false,
    outside: outside && outsideOf(outside.found.time),
    foreign: foreign && whyForeign(foreign.meaning.foreign, foreign.text),
  };
}

/** `how many startups`, `who … in databases`, `startups without …`, `one-person companies`. */
function selectsStartups(frame: Frame): boolean {
  const telling = frame.pieces.filter(({ kind }) => kind !== 'filler');
  const isStartups = (piece: Piece | undefined) =>
    piece?.kind === 'words' && piece.meaning.subject === 'startup' && /s$/i.test(piece.text);
  const isCounted = telling.some(
    (piece, at) =>
      piece.kind === 'words' &&
      (piece.meaning.measure === 'count' || piece.meaning.measure === 'share') &&
      telling.slice(at + 1, at + 3).some(isStartups),
  );
  const opening = frame.pieces[0]?.text ?? '';
  const isPicked =
    OF_CHOICE.test(opening) &&
    (frame.words('subject').length > 0 ||
      (!/^which/i.test(opening) && frame.of('entity').length > 0));
  // "does any startup have …"
  const isAny = telling.some(
    (piece, at) =>
      /^(?:any|no|every|each)$/i.test(piece.text) &&
      telling[at + 1]?.kind === 'words' &&
      /^(?:covered |tracked )?start-?up|^compan/i.test(telling[at + 1]?.text ?? ''),
  );
  const isListed =
    telling.slice(0, 3).some(isStartups) &&
    frame.pieces[0]?.kind !== 'filler' &&
    telling.length > 1;
  // "the best-ranked observability startup"
  const isOfSector = telling.some((piece, at) => {
    const next = telling[at + 1];
    const isStartup = next?.kind === 'words' && next.meaning.subject === 'startup';
    return piece.kind === 'entity' && piece.entity.kind === 'sector' && isStartup;
  });
  return isCounted || isPicked || isListed || isAny || isOfSector;
}

const OF_CHOICE = /^(?:who|who's|whos|whose|which)\b/i;
const NOW =
  /^(?:in |for |of |at )?(?:the )?(?:(?:right )?now|today|currently|moment|present|(?:current|this|latest) week)$/i;
const RANKS = /^(?:who|which|whose)\b/i;
/** `rank the security names by commits` */
const SORTS = /^(?:rank|sort|order|list|show|name)\b.* by\b/i;
/** `when is next week published`: no forecast is asked for. */
const PUBLISHED =
  /^(?:publish(?:ed|ing)?|appear(?:s|ing)?|releas(?:e|ed)|editions?|refresh(?:ed)?|updat(?:e|ed))$/i;
const OF_SERVICE =
  /^(?:do|does|can|could|will|would|are|is|if|what|which|how)\b.*\b(?:you|your|i|we|it|this|api)\b/i;

/** `do you use the GitHub API`: a company whose products the documents mention. */
function mayBeOfService({ kind }: Entity, frame: Frame | undefined): boolean {
  if (kind === 'sector') return true;
  const text = frame?.pieces.map((piece) => piece.text).join(' ') ?? '';
  return kind === 'organization' && OF_SERVICE.test(text);
}

/** `Tesla`, `Anthropic's` in the middle of a sentence, and `n8n` anywhere. */
export function isWrittenAsName({ at, text }: Piece): boolean {
  return (at > 0 && /^\p{Lu}\p{Ll}/u.test(text)) || /^[a-z]+\d+[a-z]+$/i.test(text);
}

function outsideOf(time: Time): string {
  if (time.kind === 'future')
    return `“${time.words}” lies after the current week: nothing is said of it, and nothing is forecast.`;
  return `“${time.kind === 'impossible' ? time.words : ''}” is not in the calendar.`;
}
