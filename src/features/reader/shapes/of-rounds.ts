/** Questions about rounds, investors and valuations. */
import type { Condition } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import type { Parts } from '../parts.ts';
import { fewOf, isObject, pick, shown, whereIn } from './deals.ts';
import {
  ask,
  type Draft,
  equals,
  IS_TRACKED,
  LISTED,
  placeOr,
  type Shape,
  shape,
} from './shape.ts';

const ROUND_SHOWN = ['announcedOn', 'amount', 'lead', 'investors'];
const BACKING_SHOWN = ['fund', 'company', 'role', 'round', 'announcedOn'];
const IS_LEAD = equals('role', 'lead');
/** Fields of other rows that a round answers. */
const OF_ROUNDS = ['leads', 'backers', 'lastRound', 'raised', 'lead'];

function roundCondition(parts: Parts): Condition[] {
  const rounds = parts.all('round').map(({ round }) => round);
  return rounds.length === 0 ? [] : [equals('round', ...new Set(rounds))];
}

function roundsOf(parts: Parts): Draft | undefined {
  const own = whereIn('round', parts);
  const isOther = parts.fields.some((name) => !fieldOf('round', name) && !OF_ROUNDS.includes(name));
  const isAsked = parts.has('round') || parts.has('subject:round') || parts.has('act:raise');
  if (!own || !isAsked || isOther) return undefined;
  const isOfSum = parts.has('ask:how much') && !parts.has('round') && !parts.has('latest');
  if (isOfSum && !parts.time && !parts.order) return undefined;
  const [funds, others] = [true, false].map((isFund) =>
    parts.names.filter((name) => name.isFund === isFund).map(({ slug }) => slug),
  );
  const ofFunds = (funds ?? []).map((slug) => equals('investors', slug));
  const where = [...own, ...ofFunds, ...roundCondition(parts)];
  if (parts.has('measure:count'))
    return ask(parts, 'round', { names: others, measure: 'count', where });
  const picked = pick(parts);
  const show = shown(ROUND_SHOWN, picked);
  return ask(parts, 'round', { names: others, where, show, ...picked });
}

function latestRound(parts: Parts): Draft | undefined {
  return parts.fields.includes('lastRound')
    ? ask(parts, 'round', { show: ROUND_SHOWN, limit: parts.number ?? 1, period: undefined })
    : undefined;
}

function raisedBy(parts: Parts): Draft | undefined {
  if (parts.time && parts.time.kind !== 'all') return undefined;
  return ask(parts, 'company', { metric: 'raised', show: ['rounds', 'lastRound', 'lastRoundOn'] });
}

/** Companies that an investor has backed. */
function portfolioOf(parts: Parts): Draft | undefined {
  const role = parts.all('role').find(({ act }) => act === 'backed');
  const funds = role ? role.slugs : parts.slugs;
  if (funds.length === 0) return undefined;
  if (parts.time) {
    if (parts.time.kind === 'all' || !parts.time.from) return undefined;
    const others = parts.where('backing').filter(({ field }) => fieldOf('backing', field));
    const where = [equals('fund', ...funds), ...others];
    return ask(parts, 'backing', { names: [], where, show: BACKING_SHOWN, limit: LISTED });
  }
  const backed = funds.map((slug) => equals('backers', slug));
  const isCount = parts.has('measure:count');
  const others = parts.where('company').filter(({ field }) => field !== 'backers');
  if (others.some(({ field }) => fieldOf('company', field) === undefined)) {
    const weekly = parts.where('startup');
    if (weekly.some(({ field }) => fieldOf('startup', field) === undefined)) return undefined;
    const where = role ? weekly : [...backed, ...weekly];
    const what = isCount
      ? ({ measure: 'count' } as const)
      : ({ operation: 'list', limit: LISTED } as const);
    return ask(parts, 'startup', { names: [], where, ...what });
  }
  const tracked = parts.has('subject:startup') && isCount ? [IS_TRACKED] : [];
  const where = [...tracked, ...backed, ...others];
  return ask(parts, 'company', {
    ...{ names: [], where, ...(isCount ? { measure: 'count' } : { limit: LISTED }) },
  });
}

/** Whether, and in which round, an investor backed a company. */
function backingOf(parts: Parts): Draft | undefined {
  const [first, second] = parts.names;
  if (!first || !second || (parts.has('both') && first.entity === second.entity)) return undefined;
  const [company, fund] = first.entity === 'startup' ? [first, second] : [second, first];
  const isLead = parts.has('act:lead') || parts.has('act:led');
  return backingBetween(company.slug, [fund.slug], isLead, parts);
}

