/** Which kind of deal a question is about. */
import type { Subject, WrittenQuery } from '../../query/query.ts';
import type { DealWord } from '../lexicon/meaning.ts';
import { asksWeekly, type Draft, isYesNo, named, type Pieces, slugs } from '../pieces.ts';
import type { PieceOf } from '../question-frame.ts';
import { acquisitions } from './acquisitions.ts';
import { askedRounds } from './asked-rounds.ts';
import { exits } from './exits.ts';
import { investments } from './investments.ts';
import { marketQuery } from './markets.ts';
import { roundsOfAll } from './rounds-of-all.ts';
import { roundsOfNamed } from './rounds-of-named.ts';
import { valuations } from './valuations.ts';

/** `how large was its Series C, and what was it valued at`: what was raised, and what it was worth. */
function roundWithValuation(
  pieces: Pieces,
  round: PieceOf<'words'> | undefined,
): Draft | undefined {
  const [only, ...others] = named(pieces);
  const { frame } = pieces;
  const isOfRound =
    round !== undefined ||
    pieces.deals('raised', 'last-round').length > 0 ||
    frame.words('subject').some(({ meaning }) => meaning.subject === 'round');
  const isPlain = frame.words('bound').length === 0 && frame.of('number').length === 0;
  if (!only || others.length > 0 || !isOfRound || !isPlain || isYesNo(pieces)) return undefined;
  const asked = askedRounds(pieces, round);
  const draft = asked && roundsOfNamed(asked);
  if (!draft) return undefined;
  const valued: WrittenQuery = {
    subject: 'valuation',
    operation: 'list',
    names: slugs([only]),
    show: ['amount', 'currency', 'announcedOn'],
  };
  return { ...draft, also: [...(draft.also ?? []), valued] };
}

/** `does A hold B`, `A or B: who has more companies`: a fund that is named has no other number. */
function isOfFunds(pieces: Pieces): boolean {
  const named = pieces.entities('organization');
  const funds = named.filter(({ entity }) =>
    pieces.registry.organizations.some(({ slug, kind }) => slug === entity.slug && kind === 'fund'),
  );
  const isCompared = funds.length > 1 && pieces.act('compare').length > 0;
  const isHeld = funds.length === 1 && pieces.entities('startup').length === 1;
  return named.length === funds.length && (isCompared || isHeld) && !asksWeekly(pieces);
}

/** `where do funding rounds come from`: of the sources, and not of the deals. */
const ASKS_ORIGIN = /^where (?:do|does|did)\b.*\bcome from$/i;

export function composeDeal(pieces: Pieces): Draft | undefined {
  if (ASKS_ORIGIN.test(pieces.all.map(({ text }) => text).join(' '))) return undefined;
  const words = pieces.frame.words('deal');
  const subjects = new Set(pieces.frame.words('subject').map(({ meaning }) => meaning.subject));
  const round = pieces.frame.words('round')[0];
  const isDeal =
    words.length > 0 ||
    round !== undefined ||
    ['fund', 'acquirer', 'round', 'acquisition', 'exit', 'company'].some((subject) =>
      subjects.has(subject as Subject),
    );
  if (subjects.has('market')) return marketQuery(pieces);
  if (!isDeal && isOfFunds(pieces)) return investments(pieces, round);
  if (!isDeal) return undefined;
  // "in which currency are the amounts": of the service, unless somebody's are meant
  const isOfCurrency = pieces.all.some(({ text }) => /\bcurrenc(?:y|ies)$/i.test(text));
  if (isOfCurrency && named(pieces).length === 0) return undefined;
  // "what share of startups is backed by": of startups
  if (
    pieces.entities('organization').length > 0 &&
    pieces.frame.words('measure').some(({ meaning }) => meaning.measure === 'share')
  )
    return undefined;
  const kinds = new Set(words.map(({ meaning }) => meaning.deal));
  const has = (...deals: DealWord[]) => deals.some((deal) => kinds.has(deal));
  if (
    has('valued') ||
    pieces.frame.words('condition').some(({ meaning }) => meaning.condition.field === 'valuation')
  )
    return roundWithValuation(pieces, round) ?? valuations(pieces);
  if (has('exited') || subjects.has('exit')) return exits(pieces);
  // Who owns the data is no deal, and neither is who owns a repository.
  const isOfNobody = kinds.size === 1 && named(pieces).length === 0 && subjects.size === 0;
  if (has('owner') && isOfNobody) return undefined;
  if (has('owner') && pieces.all.some(({ text }) => /^(?:git\w* )?repo/i.test(text)))
    return undefined;
  if (has('acquired', 'acquired-by', 'acquisitions', 'owner') || subjects.has('acquirer'))
    return acquisitions(pieces);
  const isLedOnly = words.every(
    ({ meaning }) => meaning.deal === 'led' && meaning.order !== undefined,
  );
  const isAboutDeals =
    round !== undefined ||
    subjects.has('fund') ||
    subjects.has('round') ||
    pieces.entities('organization').length > 0;
  if (words.length > 0 && isLedOnly && !isAboutDeals) return undefined;
  if (has('invested-in', 'backed-by', 'portfolio', 'led', 'coinvest') || subjects.has('fund'))
    return investments(pieces, round);
  const asked = askedRounds(pieces, round);
  if (!asked) return undefined;
  return asked.entities.length > 0 ? roundsOfNamed(asked) : roundsOfAll(asked);
}
