/** Items of a query as rows of its answer, and where they come from. */
import type { z } from 'zod';
import type { Published } from '../../published/published.ts';
import type { AnsweredRow, Organization, Value } from './answer-schema.ts';
import type { Row } from './deal-row.ts';
import type { Field } from './field.ts';
import type { Item } from './items.ts';
import type { Names } from './named-entities.ts';
import { fieldsIn, type Plan } from './plan.ts';
import type { Subject } from './query.ts';
import { fieldOf, TIME } from './query-fields.ts';
import type { Outcome } from './run-plan.ts';
import type { Cell } from './table.ts';

/** Addresses of sources that an answer names. */
const MAX_SOURCES = 40;
/** Weeks whose own file is named; of more, the file of all. */
const MAX_WEEK_FILES = 3;
/** Decimals of what is computed here. */
const DECIMALS = 1e6;

/** The ingredients of an answer. @param weeks slugs of the published weeks, oldest first */
type Of = {
  plan: Plan;
  outcome: Outcome;
  names: Names;
  published: Published;
  weeks: readonly string[];
};

export class AnswerRows {
  readonly #of: Of;

  constructor(of: Of) {
    this.#of = of;
  }

  row(item: Item, shown: readonly Field[], deal: Row | undefined): z.infer<typeof AnsweredRow> {
    const { metric, measure } = this.#of.plan;
    const { key, row, week, rows, rank = null, before, difference, ratio } = item;
    const isMeasured = row === undefined;
    const field = isMeasured && measure === 'count' ? undefined : metric;
    const table = this.#of.outcome.table;
    const cells = shown.map(({ name }) => [
      name,
      row === undefined
        ? null
        : this.#cell(fieldOf(this.#of.plan.subject, name), table.column(name)(row)),
    ]);
    const single = this.#of.plan.weeks.length === 1 ? this.#of.plan.weeks[0] : week;
    return {
      rank,
      ...this.#identity(item, deal),
      period: single === undefined ? null : (this.#of.weeks[single] ?? null),
      value: this.#cell(field, item.value),
      ...(rows !== undefined && { rows }),
      ...(before !== undefined && { before: this.#cell(field, before) }),
      ...(difference !== undefined && { difference: rounded(difference) }),
      ...(ratio !== undefined && { ratio: rounded(ratio) }),
      fields: Object.fromEntries(cells),
      ...(deal?.disputedSince !== undefined && { disputedSince: deal.disputedSince }),
      ...(deal && deal.sources.length > 0 && { sources: [...deal.sources] }),
      ...(key === '' && { name: 'all' }),
    };
  }

  #identity({ key, row, week }: Item, deal: Row | undefined) {
    const { subject, groupBy, weeks } = this.#of.plan;
    const { addresses } = this.#of.published;
    const period = this.#of.weeks[week ?? weeks.at(-1) ?? -1];
    if (row === undefined) {
      const cell = groupBy ? this.#cell(groupBy, key) : key;
      const isNamed = cell !== null && typeof cell === 'object' && 'name' in cell;
      if (isNamed) return { name: cell.name, slug: cell.slug, url: cell.url };
      if (groupBy?.name === 'sector')
        return { name: this.#of.names.sector(key).name, slug: key, url: addresses.sector(key) };
      return { name: key, slug: null, url: null };
    }
    if (subject === 'startup')
      return {
        name: this.#of.names.nameOf(key),
        slug: key,
        url: addresses.startup(key, period === this.#of.weeks.at(-1) ? undefined : period),
      };
    if (subject === 'sector') {
      // A sector without covered startups has no page in that week.
      const isShown = Number(this.#of.outcome.table.column('startups')(row)) > 0;
      const url = isShown ? addresses.sector(key, period) : null;
      return { name: this.#of.names.sector(key).name, slug: key, url };
    }
    return {
      name: deal?.title ?? key,
      slug: slugOf(subject, key),
      url: this.#dealUrl(subject, key, deal),
    };
  }

  #dealUrl(subject: Subject, key: string, deal: Row | undefined): string {
    const { addresses } = this.#of.published;
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
    const url = this.#of.published.addresses.diligence(slug);
    return { name: this.#of.names.nameOf(slug), slug, url };
  }

  /** The files of the weeks, the dossiers of what is shown, and what these cite. */
  sources(rows: readonly (Row | undefined)[]): string[] {
    const { addresses } = this.#of.published;
    const { subject, weeks, against, names } = this.#of.plan;
    const all = against === undefined ? weeks : [against, ...weeks];
    const files =
      all.length > MAX_WEEK_FILES
        ? [addresses.at('/api/dataset.csv')]
        : all.map((week) => addresses.editionFile(this.#of.weeks[week] ?? '', 'signals.csv'));
    const usesDeals = fieldsIn(this.#of.plan).some((field) => isOfDeals(subject, field));
    const startups = this.#of.outcome.items.filter(({ row }) => row !== undefined);
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

/** Computed values are exact enough with six decimals. */
function rounded<T extends number | null>(value: T): T {
  return value === null ? value : ((Math.round(value * DECIMALS) / DECIMALS) as T);
}
