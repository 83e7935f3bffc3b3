/** Answers a query: rows with what they are of, how it was read, where it comes from. */
import { computation } from '../../published/computation.ts';
import { notPublished } from '../../published/editions.ts';
import type { Published } from '../../published/published.ts';
import { queryPath } from './address.ts';
import { notesOf } from './answer-notes.ts';
import { AnswerRows } from './answer-rows.ts';
import type { QueryAnswer } from './answer-schema.ts';
import { dealTables } from './deal-tables.ts';
import type { Field, Kind } from './field.ts';
import type { Item } from './items.ts';
import { marketRows } from './markets-and-findings.ts';
import { Names } from './named-entities.ts';
import { fieldsIn, isWhole, type Plan, planOf } from './plan.ts';
import type { Query, Subject } from './query.ts';
import { FIELDS, fieldOf, TIME } from './query-fields.ts';
import { readAs } from './read-as.ts';
import { type Outcome, run } from './run-plan.ts';
import { weeklyTables } from './weekly-tables.ts';

/**
 * @throws BellwetherError with one of `REFUSALS`, `unknown-name` or `unknown-period`
 */
export async function answerQuery(query: Query, published: Published): Promise<QueryAnswer> {
  if (published.editions.latest === '') throw notPublished();
  const [deals, weekly] = [
    await published.derived(dealTables),
    await published.derived(weeklyTables),
  ];
  if (query.subject === 'market') deals.add('market', await published.derived(marketRows));
  const names = await Names.of(published, deals);
  const plan = planOf(query, names, weekly.weeks);
  await weekly.load(
    [...plan.weeks, ...(plan.against === undefined ? [] : [plan.against])],
    fieldsIn(plan).map(({ name }) => name),
  );
  const outcome = run(plan, { weekly, deals, sectors: published.registry.sectors });
  const shown = shownFields(plan);
  const rowOf = (item: Item) =>
    plan.subject === 'startup' || plan.subject === 'sector' || item.row === undefined
      ? undefined
      : deals.rows(plan.subject)[item.row];
  const present = new AnswerRows({ plan, outcome, names, published, weeks: weekly.weeks });
  const { addresses, editions } = published;
  const last = plan.weeks.at(-1);
  const computed = last === undefined ? undefined : weekly.computed(last);
  const url = addresses.at(queryPath(plan.canonical));
  return {
    readAs: readAs(plan, names, weekly.weeks),
    query: { ...plan.canonical },
    url,
    subject: plan.subject,
    period:
      last === undefined || !computed
        ? null
        : {
            first: weekly.weeks[plan.weeks[0] ?? last] ?? '',
            last: weekly.weeks[last] ?? '',
            against: plan.against === undefined ? null : (weekly.weeks[plan.against] ?? null),
            computedAt: computed.computedAt,
            timing: computed.timing === 'live' ? 'live' : 'backfilled',
            age: computation({
              period: { slug: weekly.weeks[last] ?? '', name: '' },
              lastUpdated: computed.computedAt,
              timing: computed.timing === 'live' ? 'live' : 'backfilled',
            }),
            isOld: editions.isOld,
          },
    metric: plan.metric?.name ?? null,
    columns: columnsOf(plan, shown),
    rows: outcome.items.map((item) => present.row(item, shown, rowOf(item))),
    total: outcome.total,
    considered: outcome.considered,
    next: nextPage(plan, outcome, published),
    unknown: [...outcome.unknown].map(([field, rows]) => ({ field, rows })),
    notes: await notesOf(plan, outcome, published, weekly.weeks, deals.rows.bind(deals)),
    sources: present.sources(outcome.items.map(rowOf)),
  };
}

const SHOWN: Readonly<Partial<Record<Subject, readonly string[]>>> = {
  startup: [
    'sector',
    'stage',
    'commitVelocity14d',
    'contributors',
    'scoreComposite',
    'signalType',
    'signalStrength',
  ],
  sector: ['startups', 'commitVelocity14d', 'contributors', 'scoreComposite'],
  company: [
    'kind',
    'sector',
    'status',
    'stage',
    'raised',
    'lastRound',
    'lastRoundOn',
    'backers',
    'acquiredBy',
  ],
  fund: ['companies', 'rounds', 'roundsLed', 'backed'],
  acquirer: ['acquisitions', 'acquired', 'lastOn'],
};

/** What is asked for, and what rows were picked by; without either, what says most. */
function shownFields(plan: Plan): Field[] {
  const { subject, show, metric, where, groupBy } = plan;
  if (isWhole(plan) || groupBy) return [];
  const asked = [...show, ...where.map(({ field }) => field)];
  const isBare = show.length === 0 && !metric;
  const dated = TIME[subject] === 'dated';
  const isUsual = isBare || (dated && show.length === 0);
  const all = isUsual ? [...usualFields(subject), ...asked] : asked;
  return [...new Set(all)].filter((field) => field !== metric);
}

const LEFT_OUT = ['name', 'sector', 'stage', 'status', 'geography', 'founded', 'tracked'];

function usualFields(subject: Subject): Field[] {
  const named = SHOWN[subject]?.flatMap((name) => fieldOf(subject, name) ?? []);
  return named ?? FIELDS[subject].filter(({ name }) => !LEFT_OUT.includes(name));
}

const UNITS: Readonly<Record<Kind, string>> = {
  count: 'number',
  money: '',
  score: 'points from 0 to 100',
  rank: 'place from 1',
  ratio: 'ratio, 0.5 is +50%',
  share: 'share from 0 to 1',
  year: 'year',
  category: 'category',
  name: 'organization',
  date: 'ISO 8601 date',
  text: 'text',
};

function columnsOf(
  { metric, measure, groupBy, subject, currency, which }: Plan,
  shown: readonly Field[],
) {
  const unit = ({ kind }: Field) => (kind === 'money' ? currency : UNITS[kind]);
  const columns = shown.map((field) => ({
    field: field.name,
    title: field.title,
    unit: unit(field),
  }));
  const isSummary = isWhole({ subject, measure, groupBy }) || groupBy !== undefined;
  if (!isSummary) {
    const own = metric ? [{ field: 'value', title: metric.title, unit: unit(metric) }] : [];
    return [...own, ...columns];
  }
  const title =
    measure === 'count'
      ? metric
        ? `different ${metric.title}`
        : 'rows'
      : measure === 'share'
        ? which.length > 0
          ? 'share of the rows'
          : `part in the sum of ${metric?.title}`
        : `${measure} of ${metric?.title}`;
  const own =
    measure === 'count'
      ? UNITS.count
      : measure === 'share'
        ? UNITS.share
        : metric
          ? unit(metric)
          : '';
  return [{ field: 'value', title, unit: own }];
}

function nextPage(plan: Plan, { items, total }: Outcome, { addresses }: Published): string | null {
  const offset = plan.offset + items.length;
  if (plan.nth !== undefined || offset >= total) return null;
  return addresses.at(queryPath({ ...plan.canonical, offset }));
}
