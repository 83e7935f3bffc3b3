/** Answers a query: rows with what they are of, how it was read, where it comes from. */
import { z } from 'zod';
import { counted } from '../../lib/prose.ts';
import { PeriodSlug } from '../../pipeline/edition/record.ts';
import { TIMINGS } from '../../pipeline/edition/timing.ts';
import { computation } from '../../published/computation.ts';
import { notPublished } from '../../published/editions.ts';
import { notCoveredIn } from '../../published/not-covered.ts';
import type { Published } from '../../published/published.ts';
import { queryPath } from './address.ts';
import { type DealSubject, dealTables, isMoney, marketRows, type Row } from './deal-tables.ts';
import { FIELDS, type Field, fieldOf, type Kind, TIME } from './fields.ts';
import { Names } from './names.ts';
import { fieldsIn, isWhole, type Plan, planOf } from './plan.ts';
import { type Query, QueryInput, SUBJECTS, type Subject } from './query.ts';
import { readAs, unknownNote } from './read-as.ts';
import { type Item, type Outcome, run } from './run.ts';
import type { Cell } from './table.ts';
import { weeklyTables } from './weekly-tables.ts';

const Organization = z
  .object({ name: z.string(), slug: z.string(), url: z.url() })
  .meta({ id: 'QueriedOrganization' });
const Value = z
  .union([z.number(), z.string(), Organization, z.array(z.union([z.string(), Organization]))])
  .nullable()
  .meta({
    id: 'QueryValue',
    description: 'A number, a text, an organization or a list; null is not known',
  });

const AnsweredRow = z
  .object({
    rank: z.int().positive().nullable().meta({
      description: 'Place in the order, equal values have the same; null without an order',
    }),
    name: z.string(),
    slug: z.string().nullable(),
    url: z.url().nullable().meta({ description: 'What shows it; null for groups' }),
    period: PeriodSlug.nullable().meta({ description: 'Week of the value, where it is of one' }),
    value: Value,
    rows: z.int().optional().meta({ description: 'Of a measure: rows that the value is of' }),
    before: Value.optional().meta({ description: 'Of change: the value in the other week' }),
    difference: z.number().nullable().optional(),
    ratio: z.number().nullable().optional().meta({
      description: 'Difference by the value before; null where that is 0',
    }),
    fields: z.record(z.string(), Value),
    disputedSince: z.iso.date().optional(),
  })
  .meta({ id: 'QueryRow' });

export const QueryAnswer = z
  .object({
    readAs: z.string().meta({ description: 'The query in a plain sentence' }),
    query: z.record(z.string(), z.unknown()).meta({
      description: 'The query with names as slugs and defaults left out',
    }),
    url: z.url().meta({ description: 'The one address that shows the same' }),
    subject: z.enum(SUBJECTS),
    period: z
      .object({
        first: PeriodSlug,
        last: PeriodSlug,
        against: PeriodSlug.nullable(),
        computedAt: z.string().meta({ description: 'When the last week was computed' }),
        timing: z.enum(TIMINGS),
        age: z.string().meta({ description: 'The same as a sentence' }),
        isOld: z.boolean().meta({ description: 'Whether the latest week ended over ten days ago' }),
      })
      .nullable()
      .meta({ description: 'Null for what is known as of today: companies and their deals' }),
    metric: z.string().nullable().meta({ description: 'The field that `value` is of' }),
    columns: z
      .array(z.object({ field: z.string(), title: z.string(), unit: z.string() }))
      .meta({ description: 'What the fields are, and in which unit' }),
    rows: z.array(AnsweredRow),
    total: z.int().nonnegative().meta({ description: 'Rows of all pages' }),
    next: z.url().nullable().meta({ description: 'The next page' }),
    unknown: z
      .array(z.object({ field: z.string(), rows: z.int() }))
      .meta({ description: 'Rows left out because the field is not known' }),
    notes: z.array(z.string()),
    sources: z.array(z.url()).meta({ description: 'Where the values come from' }),
  })
  .meta({ id: 'QueryAnswer', description: 'Rows that answer a query' });
export type QueryAnswer = z.infer<typeof QueryAnswer>;

/** Addresses of sources that an answer names. */
const MAX_SOURCES = 40;
/** Weeks whose own file is named; of more, the file of all. */
const MAX_WEEK_FILES = 3;
/** Decimals of what is computed here. */
const DECIMALS = 1e6;

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
  await weekly.load([...plan.weeks, ...(plan.against === undefined ? [] : [plan.against])]);
  const outcome = run(plan, { weekly, deals, sectors: published.registry.sectors });
  const shown = shownFields(plan);
  const rowOf = (item: Item) =>
    plan.subject === 'startup' || plan.subject === 'sector' || item.row === undefined
      ? undefined
      : deals.rows(plan.subject)[item.row];
  const present = new Presenter(plan, outcome, names, published, weekly.weeks);
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
    next: nextPage(plan, outcome, published),
    unknown: [...outcome.unknown].map(([field, rows]) => ({ field, rows })),
    notes: await notesOf(plan, outcome, published, weekly.weeks, deals.rows.bind(deals)),
    sources: present.sources(outcome.items.map(rowOf)),
  };
}

