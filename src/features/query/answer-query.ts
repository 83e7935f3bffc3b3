/** Answers a query: its rows, how it was read, and the sources. */
import { computation } from '../../published/computation.ts';
import { notPublished } from '../../published/editions.ts';
import type { Published } from '../../published/published.ts';
import { queryPath } from './address.ts';
import { notesOf } from './answer-notes.ts';
import { answeredRows } from './answer-rows.ts';
import type { QueryAnswer } from './answer-schema.ts';
import { dealTables } from './deal-tables.ts';
import { namesOf } from './named-entities.ts';
import { isSummary, type Plan, planOf } from './plan.ts';
import type { Query } from './query.ts';
import { type Field, TIME, USUAL_FIELDS, unitOf } from './query-fields.ts';
import { readAs } from './read-as.ts';
import { type Outcome, run } from './run-plan.ts';
import { type Week, weeklyTables } from './weekly-tables.ts';

/**
 * @throws BellwetherError with one of `REFUSALS`, `unknown-name` or `unknown-period`
 */
export async function answerQuery(query: Query, published: Published): Promise<QueryAnswer> {
  if (published.editions.latest === '') throw notPublished();
  const deals = await published.derived(dealTables);
  const weekly = await published.derived(weeklyTables);
  const names = await namesOf(published);
  const plan = planOf(query, names, weekly.weeks);
  const loaded = await weekly.load([...plan.weeks, plan.against ?? []].flat());
  const { sectors } = published.registry;
  const outcome = run(plan, { weekly, weeks: loaded, deals, sectors });
  const { weeks } = weekly;
  const shown = shownFields(plan);
  const own = { plan, outcome, shown, names, published, weeks, deals: deals.rows(plan.subject) };
  const { rows, sources } = answeredRows(own);
  return {
    readAs: readAs(plan, names, weeks),
    query: { ...plan.canonical },
    url: published.addresses.at(queryPath(plan.canonical)),
    subject: plan.subject,
    period: periodOf(plan, weeks, loaded, published),
    metric: plan.metric?.name ?? null,
    columns: columnsOf(plan, shown),
    rows,
    total: outcome.total,
    considered: outcome.considered,
    next: nextPage(plan, outcome, published),
    unknown: [...outcome.unknown].map(([field, rows]) => ({ field, rows })),
    notes: await notesOf(plan, outcome, published, weeks.at(plan.weeks.at(-1) ?? -1)),
    sources,
  };
}

function periodOf(
  { weeks: places, against }: Plan,
  weeks: readonly string[],
  loaded: ReadonlyMap<number, Week>,
  { editions }: Published,
): QueryAnswer['period'] {
  const [first, last] = [weeks[places[0] ?? -1], weeks[places.at(-1) ?? -1]];
  const computed = loaded.get(places.at(-1) ?? -1);
  if (first === undefined || last === undefined || !computed) return null;
  const { computedAt, timing } = computed;
  const period = { slug: last, name: '' };
  return {
    first,
    last,
    against: weeks[against ?? -1] ?? null,
    computedAt,
    timing,
    age: computation({ period, lastUpdated: computedAt, timing }),
    isOld: editions.isOld,
  };
}

/** The fields asked for and filtered by; without any, the subject's most telling ones. */
function shownFields(plan: Plan): Field[] {
  const { subject, show, metric, where } = plan;
  if (isSummary(plan)) return [];
  const isUsual = show.length === 0 && (!metric || TIME[subject] === 'dated');
  const usual = isUsual ? USUAL_FIELDS[subject] : [];
  const all = [...usual, ...show, ...where.map(({ field }) => field)];
  return [...new Set(all)].filter((field) => field !== metric);
}

function columnsOf(plan: Plan, shown: readonly Field[]): QueryAnswer['columns'] {
  const { metric, measure, currency } = plan;
  const column = (field: Field, name = field.name, title = field.title) => ({
    field: name,
    title,
    unit: unitOf(field, currency),
  });
  if (!isSummary(plan))
    return [...(metric ? [column(metric, 'value')] : []), ...shown.map((field) => column(field))];
  const field = 'value';
  if (measure === 'share')
    return [{ field, title: 'share of the rows', unit: 'share from 0 to 1' }];
  if (measure === 'count')
    return [{ field, title: metric ? `different ${metric.title}` : 'rows', unit: 'number' }];
  return metric ? [column(metric, field, `${measure} of ${metric.title}`)] : [];
}

function nextPage(plan: Plan, { items, total }: Outcome, { addresses }: Published): string | null {
  const offset = plan.offset + items.length;
  if (plan.nth !== undefined || offset >= total) return null;
  return addresses.at(queryPath({ ...plan.canonical, offset }));
}
