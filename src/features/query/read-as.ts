/** A query in a plain sentence, so that the caller sees what was understood. */
import { isoDay, weekName } from '../../lib/period.ts';
import { changeInPercent, figure, listed, money, percent } from '../../lib/prose.ts';
import { type Clause, clauseText } from './clauses.ts';
import { measureOfSector } from './measures.ts';
import { OPERATORS } from './operators.ts';
import { isSummary, type Plan } from './plan.ts';
import { type OperationName, type Over, ROWS } from './query.ts';
import { type Field, isNumber, TIME } from './query-fields.ts';

import type { Days } from './query-time.ts';

const OVER: Readonly<Record<Over, string>> = {
  mean: 'on average over the weeks',
  median: 'the median of the weeks',
  highest: 'the highest of the weeks',
  lowest: 'the lowest of the weeks',
};

export function readAs(plan: Plan): string {
  const { subject, operation, metric, measure, groupBy, over, order, nth, days } = plan;
  const isDated = TIME[subject] === 'dated';
  const rows = rowsIn(plan);
  const [first = '', last = ''] = [plan.weeks[0], plan.weeks.at(-1)].map((week = '') =>
    weekName(week),
  );
  const span = plan.weeks.length > 1 ? ` from ${first} to ${last}` : ` in ${first}`;
  const time = days ? announced(days) : plan.weeks.length === 0 ? '' : span;
  const together = plan.weeks.length > 1 ? `, ${OVER[over]}` : '';
  const place = nth === undefined ? '' : `, only number ${nth}`;
  const isLatest = metric?.kind === 'date' && !groupBy;
  const top = isLatest ? (order === 'lowest' ? 'earliest' : 'latest') : order;
  const inOrder = `the ${top} first${place}`;
  const what = valued();
  const sentences: Readonly<Record<OperationName, string>> = {
    list: `${what}${time}, ${isDated ? 'the latest first' : 'in alphabetical order'}`,
    get: `${what}${time}${together}`,
    compare: `${what} side by side${time}${together}`,
    rank: `${what}${time}${together}, ${inOrder}`,
    series: `${what} in every week${time}`,
    extreme: `the week of the ${order} ${what}${time}${place}`,
    change: changed(),
  };
  return `Read as: ${sentences[operation]}.`;

  function changed(): string {
    const between = `from ${weekName(plan.against ?? '')} to ${first}`;
    if (metric && !isNumber(metric) && !measure && plan.names.length === 0)
      return `${rows} whose ${metric.title} changed ${between}`;
    const isOrdered = plan.names.length === 0 && (groupBy || !measure);
    return `how ${what} changed ${between}${isOrdered ? `, by the change, ${inOrder}` : ''}`;
  }

  /** `contributors in 30 days of Langfuse`, `the number of startups with …` */
  function valued(): string {
    if (isSummary(plan)) return `${measured()}${groupBy ? ` for each ${groupBy.title}` : ''}`;
    const isOfStartups = subject === 'sector' && metric?.isWeekly && metric.name !== 'startups';
    const value = isOfStartups
      ? `the ${measureOfSector(metric.name, measure)} of ${metric.title}`
      : metric?.title;
    if (value === undefined) return rows;
    if (operation === 'rank') return `${rows} by ${value}`;
    return operation === 'list' ? `${rows} with ${value}` : `${value} of ${rows}`;
  }

  function measured(): string {
    if (measure === 'share') return `among ${rows} the share ${conditionsIn(plan.which, plan)}`;
    if (measure !== 'count') return `the ${measure} of ${metric?.title} of ${rows}`;
    return `the number of ${metric ? `different values of ${metric.title} among ` : ''}${rows}`;
  }
}

/** `, announced from 2025-01-01` */
function announced({ first, last }: Days): string {
  const from = Number.isFinite(first) ? ` from ${isoDay(first)}` : '';
  const to = Number.isFinite(last) ? ` to ${isoDay(last)}` : '';
  return from || to ? `, announced${from}${to}` : '';
}

/** `covered startups in the sector Security`, `funding rounds of Langfuse` */
function rowsIn(plan: Plan): string {
  const { subject, where } = plan;
  const plural = ROWS[subject][1];
  const name = listed(plan.names.map((one) => one.name));
  const clauses = where.filter(
    (clause) => subject !== 'company' || name !== '' || clauseText(clause) !== 'tracked=yes',
  );
  const isTracked =
    clauses.length < where.length || where.some(({ field }) => field.name === 'covered');
  const extent = isTracked ? 'tracked ' : subject === 'startup' ? 'covered ' : '';
  const ofName = TIME[subject] === 'dated' ? `${plural} of ${name}` : name;
  const rows = name === '' ? `${extent}${plural}` : ofName;
  return clauses.length === 0 ? rows : `${rows} ${conditionsIn(clauses, plan)}`;
}

/** `backed by Accel with at least 10 contributors in 30 days and stage Seed` */
function conditionsIn(clauses: readonly Clause[], plan: Plan): string {
  const told = clauses.map(({ field, op, values }) => {
    const [first, ...others] = values;
    const words = values.map((value) => valueText(field, value, plan));
    const either = [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
    const isKnown = (op === '=' || op === '!=') && !values.includes(null);
    if (isKnown && field.phrases && others.length === 0)
      return { phrase: field.phrases[(op === '=') === (first === 'yes') ? 'yes' : 'no'] };
    if (isKnown && field.phrase !== undefined)
      return { phrase: `${op === '!=' ? 'not ' : ''}${field.phrase} ${either}` };
    if (first === null && others.length === 0)
      return { plain: `${field.title} ${op === '=' ? 'not known' : 'known'}` };
    const { counted, measured, dated } = OPERATORS[op];
    if (field.kind === 'count') return { plain: `${counted} ${either} ${field.title}` };
    const bound = op === '=' ? '' : `${field.kind === 'date' ? dated : measured} `;
    return { plain: `${field.title} ${bound}${either}` };
  });
  const phrases = listed(told.flatMap(({ phrase }) => phrase ?? []));
  const rest = listed(told.flatMap(({ plain }) => plain ?? []));
  return [phrases, rest && `with ${rest}`].filter(Boolean).join(' ');
}

function valueText(
  { kind, name }: Field,
  value: string | number | null,
  { currency, directory }: Plan,
): string {
  if (value === null) return 'not known';
  if (typeof value === 'number') {
    if (kind === 'money') return money({ amount: value, currency });
    if (kind === 'share') return percent(value);
    if (kind === 'ratio') return changeInPercent(value);
    return kind === 'year' ? String(value) : figure(value);
  }
  if (kind === 'name') return directory.nameOf(value);
  if (name === 'sector' || name === 'sectors') return directory.sectorName(value);
  return name === 'geography' && TAKES_ARTICLE.test(value) ? `the ${value}` : value;
}

const TAKES_ARTICLE = /^(?:US|UK|EU)$/;
