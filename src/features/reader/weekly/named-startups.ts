/** Numbers of startups that the question names. */
import type { Condition } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import { asksWhetherSame } from '../apposition.ts';
import { conditions } from '../conditions.ts';
import type { Act } from '../lexicon/meaning.ts';
import { askedMetrics, DEFAULT_METRIC, fieldsOfWords, isNumberOf } from '../metrics.ts';
import { type Draft, isAboutChange, isYesNo, type Pieces, slugs, takeNouns } from '../pieces.ts';
import type { PieceOf } from '../question-frame.ts';
import { development, series } from './development-of-one.ts';
import { placeOfOne } from './place-of-one.ts';
import { ofSeveral } from './several-startups.ts';
import { atOneTime } from './value-of-one.ts';
import { crossings, extremeWeek, streak } from './weeks-of-one.ts';

/** A question about startups that are named, taken apart. */
export type AboutNamed = {
  pieces: Pieces;
  names: string[];
  /** What is asked for, in its order. */
  fields: string[];
  metric: string | undefined;
  acts: ReadonlySet<Act>;
  orders: PieceOf<'words'>[];
  /** Bounds of numbers. */
  bounds: readonly Condition[];
  /** Whether these hold is asked. */
  checks: Condition[];
  asksWhen: boolean;
  isTracked: boolean;
};

/** `how many weeks was it in the top 20` */
const TRENDING: Condition = { field: 'trendingRank', op: '>=', values: [1] };

const OF_FIRST =
  /^(?:(?:the )?top|number one|no 1|first|leads?|leader|tops|in front|in the lead)$/i;
/** `a bigger fortnight than the one before`: what is done in it is large, and not the team. */
const OF_WINDOW = /\b(?:fortnight|window|14 days|two weeks)\b/i;

export function ofStartups(
  pieces: Pieces,
  startups: readonly PieceOf<'entity'>[],
  bounds: readonly Condition[],
): Draft | undefined {
  const [only, ...others] = startups;
  const placed =
    only && others.length === 0 && bounds.length === 0 ? placeOfOne(pieces, only) : undefined;
  if (placed) return placed;
  const about = takenApart(pieces, startups, bounds);
  return about.names.length > 1 ? ofSeveral(about) : ofOne(about);
}

function takenApart(
  pieces: Pieces,
  startups: readonly PieceOf<'entity'>[],
  bounds: readonly Condition[],
): AboutNamed {
  pieces.take(...startups);
  const names = slugs(startups);
  const metrics = askedMetrics(pieces);
  const named = [...fieldsOfWords(metrics), ...bounds.map(fieldIn)];
  if (pieces.takeAll('isOverall') && named.includes('sectorRank')) named.push('trendingRank');
  const isOverall = named.includes('trendingRank');
  // "what is its rank" says of which order neither
  if (names.length === 1 && metrics.some(isPlainRank)) named.push('trendingRank');
  const fields = new Set(named.filter((field) => !isOverall || field !== 'sectorRank'));
  const acts = pieces.acts();
  const orders = pieces.frame
    .words('order')
    .filter(({ meaning }) => meaning.metric !== 'trendingRank' && meaning.deal === undefined);
  const details = pieces.frame.words('detail');
  // "where does it come in its sector" asks for no sector
  const places = ['geography', 'sectorRank', 'trendingRank'];
  const asksPlace = places.some((field) => fields.has(field));
  pieces.take(
    ...metrics,
    ...details.filter(({ meaning }) => meaning.detail !== 'where' || asksPlace),
  );
  takeNouns(pieces);
  const isTracked = pieces.takeAll('isTracked');
  pieces.takeAll('isRatio');
  takeMeasures(pieces, [...fields]);
  const nouns = pieces.frame.words('subject');
  const sectors = nouns.filter(({ meaning }) => meaning.subject === 'sector');
  const asksSector = sectors.some(({ at }) =>
    /^(?:which|what)$/i.test(pieces.all[at - 1]?.text ?? ''),
  );
  if (sectors.length > 0 && (fields.size === 0 || asksSector)) fields.add('sector');
  // "is it bigger or smaller than a year ago"
  const isOfSize = pieces.all.some(({ text }) => /^(?:bigger|larger|smaller)\b/i.test(text));
  const isOfWindow = pieces.all.some(({ text }) => OF_WINDOW.test(text));
  if (fields.size === 0 && isOfSize) fields.add(isOfWindow ? DEFAULT_METRIC : 'contributors');
  const asked = filters(pieces, names);
  for (const { field } of asked) fields.add(field);
  // "is X the same company as Y", one of its names
  if (asksWhetherSame(pieces.all)) asked.push(...sameness(pieces, names, fields));
  return {
    pieces,
    names,
    fields: [...fields],
    metric: [...fields][0],
    acts,
    orders,
    bounds,
    checks: [...bounds, ...asked],
    asksWhen: details.some(({ meaning }) => meaning.detail === 'when'),
    isTracked,
  };
}

