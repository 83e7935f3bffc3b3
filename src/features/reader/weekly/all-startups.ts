/** Questions about covered startups that are not named: filters, orders, measures, groups. */

import type { Condition, Measure, WrittenQuery } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import { conditions } from '../conditions.ts';
import type { Act } from '../lexicon/meaning.ts';
import { askedMetrics, DEFAULT_METRIC, growthOf, isNumberOf, numberBehind } from '../metrics.ts';
import { type Draft, isAboutChange, limitOf, type Pieces, takeNouns } from '../pieces.ts';
import type { Piece, PieceOf } from '../question-frame.ts';
import { addStatus, takeParts } from './changes.ts';
import { developments } from './developments.ts';
import { measures } from './measures.ts';
import { groups, ranking } from './orders-and-groups.ts';
import { compareSectors, isOfSectors, ofSectors, oneSector } from './sectors.ts';
import { selection } from './selections.ts';
import { comings } from './trending.ts';
import { type WeeklyTime, weeklyTime } from './weekly-time.ts';

/** A question about startups that are not named, taken apart. */
export type AboutAll = {
  pieces: Pieces;
  /** What is asked for, in its order; the first is `metric`. */
  fields: string[];
  metric: string | undefined;
  acts: ReadonlySet<Act>;
  /** `most`, `lowest`: words of order alone. */
  orders: PieceOf<'words'>[];
  nth: number | undefined;
  direction: 'highest' | 'lowest' | undefined;
  isSuperlative: boolean;
  /** `rank … by`: a list in an order, and not who is first. */
  sorts: boolean;
  /** Words of measures, and the one that is meant. */
  measured: PieceOf<'words'>[];
  measure: Measure | undefined;
  /** What the startups must satisfy. */
  list: Condition[];
  /** Fields that say of which startups a share is. */
  among: ReadonlySet<string>;
  limit: number | undefined;
  time: WeeklyTime;
  isChange: boolean;
  /** Changes are compared by their ratio: a share is lost, or engineers are added fastest. */
  isPart: boolean;
  isTracked: boolean;
  nouns: PieceOf<'words'>[];
  details: PieceOf<'words'>[];
};

export function ofAll(pieces: Pieces, bounds: readonly Condition[]): Draft | undefined {
  const metrics = askedMetrics(pieces);
  const fields = fieldsOf(metrics, pieces);
  if (bounds.length === 0) {
    const compared = compareSectors(pieces, metrics, fields);
    if (compared) return compared;
  }
  const isAboutSectors = isOfSectors(pieces);
  const about = takenApart(pieces, metrics, fields, bounds);
  if (!about) return undefined;
  if (isAboutSectors) return ofSectors(about);
  const ofOne = oneSector(about);
  if (ofOne) return ofOne;
  for (const read of [comings, measures, developments, groups, ranking, selection]) {
    const draft = read(about);
    if (draft) return draft === 'unreadable' ? undefined : draft;
  }
  return undefined;
}

const LEADS = /^leads?$/i;

function isPace(text: string): boolean {
  return /^(?:fastest|quickest|slowest)$/i.test(text);
}

/** With their own order first; `whose team is growing fastest` says what grows. */
function fieldsOf(metrics: readonly PieceOf<'words'>[], { frame }: Pieces): string[] {
  const orders = frame
    .words('order')
    .filter(({ taken, meaning }) => !taken && meaning.metric === undefined);
  // "whose commits have the highest agent share" is about the share
  const isOrdered = ({ at }: PieceOf<'words'>) => orders.length === 1 && orders[0]?.at === at - 1;
  const plain = metrics
    .filter(({ meaning }) => meaning.order === undefined)
    .toSorted((a, b) => Number(isOrdered(b)) - Number(isOrdered(a)));
  // "adding engineers fastest" says what is added
  const ordered = metrics.filter(
    ({ meaning, text }) => meaning.order !== undefined && !(plain.length > 0 && isPace(text)),
  );
  const grown = plain[0]?.meaning.metric;
  const fields = [...ordered, ...plain].map(({ meaning: { metric = '' }, text }) =>
    metric === 'scoreGrowth' && grown !== undefined && /gr[eo]w/i.test(text)
      ? growthOf(grown)
      : metric,
  );
  // "the highest share of commits by one person": each startup has that share
  const isPart = (field: string) => fieldOf('startup', field)?.kind === 'share';
  const asksShare = frame.words('measure').some(({ meaning }) => meaning.measure === 'share');
  const sorted = asksShare
    ? fields.toSorted((a, b) => Number(isPart(b)) - Number(isPart(a)))
    : fields;
  return [...new Set(sorted)];
}