function backingBetween(
  company: string,
  funds: readonly string[],
  isLead: boolean,
  parts: Parts,
): Draft {
  return ask(parts, 'backing', {
    ...{ names: [company], show: BACKING_SHOWN, limit: LISTED, period: undefined, checks: [] },
    where: [equals('fund', ...funds), ...(isLead ? [IS_LEAD] : []), ...roundCondition(parts)],
  });
}

function backedByOne(parts: Parts): Draft | undefined {
  const [role] = parts.all('role');
  const [name] = parts.names;
  return role && name && backingBetween(name.slug, role.slugs, role.act === 'led', parts);
}

function ledBy(parts: Parts): Draft | undefined {
  const role = parts.all('role').find(({ act }) => act === 'led');
  const fund = role?.slugs[0] ?? parts.names[0]?.slug;
  if (fund === undefined) return undefined;
  const others = parts.where('backing').filter(({ field }) => fieldOf('backing', field));
  const where = [equals('fund', fund), IS_LEAD, ...others, ...roundCondition(parts)];
  if (parts.has('measure:count'))
    return ask(parts, 'backing', { names: [], measure: 'count', where });
  const limit = parts.has('latest') ? 1 : LISTED;
  return ask(parts, 'backing', { names: [], where, show: BACKING_SHOWN, limit });
}

function leadOf(parts: Parts): Draft | undefined {
  if (parts.names[0]?.isFund) return ledBy(parts);
  const where = roundCondition(parts);
  const isOfLast =
    ['latest', 'subject:round'].some((key) => parts.has(key)) || parts.fields.includes('lastRound');
  const isOne = isOfLast && where.length === 0 && !parts.isPlural && !parts.time;
  return ask(parts, 'round', { where, show: ROUND_SHOWN, limit: isOne ? 1 : undefined });
}

function backersOf(parts: Parts): Draft | undefined {
  const isOfInvestors = parts.has('subject:fund') || parts.fields.includes('backers');
  // The investors themselves are asked for, and no number of the company.
  if (isOfInvestors && parts.has('ask:which') && parts.has('act') && !parts.has('round')) {
    const where = parts.slugs.map((slug) => equals('backed', slug));
    return ask(parts, 'fund', { names: [], where, limit: LISTED });
  }
  if (parts.has('round') || (parts.has('latest') && !parts.has('subject:fund')))
    return leadOf(parts);
  return ask(parts, 'company', { metric: 'backers', show: ['leads', 'raised', 'lastRound'] });
}

/** The investor is a fund before the verb, or after a passive. A company's investors are asked for. */
function backing(parts: Parts): Draft | undefined {
  const isStartup = parts.names[0]?.entity === 'startup';
  const isWhich = parts.has('ask:which');
  const isOfInvestors =
    ['ask:who', 'subject:fund'].some((key) => parts.has(key)) || parts.fields.includes('backers');
  const isObjectOf = parts.has('act:back') && isObject(parts, 'act:back') && !isWhich;
  const isBacked = isStartup && (parts.has('act:backed') || !isWhich || isObjectOf);
  return isOfInvestors || isBacked ? backersOf(parts) : portfolioOf(parts);
}

function coinvestors(parts: Parts): Draft | undefined {
  if (parts.names.length > 1 && parts.names.every(({ entity }) => entity === 'startup'))
    return inCommon(parts);
  const where = parts.slugs.map((slug) => equals('coinvestors', slug));
  return ask(parts, 'fund', { names: [], where, limit: LISTED });
}

/** Investors of all that are named, or companies that all named investors have backed. */
function inCommon(parts: Parts): Draft | undefined {
  const isOfCompanies = parts.names.every(({ entity }) => entity === 'startup');
  const where = parts.slugs.map((slug) => equals(isOfCompanies ? 'backed' : 'backers', slug));
  return ask(parts, isOfCompanies ? 'fund' : 'company', {
    ...{ names: [], where, limit: LISTED, reads: 'both' },
  });
}

function sharedBackers(parts: Parts): Draft | undefined {
  const isOfInvestors = parts.fields.every((name) => /^(?:backers|leads|companies)$/.test(name));
  const areFunds = parts.names.every(({ entity }) => entity === 'organization');
  return isOfInvestors && (parts.has('both') || areFunds) ? inCommon(parts) : undefined;
}

