/** Questions about acquisitions, and what became of companies. */
import type { Condition, WrittenQuery } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import type { Parts } from '../parts.ts';
import { countOf, fewOf, isObject, pick, shown, whereIn } from './deals.ts';
import { type Draft, equals, LISTED, placeOr, query, type Shape } from './shape.ts';

const ACQUISITION_SHOWN = ['acquirer', 'acquired', 'announcedOn', 'closedOn', 'amount', 'state'];

const EXIT_SHOWN = ['company', 'exitKind', 'by', 'announcedOn', 'amount'];

/** The buyer, if there is one, and the price. */
function soldOf(parts: Parts): Draft | undefined {
  return {
    query: query({
      subject: 'acquisition',
      names: parts.slugs,
      show: ACQUISITION_SHOWN,
      limit: LISTED,
      ...parts.when('acquisition'),
    }),
    ...(parts.has('act:own') && { reads: 'owner' as const }),
  };
}

/** `X acquired Y`: the one before the verb buys; in the passive, the one after it. */
function boughtBetween(parts: Parts): Draft | undefined {
  const [first, second] = parts.names;
  if (!first || !second) return undefined;
  const role = parts.all('role').find(({ act }) => act === 'acquired');
  const passive = parts.items.find(
    ({ meaning }) => meaning.kind === 'act' && meaning.act === 'acquired',
  );
  const places = parts.items
    .filter(({ meaning }) => meaning.kind === 'name')
    .map(({ from }) => from);
  const isPassive =
    passive !== undefined && passive.from > (places[0] ?? 0) && passive.from < (places[1] ?? 0);
  const [buyer, sold] = role || isPassive ? [second, first] : [first, second];
  return takeover(sold.slug, [buyer.slug]);
}

/** Whether one of the buyers bought the company. */
function takeover(sold: string, buyers: readonly string[]): Draft {
  return {
    query: query({
      subject: 'acquisition',
      names: [sold],
      where: [equals('acquirer', ...buyers)],
      show: ACQUISITION_SHOWN,
      limit: LISTED,
    }),
    checks: [],
    reads: 'owner',
  };
}

/** The acquisitions of one buyer: the name is the buyer's where it stands before an active verb. */
function boughtBy(parts: Parts): Draft | undefined {
  const role = parts.all('role').find(({ act }) => act === 'acquired');
  const [name] = parts.names;
  const buyer = role?.slugs[0] ?? name?.slug;
  if (buyer === undefined || (role && role.slugs.length > 1)) return undefined;
  const own = equals('acquirer', buyer);
  const others = parts
    .where('acquisition')
    .filter(({ field }) => field !== 'acquirer' && fieldOf('acquisition', field));
  const where = [own, ...others];
  return parts.has('measure:count') && !parts.has('ask:which')
    ? countOf('acquisition', parts, { where })
    : acquisitionsIn(where, pick(parts), parts);
}

function acquisitionsIn(where: Condition[], picked: Partial<WrittenQuery>, parts: Parts): Draft {
  return {
    query: query({
      subject: 'acquisition',
      where,
      show: shown(ACQUISITION_SHOWN, picked),
      limit: LISTED,
      ...picked,
      ...parts.when('acquisition'),
    }),
  };
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
  const picked = pick(parts);
  // Startups that are followed have exits, with what became of them.
  const isOfTracked =
    parts.has('subject:startup') &&
    !parts.has('subject:acquisition') &&
    picked.metric === undefined;
  if (isOfTracked) return exitsOf(parts, 'acquired');
  return parts.has('measure:count')
    ? countOf('acquisition', parts, { where })
    : acquisitionsIn(where, picked, parts);
}

function exitsOf(parts: Parts, kind?: string): Draft | undefined {
  const kinds = parts
    .all('value')
    .filter(({ field }) => field === 'exitKind')
    .flatMap(({ values }) => values);
  const named =
    kind ??
    kinds[0] ??
    (parts.has('act:close') ? 'closed' : parts.has('act:merge') ? 'merged' : undefined);
  const others = parts
    .where('exit')
    .filter(({ field }) => field !== 'exitKind' && field !== 'status' && field !== 'tracked');
  if (others.some(({ field }) => fieldOf('exit', field) === undefined)) return undefined;
  const where = [...(named == null ? [] : [equals('exitKind', named)]), ...others];
  const names = parts.slugs;
  if (parts.has('measure:count')) return countOf('exit', parts, { where });
  return {
    query: query({
      subject: 'exit',
      names,
      where,
      show: EXIT_SHOWN,
      limit: parts.has('latest') && names.length === 0 ? fewOf(parts) : LISTED,
      ...parts.when('exit'),
    }),
  };
}

function acquirersRanked(parts: Parts): Draft | undefined {
  if (parts.measure === 'count' && !parts.order)
    return { query: query({ subject: 'acquirer', measure: 'count' }) };
  if (!parts.order && parts.nth === undefined) return undefined;
  return {
    query: query({
      subject: 'acquirer',
      operation: 'rank',
      metric: 'acquisitions',
      ...placeOr(fewOf(parts), parts),
    }),
  };
}

function fateOf(parts: Parts): Draft | undefined {
  return parts.where('exit').every(({ field }) => field === 'exitKind')
    ? exitsOf(parts)
    : undefined;
}

export const ACQUISITION_SHAPES: readonly Shape[] = [
  {
    name: 'sold',
    needs: 'name1 act:acquired|act:own|subject:acquirer',
    build: soldOf,
  },
  {
    name: 'bought or buyer',
    needs: 'name1 act:acquire|subject:acquisition',
    build: boughtOrBuyer,
  },
  {
    name: 'bought by',
    needs: 'name1|nobody role:acquired',
    build: (parts) => (parts.names.length > 0 ? undefined : boughtBy(parts)),
  },
  {
    name: 'one bought another',
    needs: 'name2 act:acquire|act:acquired|act:own|subject:acquisition',
    build: boughtBetween,
  },
  {
    name: 'one was bought by another',
    needs: 'name1 role:acquired',
    build: (parts) => {
      const [role] = parts.all('role');
      const [name] = parts.names;
      return role && name && takeover(name.slug, role.slugs);
    },
  },
  {
    name: 'acquisitions of all',
    needs: 'nobody subject:acquisition|act:acquired|act:acquire',
    build: allAcquisitions,
  },
  {
    name: 'exits',
    needs: 'nobody act:exit|act:close|act:merge|subject:exit|value',
    build: (parts) =>
      parts.has('act:exit') ||
      parts.has('act:close') ||
      (parts.has('act:merge') && (parts.has('subject') || parts.has('ask:which'))) ||
      parts.has('subject:exit') ||
      parts.all('value').some(({ field }) => field === 'exitKind')
        ? exitsOf(parts)
        : undefined,
  },
  {
    name: 'fate',
    needs: 'name1|name2+ act:exit|act:close|act:merge|subject:exit|value',
    build: (parts) =>
      parts.has('act') || parts.all('value').some(({ field }) => field === 'exitKind')
        ? fateOf(parts)
        : undefined,
  },
  {
    name: 'acquirers',
    needs: 'nobody subject:acquirer|act:acquire|subject:acquisition order|measure:count|nth',
    build: (parts) =>
      parts.has('subject:acquirer') || parts.has('ask:who') ? acquirersRanked(parts) : undefined,
  },
];
