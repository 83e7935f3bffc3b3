/** Questions about rounds, investors and valuations. */
import type { Condition } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import type { Parts } from '../parts.ts';
import { countOf, fewOf, isObject, pick, shown, whereIn } from './deals.ts';
import {
  type Draft,
  equals,
  IS_TRACKED,
  inOrder,
  LISTED,
  placeOr,
  query,
  type Shape,
} from './shape.ts';

const ROUND_SHOWN = ['announcedOn', 'amount', 'lead', 'investors'];

const BACKING_SHOWN = ['fund', 'company', 'role', 'round', 'announcedOn'];

const IS_LEAD = equals('role', 'lead');

function roundCondition(parts: Parts): Condition[] {
  const rounds = parts.all('round').map(({ round }) => round);
  return rounds.length === 0 ? [] : [equals('round', ...new Set(rounds))];
}

function roundsOf(parts: Parts): Draft | undefined {
  const where = whereIn('round', parts);
  if (!where || parts.names.length === 0) return undefined;
  const funds = parts.names.filter(({ isFund }) => isFund);
  const which = {
    names: parts.names.filter(({ isFund }) => !isFund).map(({ slug }) => slug),
    where: [
      ...where,
      ...funds.map(({ slug }) => equals('investors', slug)),
      ...roundCondition(parts),
    ],
  };
  if (parts.has('measure:count')) return countOf('round', parts, which);
  const picked = pick(parts);
  return {
    query: query({
      subject: 'round',
      ...which,
      show: shown(ROUND_SHOWN, picked),
      ...picked,
      ...parts.when('round'),
    }),
  };
}

function latestRound(parts: Parts): Draft | undefined {
  if (!parts.fields.some((name) => name === 'lastRound') && !parts.has('latest')) return undefined;
  return {
    query: query({
      subject: 'round',
      names: parts.slugs,
      show: ROUND_SHOWN,
      limit: parts.number ?? 1,
    }),
  };
}

/** Companies that an investor has backed. */
function portfolioOf(parts: Parts): Draft | undefined {
  const role = parts.all('role').find(({ act }) => act === 'backed');
  const funds = role ? role.slugs : parts.slugs;
  if (funds.length === 0) return undefined;
  const backed: Condition[] = funds.map((slug) => ({
    field: 'backers',
    op: role?.isNot ? '!=' : '=',
    values: [slug],
  }));
  const others = parts.where('company').filter(({ field }) => field !== 'backers');
  if (parts.time) {
    if (parts.time.kind === 'all' || !parts.time.from) return undefined;
    const where = [
      equals('fund', ...funds),
      ...parts.where('backing').filter(({ field }) => fieldOf('backing', field)),
    ];
    return {
      query: query({
        subject: 'backing',
        where,
        show: BACKING_SHOWN,
        limit: LISTED,
        ...parts.when('backing'),
      }),
    };
  }
  if (others.some(({ field }) => fieldOf('company', field) === undefined)) {
    const weekly = parts.where('startup');
    if (weekly.some(({ field }) => fieldOf('startup', field) === undefined)) return undefined;
    return {
      query: query({
        subject: 'startup',
        ...(parts.has('measure:count')
          ? { measure: 'count' as const }
          : { operation: 'list' as const, limit: LISTED }),
        where: role ? weekly : [...backed, ...weekly],
      }),
    };
  }
  const isTracked = parts.has('subject:startup') && parts.has('measure:count');
  const where = [...(isTracked ? [IS_TRACKED] : []), ...backed, ...others];
  if (parts.has('measure:count')) return countOf('company', parts, { where });
  return { query: query({ subject: 'company', where, limit: LISTED }) };
}

/** Whether, and in which round, an investor backed a company. */
function backingOf(parts: Parts): Draft | undefined {
  const [first, second] = parts.names;
  if (!first || !second || (parts.has('both') && first.entity === second.entity)) return undefined;
  const role = parts.all('role')[0];
  const [company, fund] = role
    ? [parts.slugs.find((slug) => !role.slugs.includes(slug)) ?? first.slug, role.slugs[0]]
    : first.entity === 'startup'
      ? [first.slug, second.slug]
      : [second.slug, first.slug];
  if (fund === undefined) return undefined;
  const isLead = parts.has('act:lead') || parts.has('act:led') || parts.has('role:led');
  return backingBetween(company, [fund], isLead, parts);
}

