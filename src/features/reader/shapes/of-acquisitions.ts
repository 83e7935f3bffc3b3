/** Questions about acquisitions, and what became of companies. */
import type { Condition } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import type { Parts } from '../parts.ts';
import { fewOf, isObject, pick, shown, whereIn } from './deals.ts';
import { ask, type Draft, equals, LISTED, placeOr, type Shape, shape } from './shape.ts';

const ACQUISITION_SHOWN = ['acquirer', 'acquired', 'announcedOn', 'closedOn', 'amount', 'state'];
const EXIT_SHOWN = ['company', 'exitKind', 'by', 'announcedOn', 'amount'];

/** The buyer, if there is one, and the price. */
function soldOf(parts: Parts): Draft {
  const reads = parts.has('act:own') ? 'owner' : undefined;
  return ask(parts, 'acquisition', { show: ACQUISITION_SHOWN, limit: LISTED, reads });
}

/** `X acquired Y`: the one before the verb buys; in the passive, the one after it. */
function boughtBetween(parts: Parts): Draft | undefined {
  const [first, second] = parts.names;
  if (!first || !second) return undefined;
  const [from = 0, to = 0] = parts.items.flatMap((item) =>
    item.meaning.kind === 'name' ? [item.from] : [],
  );
  const passive = parts.place('act:acquired');
  const isPassive = parts.has('role:acquired') || (passive > from && passive < to);
  const [buyer, sold] = isPassive ? [second, first] : [first, second];
  return takeover(sold.slug, [buyer.slug], parts);
}

/** Whether one of the buyers bought the company. */
function takeover(sold: string, buyers: readonly string[], parts: Parts): Draft {
  return ask(parts, 'acquisition', {
    ...{ names: [sold], where: [equals('acquirer', ...buyers)], show: ACQUISITION_SHOWN },
    ...{ limit: LISTED, period: undefined, checks: [], reads: 'owner' },
  });
}

function boughtByOne(parts: Parts): Draft | undefined {
  const [role] = parts.all('role');
  const [name] = parts.names;
  return role && name && takeover(name.slug, role.slugs, parts);
}

/** The acquisitions of one buyer: the name is the buyer's where it stands before an active verb. */
function boughtBy(parts: Parts): Draft | undefined {
  const role = parts.all('role').find(({ act }) => act === 'acquired');
  const buyer = role?.slugs[0] ?? parts.names[0]?.slug;
  if (buyer === undefined || (role && role.slugs.length > 1)) return undefined;
  const others = parts
    .where('acquisition')
    .filter(({ field }) => field !== 'acquirer' && fieldOf('acquisition', field));
  const where = [equals('acquirer', buyer), ...others];
  return parts.has('measure:count') && !parts.has('ask:which')
    ? ask(parts, 'acquisition', { names: [], measure: 'count', where })
    : acquisitionsIn(where, parts);
}

function acquisitionsIn(where: Condition[], parts: Parts): Draft {
  const picked = pick(parts);
  const show = shown(ACQUISITION_SHOWN, picked);
  return ask(parts, 'acquisition', { names: [], where, show, limit: LISTED, ...picked });
}

function boughtOrBuyer(parts: Parts): Draft | undefined {
  const isBuyer = parts.all('act').some(({ isBy }) => isBy) || parts.isOfAct;
  const isSold = parts.isPassive || (isObject(parts, 'act:acquire') && !parts.has('measure:count'));
  return isSold && !isBuyer && parts.has('act:acquire') ? soldOf(parts) : boughtBy(parts);
}

function allAcquisitions(parts: Parts): Draft | undefined {
  const where = whereIn('acquisition', parts)?.filter(({ field }) => field !== 'status');
  const isOfWeeks = [parts.order?.field, ...parts.fields].some(
    (name) => name !== undefined && fieldOf('startup', name)?.isWeekly,
  );
  if (!where || isOfWeeks || parts.has('measure:share')) return undefined;
  // Startups that are followed have exits, with what became of them.
  const isOfTracked = parts.has('subject:startup') && !parts.has('subject:acquisition');
  if (isOfTracked && pick(parts).metric === undefined) return exitsOf(parts, 'acquired');
  return parts.has('measure:count')
    ? ask(parts, 'acquisition', { measure: 'count', where })
    : acquisitionsIn(where, parts);
}

const kindsIn = (parts: Parts) =>
  parts.all('value').flatMap(({ field, values }) => (field === 'exitKind' ? values : []));

function exitsOf(parts: Parts, ofAct?: string): Draft | undefined {
  const ofVerb = parts.has('act:close') ? 'closed' : parts.has('act:merge') ? 'merged' : undefined;
  const kind = ofAct ?? kindsIn(parts)[0] ?? ofVerb;
  const others = parts
    .where('exit')
    .filter(({ field }) => field !== 'exitKind' && field !== 'status' && field !== 'tracked');
  if (others.some(({ field }) => fieldOf('exit', field) === undefined)) return undefined;
  const where = [...(kind === undefined ? [] : [equals('exitKind', kind)]), ...others];
  if (parts.has('measure:count')) return ask(parts, 'exit', { measure: 'count', where });
  const limit = parts.has('latest') && parts.names.length === 0 ? fewOf(parts) : LISTED;
  return ask(parts, 'exit', { where, show: EXIT_SHOWN, limit });
}

/** Whether what became of companies is asked for, and not who bought them. */
function asksExits(parts: Parts): boolean {
  const isMerged = parts.has('act:merge') && (parts.has('subject') || parts.has('ask:which'));
  const isNamed = ['act:exit', 'act:close', 'subject:exit'].some((key) => parts.has(key));
  return isNamed || isMerged || kindsIn(parts).length > 0;
}

function acquirersRanked(parts: Parts): Draft | undefined {
  if (!parts.has('subject:acquirer') && !parts.has('ask:who')) return undefined;
  if (parts.measure === 'count' && !parts.order)
    return ask(parts, 'acquirer', { measure: 'count' });
  if (!parts.order && parts.nth === undefined) return undefined;
  const which = placeOr(fewOf(parts), parts);
  return ask(parts, 'acquirer', { operation: 'rank', metric: 'acquisitions', ...which });
}

function fateOf(parts: Parts): Draft | undefined {
  const isAsked = parts.has('act') || kindsIn(parts).length > 0;
  const isPlain = parts.where('exit').every(({ field }) => field === 'exitKind');
  return isAsked && isPlain ? exitsOf(parts) : undefined;
}

export const ACQUISITION_SHAPES: readonly Shape[] = [
  shape('sold', 'name1 act:acquired|act:own|subject:acquirer', soldOf),
  shape('bought or buyer', 'name1 act:acquire|subject:acquisition', boughtOrBuyer),
  shape('bought by', 'name0 role:acquired', boughtBy),
  shape(
    'one bought another',
    'name2 act:acquire|act:acquired|act:own|subject:acquisition',
    boughtBetween,
  ),
  shape('one was bought by another', 'name1 role:acquired', boughtByOne),
  shape(
    'acquisitions of all',
    'name0 subject:acquisition|act:acquired|act:acquire',
    allAcquisitions,
  ),
  shape('exits', 'name0 act:exit|act:close|act:merge|subject:exit|value', (parts) =>
    asksExits(parts) ? exitsOf(parts) : undefined,
  ),
  shape('fate', 'name1|name2+ act:exit|act:close|act:merge|subject:exit|value', fateOf),
  shape(
    'acquirers',
    'name0 subject:acquirer|act:acquire|subject:acquisition order|measure:count|nth',
    acquirersRanked,
  ),
];
