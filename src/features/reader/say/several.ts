/** Sentences that put several side by side: comparisons, orders, lists. */
import { count, figure, listed } from '../../../lib/prose.ts';
import type { Field } from '../../query/field.ts';
import type { Asked, Row, Value } from './asked.ts';
import { deal } from './deal.ts';
import { NOUNS } from './nouns.ts';
import { ofOne, place } from './ordinals.ts';
import { oneValue } from './values.ts';
import { capital, type Voice } from './voice.ts';

/** Rows that a sentence lists; there is the address for more. */
const MAX_LISTED = 60;
/** So many who share a first place are named. */
const MAX_TIED = 20;
export const NOTHING_KNOWN =
  'The registry holds only what was read in a public announcement or filing.';
/** These are things by themselves; all others are deals. */
const THINGS = ['startup', 'sector', 'company', 'fund', 'acquirer', 'market', 'finding'];

export function comparison(voice: Voice): string {
  const { rows, metric } = voice;
  if (!metric) return rows.map((row) => oneValue(voice, row)).join(' ');
  const known = rows.filter(({ value }) => typeof value === 'number');
  // The best rank is the lowest number.
  const sign = metric.kind === 'rank' ? -1 : 1;
  const sorted = known.toSorted((a, b) => sign * (Number(b.value) - Number(a.value)));
  const [first, second] = sorted;
  const showsMore = rows.some(({ fields }) => Object.keys(fields).length > 0);
  const each = rows.map((row) => {
    const more = voice.shownFields(row).map(([field, value]) => `, ${voice.phrase(field, value)}`);
    return `${row.name} ${voice.brief(metric, row.value)}${more.join('')}`;
  });
  const when = rows[0] ? voice.when(rows[0]) : '';
  const all = `${capital(voice.titleOf(metric))}${when}: ${each.join(showsMore ? '; ' : ', ')}.`;
  if (!first || !second) return all;
  const winner = `${leading(metric, sorted, voice.asked.direction)} `;
  const lead = voice.asked.isYesNo && known.length === 2 ? isFirst(voice, sorted) : '';
  return `${lead}${winner}${all}`;
}

/** `Deno has more, by 18.`, `Weaviate has the highest value.` */
function leading(metric: Field, sorted: readonly Row[], asked: Asked['direction']): string {
  const [first, second] = sorted;
  if (!first || !second) return '';
  const level = sorted.filter(({ value }) => value === first.value);
  if (level.length > 1) return `${listed(level.map(({ name }) => name))} are level.`;
  const isCount = metric.kind === 'count';
  if (sorted.length > 2 && metric.kind === 'rank')
    return asked === 'lowest' ? `${sorted.at(-1)?.name} comes last.` : `${first.name} comes first.`;
  if (sorted.length > 2 && asked === 'lowest')
    return `${sorted.at(-1)?.name} has the ${isCount ? 'fewest' : 'lowest value'}.`;
  if (sorted.length > 2) return `${first.name} has the ${isCount ? 'most' : 'highest value'}.`;
  const difference = Number(first.value) - Number(second.value);
  if (asked === 'lowest')
    return `${second.name} ${isCount ? `has fewer, by ${figure(difference)}` : 'is behind'}.`;
  if (isCount) return `${first.name} has more, by ${figure(difference)}.`;
  return `${first.name} is ahead${metric.kind === 'score' ? ` by ${figure(difference)}` : ''}.`;
}

/** Whether the one that was named first leads. */
function isFirst({ asked, query }: Voice, sorted: readonly Row[]): string {
  const [name] = Array.isArray(query.names) ? query.names : [];
  if (asked.direction === undefined || name === undefined) return '';
  if (sorted[0]?.value === sorted[1]?.value) return 'No. ';
  const leader = asked.direction === 'highest' ? sorted[0] : sorted.at(-1);
  return leader?.slug === name ? 'Yes. ' : 'No. ';
}

