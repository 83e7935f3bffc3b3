/** Sentences with one value, or one for each of those that were named or grouped. */
import { count, counted, percent } from '../../../lib/prose.ts';
import type { Condition } from '../../query/query.ts';
import type { Row, Value } from './asked.ts';
import { NOUNS } from './nouns.ts';
import { ofMany, ofOne } from './ordinals.ts';
import { capital, type Voice } from './voice.ts';

/** `The median of contributors …: 7 (of 41 startups).` */
export function whole(voice: Voice): string {
  const { subject } = voice.answer;
  const { measure } = voice.query;
  const [row] = voice.rows;
  const [one, many] = NOUNS[subject];
  if (!row || row.value === null) return `No ${one} has a known value: ${voice.readAs}.`;
  if (measure === 'count') return `${countOf(voice, Number(row.value))}.`;
  const value = measure === 'share' ? shareOf(row.value) : voice.value(row.value);
  const of = row.rows === undefined ? '' : ` (of ${counted(row.rows, one, many)})`;
  return `${capital(voice.readAs)}: ${value}${of}.`;
}

/** `9 covered startups with …`, `34 different companies among funding rounds …` */
function countOf(voice: Voice, number: number): string {
  const of = voice.readAs.replace(/^the number of /, '');
  if (!voice.metric) return `${count(number)} ${number === 1 ? ofOne(of) : of}`;
  const title = number === 1 ? voice.metric.title : ofMany(voice.metric.title);
  return `${count(number)} different ${of.replace(/^different values of .*? among /, `${title} among `)}`;
}

function shareOf(value: Value): string {
  return typeof value === 'number' ? percent(value) : String(value);
}

export function groups(voice: Voice): string {
  const { measure, metric } = voice.query;
  const isShare = measure === 'share' && metric === undefined;
  const rows = voice.rows.filter((row) => satisfies(Number(row.value), voice.asked.having));
  if (rows.length === 0) return `None: ${voice.readAs}.`;
  const each = rows.map((row) => {
    if (isShare) return `${row.name} ${shareOf(row.value)}`;
    return `${row.name} ${measure === 'count' ? count(Number(row.value)) : voice.value(row.value)}`;
  });
  return `${capital(voice.readAs)}: ${each.join(', ')}.`;
}

const COMPARE: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '=': (one, other) => one === other,
};

function satisfies(value: number, having: Condition | undefined): boolean {
  if (having === undefined) return true;
  return COMPARE[having.op]?.(value, Number(having.values[0])) ?? true;
}

export function values(voice: Voice): string {
  return voice.rows.map((row) => oneValue(voice, row)).join(' ');
}

/** `Langfuse: 162 commits in 14 days; growth score 71 of 100 (week 31 of 2026).` */
export function oneValue(voice: Voice, row: Row): string {
  const { metric } = voice;
  if (metric?.name === 'tracked' || metric?.name === 'covered')
    return `${voice.verdict(row)}${row.name} is ${voice.phrase(metric, row.value)}${voice.when(row)}.`;
  const isUnranked = row.fields['trendingRank'] === null && row.value !== null;
  const parts = [
    ...(metric ? [voice.phrase(metric, row.value)] : []),
    ...voice.shownFields(row).map(([field, value]) => voice.phrase(field, value)),
    ...(isUnranked ? ['not among the trending 20'] : []),
  ];
  return `${voice.verdict(row)}${row.name}: ${parts.join('; ')}${voice.when(row)}.`;
}
