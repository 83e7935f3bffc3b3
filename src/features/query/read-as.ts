/** A query in a plain sentence, so that whoever asked sees what was understood. */
import { parsePeriod } from '../../lib/period.ts';
import { changeInPercent, count, figure, listed, money, percent } from '../../lib/prose.ts';
import type { Clause } from './clauses.ts';
import { type Field, isNumber } from './field.ts';
import type { Names } from './named-entities.ts';
import { OPERATORS } from './operators.ts';
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
    const weeks = `from ${this.#week(this.#plan.against)} to ${this.#week(this.#plan.weeks[0])}`;
    if (!this.#isOrdered()) return `how ${subject} changed ${weeks}`;
    if (this.#plan.metric && !isNumber(this.#plan.metric) && !this.#plan.measure)
      return `${this.#rows()} whose ${this.#plan.metric.title} changed ${weeks}`;
    const by = changeBy === 'ratio' ? 'the ratio of the change' : 'the change';
    return `how ${subject} changed ${weeks}, by ${by}, ${this.#order()}`;
  }

  /** `contributors in 30 days of Langfuse`, `the number of startups with …` */
  #subject(): string {
    const { metric, groupBy, measure, operation, subject } = this.#plan;
    if (isWhole(this.#plan) || groupBy) {
      const each = groupBy ? ` for each ${groupBy.title}` : '';
      return `${this.#measure()}${each}`;
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
    if (measure === 'count' && metric)
      return `the number of different values of ${metric.title} among ${this.#rows()}`;
    if (measure === 'count') return `the number of ${this.#rows()}`;
    if (measure === 'share' && which.length > 0)
      return `among ${this.#rows()} the share ${this.#conditions(which)}`;
    return `the ${measure} of ${metric?.title} of ${this.#rows()}`;
  }

  #rows(): string {
    const { subject, names, where } = this.#plan;
    const isNamed = names.length > 0;
    const saysTracked = subject === 'company' && !isNamed && where.some(isOfTracked);
    const clauses = saysTracked ? where.filter((clause) => !isOfTracked(clause)) : where;
    const rows = isNamed ? this.#named() : `${this.#extent(saysTracked)}${ROWS[subject]}`;
    return clauses.length === 0 ? rows : `${rows} ${this.#conditions(clauses)}`;
  }

  #named(): string {
    const { subject, names } = this.#plan;
    const named = listed(names.map(({ name }) => name));
    return subject in PARTY ? `${ROWS[subject]} of ${named}` : named;
  }

  #extent(saysTracked: boolean): string {
    const { subject, where } = this.#plan;
    if (subject !== 'startup') return saysTracked ? 'tracked ' : '';
    return where.some(({ field }) => field.name === 'covered') ? 'tracked ' : 'covered ';
  }

  /** `backed by Accel with at least 10 contributors in 30 days and stage Seed` */
  #conditions(clauses: readonly Clause[]): string {
    const phrased = clauses.filter(isPhrased).map((clause) => this.#phrase(clause));
    const plain = clauses.filter((clause) => !isPhrased(clause));
    const rest = listed(plain.map((clause) => this.#condition(clause)));
    return [listed(phrased), rest === '' ? '' : `with ${rest}`]
      .filter((part) => part !== '')
      .join(' ');
  }

  #phrase({ field, op, values }: Clause): string {
    if (field.phrases) return field.phrases[(op === '=') === (values[0] === 'yes') ? 'yes' : 'no'];
    return `${op === '!=' ? 'not ' : ''}${field.phrase} ${this.#either(field, values)}`;
  }

  #condition({ field, op, values }: Clause): string {
    const isUnknown = values.length === 1 && values[0] === null;
    if (isUnknown) return `${field.title} ${op === '=' ? 'not known' : 'known'}`;
    const either = this.#either(field, values);
    const { counted, measured, dated } = OPERATORS[op];
    if (field.kind === 'count') return `${counted} ${either} ${field.title}`;
    if (op === '=') return `${field.title} ${either}`;
    if (op === '!=') return `${field.title} other than ${either}`;
    return `${field.title} ${field.kind === 'date' ? dated : measured} ${either}`;
  }

  #either(field: Field, values: Clause['values']): string {
    const said = values.map((value) => this.#value(field, value));
    return said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} or ${said.at(-1)}`;
  }

  #value({ kind, name }: Field, value: string | number | null): string {
    if (value === null) return 'not known';
    if (kind === 'money') return money({ amount: Number(value), currency: this.#plan.currency });
    if (kind === 'share') return percent(Number(value));
    if (kind === 'ratio') return changeInPercent(Number(value));
    if (kind === 'year') return String(value);
    if (typeof value === 'number') return figure(value);
    if (name === 'geography' && UNIONS.test(value)) return `the ${value}`;
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
    return this.#plan.subject in DATED ? 'the latest first' : 'in alphabetical order';
  }
}

const PARTY = { round: true, backing: true, valuation: true, acquisition: true, exit: true };
const DATED = PARTY;

/** They take an article. */
const UNIONS = /^(?:US|UK|EU)$/;

function isOfTracked({ field, op, values }: Clause): boolean {
  return field.name === 'tracked' && op === '=' && values.length === 1 && values[0] === 'yes';
}

function isPhrased({ field, op, values }: Clause): boolean {
  const isOfOne = field.phrases !== undefined && values.length === 1;
  const isEqual = (op === '=' || op === '!=') && !values.includes(null);
  return isEqual && (field.phrase !== undefined || isOfOne);
}

/** Says of how many rows the answer knows too little. */
export function unknownNote(rows: number, title: string): string {
  return `${title.charAt(0).toUpperCase()}${title.slice(1)} not known for ${count(rows)} more.`;
}
