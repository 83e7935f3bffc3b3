/** A query in a plain sentence, so that the caller sees what was understood. */
import { parsePeriod } from '../../lib/period.ts';
import { changeInPercent, count, figure, listed, money, percent } from '../../lib/prose.ts';
import { type Clause, clauseText } from './clauses.ts';
import { type Field, isNumber } from './field.ts';
import type { Names } from './named-entities.ts';
import { OPERATORS } from './operators.ts';
import { endsOf, isSummary, type Plan } from './plan.ts';
import type { Over, Subject } from './query.ts';
import { TIME } from './query-fields.ts';
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
};

const OVER: Readonly<Record<Over, string>> = {
  mean: 'on average over the weeks',
  median: 'the median of the weeks',
  highest: 'the highest of the weeks',
  lowest: 'the lowest of the weeks',
};

/** @param weeks slugs of the published weeks, oldest first */
export function readAs(plan: Plan, names: Names, weeks: readonly string[]): string {
  return `Read as: ${new Sentence(plan, names, weeks).text()}.`;
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

  text(): string {
    const { operation, weeks, over, order, metric, measure, names, subject } = this.#plan;
    const what = this.#subject();
    const time = this.#time();
    const together = weeks.length > 1 ? `, ${OVER[over]}` : '';
    switch (operation) {
      case 'list':
        return `${what}${time}, ${TIME[subject] === 'dated' ? 'the latest first' : 'in alphabetical order'}`;
      case 'get':
        return `${what}${time}${together}`;
      case 'compare':
        return `${what} side by side${time}${together}`;
      case 'rank':
        return `${what}${time}${together}, ${this.#order()}`;
      case 'series':
        return `${what} in every week${time}`;
      case 'extreme':
        return `the week of the ${order} ${what}${time}${this.#place()}`;
      case 'change': {
        const span = `from ${this.#week(this.#plan.against)} to ${this.#week(weeks[0])}`;
        if (metric && !isNumber(metric) && !measure && names.length === 0)
          return `${this.#rows()} whose ${metric.title} changed ${span}`;
        const isOrdered = names.length === 0 && (this.#plan.groupBy || !measure);
        return `how ${what} changed ${span}${isOrdered ? `, by the change, ${this.#order()}` : ''}`;
      }
    }
  }

  /** `contributors in 30 days of Langfuse`, `the number of startups with …` */
  #subject(): string {
    const { metric, groupBy, measure, operation, subject } = this.#plan;
    if (isSummary(this.#plan))
      return `${this.#measure()}${groupBy ? ` for each ${groupBy.title}` : ''}`;
    const isOfStartups = subject === 'sector' && metric?.isWeekly && metric.name !== 'startups';
    const value = isOfStartups
      ? `the ${measureOfSector(metric.name, measure)} of ${metric.title}`
      : metric?.title;
    if (value === undefined) return this.#rows();
    if (operation === 'rank') return `${this.#rows()} by ${value}`;
    return operation === 'list' ? `${this.#rows()} with ${value}` : `${value} of ${this.#rows()}`;
  }

  #measure(): string {
    const { measure, metric, which } = this.#plan;
    const rows = this.#rows();
    if (measure === 'share') return `among ${rows} the share ${this.#conditions(which)}`;
    if (measure !== 'count') return `the ${measure} of ${metric?.title} of ${rows}`;
    return `the number of ${metric ? `different values of ${metric.title} among ` : ''}${rows}`;
  }

  #rows(): string {
    const { subject, names, where } = this.#plan;
    const name = listed(names.map((one) => one.name));
    const isExtent = (clause: Clause) =>
      subject === 'company' && name === '' && clauseText(clause) === 'tracked=yes';
    const clauses = where.filter((clause) => !isExtent(clause));
    const isTracked =
      clauses.length < where.length || where.some(({ field }) => field.name === 'covered');
    const extent = isTracked ? 'tracked ' : subject === 'startup' ? 'covered ' : '';
    const rows =
      name === ''
        ? `${extent}${ROWS[subject]}`
        : `${TIME[subject] === 'dated' ? `${ROWS[subject]} of ` : ''}${name}`;
    return clauses.length === 0 ? rows : `${rows} ${this.#conditions(clauses)}`;
  }

  /** `backed by Accel with at least 10 contributors in 30 days and stage Seed` */
  #conditions(clauses: readonly Clause[]): string {
    const phrases = listed(clauses.flatMap((clause) => this.#phrase(clause) ?? []));
    const plain = clauses.filter((clause) => this.#phrase(clause) === undefined);
    const rest = listed(plain.map((clause) => this.#condition(clause)));
    return `${phrases}${phrases && rest ? ' ' : ''}${rest && `with ${rest}`}`;
  }

  #phrase({ field, op, values }: Clause): string | undefined {
    const [first, ...others] = values;
    if ((op !== '=' && op !== '!=') || values.includes(null)) return undefined;
    if (field.phrases && others.length === 0)
      return field.phrases[(op === '=') === (first === 'yes') ? 'yes' : 'no'];
    if (field.phrase === undefined) return undefined;
    return `${op === '!=' ? 'not ' : ''}${field.phrase} ${this.#either(field, values)}`;
  }

  #condition({ field, op, values }: Clause): string {
    const isUnknown = values.length === 1 && values[0] === null;
    if (isUnknown) return `${field.title} ${op === '=' ? 'not known' : 'known'}`;
    const either = this.#either(field, values);
    const { counted, measured, dated } = OPERATORS[op];
    if (field.kind === 'count') return `${counted} ${either} ${field.title}`;
    if (op === '=') return `${field.title} ${either}`;
    return `${field.title} ${field.kind === 'date' ? dated : measured} ${either}`;
  }

  #either(field: Field, values: Clause['values']): string {
    const words = values.map((value) => this.#value(field, value));
    return words.length < 2
      ? words.join('')
      : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  }

  #value({ kind, name }: Field, value: string | number | null): string {
    if (value === null) return 'not known';
    if (typeof value === 'number') {
      if (kind === 'money') return money({ amount: value, currency: this.#plan.currency });
      if (kind === 'share') return percent(value);
      if (kind === 'ratio') return changeInPercent(value);
      return kind === 'year' ? String(value) : figure(value);
    }
    if (kind === 'name') return this.#names.nameOf(value);
    if (name === 'sector' || name === 'sectors') return this.#names.sector(value).name;
    return name === 'geography' && TAKES_ARTICLE.test(value) ? `the ${value}` : value;
  }

  #time(): string {
    const { weeks, days } = this.#plan;
    if (days) {
      const { from, to } = endsOf(days);
      const between = [from && ` from ${from}`, to && ` to ${to}`].join('');
      return between && `, announced${between}`;
    }
    const [first, last] = [this.#week(weeks[0]), this.#week(weeks.at(-1))];
    if (weeks.length === 0) return '';
    return weeks.length === 1 ? ` in ${first}` : ` from ${first} to ${last}`;
  }

  #week(place = -1): string {
    const slug = this.#weeks[place] ?? '';
    const [year = '', week = ''] = slug.split('-w');
    return parsePeriod(slug) ? `week ${Number(week)} of ${year}` : slug;
  }

  #order(): string {
    const { order, metric, groupBy } = this.#plan;
    const isDate = metric?.kind === 'date' && !groupBy;
    const first = isDate ? (order === 'lowest' ? 'earliest' : 'latest') : order;
    return `the ${first} first${this.#place()}`;
  }

  #place(): string {
    const { nth } = this.#plan;
    return nth === undefined ? '' : `, only number ${nth}`;
  }
}

const TAKES_ARTICLE = /^(?:US|UK|EU)$/;

/** Says of how many rows the answer knows too little. */
export function unknownNote(rows: number, title: string): string {
  return `${title.charAt(0).toUpperCase()}${title.slice(1)} not known for ${count(rows)} more.`;
}