/** Counts and shares that the fields are anyway; averages and sums are left for who works them out. */
function takeMeasures(pieces: Pieces, fields: readonly string[]): void {
  const kinds = fields.map((name) => fieldOf('startup', name)?.kind);
  const hasParts =
    kinds.includes('share') || kinds.includes('ratio') || fields.some((name) => /^new/.test(name));
  const changes = pieces.act('rise', 'fall', 'gain', 'lose', 'change').length > 0;
  for (const piece of pieces.frame.words('measure')) {
    const { measure } = piece.meaning;
    const isOwn = measure === 'count' || (measure === 'share' && (hasParts || changes));
    if (isOwn) pieces.take(piece);
  }
}

function isPlainRank({ text, meaning }: PieceOf<'words'>): boolean {
  return (
    meaning.metric === 'sectorRank' && /^(?:rank(?:s|ed|ing)?|place|position|standing)$/i.test(text)
  );
}

/** What would filter others is asked about these; their own sector says nothing more. */
function filters(pieces: Pieces, names: readonly string[]): Condition[] {
  const isOwn = ({ entity }: PieceOf<'entity'>) =>
    pieces.registry.companies.some(
      ({ slug, sector }) => sector === entity.slug && names.includes(slug),
    );
  const foreign = pieces.entities('sector').filter((piece) => !isOwn(piece));
  const asked = conditions(pieces, 'startup').filter(({ field }) => field !== 'sector');
  for (const piece of foreign) piece.taken = false;
  return asked;
}

/** That it is the one by whose other name it is called too, and what tells that. */
function sameness(pieces: Pieces, names: readonly string[], fields: Set<string>): Condition[] {
  const company = pieces.registry.companies.find(({ slug }) => slug === names[0]);
  if (!company) return [];
  if (fields.size === 0) fields.add(company.formerNames.length > 0 ? 'formerNames' : 'description');
  return [{ field: 'name', op: '=', values: [company.name] }];
}

function fieldIn({ field }: Condition): string {
  return field;
}

