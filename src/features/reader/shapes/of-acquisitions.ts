/** Questions about acquisitions, and what became of companies. */
import { fieldOf } from '../../query/query-fields.ts';
import type { Parts } from '../parts.ts';
import { deals, fewOf, whereIn } from './deals.ts';
import {
  ask,
  type Draft,
  equals,
  IS_TRACKED,
  isWeekly,
  placeOr,
  type Shape,
  shape,
} from './shape.ts';

/** The buyer, if there is one, and the price. */
const soldOf = (parts: Parts): Draft | undefined =>
  deals(parts, 'acquisition', { reads: parts.has('act:own') ? 'owner' : undefined });

/** `X acquired Y`: the one before the verb buys; in the passive, the one after it. */
function boughtBetween(parts: Parts): Draft | undefined {
  // `A or B, more deals?`
  if (parts.has('or', 'more', 'versus')) return undefined;
  const [first = '', second = ''] = parts.slugs;
  const [from = 0, to = 0] = parts.items
    .filter(({ meaning }) => meaning.kind === 'name')
    .map((item) => item.from);
  const passive = parts.place('act:acquired');
  const isPassive = parts.has('role:acquired') || (passive > from && passive < to);
  const [sold, buyer] = isPassive ? [first, second] : [second, first];
  return deals(parts, 'acquisition', {
    names: [sold],
    where: [equals('acquirer', buyer)],
    period: undefined,
    checks: [],
    reads: 'owner',
  });
}

const buyersIn = (parts: Parts) => parts.all('role').find(({ act }) => act === 'acquired')?.slugs;

/** The acquisitions of one buyer: the name is the buyer's where it stands before an active verb. */
function boughtBy(parts: Parts): Draft | undefined {
  const [buyer, ...others] = buyersIn(parts) ?? parts.slugs;
  if (buyer === undefined || others.length > 0) return undefined;
  const where = parts
    .where('acquisition')
    .filter(({ field }) => field !== 'acquirer' && fieldOf('acquisition', field));
  return deals(parts, 'acquisition', { names: [], where: [equals('acquirer', buyer), ...where] });
}

function boughtOrBuyer(parts: Parts): Draft | undefined {
  const isBuyer = parts.all('act').some(({ isBy }) => isBy) || parts.says('deeds');
  const isPassive = parts.says('passive') && !parts.says('active');
  // In the active voice, the name after the verb is the object's.
  const name = parts.items.find(({ meaning }) => meaning.kind === 'name')?.from ?? -1;
  const isObject = name > parts.place('act:acquire');
  const isSold = isPassive || (isObject && !parts.has('measure:count'));
  return isSold && !isBuyer && parts.has('act:acquire') ? soldOf(parts) : boughtBy(parts);
}

function allAcquisitions(parts: Parts): Draft | undefined {
  const where = whereIn('acquisition', parts)?.filter(({ field }) => field !== 'status');
  const isOfWeeks = [parts.order?.field ?? '', ...parts.fields].some(isWeekly);
  const asksBuyer = parts.has('ask:who') && !parts.has('subject:acquisition', 'act:acquired');
  const isOfBuyers = parts.has('order') && (asksBuyer || parts.fields.includes('acquirer'));
  if (!where || isOfWeeks || isOfBuyers) return undefined;
  const isCovered = parts.says('covered');
  // The number of startups, and not of their acquisitions.
  if (parts.has('measure:count') && !parts.time && (isCovered || parts.has('subject:startup')))
    return ask(parts, isCovered ? 'startup' : 'company', {
      measure: 'count',
      where: [...(isCovered ? [] : [IS_TRACKED]), equals('status', 'acquired'), ...where],
    });
  // Startups that are followed have exits, with what became of them.
  const isOfTracked = parts.has('subject:startup') && !parts.has('subject:acquisition', 'order');
  return isOfTracked ? exitsOf(parts, 'acquired') : deals(parts, 'acquisition', { where });
}

/** Conditions that every exit meets, or that its kind stands for. */
const OF_EXITS: ReadonlySet<string> = new Set(['exitKind', 'status', 'tracked']);

function exitsOf(parts: Parts, ofAct?: string): Draft | undefined {
  const ofVerb = parts.has('act:close') ? 'closed' : parts.has('act:merge') ? 'merged' : undefined;
  const kind = ofAct ?? kindsIn(parts)[0] ?? ofVerb;
  const others = parts.where('exit').filter(({ field }) => !OF_EXITS.has(field));
  const where = kind === undefined ? others : [equals('exitKind', kind), ...others];
  return deals(parts, 'exit', { where });
}

const kindsIn = (parts: Parts) =>
  parts.all('value').flatMap(({ field, values }) => (field === 'exitKind' ? values : []));

/** The fate of companies, and not who bought them. */
function exits(parts: Parts): Draft | undefined {
  const isMerged = parts.has('act:merge') && parts.has('subject', 'ask:which');
  const isNamed = parts.has('act:exit', 'act:close', 'subject:exit');
  return isNamed || isMerged || kindsIn(parts).length > 0 ? exitsOf(parts) : undefined;
}

function fateOf(parts: Parts): Draft | undefined {
  const isAsked = parts.has('act') || kindsIn(parts).length > 0;
  const isPlain = parts.where('exit').every(({ field }) => field === 'exitKind');
  return isAsked && isPlain ? exitsOf(parts) : undefined;
}

function acquirersRanked(parts: Parts): Draft | undefined {
  const isOfBuyers = parts.has('subject:acquirer', 'ask:who') || parts.fields.includes('acquirer');
  if (!isOfBuyers) return undefined;
  if (!parts.has('order', 'nth')) return ask(parts, 'acquirer', { measure: 'count' });
  const which = placeOr(fewOf(parts), parts);
  return ask(parts, 'acquirer', { operation: 'rank', metric: 'acquisitions', ...which });
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
  shape(
    'acquisitions of all',
    'name0 !measure:share subject:acquisition|act:acquired|act:acquire',
    allAcquisitions,
  ),
  shape('exits', 'name0 act:exit|act:close|act:merge|subject:exit|value', exits),
  shape('fate', 'name1|name2+ act:exit|act:close|act:merge|subject:exit|value', fateOf),
  shape(
    'acquirers',
    'name0 subject:acquirer|act:acquire|subject:acquisition order|measure:count|nth',
    acquirersRanked,
  ),
];