export function ranking(voice: Voice): string {
  const { rows, metric } = voice;
  const { nth, order = 'highest' } = voice.query;
  const [first] = rows;
  if (!first) return `No ${NOUNS[voice.answer.subject][0]} satisfies this: ${voice.readAs}.`;
  const noun = metric ? voice.nounOf(metric) : 'number';
  if (!THINGS.includes(voice.answer.subject) && voice.query.groupBy === undefined) {
    const deals = rows.map((row) => deal(voice, row)).join(' ');
    if (rows.length > 1) return `By ${noun}, ${order} first: ${deals}`;
    const [least, most] = metric?.kind === 'date' ? ['first', 'latest'] : ['smallest', 'largest'];
    const nthOf = nth === undefined || nth === 1 ? '' : `${place(nth)} `;
    return `The ${nthOf}${order === 'highest' ? most : least} known: ${deals}`;
  }
  if (voice.asked.reads === 'place') return placeOf(voice, noun);
  const value = (row: Row) => (metric ? voice.brief(metric, row.value) : count(Number(row.value)));
  const more = (row: Row) =>
    voice
      .shownFields(row)
      .map(([field, cell]) => `; ${voice.phrase(field, cell)}`)
      .join('');
  if (rows.length > 1 && voice.query.limit === 1) return sharedPlace(voice, first, value(first));
  if (rows.length === 1) {
    const lead = isExpected(voice);
    const told = metric?.name === 'trendingRank' ? '' : `: ${value(first)}`;
    return `${lead}${leader(voice, first, noun)}${told}${more(first)}${voice.when(first)}.`;
  }
  const varying = (row: Row) =>
    voice
      .shownFields(row)
      .filter(([field]) => !isFixed(voice, field))
      .map(([field, cell]) => `; ${voice.phrase(field, cell)}`)
      .join('');
  const list = rows.map((row) =>
    `${row.rank ?? ''}. ${row.name} (${value(row)}${varying(row)})`.trim(),
  );
  const tied = rows.filter((row) => row.value === first.value).length;
  const ties = tied > 1 ? ` ${tied} share the first place.` : '';
  const { period } = voice.answer;
  const isOneWeek = period !== null && period.first === period.last;
  // The query in words names the filters, and the week if it is one.
  const head =
    voice.query.where !== undefined
      ? `${capital(voice.readAs)}${isOneWeek ? '' : voice.when(first)}`
      : `By ${noun}, ${order} first${voice.when(first)}`;
  return `${isExpected(voice)}${head}: ${list.join(', ')}.${ties}`;
}

/** `Turso is third of 9 by number of commits in 14 days: 247; sector Databases (week 31 of 2026).` */
function placeOf(voice: Voice, noun: string): string {
  const { rows, metric, answer, asked } = voice;
  const row = rows.find(({ slug }) => slug === asked.expected);
  if (!row || !metric) return `It has no place in this order: ${voice.readAs}.`;
  const fixed = voice
    .shownFields(row)
    .map(([field, cell]) => `; ${voice.phrase(field, cell)}`)
    .join('');
  const level = rows.filter(({ rank }) => rank === row.rank).length - 1;
  const shared = level > 0 ? `, a place that it shares with ${level} more` : '';
  return `${row.name} ${voice.isPast(row.period) ? 'was' : 'is'} ${place(row.rank ?? 0)} of ${answer.total} by ${noun}${shared}: ${voice.brief(metric, row.value)}${fixed}${voice.when(row)}.`;
}

function aged(order: string): string {
  return `the ${order === 'highest' ? 'youngest' : 'oldest'} by year of founding`;
}

/** Whether the one that was asked about is among those who come first. */
function isExpected({ asked: { expected }, rows }: Voice): string {
  if (expected === undefined) return '';
  return rows.some(({ slug }) => slug === expected) ? 'Yes. ' : 'No. ';
}

/** `Qdrant and Replicate have the fewest commits in 14 days: 0` */
function sharedPlace(voice: Voice, { period }: Row, value: string): string {
  const { rows, metric } = voice;
  const { order = 'highest' } = voice.query;
  const many = NOUNS[voice.answer.subject][1];
  const names = rows.map(({ name }) => name);
  const who = names.length > MAX_TIED ? `${count(names.length)} ${many}` : listed(names);
  const isPast = voice.isPast(period);
  const what = metric ? voice.extremeOf(metric) : `the ${order} number`;
  const has =
    metric?.name === 'founded'
      ? `${isPast ? 'were' : 'are'} ${aged(order)}`
      : `${isPast ? 'had' : 'have'} ${what}`;
  const [row] = rows;
  // The query in words names the filters.
  const filtered = voice.query.where === undefined ? '' : ` (${voice.readAs})`;
  const when = filtered || (row ? voice.when(row) : '');
  return `${isExpected(voice)}${who} ${has}: ${value}, ${names.length === 2 ? 'both' : 'all'} the same${when}.`;
}