function backingBetween(
  company: string,
  funds: readonly string[],
  isLead: boolean,
  parts: Parts,
): Draft {
  return {
    query: query({
      subject: 'backing',
      names: [company],
      where: [equals('fund', ...funds), ...(isLead ? [IS_LEAD] : []), ...roundCondition(parts)],
      show: BACKING_SHOWN,
      limit: LISTED,
    }),
    checks: [],
  };
}

function ledBy(parts: Parts): Draft | undefined {
  const role = parts.all('role').find(({ act }) => act === 'led');
  const fund = role?.slugs[0] ?? parts.names[0]?.slug;
  if (fund === undefined) return undefined;
  const others = parts.where('backing').filter(({ field }) => fieldOf('backing', field));
  const where = [equals('fund', fund), IS_LEAD, ...others, ...roundCondition(parts)];
  if (parts.has('measure:count')) return countOf('backing', parts, { where });
  return {
    query: query({
      subject: 'backing',
      where,
      show: BACKING_SHOWN,
      limit: parts.has('latest') ? 1 : LISTED,
      ...parts.when('backing'),
    }),
  };
}

function leadOf(parts: Parts): Draft | undefined {
  if (parts.names[0]?.isFund) return ledBy(parts);
  if (
    parts.has('round') ||
    parts.has('latest') ||
    parts.fields.includes('lastRound') ||
    parts.has('subject:round') ||
    parts.time
  ) {
    const where = roundCondition(parts);
    return {
      query: query({
        subject: 'round',
        names: parts.slugs,
        where,
        show: ROUND_SHOWN,
        ...(where.length === 0 && !parts.isPlural && !parts.time && { limit: 1 }),
        ...parts.when('round'),
      }),
    };
  }
  return { query: query({ subject: 'round', names: parts.slugs, show: ROUND_SHOWN }) };
}

function backersOf(parts: Parts): Draft | undefined {
  const isOfInvestors = parts.has('subject:fund') || parts.fields.includes('backers');
  // The investors themselves are asked for, and no number of the company.
  if (isOfInvestors && parts.has('ask:which') && parts.has('act') && !parts.has('round'))
    return {
      query: query({
        subject: 'fund',
        where: parts.slugs.map((slug) => equals('backed', slug)),
        limit: LISTED,
      }),
    };
  if (parts.has('round') || (parts.has('latest') && !parts.has('subject:fund')))
    return leadOf(parts);
  return {
    query: query({
      subject: 'company',
      names: parts.slugs,
      metric: 'backers',
      show: ['leads', 'raised', 'lastRound'],
    }),
  };
}

/** The investor is a fund before the verb, or after a passive. A company's investors are asked for. */
function backing(parts: Parts): Draft | undefined {
  const [name] = parts.names;
  if (!name) return undefined;
  const asksWho =
    parts.has('ask:who') ||
    parts.has('subject:fund') ||
    parts.fields.includes('backers') ||
    (name.entity === 'startup' &&
      parts.has('act:back') &&
      isObject(parts, 'act:back') &&
      !parts.has('ask:which'));
  const isBacked = parts.has('role:backed');
  if (
    !isBacked &&
    (asksWho || (name.entity === 'startup' && (parts.has('act:backed') || !parts.has('ask:which'))))
  )
    return backersOf(parts);
  return portfolioOf(parts);
}

function coinvestors(parts: Parts): Draft | undefined {
  const [fund] = parts.slugs;
  if (fund === undefined) return undefined;
  if (parts.names.length > 1 && parts.names.every(({ entity }) => entity === 'startup'))
    return inCommon(parts);
  return {
    query: query({
      subject: 'fund',
      where: parts.slugs.map((slug) => equals('coinvestors', slug)),
      limit: LISTED,
    }),
  };
}

/** Investors of all that are named, or companies that all named investors have backed. */
function inCommon(parts: Parts): Draft | undefined {
  const isOfCompanies = parts.names.every(({ entity }) => entity === 'startup');
  const where = parts.slugs.map((slug) => equals(isOfCompanies ? 'backed' : 'backers', slug));
  return {
    query: query({ subject: isOfCompanies ? 'fund' : 'company', where, limit: LISTED }),
    reads: 'both',
  };
}

