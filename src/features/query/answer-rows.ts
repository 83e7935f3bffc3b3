/** Items of a query as columns and rows of its answer, and where they come from. */
import type { z } from 'zod';
import { decimals } from '../../lib/averages.ts';
import type { Published } from '../../published/published.ts';
import type { AnsweredRow, Organization, QueryAnswer, Value } from './answer-schema.ts';
import type { Row } from './deal-rows.ts';
import { fieldsIn, isSummary, type Plan } from './plan.ts';
import { type Cell, type Field, TIME, USUAL_FIELDS, unitOf } from './query-fields.ts';
import type { Item, Outcome } from './run-plan.ts';

/** Addresses of sources that an answer names. */
const MAX_SOURCES = 40;
/** Weeks whose own files are named as sources; for more, the file of all weeks is named. */
const MAX_WEEK_FILES = 3;
/** Computed values are exact enough with six decimals. */
const DECIMALS = 6;

/** The columns and rows of an answer, and where they come from. */
export function answeredRows(plan: Plan, outcome: Outcome, { addresses, editions }: Published) {
  const { groupBy, subject, against, directory } = plan;
  const shown = shownFields(plan);
  const cellsOf = shown.map((one) => ({ one, column: outcome.table.column(one.name) }));
  const rows = outcome.items.map(answered);
  return { columns: columnsOf(plan, shown), rows, sources: sources() };

  function answered(item: Item): z.infer<typeof AnsweredRow> {
    const { row, week, rows, rank = null, before, difference, ratio } = item;
    const field = row === undefined && plan.measure === 'count' ? undefined : plan.metric;
    const deal = outcome.deals[row ?? -1];
    const cells = cellsOf.map(({ one, column }) => [
      one.name,
      row === undefined ? null : cellValue(one, column(row)),
    ]);
    return {
      rank,
      ...identity(item, deal),
      period: (plan.weeks.length === 1 ? plan.weeks[0] : week) ?? null,
      value: cellValue(field, item.value),
      ...(rows !== undefined && { rows }),
      ...(before !== undefined && { before: cellValue(field, before) }),
      ...(difference !== undefined && { difference: difference && rounded(difference) }),
      ...(ratio !== undefined && { ratio: ratio && rounded(ratio) }),
      fields: Object.fromEntries(cells),
      ...(deal?.disputedSince !== undefined && { disputedSince: deal.disputedSince }),
      ...(deal && deal.sources.length > 0 && { sources: [...deal.sources] }),
    };
  }

  function identity({ key, row, week }: Item, deal: Row | undefined) {
    const period = week ?? plan.weeks.at(-1);
    if (row === undefined && groupBy?.kind === 'name') return organization(key);
    if (row === undefined && groupBy?.name === 'sector')
      return { name: directory.sectorName(key), slug: key, url: addresses.sector(key) };
    if (row === undefined) return { name: groupBy ? key : 'all', slug: null, url: null };
    // Only what a name stands for has a slug.
    const slug = TIME[subject] === 'dated' ? null : key;
    if (deal) return { name: deal.title, slug, url: addresses.diligence(deal.entity) };
    if (subject === 'sector') {
      // A sector without covered startups has no page in that week.
      const isShown = Number(outcome.table.column('startups')(row)) > 0;
      return {
        name: directory.sectorName(key),
        slug,
        url: isShown ? addresses.sector(key, period) : null,
      };
    }
    const url = addresses.startup(key, period === editions.latest ? undefined : period);
    return { name: directory.nameOf(key), slug, url };
  }

  function cellValue(field: Field | undefined, cell: Cell): z.infer<typeof Value> {
    if (cell === null) return null;
    if (typeof cell === 'number') return rounded(cell);
    const told = (value: string) => (field?.kind === 'name' ? organization(value) : value);
    return typeof cell === 'object' ? cell.map(told) : told(cell);
  }

  function organization(slug: string): z.infer<typeof Organization> {
    return { name: directory.nameOf(slug), slug, url: addresses.diligence(slug) };
  }

  /** The files of the weeks, the pages of the rows, and what is cited there. */
  function sources(): string[] {
    const weeks = against === undefined ? plan.weeks : [against, ...plan.weeks];
    const files =
      weeks.length > MAX_WEEK_FILES
        ? [addresses.at('/api/dataset.csv')]
        : weeks.map((week) => addresses.editionFile(week, 'signals.csv'));
    const isOfDeals =
      fieldsIn(plan).some(({ isWeekly }) => !isWeekly) || TIME[subject] !== 'weekly';
    const isOfAll = rows.length === 0 && plan.names.length === 0;
    const dossiers = isOfAll
      ? [addresses.diligence()]
      : plan.names.map(({ key }) => addresses.diligence(key));
    const pages = rows.flatMap(({ url, sources = [] }) => [url ?? [], sources].flat());
    return [...new Set([...files, ...(isOfDeals ? dossiers : []), ...pages])].slice(0, MAX_SOURCES);
  }
}

const rounded = (value: number): number => decimals(value, DECIMALS);

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
