/** Items of a query as rows of its answer, and where they come from. */
import type { z } from 'zod';
import { decimals } from '../../lib/averages.ts';
import type { Published } from '../../published/published.ts';
import type { AnsweredRow, Organization, Value } from './answer-schema.ts';
import type { Row } from './deal-row.ts';
import type { Field } from './field.ts';
import type { Names } from './named-entities.ts';
import { fieldsIn, type Plan } from './plan.ts';
import { TIME } from './query-fields.ts';
import type { Item, Outcome } from './run-plan.ts';
import type { Cell } from './table.ts';

/** Addresses of sources that an answer names. */
const MAX_SOURCES = 40;
/** Weeks whose own files are named as sources; for more, the file of all weeks is named. */
const MAX_WEEK_FILES = 3;
/** Computed values are exact enough with six decimals. */
const DECIMALS = 6;
/** Fields of startups that a week's file has without their history. */
const IN_WEEK_FILES = ['name', 'covered', 'sector', 'stage', 'status', 'geography'];

/** The ingredients of an answer. */
type Ingredients = {
  plan: Plan;
  outcome: Outcome;
  names: Names;
  published: Published;
  /** Slugs of the published weeks, oldest first. */
  weeks: readonly string[];
  /** The rows of items about companies and deals. */
  rows: readonly Row[];
};

export class AnswerRows {
  readonly #of: Ingredients;

  constructor(of: Ingredients) {
    this.#of = of;
  }

  row(item: Item, shown: readonly Field[]): z.infer<typeof AnsweredRow> {
    const { plan, outcome, weeks, rows: deals } = this.#of;
    const { row, week, rows, rank = null, before, difference, ratio } = item;
    const field = row === undefined && plan.measure === 'count' ? undefined : plan.metric;
    const deal = deals[row ?? -1];
    const cells = shown.map((one) => [
      one.name,
      row === undefined ? null : this.#value(one, outcome.table.column(one.name)(row)),
    ]);
    const single = plan.weeks.length === 1 ? plan.weeks[0] : week;
    return {
      rank,
      ...this.#identity(item, deal),
      period: weeks[single ?? -1] ?? null,
      value: this.#value(field, item.value),
      ...(rows !== undefined && { rows }),
      ...(before !== undefined && { before: this.#value(field, before) }),
      ...(difference !== undefined && { difference: rounded(difference) }),
      ...(ratio !== undefined && { ratio: rounded(ratio) }),
      fields: Object.fromEntries(cells),
      ...(deal?.disputedSince !== undefined && { disputedSince: deal.disputedSince }),
      ...(deal && deal.sources.length > 0 && { sources: [...deal.sources] }),
    };
  }

  #identity({ key, row, week }: Item, deal: Row | undefined) {
    const { plan, names, outcome, published, weeks } = this.#of;
    const { addresses } = published;
    const period = weeks[week ?? plan.weeks.at(-1) ?? -1];
    if (row === undefined) return this.#group(key);
    if (deal)
      return {
        name: deal.title,
        // Only what a name stands for has one.
        slug: TIME[plan.subject] === 'dated' ? null : key,
        url: this.#dossier(deal),
      };
    if (plan.subject === 'sector') {
      // A sector without covered startups has no page in that week.
      const isShown = Number(outcome.table.column('startups')(row)) > 0;
      const url = isShown ? addresses.sector(key, period) : null;
      return { name: names.sector(key).name, slug: key, url };
    }
    const url = addresses.startup(key, period === weeks.at(-1) ? undefined : period);
    return { name: names.nameOf(key), slug: key, url };
  }

  #group(key: string) {
    const { plan, names, published } = this.#of;
    const { groupBy } = plan;
    if (groupBy?.kind === 'name') return this.#organization(key);
    if (groupBy?.name === 'sector')
      return { name: names.sector(key).name, slug: key, url: published.addresses.sector(key) };
    return { name: groupBy ? key : 'all', slug: null, url: null };
  }

  #dossier({ entities: [first] }: Row): string {
    return this.#of.published.addresses.diligence(first);
  }

  #value(field: Field | undefined, cell: Cell): z.infer<typeof Value> {
    if (cell === null) return null;
    if (typeof cell === 'number') return rounded(cell);
    const shown = (value: string) => (field?.kind === 'name' ? this.#organization(value) : value);
    return typeof cell === 'object' ? cell.map(shown) : shown(cell);
  }

  #organization(slug: string): z.infer<typeof Organization> {
    const url = this.#of.published.addresses.diligence(slug);
    return { name: this.#of.names.nameOf(slug), slug, url };
  }

  /** The files of the weeks, the dossiers of what is shown, and what these cite. */
  sources(): string[] {
    const { plan, outcome, published, weeks: slugs, rows } = this.#of;
    const { addresses } = published;
    const { subject, against, names } = plan;
    const weeks = against === undefined ? plan.weeks : [against, ...plan.weeks];
    const files =
      weeks.length > MAX_WEEK_FILES
        ? [addresses.at('/api/dataset.csv')]
        : weeks.map((week) => addresses.editionFile(slugs[week] ?? '', 'signals.csv'));
    const isOfRegistry = ({ name, isWeekly }: Field) => !isWeekly && !IN_WEEK_FILES.includes(name);
    const usesDeals = subject === 'startup' && fieldsIn(plan).some(isOfRegistry);
    const items = outcome.items.filter(({ row }) => row !== undefined);
    const shown = items.flatMap(({ row = -1 }) => rows[row] ?? []);
    const dossiers = usesDeals ? items.map(({ key }) => addresses.diligence(key)) : [];
    const isOfMany = TIME[subject] !== 'weekly' && shown.length === 0;
    const ofMany =
      names.length > 0 ? names.map(({ key }) => addresses.diligence(key)) : [addresses.diligence()];
    return [
      ...new Set([
        ...files,
        ...dossiers,
        ...shown.flatMap((row) => [this.#dossier(row), ...row.sources]),
        ...(isOfMany ? ofMany : []),
      ]),
    ].slice(0, MAX_SOURCES);
  }
}

function rounded(value: number): number;
function rounded(value: number | null): number | null;
function rounded(value: number | null): number | null {
  return value === null ? null : decimals(value, DECIMALS);
}