function allRounds(parts: Parts): Draft | undefined {
  const own = whereIn('round', parts);
  if (!own || parts.time?.kind === 'all' || parts.has('subject:fund')) return undefined;
  const rounds = roundCondition(parts);
  const isSaid = parts.has('subject:round') || parts.has('act:raise');
  // A seed startup is one at that stage.
  const isStage = rounds.some(({ values }) => !String(values[0]).startsWith('Series'));
  if (!isSaid && (parts.has('subject:startup') || parts.has('order')) && isStage) return undefined;
  const isOfWeeks = [...parts.fields, parts.order?.field ?? ''].some(
    (name) => fieldOf('startup', name)?.isWeekly,
  );
  if ((!isSaid && !parts.has('round')) || isOfWeeks) return undefined;
  const others = own.filter(
    ({ field }) => field !== 'tracked' && !(rounds.length > 0 && field === 'roundStage'),
  );
  const where = [...others, ...rounds];
  const { measure } = parts;
  const currency = parts.all('condition').find((one) => one.currency)?.currency;
  if (measure === 'count') return ask(parts, 'round', { measure, where, currency });
  if (measure ? measure !== 'share' : parts.has('ask:how much') && !parts.order)
    return ask(parts, 'round', { measure: measure ?? 'sum', metric: 'amount', where, currency });
  const picked = pick(parts);
  if (where.length === 0 && !parts.time && Object.keys(picked).length === 0) return undefined;
  const show = shown(ROUND_SHOWN, picked);
  return ask(parts, 'round', { where, show, limit: LISTED, ...picked, currency });
}

function fundsRanked(parts: Parts): Draft | undefined {
  const isOfLeads =
    ['act:lead', 'act:led'].some((key) => parts.has(key)) || parts.fields.includes('roundsLed');
  const metric = isOfLeads ? 'roundsLed' : parts.has('subject:round') ? 'rounds' : 'companies';
  const { sectors, order, nth } = parts;
  const where = sectors.length === 0 ? [] : [equals('sectors', ...sectors)];
  if (parts.time) return undefined;
  if (order !== undefined || nth !== undefined)
    return ask(parts, 'fund', {
      ...{ operation: 'rank', metric, where, order: order?.order },
      ...placeOr(fewOf(parts), parts),
    });
  if (parts.has('measure:count')) return ask(parts, 'fund', { measure: 'count', where });
  return where.length === 0 ? undefined : ask(parts, 'fund', { where, limit: LISTED });
}

function valuedOf(parts: Parts): Draft | undefined {
  if (!parts.fields.includes('valuation') && !parts.has('subject:valuation')) return undefined;
  return parts.time
    ? ask(parts, 'valuation', { show: ['amount', 'announcedOn'] })
    : ask(parts, 'company', { metric: 'valuation', show: ['valuedOn'] });
}

const FUND_SHOWN = ['kind', 'backers', 'raised', 'lastRound', 'acquiredBy', 'acquired'];

function fundProfile(parts: Parts): Draft | undefined {
  if (parts.names[0]?.entity !== 'organization' || parts.has('subject:startup')) return undefined;
  const isSaid = parts.items.length === 1 || parts.has('ask:profile');
  return ask(parts, 'company', { show: FUND_SHOWN, supplied: isSaid ? 0.3 : 1 });
}

function startupsOf(parts: Parts): Draft | undefined {
  const draft = parts.names[0]?.entity === 'organization' ? portfolioOf(parts) : undefined;
  return draft && { ...draft, supplied: 0.3 };
}

export const ROUND_SHAPES: readonly Shape[] = [
  shape('rounds of a company', 'name1 round|subject:round|act:raise|latest|order', roundsOf),
  shape('latest round', 'name1 field', latestRound),
  shape('raised', 'name1 act:raise', raisedBy),
  shape('backing', 'name1 act:back|act:backed|subject:fund', backing),
  shape('backed by', 'name0 role:backed', portfolioOf),
  shape('one backed another', 'name2 act:back|act:backed|act:lead|act:led|subject:fund', backingOf),
  shape('backed by one', 'name1 role:backed|role:led', backedByOne),
  shape('rounds led by', 'name1 act:lead|act:led', leadOf),
  shape('led by', 'name0 role:led', ledBy),
  shape('coinvestors', 'name1|name2 act:co-invest', coinvestors),
  shape('in common', 'name2+ both|subject:fund|act:back|act:backed|field', sharedBackers),
  shape('rounds of all', 'name0 subject:round|round|act:raise|act:lead', allRounds),
  shape('funds', 'name0 subject:fund', fundsRanked),
  shape('valuation', 'name1 field|subject:valuation', valuedOf),
  shape('startups of an investor', 'name1 subject:startup|sector|value', startupsOf),
  shape('organization', 'name1', fundProfile),
];
