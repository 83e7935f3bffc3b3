/** Questions about the numbers of weeks. */
import { isoDay } from '../../../lib/period.ts';
import type { Condition, Subject } from '../../query/query.ts';
import { isExcluded, thresholds } from '../conditions.ts';
import { askedMetrics, DEFAULT_METRIC, growthOf } from '../metrics.ts';
import { type Draft, isFundOfStartups, isYesNo, type Pieces, slugs, takeNouns } from '../pieces.ts';
import type { Piece, PieceOf } from '../question-frame.ts';
import { ofAll } from './all-startups.ts';
import { ofStartups } from './named-startups.ts';
import { ofSector, takeOwnSector } from './place-of-one.ts';
import { isOfSectors } from './sectors.ts';

const OF_WEEKS: ReadonlySet<Subject> = new Set(['startup', 'sector', 'company']);

export function composeWeekly(pieces: Pieces): Draft | undefined {
  if (pieces.frame.words('isProse').length > 0) return undefined;
  // Funds, acquirers, rounds and exits have no weeks.
  if (pieces.frame.words('subject').some(({ meaning }) => !OF_WEEKS.has(meaning.subject)))
    return undefined;
  if (asksMonth(pieces)) return undefined;
  pieces.takeAll('isBoth');
  pieces.takeAll('isLatest');
  const startups = pieces.entities('startup').filter((piece) => !isExcluded(pieces, piece));
  const organizations = pieces.entities('organization');
  const list: Condition[] = [];
  if (startups.length === 0 && organizations.length > 0 && asksTracked(pieces))
    return whetherTracked(pieces, organizations);
  // "startups backed by Y Combinator" among others
  const backing = pieces.deals('backed-by', 'invested-in', 'portfolio');
  if (organizations.length > 0) {
    if (backing.length === 0 && !organizations.every((piece) => isFundOfStartups(pieces, piece)))
      return undefined;
    pieces.take(...organizations, ...backing);
    list.push(
      ...organizations.map(({ entity }) => ({
        field: 'backers',
        op: '=' as const,
        values: [entity.slug],
      })),
    );
  }
  const bounds = thresholds(pieces, 'startup');
  for (const [index, { number, condition, field }] of bounds.entries()) {
    // "more than 50 and fewer than 100 commits" says once what is counted
    const later = bounds.slice(index + 1).find((bound) => bound.field !== undefined);
    const counted = isOfSectors(pieces) && startupsBehind(pieces, number) ? 'startups' : undefined;
    const known = field ?? counted ?? impliedMetric(pieces) ?? later?.field;
    if (known === undefined) return undefined;
    list.push({ field: known, ...condition });
  }
  list.push(...lastRounds(pieces));
  const grown = growthBounds(pieces);
  if (grown === undefined) return undefined;
  list.push(...grown);
  const founded = foundedIn(pieces, startups.length > 0);
  if (founded === undefined) return undefined;
  list.push(...founded);
  const [only] = startups;
  if (only && isAskedWhetherFirst(pieces, startups.length)) {
    pieces.take(only);
    if (takeOwnSector(pieces)) list.push(ofSector(pieces, only));
    const draft = ofAll(pieces, list);
    return draft?.query.operation === 'rank' && draft.query.subject === 'startup'
      ? { ...draft, expected: only.entity.slug }
      : undefined;
  }
  if (startups.length > 0) return ofStartups(pieces, startups, list);
  return ofAll(pieces, list);
}

/** `which month of 2026 was its busiest`: weeks are compared, and longer times are not. */
function asksMonth({ frame, all }: Pieces): boolean {
  return frame
    .of('time')
    .some(
      ({ at, text }) =>
        /^(?:month|quarter|year) of\b/i.test(text) &&
        /\b(?:which|what)$/i.test(all[at - 1]?.text ?? ''),
    );
}

/** `sectors with fewer than five startups` */
function startupsBehind(pieces: Pieces, number: Piece): boolean {
  const behind = pieces.beside(number, 1);
  return behind?.kind === 'words' && behind.meaning.subject === 'startup';
}

/** `Is Cursor tracked?`, `do you cover OpenAI`. */
function asksTracked(pieces: Pieces): boolean {
  const metrics = askedMetrics(pieces);
  const asksCovered =
    metrics.length > 0 && metrics.every(({ meaning }) => meaning.metric === 'covered');
  return isYesNo(pieces) && (asksCovered || pieces.frame.words('isTracked').length > 0);
}

/** Others than startups, which have no week. */
function whetherTracked(pieces: Pieces, named: readonly PieceOf<'entity'>[]): Draft {
  pieces.take(...named, ...askedMetrics(pieces));
  pieces.takeAll('isTracked');
  takeNouns(pieces);
  return {
    query: { subject: 'company', names: slugs(named), metric: 'tracked' },
    assumed: [],
    checks: [{ field: 'tracked', op: '=', values: ['yes'] }],
  };
}

