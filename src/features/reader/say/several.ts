/** Sentences that put several side by side: comparisons, orders, lists. */
import { count, counted } from '../../../lib/prose.ts';
import type { Field } from '../../query/fields.ts';
import type { Row, Value } from './asked.ts';
import { deal } from './deal.ts';
import { NOUNS } from './nouns.ts';
import { oneValue } from './values.ts';
import { capital, possessive, type Voice } from './voice.ts';

/** Rows that a sentence lists; there is the address for more. */
const MAX_LISTED = 60;
const NOTHING_KNOWN = 'The registry holds only what was read in a public announcement or filing.';
/** These are things by themselves; all others are deals. */
const THINGS = ['startup', 'sector', 'company', 'fund', 'acquirer', 'market', 'finding'];

export function comparison(voice: Voice): string {
  const { rows, metric } = voice;
  if (!metric) return rows.map((row) => oneValue(voice, row)).join(' ');
  const known = rows.filter(({ value }) => typeof value === 'number');
  const sorted = known.toSorted((a, b) => Number(b.value) - Number(a.value));
  const [first, second] = sorted;
  const showsMore = rows.some(({ fields }) => Object.keys(fields).length > 0);
  const each = rows.map((row) => {
    const more = voice.shownFields(row).map(([field, value]) => `, ${voice.phrase(field, value)}`);
    return `${row.name} ${voice.brief(metric, row.value)}${more.join('')}`;
  });
  const when = rows[0] ? voice.when(rows[0]) : '';
  const all = `${capital(voice.titleOf(metric))}${when}: ${each.join(showsMore ? '; ' : ', ')}.`;
  if (!first || !second) return all;
  const difference = Number(first.value) - Number(second.value);
  const apart = known.length === 2 && metric.kind === 'count' ? `, by ${count(difference)}` : '';
  const winner =
    first.value === second.value
      ? `${first.name} and ${second.name} are level.`
      : `${first.name} is higher${apart}.`;
  const lead = voice.asked.isYesNo && known.length === 2 ? isFirst(voice, sorted) : '';
  return `${lead}${winner} ${all}`;
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
    return `By ${noun}, ${order} first: ${deals}`;
  }
  const value = (row: Row) => (metric ? voice.brief(metric, row.value) : count(Number(row.value)));
  const more = (row: Row) =>
    voice
      .shownFields(row)
      .map(([field, cell]) => `; ${voice.phrase(field, cell)}`)
      .join('');
  if (rows.length === 1) {
    const place = nth === undefined || nth === 1 ? `The ${order}` : `Number ${nth} by ${order}`;
    return `${place} ${noun} is ${possessive(first.name)}: ${value(first)}${more(first)}${voice.when(first)}.`;
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
  return `${head}: ${list.join(', ')}.${ties}`;
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
    const head = total === 1 ? '' : `${counted(total, one, many)}. `;
    return `${lead}${head}${shown.map((row) => deal(voice, row)).join(' ')}`;
  }
  const rest = total > shown.length ? `, and ${count(total - shown.length)} more` : '';
  const items = shown.map((row) => item(voice, row));
  return `${lead}${counted(total, one, many)}: ${items.join(', ')}${rest}. (${capital(voice.readAs)}.)`;
}

/** `Langfuse (162)`: with what is not the same in every row. */
function item(voice: Voice, row: Row): string {
  const { metric } = voice;
  const own: [Field, Value][] = metric ? [[metric, row.value]] : [];
  const varying = [...own, ...voice.shownFields(row)].filter(([field]) => !isFixed(voice, field));
  const parts = varying.map(([field, value]) =>
    varying.length === 1 && (field.kind === 'count' || field.kind === 'text')
      ? voice.brief(field, value)
      : voice.phrase(field, value),
  );
  return parts.length === 0 ? row.name : `${row.name} (${parts.join(', ')})`;
}

function isFixed({ query: { where } }: Voice, { name }: Field): boolean {
  return (
    Array.isArray(where) &&
    where.some(({ field, op, values }) => field === name && op === '=' && values.length === 1)
  );
}