function ofOne(about: AboutNamed): Draft | undefined {
  const { pieces, acts, bounds, orders } = about;
  if (acts.has('coverage') || asksEverCovered(about)) return coverage(about);
  if (acts.has('streak')) return streak(about, crossedBound(about));
  const times = pieces.frame.of('time');
  const isEver = times.some(({ found }) => found.time.kind === 'ever');
  const hasRange = times.some(
    ({ found }) => found.time.kind === 'range' || found.relation === 'since',
  );
  const crossed = crossedBound(about);
  const asksLast =
    about.asksWhen && (bounds.length > 0 || orders.length > 0 || crossed !== TRENDING);
  if (crossed && (asksLast || asksWeeks(pieces))) return crossings(about, crossed);
  if (asksWeeks(pieces) && !acts.has('series')) return undefined;
  const isTwoTimes = times.length === 2;
  const compared = orders.filter(({ meaning }) => meaning.act === 'compare');
  // "has it come to use agents more over the past year": now, against then
  const isAgainst = times.some(({ found }) => found.relation === 'against');
  const isNowAndThen = compared.length > 0 && (hasRange || isAgainst) && isYesNo(pieces);
  const isCompared = (isTwoTimes || isNowAndThen) && compared.length === orders.length;
  const isSuperlative = orders.length > 0 && !isCompared && (hasRange || about.asksWhen || isEver);
  // "was it ever number one"
  const isOfFirst = orders.length > 0 && orders.every(({ text }) => OF_FIRST.test(text));
  if (isEver && isOfFirst && about.metric === undefined && bounds.length === 0)
    return crossings(about, { field: TRENDING.field, op: '=', values: [1] });
  if (acts.has('extreme') || isSuperlative || (isEver && bounds.length > 0))
    return extremeWeek(about, isEver);
  // "how did it develop over the past 8 weeks" asks for all of them
  const develops = pieces.act('change').some(({ text }) => /develop|evol/i.test(text));
  if (acts.has('series') || (develops && hasRange && !isTwoTimes)) return series(about);
  // "was it busier a year ago": then, against now
  const isThenAndNow = compared.length > 0 && times[0]?.found.relation === 'ago';
  if (isThenAndNow || isNowAndThen) pieces.take(...compared);
  if (isTwoTimes || isThenAndNow || isNowAndThen || isAboutChange(acts))
    return development(about, isTwoTimes);
  // "Is X the most active?": read as the question who is
  if (orders.some(({ taken }) => !taken)) return undefined;
  return atOneTime(about);
}

/** `when did it last have a strong signal`, `any commits`: what the weeks have to satisfy. */
function crossedBound(about: AboutNamed): Condition | undefined {
  const { pieces, bounds, checks, fields, orders } = about;
  const [check, ...others] = bounds.length > 0 ? bounds : checks;
  if (check && others.length === 0) return check;
  const [field, ...more] = fields;
  if (field === TRENDING.field && more.length === 0) return TRENDING;
  // "how many weeks was it number one"
  if (fields.length === 0 && orders.length > 0 && asksWeeks(pieces))
    return { field: TRENDING.field, op: '=', values: [1] };
  const isOfTime = orders.some(({ text }) => /^(?:last|first)/i.test(text));
  const isCount = field !== undefined && fieldOf('startup', field)?.kind === 'count';
  return isCount && more.length === 0 && isOfTime ? { field, op: '>', values: [0] } : undefined;
}

function asksWeeks(pieces: Pieces): boolean {
  return pieces.frame.words('asksWeeks').length > 0;
}

/** `have you ever covered it`, `when was it covered last` */
function asksEverCovered({ pieces, metric, isTracked }: AboutNamed): boolean {
  const times = pieces.frame.of('time');
  const isOfTime = pieces.frame.words('order').some(({ text }) => /^(?:last|first)/i.test(text));
  const isEver = times.length > 0 && times.every(({ found }) => found.time.kind === 'ever');
  const asksWhether = metric === undefined && isTracked && isYesNo(pieces);
  if (metric === 'covered') return isEver || (isOfTime && times.length === 0);
  return asksWhether && isEver;
}

/** Since when, and until when, it is covered. */
function coverage({ pieces, names, fields, orders, checks }: AboutNamed): Draft | undefined {
  const times = pieces.frame.of('time');
  if (times.some(({ found }) => found.time.kind !== 'ever')) return undefined;
  pieces.take(...times);
  pieces.isTimeImplied = true;
  pieces.takeActs('coverage', 'list', 'series');
  pieces.take(...orders);
  const metric = fields.find(isNumberOf) ?? DEFAULT_METRIC;
  return {
    query: { subject: 'startup', operation: 'series', names, metric },
    assumed: [],
    checks,
    reads: 'covered',
  };
}

export function assumedMetric({ metric }: AboutNamed): string[] {
  return metric === undefined ? ['metric'] : [];
}