/** `Is X the most active?` is read as the question who is. */
function isAskedWhetherFirst(pieces: Pieces, named: number): boolean {
  if (named !== 1 || !isYesNo(pieces)) return false;
  if (pieces.frame.words('metric').some(({ meaning }) => meaning.metric === 'trendingRank'))
    return false;
  if (pieces.frame.of('time').some(({ found }) => found.time.kind !== 'week')) return false;
  const places = pieces.frame
    .words('order')
    .filter(({ meaning }) => meaning.act === undefined && meaning.deal === undefined)
    .filter(({ text }) => !/^(?:more|less)\b/i.test(text));
  return places.length > 0;
}

/** `Series A startups`: by their last round. */
function lastRounds(pieces: Pieces): Condition[] {
  const grows = pieces.act('rise', 'fall').some(({ text }) => !/^(?:growth|up|down)$/i.test(text));
  const isOfOthers =
    pieces.frame.words('deal').length > 0 || pieces.frame.words('subject').length > 0;
  const rounds = pieces.frame.words('round').filter((piece) => {
    // "Series A in the UK, growing": rounds do not grow
    if (grows && !isOfOthers) return true;
    const [before, behind] = [pieces.beside(piece, -1), pieces.beside(piece, 1)];
    const isStartup = (one: Piece | undefined) =>
      one?.kind === 'words' && one.meaning.subject === 'startup';
    // "Series B startups", "startups at Series B"
    const isAtStage = /^(?:at|in)$/i.test(pieces.all[piece.at - 1]?.text ?? '');
    return isStartup(behind) || (isAtStage && isStartup(before));
  });
  pieces.take(...rounds);
  const values = rounds.map(({ meaning }) => meaning.round);
  // "seed or Series A startups"
  for (const piece of rounds.length > 0 ? pieces.frame.words('condition') : []) {
    const { field, op, values: stages } = piece.meaning.condition;
    if (field !== 'stage' || op !== '=' || stages.some((stage) => !/seed/i.test(String(stage))))
      continue;
    pieces.take(piece);
    values.push(...stages.map(String));
  }
  return values.length === 0 ? [] : [{ field: 'lastRound', op: '=', values }];
}

/** What every growth is against that is published. */
const AGAINST_WINDOW =
  /\b(?:before|earlier|prior|previous(?:ly)?|preceding|last)\b.*|^(?:fortnight|two weeks|14 days) (?:over|on|after|to)\b/i;

/** `doubled their commits`, against the window before; undefined where another time is compared with. */
function growthBounds(pieces: Pieces): Condition[] | undefined {
  const words = pieces.frame.words('growth').filter(({ taken }) => !taken);
  if (words.length === 0) return [];
  const compared = ['since', 'past', 'against', 'ago'];
  const isOfWindow = pieces.frame
    .of('time')
    .every(({ found }) => found.relation === undefined || !compared.includes(found.relation));
  if (!isOfWindow) return undefined;
  const [metric] = askedMetrics(pieces);
  const against = pieces.act('change').filter(({ text }) => AGAINST_WINDOW.test(text));
  pieces.take(metric, ...words, ...against);
  return words.map(({ meaning: { growth } }) => ({
    field: growthOf(metric?.meaning.metric ?? DEFAULT_METRIC),
    op: growth.op,
    values: [growth.by],
  }));
}

/** `founded after 2022`; undefined where the time cannot be a year of founding. */
function foundedIn(pieces: Pieces, isNamed: boolean): Condition[] | undefined {
  const [founded] = pieces.frame
    .words('metric')
    .filter(({ meaning }) => meaning.metric === 'founded');
  const [time, ...more] = pieces.frame.of('time');
  if (!founded || founded.meaning.order || !time || isNamed) return [];
  const { time: when, relation } = time.found;
  if (more.length > 0 || when.kind !== 'range') return undefined;
  const [first, last] = [when.first, when.last].map((day) => Number(isoDay(day).slice(0, 4))) as [
    number,
    number,
  ];
  pieces.take(founded, time);
  pieces.isTimeImplied = true;
  const condition = (op: Condition['op'], year: number): Condition => ({
    field: 'founded',
    op,
    values: [year],
  });
  if (relation === 'since' || relation === 'past') return [condition('>=', first)];
  if (relation === 'after') return [condition('>', last)];
  if (relation === 'before') return [condition('<', first)];
  if (relation === 'until') return [condition('<=', last)];
  return first === last ? [condition('=', first)] : [condition('>=', first), condition('<=', last)];
}

/** `grew by more than 50%` says what grew only beside a metric. */
function impliedMetric(pieces: Pieces): string | undefined {
  const metric = pieces.frame.words('metric').filter(({ taken }) => !taken)[0];
  const rise = pieces.act('rise', 'fall')[0];
  if (metric && rise) {
    pieces.take(metric, rise);
    return metric.meaning.metric === 'contributors'
      ? 'contributorGrowth'
      : 'commitVelocityChangeRatio';
  }
  if (metric) pieces.take(metric);
  return metric?.meaning.metric;
}