/** What was written, parsed: for callers inside the service. */
export function parseQuery(written: z.input<typeof QueryInput>): Query {
  return QueryInput.parse(written);
}

class Presenter {
  readonly #plan: Plan;
  readonly #outcome: Outcome;
  readonly #names: Names;
  readonly #published: Published;
  readonly #weeks: readonly string[];

  constructor(
    plan: Plan,
    outcome: Outcome,
    names: Names,
    published: Published,
    weeks: readonly string[],
  ) {
    this.#plan = plan;
    this.#outcome = outcome;
    this.#names = names;
    this.#published = published;
    this.#weeks = weeks;
  }

  row(item: Item, shown: readonly Field[], deal: Row | undefined): z.infer<typeof AnsweredRow> {
    const { metric, measure } = this.#plan;
    const { key, row, week, rows, rank = null, before, difference, ratio } = item;
    const isMeasured = row === undefined;
    const field = isMeasured && measure === 'count' ? undefined : metric;
    const table = this.#outcome.table;
    const cells = shown.map(({ name }) => [
      name,
      row === undefined
        ? null
        : this.#cell(fieldOf(this.#plan.subject, name), table.column(name)(row)),
    ]);
    const single = this.#plan.weeks.length === 1 ? this.#plan.weeks[0] : week;
    return {
      rank,
      ...this.#identity(item, deal),
      period: single === undefined ? null : (this.#weeks[single] ?? null),
      value: this.#cell(field, item.value),
      ...(rows !== undefined && { rows }),
      ...(before !== undefined && { before: this.#cell(field, before) }),
      ...(difference !== undefined && { difference: rounded(difference) }),
      ...(ratio !== undefined && { ratio: rounded(ratio) }),
      fields: Object.fromEntries(cells),
      ...(deal?.disputedSince !== undefined && { disputedSince: deal.disputedSince }),
      ...(key === '' && { name: 'all' }),
    };
  }

  #identity({ key, row, week }: Item, deal: Row | undefined) {
    const { subject, groupBy, weeks } = this.#plan;
    const { addresses } = this.#published;
    const period = this.#weeks[week ?? weeks.at(-1) ?? -1];
    if (row === undefined) {
      const cell = groupBy ? this.#cell(groupBy, key) : key;
      const isNamed = cell !== null && typeof cell === 'object' && 'name' in cell;
      if (isNamed) return { name: cell.name, slug: cell.slug, url: cell.url };
      if (groupBy?.name === 'sector')
        return { name: this.#names.sector(key).name, slug: key, url: addresses.sector(key) };
      return { name: key, slug: null, url: null };
    }
    if (subject === 'startup')
      return {
        name: this.#names.nameOf(key),
        slug: key,
        url: addresses.startup(key, period === this.#weeks.at(-1) ? undefined : period),
      };
    if (subject === 'sector')
      return { name: this.#names.sector(key).name, slug: key, url: addresses.sector(key, period) };
    return {
      name: deal?.title ?? key,
      slug: slugOf(subject, key),
      url: this.#dealUrl(subject, key, deal),
    };
  }

  #dealUrl(subject: Subject, key: string, deal: Row | undefined): string {
    const { addresses } = this.#published;
    if (subject === 'market') return addresses.market(key);
    if (subject === 'finding') return addresses.research(key);
    return addresses.diligence(deal?.entities[0] ?? key);
  }

  #cell(field: Field | undefined, cell: Cell): z.infer<typeof Value> {
    if (cell === null) return null;
    if (typeof cell === 'number') return rounded(cell);
    if (field?.kind !== 'name') return typeof cell === 'object' ? [...cell] : cell;
    return typeof cell === 'object'
      ? cell.map((slug) => this.#organization(slug))
      : this.#organization(cell);
  }

  #organization(slug: string): z.infer<typeof Organization> {
    const url = this.#published.addresses.diligence(slug);
    return { name: this.#names.nameOf(slug), slug, url };
  }

  /** The files of the weeks, the dossiers of what is shown, and what these cite. */
  sources(rows: readonly (Row | undefined)[]): string[] {
    const { addresses } = this.#published;
    const { subject, weeks, against, names } = this.#plan;
    const all = against === undefined ? weeks : [against, ...weeks];
    const files =
      all.length > MAX_WEEK_FILES
        ? [addresses.at('/api/dataset.csv')]
        : all.map((week) => addresses.editionFile(this.#weeks[week] ?? '', 'signals.csv'));
    const usesDeals = fieldsIn(this.#plan).some((field) => isOfDeals(subject, field));
    const startups = this.#outcome.items.filter(({ row }) => row !== undefined);
    const dossiers =
      subject === 'startup' && usesDeals ? startups.map(({ key }) => addresses.diligence(key)) : [];
    const present = rows.filter((row) => row !== undefined);
    const ofRows = present.flatMap((row) => [this.#dealUrl(subject, row.key, row), ...row.sources]);
    const isSummary = TIME[subject] !== 'weekly' && present.length === 0;
    const ofNamed = names.map(({ key }) => addresses.diligence(key));
    const ofSummary = isSummary ? (names.length > 0 ? ofNamed : [addresses.diligence()]) : [];
    return [...new Set([...files, ...dossiers, ...ofRows, ...ofSummary])].slice(0, MAX_SOURCES);
  }
}

/** Only of what a name stands for. */
function slugOf(subject: Subject, key: string): string | null {
  return TIME[subject] === 'dated' ? null : key;
}

/** Whether a startup's field is from the registry and not from the week's record. */
function isOfDeals(subject: Subject, { name, isWeekly }: Field): boolean {
  const ofProfile = ['name', 'covered', 'sector', 'stage', 'status', 'geography'];
  return subject === 'startup' && isWeekly !== true && !ofProfile.includes(name);
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
  const own = FIELDS[subject].filter(
    ({ name }) =>
      !['name', 'sector', 'stage', 'status', 'geography', 'founded', 'tracked'].includes(name),
  );
  const usual = SHOWN[subject]?.flatMap((name) => fieldOf(subject, name) ?? []) ?? own;
  const asked = [...show, ...where.map(({ field }) => field)];
  const isBare = show.length === 0 && !metric;
  const dated = TIME[subject] === 'dated';
  const all = [...(isBare || (dated && show.length === 0) ? usual : []), ...asked];
  return [...new Set(all)].filter((field) => field !== metric);
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

async function notesOf(
  plan: Plan,
  { items, total, unknown }: Outcome,
  published: Published,
  weeks: readonly string[],
  rowsOf: (subject: DealSubject) => readonly Row[],
): Promise<string[]> {
  const { subject, metric, names, offset, operation } = plan;
  const notes = [...unknown].map(([name, rows]) =>
    unknownNote(rows, subject, fieldOf(subject, name)?.title ?? name),
  );
  const left = total - offset - items.length;
  if (left > 0 && plan.nth === undefined && plan.canonical.limit === undefined)
    notes.push(`${counted(items.length, 'row')} of ${total} shown; the next page has more.`);
  const last = items.at(-1);
  const isTied =
    plan.nth !== undefined &&
    items.length === 1 &&
    last?.rank !== undefined &&
    last.rank !== plan.nth;
  if (isTied) notes.push(`It shares place ${last.rank} with others that have the same value.`);
  if (subject === 'startup' && TIME[subject] === 'weekly' && operation !== 'series')
    for (const { key } of names) {
      const missing = items.find((item) => item.key === key && item.value === null);
      const company = published.companies.get(key);
      const week = weeks[plan.weeks.at(-1) ?? -1];
      if (
        missing &&
        company &&
        week !== undefined &&
        metric?.isWeekly === true &&
        !(await published.editions.startups(week)).has(key)
      )
        notes.push(...(await notCoveredIn(company, week, published)).notes);
    }
  notes.push(...otherCurrencies(plan, items, rowsOf));
  return notes;
}

/** That amounts in other currencies are left out, if there are any among what was asked for. */
function otherCurrencies(
  plan: Plan,
  items: readonly Item[],
  rowsOf: (subject: DealSubject) => readonly Row[],
): string[] {
  const { subject, currency, names } = plan;
  const asked = fieldsIn(plan).filter(({ kind }) => kind === 'money');
  if (asked.length === 0 || subject === 'startup' || subject === 'sector') return [];
  const all = rowsOf(subject);
  const rows = names.length > 0 ? items.flatMap(({ row = -1 }) => all[row] ?? []) : all;
  const others = rows.filter(({ cells }) =>
    asked.some(({ name }) => {
      const cell = cells[name];
      return isMoney(cell) && cell.amounts.some((sum) => sum.currency !== currency);
    }),
  ).length;
  if (others === 0) return [];
  return [
    `Amounts are in ${currency} and never converted: ${counted(others, 'row')} with amounts in other currencies ${others === 1 ? 'has' : 'have'} none of those.`,
  ];
}

/** Computed values are exact enough with six decimals. */
function rounded<T extends number | null>(value: T): T {
  return value === null ? value : ((Math.round(value * DECIMALS) / DECIMALS) as T);
}
