/** Sentences about several weeks: changes, series, extremes, and what is read off them. */
import { changeInPercent, counted, figure } from '../../../lib/prose.ts';
import type { Field } from '../../query/field.ts';
import type { Condition } from '../../query/query.ts';
import type { Row } from './asked.ts';
import { capital, possessive, satisfies, type Voice, weekName } from './voice.ts';

/** Weeks that are listed one by one. */
const MAX_WEEKS = 16;

export function changes(voice: Voice): string {
  const { rows, metric } = voice;
  const { period } = voice.answer;
  if (!metric || !period) return '';
  const span = `from ${weekName(period.against ?? '')} to ${weekName(period.last)}`;
  if (rows.length === 0) return `Nothing changed ${span}.`;
  const { measure } = voice.query;
  const title = measure === undefined ? voice.titleOf(metric) : `${measure} of ${metric.title}`;
  return `${movement(voice, rows)}${capital(title)} ${span}: ${rows.map((row) => change(voice, metric, row)).join('; ')}.`;
}

/** Whether the only row moved in the direction that is asked about. */
function movement({ asked }: Voice, rows: readonly Row[]): string {
  const [row, ...others] = rows;
  if (!asked.isYesNo || asked.moves === undefined || others.length > 0) return '';
  if (typeof row?.difference !== 'number') return '';
  const moved = asked.moves === 'up' ? row.difference > 0 : row.difference < 0;
  return moved ? 'Yes. ' : 'No. ';
}

function change(voice: Voice, metric: Field, row: Row): string {
  const then = voice.brief(metric, row.before ?? null);
  const now = voice.brief(metric, row.value);
  if (row.value === null || row.before == null) return `${row.name}: ${then} then, ${now} now`;
  if (typeof row.difference !== 'number') return `${row.name}: ${now}, after ${then}`;
  const ratio =
    typeof row.ratio === 'number' && metric.kind === 'count'
      ? `, ${changeInPercent(row.ratio)}`
      : '';
  return `${row.name}: ${now}, after ${then} (${signed(metric, row.difference)}${ratio})`;
}

function signed({ kind }: Field, difference: number): string {
  const size = Math.abs(difference);
  const text = kind === 'share' ? `${Math.round(size * 100)} points` : figure(size);
  return `${difference < 0 ? '-' : '+'}${text}`;
}

export function series(voice: Voice): string {
  const { rows, metric } = voice;
  const { next, total } = voice.answer;
  const known = rows.filter(({ value, period }) => value !== null && period !== null);
  const [first, last] = [known[0], known.at(-1)];
  const { reads, isYesNo } = voice.asked;
  if (!first || !last || !metric) {
    const no = reads === 'covered' && isYesNo ? 'No. ' : '';
    if (voice.query.where !== undefined) return `None, 0 weeks: ${voice.readAs}.`;
    return `${no}No week has a known value: ${voice.readAs}.`;
  }
  // In a week without a rank, it was not on the list.
  const weeks = reads === 'streak' && metric.name === 'trendingRank' ? rows : known;
  if (reads !== undefined && reads !== 'covered') return weeksThatSatisfy(voice, metric, weeks);
  const covered = reads === 'covered' ? weeksCovered(voice, known) : '';
  const title = capital(voice.titleOf(metric));
  const at = ({ value, period }: Row) =>
    `${voice.brief(metric, value)} in ${weekName(period ?? '')}`;
  const isOne = new Set(rows.map(({ slug }) => slug)).size === 1;
  if (!isOne || known.length <= MAX_WEEKS) {
    const each = known.map(
      (row) => `${isOne ? '' : `${row.name}, `}${row.period} ${voice.brief(metric, row.value)}`,
    );
    return `${covered}${title} of ${isOne ? first.name : 'each'}: ${each.join(', ')}.`;
  }
  const sorted = known.toSorted((a, b) => Number(a.value) - Number(b.value));
  const [low, high] = [sorted[0] ?? first, sorted.at(-1) ?? last];
  const length = counted(next === null ? known.length : total, 'week');
  return `${covered}${title} of ${first.name}, ${length}: ${at(first)}, the first, and ${at(last)}, the last; lowest ${at(low)}, highest ${at(high)}.`;
}

/** Since when, and until when, there are numbers. */
function weeksCovered({ asked }: Voice, known: readonly Row[]): string {
  const [first, last] = [known[0], known.at(-1)].map((row) => weekName(row?.period ?? ''));
  const weeks = `${counted(known.length, 'week')}, from ${first} to ${last}`;
  return `${asked.isYesNo ? 'Yes. ' : ''}${known[0]?.name} was covered in ${weeks}. `;
}