function takenApart(
  pieces: Pieces,
  metrics: readonly PieceOf<'words'>[],
  named: readonly string[],
  bounds: readonly Condition[],
): AboutAll | undefined {
  pieces.takeAll('isOverall');
  const nouns = pieces.frame.words('subject');
  const details = pieces.frame.words('detail');
  const nths = pieces.frame.words('nth');
  const orders = pieces.frame
    .words('order')
    .filter(
      ({ meaning, taken, text }) =>
        !taken && (meaning.act === undefined || LEADS.test(text)) && meaning.metric === undefined,
    )
    .filter(({ meaning }) => meaning.nth === undefined);
  const isPart = takeParts(pieces, orders) || metrics.some(({ text }) => isPace(text));
  const measured = pieces.frame.words('measure').filter(({ taken }) => !taken);
  const isCount = ({ meaning }: PieceOf<'words'>) => meaning.measure === 'count';
  // "how many in total": of nothing but startups there is no other sum
  const others = named.length === 0 && measured.some(isCount) ? ['sum', 'count'] : ['count'];
  const measure =
    measured.find(({ meaning }) => !others.includes(meaning.measure)) ??
    measured.find(isCount) ??
    measured[0];
  const among = amongFields(pieces);
  const list = [...bounds, ...conditions(pieces, 'startup')];
  addStatus(pieces, list);
  // "who leads Europe by commits" compares nobody who is named
  pieces.take(...orders.filter(({ text }) => LEADS.test(text)));
  const acts = new Set(pieces.acts());
  if (comparesGroups(pieces, list)) acts.add('compare');
  const limit = limitOf(pieces);
  const isTwoTimes = pieces.frame.of('time').length === 2;
  const grown = grownSince(pieces, metrics, named);
  const fields = grown ?? named;
  const isChange =
    grown !== undefined || isAboutChange(acts) || (isTwoTimes && acts.has('compare'));
  const counted = [...fields, ...list.map(({ field }) => field).filter(isNumberOf)];
  const time = weeklyTime(pieces, counted, isChange || acts.has('entered') || acts.has('left'));
  if (!time) return undefined;
  // "rank … by commits": `askedMetrics` took the verb
  const sorts =
    pieces.frame.words('metric').some(({ taken, text }) => taken && /^(?:rank|sort)/i.test(text)) ||
    orders.some(({ text }) => / by$|^(?:in )?(?:desc|asc)/i.test(text)) ||
    listsBy(pieces);
  const isTracked =
    pieces.takeAll('isTracked') ||
    (fields.length === 0 && !isChange && isOfPortfolio({ list, nouns }));
  pieces.take(...metrics, ...details, ...orders, ...nths);
  takeNouns(pieces);
  pieces.takeActs('list');
  const beside = fields.filter((field) => field !== 'covered' && field !== 'trendingRank');
  // "the smallest team among the trending startups"
  const isOfTrending = fields.includes('trendingRank') && beside.length > 0;
  if (isOfTrending) list.push({ field: 'trendingRank', op: '>=', values: [1] });
  // "in second place by contributors": the place is said by the order
  const places = fields.length > 1 ? ['covered', 'sectorRank'] : ['covered'];
  const [metric] = isOfTrending ? beside : fields.filter((field) => !places.includes(field));
  const ordering = metrics.filter(
    ({ meaning }) =>
      meaning.order !== undefined && !(isOfTrending && meaning.metric === 'trendingRank'),
  );
  const [nth] = nths;
  const isLowest = nth?.meaning.order === 'lowest';
  const direction = isLowest
    ? 'lowest'
    : [...orders, ...ordering, ...nths].map(({ meaning }) => meaning.order)[0];
  return {
    pieces,
    fields: [...fields],
    metric,
    acts,
    orders,
    nth: nth?.meaning.nth,
    direction,
    sorts,
    isSuperlative: sorts || orders.length > 0 || ordering.length > 0 || nths.length > 0,
    measured,
    measure: measure?.meaning.measure,
    list,
    among,
    limit,
    time,
    isChange,
    isPart,
    isTracked,
    nouns,
    details,
  };
}

