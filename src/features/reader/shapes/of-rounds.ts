/** Questions about rounds, investors and valuations. */
import type { Condition } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import type { Parts } from '../parts.ts';
import { deals, fewOf, whereIn } from './deals.ts';
import {
  ask,
  type Draft,
  equals,
  FEW,
  IS_TRACKED,
  isWeekly,
  LISTED,
  placeOr,
  type Shape,
  shape,
} from './shape.ts';

const IS_LEAD = equals('role', 'lead');
/** Fields of other rows that a round answers. */
const OF_ROUNDS: ReadonlySet<string> = new Set(['leads', 'backers', 'lastRound', 'raised', 'lead']);

function roundCondition(parts: Parts): Condition[] {
  const rounds = parts.all('round').map(({ round }) => round);
  return rounds.length === 0 ? [] : [equals('round', ...new Set(rounds))];
}

function roundsOf(parts: Parts): Draft | undefined {
  const own = whereIn('round', parts);
  const isOther = parts.fields.some((name) => !fieldOf('round', name) && !OF_ROUNDS.has(name));
  const isSum = parts.has('ask:how much') && !parts.has('round', 'latest', 'order') && !parts.time;
  if (!own || !parts.has('round', 'subject:round', 'act:raise') || isOther || isSum)
    return undefined;
  const slugsOf = (isFund: boolean) =>
    parts.names.filter((name) => name.isFund === isFund).map(({ slug }) => slug);
  const ofFunds = slugsOf(true).map((slug) => equals('investors', slug));
  const where = [...own, ...ofFunds, ...roundCondition(parts)];
  return deals(parts, 'round', { names: slugsOf(false), where });
}

function latestRound(parts: Parts): Draft | undefined {
  return parts.fields.includes('lastRound')
    ? deals(parts, 'round', { limit: parts.number ?? 1, period: undefined })
    : undefined;
}

const raisedBy = (parts: Parts): Draft | undefined =>
  ask(parts, 'company', { metric: 'raised', show: ['rounds', 'lastRound', 'lastRoundOn'] });

/** Companies that an investor has backed. */
function portfolioOf(parts: Parts): Draft | undefined {
  const funds = parts.all('role').find(({ act }) => act === 'backed')?.slugs ?? parts.slugs;
  if (funds.length === 0) return undefined;
  if (parts.time || parts.has('latest')) {
    const others = parts.where('backing').filter(({ field }) => fieldOf('backing', field));
    const where = [equals('fund', ...funds), ...others];
    return parts.time?.kind !== 'until' ? deals(parts, 'backing', { names: [], where }) : undefined;
  }
  const isCount = parts.has('measure:count');
  const tracked = isCount && parts.has('subject:startup') ? [IS_TRACKED] : [];
  const backed = funds.map((slug) => equals('backers', slug));
  const ofSubject = (subject: 'company' | 'startup', ...also: Condition[]) =>
    ask(parts, subject, {
      names: [],
      where: [
        ...also,
        ...backed,
        ...parts.where(subject).filter(({ field }) => field !== 'backers'),
      ],
      measure: isCount ? 'count' : undefined,
      limit: isCount ? undefined : LISTED,
    });
  return ofSubject('company', ...tracked) ?? ofSubject('startup');
}

/** Whether, and in which round, an investor backed a company. */
function backingOf(parts: Parts): Draft | undefined {
  const [first, second] = parts.names;
  if (!first || !second || (parts.has('both') && first.entity === second.entity)) return undefined;
  const [company, fund] = first.entity === 'startup' ? [first, second] : [second, first];
  const lead = parts.has('act:lead', 'act:led') ? [IS_LEAD] : [];
  const where = [equals('fund', fund.slug), ...lead, ...roundCondition(parts)];
  return deals(parts, 'backing', { names: [company.slug], where, period: undefined, checks: [] });
}

function ledBy(parts: Parts): Draft | undefined {
  const role = parts.all('role').find(({ act }) => act === 'led');
  const fund = role?.slugs[0] ?? parts.slugs[0];
  if (fund === undefined) return undefined;
  const others = parts.where('backing').filter(({ field }) => fieldOf('backing', field));
  const where = [equals('fund', fund), IS_LEAD, ...others, ...roundCondition(parts)];
  return deals(parts, 'backing', { names: [], where });
}

function leadOf(parts: Parts): Draft | undefined {
  if (parts.names[0]?.isFund) return ledBy(parts);
  const where = roundCondition(parts);
  const isOfLast = parts.has('latest', 'subject:round') || parts.fields.includes('lastRound');
  const isOne = isOfLast && where.length === 0 && !parts.says('plural') && !parts.time;
  return deals(parts, 'round', { where, limit: isOne ? 1 : undefined });
}

function backersOf(parts: Parts): Draft | undefined {
  if (parts.has('round') || (parts.has('latest') && !parts.has('subject:fund')))
    return leadOf(parts);
  return ask(parts, 'company', { metric: 'backers', show: ['leads', 'raised', 'lastRound'] });
}

/** The investor is a fund before the verb, or after a passive. A company's investors are asked for. */
function backing(parts: Parts): Draft | undefined {
  const isWhich = parts.has('ask:which');
  const isOfInvestors = parts.has('ask:who', 'subject:fund') || parts.fields.includes('backers');
  const isBacked = parts.startups.length > 0 && (parts.has('act:backed') || !isWhich);
  return isOfInvestors || isBacked ? backersOf(parts) : portfolioOf(parts);
}

/** Investors of all that are named, or companies that all named investors have backed. */
function inCommon(parts: Parts): Draft | undefined {
  const areCompanies = parts.names.every(({ entity }) => entity === 'startup');
  const where = parts.slugs.map((slug) => equals(areCompanies ? 'backed' : 'backers', slug));
  return ask(parts, areCompanies ? 'fund' : 'company', {
    names: [],
    where,
    limit: LISTED,
    reads: 'both',
  });
}

