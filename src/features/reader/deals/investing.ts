/** What a question says of investing: who invests, in whom, when and in which rounds. */
import type { Condition } from '../../query/query.ts';
import { investorsAndOthers, isShortFund, isYesNo, type Pieces, slugs } from '../pieces.ts';
import type { PieceOf } from '../question-frame.ts';
import type { When } from '../written-time.ts';
import { dealTime, roundConditions } from './deal-pieces.ts';

export type Investing = {
  pieces: Pieces;
  /** Words that name a round, such as “Series A”. */
  round: PieceOf<'words'> | undefined;
  /** Whoever is named as one who invests. */
  investors: readonly PieceOf<'entity'>[];
  /** Whoever else is named. */
  targets: readonly PieceOf<'entity'>[];
  when: When;
  hasTime: boolean;
  /** Conditions on rounds. */
  rounded: readonly Condition[];
  /** About leads only. */
  led: boolean;
  /** About all who are named together. */
  both: boolean;
  coinvest: boolean;
  asksFunds: boolean;
  asksStartups: boolean;
};

/** Undefined where it cannot be told who is meant, or when. */
export function investingIn(
  pieces: Pieces,
  round: PieceOf<'words'> | undefined,
): Investing | undefined {
  const entities = investorsAndOthers(pieces);
  const isFund = (piece: PieceOf<'entity'>) =>
    pieces.registry.organizations.some(
      ({ slug, kind }) => slug === piece.entity.slug && kind === 'fund',
    );
  const nouns = pieces.frame.words('subject');
  const led = pieces.deals('led').length > 0;
  const coinvest = pieces.deals('coinvest').length > 0;
  const portfolio = pieces.deals('portfolio').length > 0;
  const when = dealTime(pieces);
  if (!when) return undefined;
  const verb = pieces.frame.words('deal')[0];
  pieces.takeAll('deal');
  pieces.take(...entities);
  const rounded = roundConditions(pieces, round);
  const investors = entities.filter((piece) =>
    investsIn(pieces, piece, verb, isFund(piece), portfolio),
  );
  const targets = entities.filter((piece) => !investors.includes(piece));
  if (targets.some((piece) => isShortFund(pieces, piece))) return undefined;
  // "Sierra's last round": a fund has none, so that somebody else is meant.
  if (led && investors.some(({ isPossessive }) => isPossessive)) return undefined;
  return {
    pieces,
    round,
    investors,
    targets,
    when,
    hasTime: Object.keys(when).length > 0,
    rounded,
    led,
    both: pieces.takeAll('isBoth') || pieces.all.some(({ text }) => /^all$/i.test(text)),
    coinvest,
    asksFunds: nouns.some(({ meaning }) => meaning.subject === 'fund'),
    asksStartups: nouns[0]?.meaning.subject === 'startup' && !isYesNo(pieces),
  };
}

export function ofLeads({ led }: Investing): Condition[] {
  return led ? [{ field: 'role', op: '=', values: ['lead'] }] : [];
}

export function ofInvestors(asked: Investing): Condition[] {
  return [{ field: 'fund', op: '=', values: slugs(asked.investors) }, ...ofLeads(asked)];
}

/** Whether somebody that is named is meant as an investor, by the place beside the verb. */
function investsIn(
  pieces: Pieces,
  piece: PieceOf<'entity'>,
  verb: PieceOf<'words'> | undefined,
  isFund: boolean,
  portfolio: boolean,
): boolean {
  const deal = verb?.meaning.deal;
  const { entity } = piece;
  if (entity.kind === 'startup' && deal !== 'backed-by') return false;
  // "who invested in Datadog": a fund may have backers too
  const asksWho = /^(?:who|which (?:funds?|investors?|vcs?))$/i.test(pieces.all[0]?.text ?? '');
  if (asksWho && deal === 'invested-in' && verb && piece.at > verb.at) return false;
  if (isFund) return true;
  if (portfolio) return true;
  if (!verb) return false;
  // "backed by NVIDIA", and not "investors of OpenAI".
  if (deal === 'backed-by') return piece.at > verb.at && verb.meaning.detail === undefined;
  if (deal === 'invested-in') {
    const next = pieces.all
      .slice(0, piece.at)
      .some(({ text }) => /^(?:does|did|has|have|is|what|where|which)$/i.test(text));
    return piece.at < verb.at && next;
  }
  if (deal === 'led') return piece.at < verb.at && !piece.isPossessive;
  return false;
}