function allRounds(parts: Parts): Draft | undefined {
  const where = whereIn('round', parts);
  if (!where || parts.time?.kind === 'all' || parts.has('subject:fund')) return undefined;
  const rounds = roundCondition(parts);
  const isSaid = parts.has('subject:round') || parts.has('act:raise');
  // A seed startup is one at that stage.
  if (
    !isSaid &&
    (parts.has('subject:startup') || parts.has('order')) &&
    rounds.some(({ values }) => !String(values[0]).startsWith('Series'))
  )
    return undefined;
  if (!isSaid && !parts.has('round')) return undefined;
  if (
    parts.fields.some((name) => fieldOf('startup', name)?.isWeekly) ||
    fieldOf('startup', parts.order?.field ?? '')?.isWeekly
  )
    return undefined;
  const all = [
    ...where.filter(
      ({ field }) => field !== 'tracked' && !(rounds.length > 0 && field === 'roundStage'),
    ),
    ...rounds,
  ];
  const when = parts.when('round');
  const { measure } = parts;
  const currency = parts.all('condition').find((one) => one.currency)?.currency;
  const money = currency === undefined ? {} : { currency };
  if (measure === 'count')
    return { query: query({ subject: 'round', measure: 'count', where: all, ...when, ...money }) };
  if (
    measure === 'sum' ||
    measure === 'mean' ||
    measure === 'median' ||
    (parts.has('ask:how much') && !parts.order)
  )
    return {
      query: query({
        subject: 'round',
        measure: measure ?? 'sum',
        metric: 'amount',
        where: all,
        ...when,
        ...money,
      }),
    };
  const picked = pick(parts);
  if (all.length === 0 && Object.keys(when).length === 0 && Object.keys(picked).length === 0)
    return undefined;
  return {
    query: query({
      subject: 'round',
      where: all,
      show: shown(ROUND_SHOWN, picked),
      limit: LISTED,
      ...picked,
      ...when,
      ...money,
    }),
  };
}

function fundsRanked(parts: Parts): Draft | undefined {
  const isOfLeads =
    parts.has('act:lead') || parts.has('act:led') || parts.fields.includes('roundsLed');
  const metric = isOfLeads ? 'roundsLed' : parts.has('subject:round') ? 'rounds' : 'companies';
  const { sectors } = parts;
  const where = sectors.length === 0 ? [] : [equals('sectors', ...sectors)];
  const isRanked = parts.order !== undefined || parts.nth !== undefined;
  if (!isRanked && sectors.length === 0 && !parts.has('measure:count')) return undefined;
  if (parts.has('measure:count') && !isRanked) return countOf('fund', parts, { where });
  return {
    query: isRanked
      ? query({
          subject: 'fund',
          operation: 'rank',
          metric,
          where,
          ...placeOr(fewOf(parts), parts),
          ...inOrder(parts.order?.order),
        })
      : query({ subject: 'fund', where, limit: LISTED }),
  };
}

function valuedOf(parts: Parts): Draft | undefined {
  if (!parts.fields.includes('valuation') && !parts.has('subject:valuation')) return undefined;
  if (parts.time)
    return {
      query: query({
        subject: 'valuation',
        names: parts.slugs,
        show: ['amount', 'announcedOn'],
        ...parts.when('valuation'),
      }),
    };
  return {
    query: query({
      subject: 'company',
      names: parts.slugs,
      metric: 'valuation',
      show: ['valuedOn'],
    }),
  };
}

function markets(parts: Parts): Draft | undefined {
  const isOpen = parts.items.some(({ key }) => key === 'subject:market');
  return isOpen
    ? {
        query: query({
          subject: 'market',
          ...(parts.has('measure:count') ? { measure: 'count' as const } : {}),
        }),
        supplied: 0.5,
      }
    : undefined;
}