/** `do American startups commit more than European ones`: no number stands behind the bound. */
function comparesGroups(pieces: Pieces, list: readonly Condition[]): boolean {
  const bounds = pieces.frame
    .words('bound')
    .filter(({ taken, text }) => !taken && / than$/i.test(text));
  if (bounds.length !== 1 || alternativesIn(list) === undefined) return false;
  pieces.take(...bounds);
  return true;
}

/** `YC companies in security`: whom a fund backs does not depend on a week's coverage. */
export function isOfPortfolio({ list, nouns }: Pick<AboutAll, 'list' | 'nouns'>): boolean {
  return (
    list.some(({ field, op }) => field === 'backers' && op === '=') &&
    list.every(({ field }) => fieldOf('company', field)) &&
    nouns.length > 0 &&
    !nouns.some(({ text }) => /covered/i.test(text))
  );
}

/** `grew most since January`: the number itself against that time, and not this week's growth score. */
function grownSince(
  pieces: Pieces,
  metrics: readonly PieceOf<'words'>[],
  fields: readonly string[],
): string[] | undefined {
  const isSince = pieces.frame
    .of('time')
    .some(({ found }) => found.relation === 'since' || found.relation === 'past');
  const grows = metrics.some(
    ({ meaning, text }) => meaning.metric === 'scoreGrowth' && /^gr[eo]w/i.test(text),
  );
  if (!isSince || !grows) return undefined;
  const others = fields.filter((field) => field !== 'scoreGrowth');
  return others.length > 0 ? others.map(numberBehind) : [DEFAULT_METRIC];
}

/**
 * Fields of the whole that a share is of: `of those in security`, and what stands at the noun where a
 * verb says what the share has, as in `of US startups are growing`.
 */
function amongFields(pieces: Pieces): ReadonlySet<string> {
  const [among] = pieces.frame.words('isAmong');
  pieces.take(among);
  const conditions = pieces.frame.words('condition');
  const [noun] = pieces.frame.words('subject');
  const verb = pieces.all.find((piece) => noun && piece.at > noun.at && isVerb(piece));
  const ofWhole = conditions.filter(({ at }) => (among && at > among.at) || (verb && at < verb.at));
  return new Set(ofWhole.map(({ meaning }) => meaning.condition.field));
}

/** What follows says something of the noun in front. */
function isVerb(piece: Piece): boolean {
  const acts = ['rise', 'fall', 'gain', 'lose'];
  if (piece.kind === 'words' && piece.meaning.act !== undefined && acts.includes(piece.meaning.act))
    return true;
  return /^(?:are|is|have|has|show|shows|were|had|use|uses|carry|see|saw)\b/i.test(piece.text);
}

/** Which end of the order, and how many of it. */
export function tailOf(
  { nth, limit }: Pick<AboutAll, 'nth' | 'limit'>,
  direction: 'highest' | 'lowest' | undefined,
  isOne: boolean,
): Partial<WrittenQuery> {
  return {
    ...(direction === 'lowest' && { order: 'lowest' as const }),
    ...(nth === undefined ? { limit: limit ?? (isOne ? 1 : 5) } : { nth }),
  };
}

/** `list security startups by commits`: in their order, and not together. */
function listsBy(pieces: Pieces): boolean {
  // "database startups by contributors"
  const isNoun = (piece: Piece | undefined) =>
    piece?.kind === 'words' && piece.meaning.subject === 'startup' && /s$/i.test(piece.text);
  const lists = pieces.act('list').length > 0;
  return (
    pieces.frame.words('measure').length === 0 &&
    pieces.frame.words('metric').some(({ at }) => {
      const before = pieces.all.slice(0, at).findLast(({ text }) => !/^the$/i.test(text));
      const isBy = /^by(?: number of)?$/i.test(before?.text ?? '');
      return isBy && (lists || isNoun(pieces.all[(before?.at ?? 0) - 1]));
    })
  );
}

export function assumedMetric({ metric }: Pick<AboutAll, 'metric'>): string[] {
  return metric === undefined ? ['metric'] : [];
}

/** `UK or EU`, `Growth against Seed`: values of one field that are compared. */
export function alternativesOf({ acts, list }: AboutAll): Condition | undefined {
  return acts.has('compare') ? alternativesIn(list) : undefined;
}

function alternativesIn(list: readonly Condition[]): Condition | undefined {
  return list.find(
    ({ field, op, values }) =>
      op === '=' && values.length > 1 && fieldOf('startup', field)?.kind === 'category',
  );
}
