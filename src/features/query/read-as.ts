/** A query in a plain sentence, so that whoever asked sees what was understood. */
import { parsePeriod } from '../../lib/period.ts';
import { counted, figure, listed, money, percent } from '../../lib/prose.ts';
import type { Clause } from './clauses.ts';
import type { Field } from './fields.ts';
import type { Names } from './names.ts';
import { endsOf, isWhole, type Plan } from './plan.ts';
import type { Over, Subject } from './query.ts';
import { measureOfSector } from './sector-table.ts';

const ROWS: Readonly<Record<Subject, string>> = {
  startup: 'startups',
  sector: 'sectors',
  company: 'companies',
  fund: 'investors',
  acquirer: 'acquirers',
  round: 'funding rounds',
  backing: 'investments',
  valuation: 'valuations',
  acquisition: 'acquisitions',
  exit: 'exits',
  market: 'markets',
  finding: 'findings',
};

const OVER: Readonly<Record<Over, string>> = {
  mean: 'on average over the weeks',
  median: 'the median of the weeks',
  highest: 'the highest of the weeks',
  lowest: 'the lowest of the weeks',
  first: 'in the first week',
  last: 'in the last week',
};

/** @param weeks slugs of the published weeks, oldest first */
export function readAs(plan: Plan, names: Names, weeks: readonly string[]): string {
  const said = new Sentence(plan, names, weeks).text;
  return `Read as: ${said}.`;
}

class Sentence {
  readonly #plan: Plan;
  readonly #names: Names;
  readonly #weeks: readonly string[];

  constructor(plan: Plan, names: Names, weeks: readonly string[]) {
    this.#plan = plan;
    this.#names = names;
    this.#weeks = weeks;
  }

  get text(): string {
    const { operation, changeBy } = this.#plan;
    const subject = this.#subject();
    if (operation === 'list') return `${subject}${this.#time()}, ${this.#listing()}`;
    if (operation === 'get') return `${subject}${this.#time()}${this.#over()}`;
    if (operation === 'compare') return `${subject} side by side${this.#time()}${this.#over()}`;
    if (operation === 'rank') return `${subject}${this.#time()}${this.#over()}, ${this.#order()}`;
    if (operation === 'series') return `${subject} in every week${this.#time()}`;
    if (operation === 'extreme')
      return `the week of the ${this.#plan.order} ${subject}${this.#time()}${this.#place()}`;
    const by = changeBy === 'ratio' ? 'the ratio of the change' : 'the change';
    const order = this.#isOrdered() ? `, ordered by ${by}, ${this.#order()}` : '';
    return `how ${subject} changed from ${this.#week(this.#plan.against)} to ${this.#week(this.#plan.weeks[0])}${order}`;
  }

  /** `contributors in 30 days of Langfuse`, `the number of startups with …` */
  #subject(): string {
    const { metric, groupBy, measure, operation, subject } = this.#plan;
    if (isWhole(this.#plan) || groupBy) {
      const each = groupBy ? ` for each ${groupBy.title}` : '';
      return `${this.#measure()} of ${this.#rows()}${each}`;
    }
    const isOfSector =
      subject === 'sector' && metric?.isWeekly === true && metric.name !== 'startups';
    const value = isOfSector
      ? `the ${measureOfSector(metric.name, measure)} of ${metric.title}`
      : metric?.title;
    if (value === undefined) return this.#rows();
    return operation === 'rank' || operation === 'list'
      ? `${this.#rows()} ${operation === 'rank' ? 'by' : 'with'} ${value}`
      : `${value} of ${this.#rows()}`;
  }