/** The last, the first, or how many of the weeks that a bound lets through. */
function weeksThatSatisfy(voice: Voice, metric: Field, known: readonly Row[]): string {
  const { reads, checks } = voice.asked;
  const { name } = known[0] ?? { name: '' };
  const at = (row: Row | undefined) =>
    row ? `${weekName(row.period ?? '')} (${voice.brief(metric, row.value)})` : '';
  if (reads === 'streak') {
    const behind = known.toReversed();
    const end = behind.findIndex(({ value }) => checks.some((check) => !satisfies(value, check)));
    const length = end === -1 ? known.length : end;
    const before = end === -1 ? undefined : behind[end];
    const until = before ? `; in ${at(before)}, it did not` : '';
    const [check] = checks;
    const has = check ? `has had ${claim(voice, metric, check)}` : 'does';
    const begin = length > 1 ? ` from ${weekName(behind[length - 1]?.period ?? '')}` : '';
    return `For ${counted(length, 'week')} in a row${begin} up to ${at(behind[0])}, ${name} ${has}${until}.`;
  }
  const { where } = voice.query;
  const [bound] = Array.isArray(where) ? where : [];
  const had = bound ? `had ${claim(voice, metric, bound)}` : 'did';
  if (reads === 'last') return `${name} last ${had} in ${at(known.at(-1))}.`;
  if (reads === 'first') return `${name} first ${had} in ${at(known[0])}.`;
  const head = `${name} ${had} in ${counted(known.length, 'week')}`;
  if (reads === 'count' || known.length > MAX_WEEKS)
    return `${head}, the first being ${at(known[0])} and the last ${at(known.at(-1))}.`;
  return `${head}: ${known.map(at).join(', ')}.`;
}

const BOUNDS: Readonly<Record<Condition['op'], string>> = {
  '>': 'more than',
  '>=': 'at least',
  '<': 'less than',
  '<=': 'at most',
  '=': 'exactly',
  '!=': 'not',
};

/** `more than 200 commits in 14 days`, `a composite score of more than 90` */
function claim(voice: Voice, metric: Field, { op, values: [value = null] }: Condition): string {
  if (metric.name === 'trendingRank' && op === '>=' && value === 1)
    return 'a place among the trending 20';
  if (typeof value === 'string')
    return `${metric.title} ${op === '!=' ? 'other than ' : ''}${value}`;
  const few = op === '<' && metric.kind === 'count' ? 'fewer than' : BOUNDS[op];
  const number =
    typeof value === 'number' ? voice.brief(metric, value).replace(/ of 100$/, '') : '';
  if (metric.kind === 'count') return `${few} ${number} ${metric.title}`;
  return `a ${metric.title} of ${few} ${number}`;
}

export function extremes(voice: Voice): string {
  const { rows, metric } = voice;
  const [row] = rows;
  if (!row || row.value === null || !metric) return `No week has a known value: ${voice.readAs}.`;
  const { order = 'highest' } = voice.query;
  const week = weekName(row.period ?? '');
  const rank = order === 'lowest' ? 'best' : 'worst';
  return `${voice.verdict(row)}${possessive(row.name)} ${metric.kind === 'rank' ? rank : order} ${voice.nounOf(metric)} was ${voice.brief(metric, row.value)}, in ${week}.`;
}

/** Who is in one list of a week, and not in that of another. */
export function comings(now: Voice, before: Voice): string {
  const [from, to] = [before, now].map(({ answer }) => weekName(answer.period?.last ?? ''));
  const isEntered = now.asked.reads === 'entered';
  const [inside, outside] = isEntered ? [now, before] : [before, now];
  const others = new Set(outside.rows.map(({ slug }) => slug));
  const found = inside.rows.filter(({ slug }) => !others.has(slug));
  const verb = isEntered ? 'entered' : 'left';
  const names = found.map((row) => {
    const rank = row.fields['trendingRank'];
    return `${row.name}${typeof rank === 'number' ? ` (number ${rank})` : ''}`;
  });
  const span = `from ${from} to ${to}`;
  if (found.length === 0) return `Nobody ${verb} the trending list ${span}.`;
  return `${counted(found.length, 'startup')} ${verb} the trending list ${span}: ${names.join(', ')}.`;
}