function fundProfile(parts: Parts): Draft | undefined {
  const [name] = parts.names;
  if (name?.entity !== 'organization' || parts.has('subject:startup')) return undefined;
  return {
    query: query({
      subject: 'company',
      names: [name.slug],
      show: ['kind', 'backers', 'raised', 'lastRound', 'acquiredBy', 'acquired'],
    }),
    supplied: parts.items.length === 1 || parts.has('ask:profile') ? 0.3 : 1,
  };
}

export const ROUND_SHAPES: readonly Shape[] = [
  {
    name: 'rounds of a company',
    needs: 'name1 round|subject:round|act:raise|latest|order',
    build: (parts) =>
      parts.has('round') || parts.has('subject:round') || parts.has('act:raise')
        ? parts.has('ask:how much') &&
          !parts.has('round') &&
          !parts.has('latest') &&
          !parts.time &&
          !parts.order
          ? undefined
          : roundsOf(parts)
        : undefined,
  },
  {
    name: 'latest round',
    needs: 'name1 field|latest',
    build: (parts) => (parts.fields.includes('lastRound') ? latestRound(parts) : undefined),
  },
  {
    name: 'raised',
    needs: 'name1 act:raise',
    build: (parts) =>
      parts.time && parts.time.kind !== 'all'
        ? undefined
        : {
            query: query({
              subject: 'company',
              names: parts.slugs,
              metric: 'raised',
              show: ['rounds', 'lastRound', 'lastRoundOn'],
            }),
          },
  },
  {
    name: 'backing',
    needs: 'name1 act:back|act:backed|subject:fund',
    build: backing,
  },
  {
    name: 'backed by',
    needs: 'nobody role:backed',
    build: portfolioOf,
  },
  {
    name: 'one backed another',
    needs: 'name2 act:back|act:backed|act:lead|act:led|subject:fund',
    build: backingOf,
  },
  {
    name: 'backed by one',
    needs: 'name1 role:backed|role:led',
    build: (parts) => {
      const [role] = parts.all('role');
      const [name] = parts.names;
      return role && name && backingBetween(name.slug, role.slugs, role.act === 'led', parts);
    },
  },
  {
    name: 'rounds led by',
    needs: 'name1 act:lead',
    build: (parts) => (parts.names[0]?.isFund ? ledBy(parts) : leadOf(parts)),
  },
  {
    name: 'led by',
    needs: 'nobody role:led',
    build: ledBy,
  },
  {
    name: 'lead of a round',
    needs: 'name1 act:led',
    build: leadOf,
  },
  {
    name: 'investors of a round',
    needs: 'name1 round',
    build: (parts) =>
      parts.fields.some(
        (name) =>
          fieldOf('round', name) === undefined &&
          !['leads', 'backers', 'lastRound', 'raised', 'lead'].includes(name),
      )
        ? undefined
        : roundsOf(parts),
  },
  {
    name: 'coinvestors',
    needs: 'name1|name2 act:co-invest',
    build: coinvestors,
  },
  {
    name: 'in common',
    needs: 'name2+ both|subject:fund|act:back|act:backed|field',
    build: (parts) =>
      parts.fields.every(
        (name) => name === 'backers' || name === 'leads' || name === 'companies',
      ) &&
      (parts.has('both') || parts.names.every(({ entity }) => entity === 'organization'))
        ? inCommon(parts)
        : undefined,
  },
  {
    name: 'backed by both',
    needs: 'nobody role:backed both',
    build: portfolioOf,
  },
  {
    name: 'rounds of all',
    needs: 'nobody subject:round|round|act:raise|act:lead',
    build: allRounds,
  },
  {
    name: 'funds',
    needs: 'nobody subject:fund',
    build: (parts) => (parts.time ? undefined : fundsRanked(parts)),
  },
  {
    name: 'valuation',
    needs: 'name1 field|subject:valuation',
    build: valuedOf,
  },
  {
    name: 'markets',
    needs: 'nobody subject:market',
    build: markets,
  },
  {
    name: 'startups of an investor',
    needs: 'name1 subject:startup|sector|value',
    build: (parts) => {
      const draft = parts.names[0]?.entity === 'organization' ? portfolioOf(parts) : undefined;
      return draft && { ...draft, supplied: 0.3 };
    },
  },
  { name: 'organization', needs: 'name1', build: fundProfile },
];
