/** Questions about sectors, whose numbers are those of their startups together. */
import type { Measure } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import type { Parts } from '../parts.ts';
import { ask, type Draft, FEW, LISTED, placeOr, type Shape, shape } from './shape.ts';

/** The number that sectors are ordered or compared by, and what it costs to supply it. */
function measuredBy(parts: Parts, isBySize: boolean, cost: number) {
  const named = parts.more?.field ?? parts.order?.field ?? parts.fields.find(isOfSectors);
  const metric = named ?? (isBySize ? 'startups' : 'scoreComposite');
  return {
    metric,
    measure: metric === 'startups' ? undefined : averageOf(parts),
    supplied: named === undefined && !isBySize ? cost : 0,
  };
}

const isOfSectors = (name: string) => fieldOf('sector', name) !== undefined;

/** The average or sum over the startups of a sector, if one is asked for. */
function averageOf({ measure }: Parts): Measure | undefined {
  return measure === 'mean' || measure === 'median' || measure === 'sum' ? measure : undefined;
}

function sectorsRanked(parts: Parts): Draft | undefined {
  const { order, nth, number } = parts;
  const isList = !order && nth === undefined;
  const limit = number ?? (isList ? LISTED : parts.says('pluralSector') ? FEW : 1);
  return ask(parts, 'sector', {
    operation: 'rank',
    order: order?.order,
    ...placeOr(limit, parts),
    ...measuredBy(parts, parts.has('subject:startup') || parts.says('size'), isList ? 0.5 : 0.3),
  });
}

function sectorsListed(parts: Parts): Draft | undefined {
  const where = parts.all('condition').flatMap((one) => one.conditions);
  if (parts.measure === 'count' && where.length === 0)
    return ask(parts, 'sector', { measure: 'count', period: undefined });
  const metric = where[0]?.field;
  return ask(parts, 'sector', { operation: 'list', where, metric, period: undefined });
}

const sectorsCompared = (parts: Parts): Draft | undefined =>
  ask(parts, 'sector', {
    operation: 'compare',
    names: parts.sectors,
    ...measuredBy(parts, parts.has('subject:startup', 'measure:count'), 1),
  });

export const SECTOR_SHAPES: readonly Shape[] = [
  shape(
    'ranking of sectors',
    'name0 subject:sector !sector order|nth|field|move time1 !time:since',
    sectorsRanked,
  ),
  shape('list of sectors', 'name0 subject:sector', sectorsListed),
  shape('comparison of sectors', 'name0 sectors', sectorsCompared),
];