function coinvestors(parts: Parts): Draft | undefined {
  if (parts.names.length > 1 && parts.names.every(({ entity }) => entity === 'startup'))
    return inCommon(parts);
  const where = parts.slugs.map((slug) => equals('coinvestors', slug));
  return ask(parts, 'fund', { names: [], where, limit: LISTED });
}

function sharedBackers(parts: Parts): Draft | undefined {
  const isOfInvestors = parts.fields.every((name) => /^(?:backers|leads|companies)$/.test(name));
  const areFunds = parts.names.every(({ entity }) => entity === 'organization');
  return isOfInvestors && (parts.has('both') || areFunds) ? inCommon(parts) : undefined;
}

function allRounds(parts: Parts): Draft | undefined {
  const own = whereIn('round', parts);
  const rounds = roundCondition(parts);
  const isSaid = parts.has('subject:round', 'act:raise');
  // A seed startup is one at that stage.
  const isStage = rounds.some(({ values }) => !String(values[0]).startsWith('Series'));
  const isOfStage = isStage && parts.has('subject:startup', 'order');
  const isOfWeeks = [parts.order?.field ?? '', ...parts.fields].some(isWeekly);
  // The most rounds are a fund's, the largest one is a round.
  const isOfFunds = parts.has('act:lead', 'act:led') && parts.has('order') && !parts.says('size');
  if (!own || isOfWeeks || isOfFunds) return undefined;
  if (!isSaid && (isOfStage || !parts.has('round'))) return undefined;
  const others = own.filter(
    ({ field }) => field !== 'tracked' && !(rounds.length > 0 && field === 'roundStage'),
  );
  const where = [...others, ...rounds];
  const { measure } = parts;
  const currency = parts.all('condition').find((one) => one.currency)?.currency;
  const isSum = measure ? !/count|share/.test(measure) : parts.has('ask:how much') && !parts.order;
  if (isSum)
    return ask(parts, 'round', { measure: measure ?? 'sum', metric: 'amount', where, currency });
  const isPicked = parts.has('order', 'latest', 'trend:first', 'measure:count');
  if (where.length > 0 || parts.time || isPicked) return deals(parts, 'round', { where, currency });
  // `who raised this month`: the newest rounds are of these days.
  return parts.has('time:now') ? deals(parts, 'round', { limit: FEW, supplied: 1 }) : undefined;
}

function fundsRanked(parts: Parts): Draft | undefined {
  const isOfLeads = parts.has('act:lead', 'act:led') || parts.fields.includes('roundsLed');
  const metric = isOfLeads ? 'roundsLed' : parts.has('subject:round') ? 'rounds' : 'companies';
  const { sectors, order, time } = parts;
  if (time) return undefined;
  const where = sectors.length === 0 ? [] : [equals('sectors', ...sectors)];
  if (parts.has('order', 'nth')) {
    const rows = placeOr(fewOf(parts), parts);
    return ask(parts, 'fund', { operation: 'rank', metric, where, order: order?.order, ...rows });
  }
  if (parts.has('measure:count')) return ask(parts, 'fund', { measure: 'count', where });
  return where.length === 0 ? undefined : ask(parts, 'fund', { where, limit: LISTED });
}

function valuedOf(parts: Parts): Draft | undefined {
  if (!parts.time || !parts.fields.includes('valuation')) return undefined;
  return ask(parts, 'valuation', { show: ['amount', 'announcedOn'] });
}

const FUND_SHOWN = ['kind', 'backers', 'raised', 'lastRound', 'acquiredBy', 'acquired'];

function fundProfile(parts: Parts): Draft | undefined {
  if (parts.names[0]?.entity !== 'organization') return undefined;
  if (parts.says('companies')) return startupsOf(parts);
  const isSaid = parts.items.length === 1 || parts.has('ask:profile');
  return ask(parts, 'company', { show: FUND_SHOWN, supplied: isSaid ? 0.2 : 1 });
}

function startupsOf(parts: Parts): Draft | undefined {
  const draft = parts.names[0]?.entity === 'organization' ? portfolioOf(parts) : undefined;
  return draft && { ...draft, supplied: 0.2 };
}

export const ROUND_SHAPES: readonly Shape[] = [
  shape('rounds of a company', 'name1 round|subject:round|act:raise|latest|order', roundsOf),
  shape('latest round', 'name1 field', latestRound),
  shape('raised', 'name1 act:raise !time:span !time:since !time:point !time:ago', raisedBy),
  shape('backing', 'name1 act:back|act:backed|subject:fund', backing),
  shape('backed by', 'name0 role:backed', portfolioOf),
  shape('one backed another', 'name2 act:back|act:backed|act:lead|act:led|subject:fund', backingOf),
  shape('rounds led by', 'name1 act:lead|act:led', leadOf),
  shape('led by', 'name0 role:led', ledBy),
  shape('coinvestors', 'name1|name2 act:co-invest', coinvestors),
  shape('in common', 'name2+ both|subject:fund|act:back|act:backed|field', sharedBackers),
  shape(
    'rounds of all',
    'name0 !time:all !subject:fund subject:round|round|act:raise|act:lead',
    allRounds,
  ),
  shape('funds', 'name0 subject:fund', fundsRanked),
  shape('funds by their deeds', 'name0 act:back|act:lead|act:led order|nth', fundsRanked),
  shape('valuations', 'name1 field', valuedOf),
  shape('startups of an investor', 'name1 subject:startup|sector|value', startupsOf),
  shape('organization', 'name1 !subject:startup', fundProfile),
];