  #measure(): string {
    const { measure, metric, which } = this.#plan;
    if (measure === 'count')
      return metric ? `the number of different ${metric.title}, over all` : 'the number';
    if (measure === 'share')
      return which.length > 0
        ? `the share ${this.#conditions(which)}`
        : `the part in the sum of ${metric?.title}`;
    return `the ${measure} of ${metric?.title}`;
  }

  #rows(): string {
    const { subject, names, where } = this.#plan;
    const isOfAll = where.some(({ field }) => field.name === 'covered');
    const named = listed(names.map(({ name }) => name));
    const isParty = subject in PARTY;
    const rows =
      names.length > 0
        ? isParty
          ? `${ROWS[subject]} of ${named}`
          : named
        : `${subject === 'startup' ? (isOfAll ? 'tracked ' : 'covered ') : ''}${ROWS[subject]}`;
    return where.length === 0 ? rows : `${rows} ${this.#conditions(where)}`;
  }

  #conditions(clauses: readonly Clause[]): string {
    return `with ${listed(clauses.map((clause) => this.#condition(clause)))}`;
  }

  #condition({ field, op, values }: Clause): string {
    const isUnknown = values.length === 1 && values[0] === null;
    if (isUnknown) return `${field.title} ${op === '=' ? 'not known' : 'known'}`;
    const said = values.map((value) => this.#value(field, value));
    const either =
      said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} or ${said.at(-1)}`;
    if (op === '=') return `${field.title} ${field.isMany ? 'that include ' : ''}${either}`;
    if (op === '!=') return `${field.title} other than ${either}`;
    const words = { '>=': 'at least', '<=': 'at most', '>': 'above', '<': 'below' }[op];
    const dated = { '>=': 'from', '<=': 'up to', '>': 'after', '<': 'before' }[op];
    return `${field.title} ${field.kind === 'date' ? dated : words} ${either}`;
  }

  #value({ kind, name }: Field, value: string | number | null): string {
    if (value === null) return 'not known';
    if (kind === 'money') return money({ amount: Number(value), currency: this.#plan.currency });
    if (kind === 'share') return percent(Number(value));
    if (kind === 'year') return String(value);
    if (typeof value === 'number') return figure(value);
    if (kind === 'name') return this.#names.nameOf(value);
    return name === 'sector' || name === 'sectors' ? this.#names.sector(value).name : value;
  }

  #time(): string {
    const { weeks, days } = this.#plan;
    if (days) {
      const { from, to } = endsOf(days);
      const parts = [from === null ? '' : `from ${from}`, to === null ? '' : `to ${to}`];
      const between = parts.filter((part) => part !== '').join(' ');
      return between === '' ? '' : `, announced ${between}`;
    }
    if (weeks.length === 0) return '';
    const [first, last] = [this.#week(weeks[0]), this.#week(weeks.at(-1))];
    return weeks.length === 1 ? ` in ${first}` : ` from ${first} to ${last}`;
  }

  #week(place = -1): string {
    const slug = this.#weeks[place] ?? '';
    const [year = '', week = ''] = slug.split('-w');
    return parsePeriod(slug) ? `week ${Number(week)} of ${year}` : slug;
  }

  #over(): string {
    const { weeks, over } = this.#plan;
    return weeks.length > 1 ? `, ${OVER[over]}` : '';
  }

  #isOrdered(): boolean {
    const { names } = this.#plan;
    return names.length === 0 && !isWhole(this.#plan);
  }

  #order(): string {
    const { order, metric, groupBy } = this.#plan;
    const isDate = metric?.kind === 'date' && !groupBy;
    const first = isDate ? (order === 'lowest' ? 'the earliest' : 'the latest') : `the ${order}`;
    return `${first} first${this.#place()}`;
  }

  #place(): string {
    const { nth } = this.#plan;
    return nth === undefined ? '' : `, only number ${nth}`;
  }

  #listing(): string {
    return this.#plan.subject in DATED ? 'the latest first' : 'by name';
  }
}

const PARTY = { round: true, backing: true, valuation: true, acquisition: true, exit: true };
const DATED = PARTY;

/** What is said of rows that a condition could not be decided for. */
export function unknownNote(rows: number, title: string): string {
  return `Of ${counted(rows, 'row')} more, ${title} is not known, so that ${rows === 1 ? 'it is' : 'they are'} left out.`;
}
