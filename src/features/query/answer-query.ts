/** Answers a query: its rows, how it was read, and the sources. */
import { count, counted } from '../../lib/prose.ts';
import { computation } from '../../published/computation.ts';
import { notPublished } from '../../published/editions.ts';
import { notCoveredIn } from '../../published/not-covered.ts';
import type { Published } from '../../published/published.ts';
import { answeredRows } from './answer-rows.ts';
import type { QueryAnswer } from './answer-schema.ts';
import { conditionText } from './condition-text.ts';
import { dealTables } from './deal-tables.ts';
import { namesOf } from './named-entities.ts';
import { fieldsIn, type Plan, planOf } from './plan.ts';
import { QUERY_FIELDS, type Query } from './query.ts';
import { fieldOf } from './query-fields.ts';
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
  const plan = planOf(query, await namesOf(published), weekly.weeks);
  const weeks = await weekly.load([...plan.weeks, plan.against ?? []].flat());
  const outcome = run(plan, { weekly, weeks, deals, sectors: published.registry.sectors });
  const { columns, rows, sources } = answeredRows(plan, outcome, published);
  return {
    readAs: readAs(plan),
    query: { ...plan.canonical },
    url: published.addresses.at(queryPath(plan.canonical)),
    subject: plan.subject,
    period: periodOf(plan, weeks, published),
    metric: plan.metric?.name ?? null,
    columns,
    rows,
    total: outcome.total,
    considered: outcome.considered,
    next: nextPage(plan, outcome, published),
    unknown: [...outcome.unknown].map(([field, rows]) => ({ field, rows })),
    notes: await notesOf(plan, outcome, published),
    sources,
  };
}

function periodOf(
  { weeks, against }: Plan,
  loaded: ReadonlyMap<string, Week>,
  { editions }: Published,
): QueryAnswer['period'] {
  const [first, last] = [weeks[0], weeks.at(-1)];
  const computed = loaded.get(last ?? '');
  if (first === undefined || last === undefined || !computed) return null;
  const { computedAt, timing } = computed;
  const period = { slug: last, name: '' };
  return {
    first,
    last,
    against: against ?? null,
    computedAt,
    timing,
    age: computation({ period, lastUpdated: computedAt, timing }),
    isOld: editions.isOld,
  };
}

function nextPage(plan: Plan, { items, total }: Outcome, { addresses }: Published): string | null {
  const offset = plan.offset + items.length;
  if (plan.nth !== undefined || offset >= total) return null;
  return addresses.at(queryPath({ ...plan.canonical, offset }));
}

/**
 * The one address of every query that means the same.
 *
 * @param canonical as `planOf` writes it
 */
function queryPath(canonical: Query): string {
  const { where, which } = canonical;
  const written = {
    ...canonical,
    where: where && conditionText(where),
    which: which && conditionText(which),
  };
  const fields = Object.keys(QUERY_FIELDS) as (keyof Query)[];
  const parameters = fields
    .filter((field) => written[field] !== undefined)
    .map((field) => `${field}=${encoded(String(written[field]))}`);
  return `/api/query?${parameters.join('&')}`;
}

/** Leaves what needs no coding in a query readable (RFC 3986, section 3.4). */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%(?:2C|3A|3B|3D|2F)/g, decodeURIComponent);
}

/** Notes on what was left out of the rows, and why. */
async function notesOf(plan: Plan, outcome: Outcome, published: Published): Promise<string[]> {
  const { subject, nth, offset } = plan;
  const { items, total, unknown } = outcome;
  const notes = [...unknown].map(([name, rows]) => {
    const title = fieldOf(subject, name)?.title ?? name;
    return `${title.charAt(0).toUpperCase()}${title.slice(1)} not known for ${count(rows)} more.`;
  });
  const left = total - offset - items.length;
  if (left > 0 && nth === undefined && plan.canonical.limit === undefined)
    notes.push(`${counted(items.length, 'row')} of ${total} shown; the next page has more.`);
  const [placed] = items;
  if (nth !== undefined && placed?.rank !== undefined && placed.rank !== nth)
    notes.push(`It shares place ${placed.rank} with others that have the same value.`);
  notes.push(...(await notCovered(plan, outcome, published)));
  if (fieldsIn(plan).some(({ kind }) => kind === 'money'))
    notes.push(`Amounts are in ${plan.currency}; others are never converted, and not known here.`);
  return notes;
}

/** Why the numbers of named startups are not known. */
async function notCovered(
  { subject, metric, names, operation, weeks }: Plan,
  { items }: Outcome,
  published: Published,
): Promise<string[]> {
  const week = weeks.at(-1);
  if (subject !== 'startup' || operation === 'series' || !metric?.isWeekly || !week) return [];
  const notes: string[] = [];
  for (const { key, value } of items) {
    const company = names.some((name) => name.key === key) && published.companies.get(key);
    if (value === null && company && !(await published.editions.startup(week, key)))
      notes.push(...(await notCoveredIn(company, week, published)).notes);
  }
  return notes;
}
