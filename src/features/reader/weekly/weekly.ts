/** Questions about the numbers of weeks. */
import { isoDay } from '../../../lib/period.ts';
import type { Condition } from '../../query/query.ts';
import { thresholds } from '../conditions.ts';
import type { PieceOf } from '../frame.ts';
import type { Draft, Pieces } from '../pieces.ts';
import { ofAll } from './all-startups.ts';
import { ofStartups } from './named-startups.ts';

export function composeWeekly(pieces: Pieces): Draft | undefined {
  if (pieces.frame.words('isProse').length > 0) return undefined;
  pieces.takeAll('isBoth');
  pieces.takeAll('isLatest');
  const startups = pieces.entities('startup');
  const organizations = pieces.entities('organization');
  const list: Condition[] = [];
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
  for (const [index, { condition, field }] of bounds.entries()) {
    // "more than 50 and fewer than 100 commits" says once what is counted
    const later = bounds.slice(index + 1).find((bound) => bound.field !== undefined);
    const known = field ?? impliedMetric(pieces) ?? later?.field;
    if (known === undefined) return undefined;
    list.push({ field: known, ...condition });
  }
  const founded = foundedIn(pieces, startups.length > 0);
  if (founded === undefined) return undefined;
  list.push(...founded);
  if (startups.length > 0) return ofStartups(pieces, startups, list);
  return ofAll(pieces, list);
}

/** `Y Combinator startups`: a fund in front of whom it backs. */
function isFundOfStartups(pieces: Pieces, piece: PieceOf<'entity'>): boolean {
  const { slug } = piece.entity;
  const behind = pieces.beside(piece, 1);
  return (
    behind?.kind === 'words' &&
    behind.meaning.subject === 'startup' &&
    pieces.registry.organizations.some((one) => one.slug === slug && one.kind === 'fund')
  );
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