/** `Cline has the most commits in 14 days`, `Turso is second by number of contributors in 30 days`. */
function leader(voice: Voice, { name, period }: Row, noun: string): string {
  const { metric } = voice;
  const { nth = 1, order = 'highest' } = voice.query;
  const isPast = voice.isPast(period);
  if (metric?.name === 'trendingRank')
    return `${name} ${isPast ? 'was' : 'is'} ${place(nth)} on the trending list`;
  if (metric?.name === 'founded' && nth === 1) return `${name} is ${aged(order)}`;
  if (nth > 1)
    return `${name} ${isPast ? 'was' : 'is'} ${place(nth)}${order === 'lowest' ? ' from the bottom' : ''} by ${noun}`;
  return `${name} ${isPast ? 'had' : 'has'} ${metric ? voice.extremeOf(metric) : `the ${order} ${noun}`}`;
}

export function list(voice: Voice): string {
  const { rows, answer, asked } = voice;
  const { total, subject } = answer;
  const [one, many] = NOUNS[subject];
  const isDeal = !THINGS.includes(subject);
  if (total === 0) {
    const no = asked.isYesNo ? 'No. ' : '';
    return isDeal || subject === 'company' || subject === 'fund'
      ? `${no}No such ${one} is documented here: ${voice.readAs}. ${NOTHING_KNOWN}`
      : `${no}None: ${voice.readAs}.`;
  }
  const isCalledOff = rows.every(({ fields }) => fields['state'] === 'called-off');
  const lead = asked.isYesNo ? (isCalledOff ? 'No. ' : 'Yes. ') : '';
  const shown = rows.slice(0, MAX_LISTED);
  if (isDeal) {
    const head = total === 1 ? '' : `${shareOf(shown.length, total, many)}`;
    return `${lead}${head}${shown.map((row) => deal(voice, row)).join(' ')}`;
  }
  const rest = total > shown.length ? `, and ${count(total - shown.length)} more` : '';
  const titles = shared(voice, shown);
  const items = shown.map((row) => item(voice, row, titles));
  const what = voice.readAs.replace(/, in alphabetical order$/, '');
  const each = titles.every((title) => what.includes(title))
    ? ''
    : `, each with its ${listed(titles)}`;
  const head = `${count(total)} ${total === 1 ? ofOne(what) : what}`;
  return `${lead}${head}${total === 1 ? '' : each}: ${items.join(', ')}${rest}.`;
}

/** What every item shows in the same places, so that it is named once: not what `12 contributors` says. */
function shared(voice: Voice, rows: readonly Row[]): string[] {
  const [first, ...others] = rows.map((row) => varyingOf(voice, row).map(([{ title }]) => title));
  if (first === undefined || others.length === 0) return [];
  return others.every((titles) => titles.join() === first.join()) ? first : [];
}

/** `7 rounds. `, or `The latest of 7 rounds: ` */
function shareOf(shown: number, total: number, many: string): string {
  if (shown === total) return `${count(total)} ${many}. `;
  return `The latest${shown === 1 ? '' : ` ${shown}`} of ${count(total)} ${many}: `;
}

/** What is not the same in every row. */
function varyingOf(voice: Voice, row: Row): [Field, Value][] {
  const { metric } = voice;
  const own: [Field, Value][] = metric ? [[metric, row.value]] : [];
  return [...own, ...voice.shownFields(row)].filter(([field]) => !isFixed(voice, field));
}

/** `Langfuse (162)`; `Langfuse (162 commits in 14 days)` where the head does not say what it is. */
function item(voice: Voice, row: Row, titles: readonly string[]): string {
  const parts = varyingOf(voice, row).map(([field, value]) =>
    titles.length > 0 ? voice.brief(field, value) : voice.phrase(field, value),
  );
  return parts.length === 0 ? row.name : `${row.name} (${parts.join(', ')})`;
}

function isFixed({ query: { where } }: Voice, { name }: Field): boolean {
  return (
    Array.isArray(where) &&
    where.some(({ field, op, values }) => field === name && op === '=' && values.length === 1)
  );
}
