/** Sentences about named entities: one number in its context, or several side by side. */

import {
  changeInPercent,
  count,
  counted,
  figure,
  listed,
  numberWord,
  ordinal,
  wholePercent,
} from '../../../lib/prose.ts';
import { signalBasis, standingWords } from '../../../published/signal-words.ts';
import { hasLongPast } from '../../../published/startup-numbers.ts';
import { type Field, fieldOf } from '../../query/query-fields.ts';
import type { Telling } from './telling.ts';
import { an, capital, nounOf, possessive, type Row, textOf, titleOf, uncapital } from './voice.ts';

export function values(telling: Telling): string {
  return telling.answer.rows.map((row) => value(telling, row)).join(' ');
}

function value(telling: Telling, row: Row): string {
  const metric = telling.metric;
  if (telling.reads === 'profile' || !metric) return profile(telling, row);
  return `${telling.yesNo(telling.passes(row))}${sentence(telling, metric, row)}`;
}

/** The sentence that answers, with the week and its context. */
function sentence(telling: Telling, metric: Field, row: Row): string {
  const isMissing = metric.isWeekly === true && telling.isUncovered(row);
  if (isMissing || (row.value === null && metric.name !== 'trendingRank'))
    return unknown(telling, metric, row);
  const { subject } = telling.answer;
  const name = telling.reads === 'packages' ? telling.reads : metric.name;
  const own = subject === 'startup' || subject === 'company' ? SENTENCES[name] : undefined;
  const { text, place = [], told = [], close } = own?.(telling, row) ?? plain(telling, metric, row);
  const when = metric.isWeekly === true ? telling.whenOf(row) : '';
  const all = [`${text}${when}`, ...place, ...telling.further(row, ...told)].join('; ');
  return `${all}.${close === undefined ? '' : ` ${close}.`}`;
}

type Told = {
  text: string;
  /** The rest of the sentence, which gives context. */
  place?: readonly string[];
  /** A sentence that follows. */
  close?: string;
  /** Fields that the sentence covers. */
  told?: readonly string[];
};
type Sentence = (telling: Telling, row: Row) => Told;

function plain(telling: Telling, metric: Field, row: Row): Told {
  const verb = metric.verb === undefined ? ':' : ` ${metric.verb}`;
  return { text: `${row.name}${verb} ${telling.phrase(metric, row.value)}` };
}

function unknown(telling: Telling, metric: Field, row: Row): string {
  if (metric.isWeekly === true)
    return telling.isUncovered(row)
      ? `We have no data for ${row.name}${telling.whenOf(row)}.`
      : `We have no ${titleOf(metric)} for ${row.name}${telling.whenOf(row)}.`;
  if (metric.name === 'formerNames') return `${row.name}: no other name is known.`;
  const more = telling.further(row);
  return `${row.name}: ${titleOf(metric)} not known here${more.length === 0 ? '' : `; ${more.join('; ')}`}.`;
}

const field = (row: Row, name: string): number | undefined => {
  const value = row.fields[name];
  return typeof value === 'number' ? value : undefined;
};

/** `, up 43% on the two before` */
function changeText(ratio: number | undefined, before: string): string {
  if (ratio === undefined) return '';
  if (wholePercent(ratio) === 0) return `, about as many as in ${before}`;
  return `, ${ratio > 0 ? 'up' : 'down'} ${sizeOf(ratio)} on ${before}`;
}

const sizeOf = (ratio: number): string => changeInPercent(Math.abs(ratio)).replace(/^[+-]/, '');

/** `its pace is above its own year (growth score 97)`, where the year is long enough to say so. */
function pace(telling: Telling, row: Row, score: number | undefined): string[] {
  if (score === undefined) return [];
  const evidence = evidenceOf(telling, row);
  if (!evidence) return [`growth score ${figure(score)}`];
  if (!hasLongPast(evidence.work))
    return [
      `its pace is known for ${counted(evidence.work.weeklyPace.length, 'week')}, too few to say whether it grows`,
    ];
  const side = evidence.paceGrowth > 0 ? 'above' : 'below';
  return [`its pace is ${side} its own year (growth score ${figure(score)})`];
}

/** `Fourth of 8 in API Platforms`, `outside the top 20` */
function standing(telling: Telling, row: Row, rank: number | undefined): string[] {
  const record = telling.recordOf(row);
  const sector = row.fields['sector'] ?? record?.sector ?? null;
  const size = telling.current.sectors.find(({ slug }) => record?.sector === slug)?.startupCount;
  const trending = row.fields['trendingRank'];
  const field = fieldOf('startup', 'trendingRank');
  const name = sector === null ? 'its sector' : telling.brief(fieldOf('startup', 'sector'), sector);
  return [
    ...(rank === undefined
      ? []
      : [`${ordinal(rank)}${size === undefined ? '' : ` of ${size}`} in ${name}`]),
    ...(field && trending !== undefined ? [telling.phrase(field, trending)] : []),
  ];
}

/** `Langfuse scores 71 of 100, fourth of 8 in Databases` */
function scored(telling: Telling, row: Row, score: number): string {
  const place = standing(telling, row, field(row, 'sectorRank'));
  return [`${row.name} scores ${figure(score)} of 100`, ...place].join(', ');
}

/** `CopilotKit landed 683 commits in two weeks, up 43% on the two before; its pace is above its own year` */
function landed(telling: Telling, row: Row): Told {
  const { metric } = telling.answer;
  const numberIn = (name: string) => (name === metric ? Number(row.value) : field(row, name));
  const commits = numberIn('commitVelocity14d') ?? Number.NaN;
  const change = changeText(numberIn('commitVelocityChangeRatio'), 'the two before');
  const counted = telling.isOverWeeks
    ? `about ${count(Math.round(commits))} commits a fortnight`
    : `${figure(commits)} ${commits === 1 ? 'commit' : 'commits'} in two weeks`;
  return {
    text: Number.isNaN(commits)
      ? `${possessive(row.name)} commits in two weeks are ${change.slice(2)}`
      : `${row.name} landed ${counted}${change}`,
    place: pace(telling, row, numberIn('scoreGrowth')),
    told: ['commitVelocity14d', 'commitVelocityChangeRatio', 'scoreGrowth'],
  };
}

const evidenceOf = (telling: Telling, row: Row) =>
  telling.current.evidence.get(telling.recordOf(row)?.slug ?? '');

/** One number of one startup or company, in the words of the field. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  commitVelocity14d: landed,
  commitVelocityChangeRatio: landed,
  scoreGrowth: (telling, row) =>
    field(row, 'commitVelocity14d') === undefined
      ? { text: `${row.name}: growth score ${figure(Number(row.value))}` }
      : landed(telling, row),
  newPeople30d: (telling, row) => {
    const regulars = evidenceOf(telling, row)?.evidence['Engineering hiring burst'].summary;
    return {
      text: `${row.name} has ${counted(Number(row.value), 'new person', 'new people')} in 30 days`,
      ...(regulars !== undefined && { close: regulars.replace(/\.$/, '') }),
    };
  },
  packages: (telling, row) => {
    const found = evidenceOf(telling, row)?.evidence['Framework migration'];
    const names = (all: readonly { name: string }[]) =>
      listed(all.map(({ name }) => name)) || 'none';
    const summary =
      found?.summary.replace(/\.$/, '') ?? 'packages are told of the latest week alone';
    const close =
      found && `Among those that came: ${names(found.came)}; that left: ${names(found.left)}`;
    return { text: `${row.name}: ${summary}`, ...(close !== undefined && { close }) };
  },
  contributors: (telling, row) => {
    const people = telling.isOverWeeks
      ? `on average ${figure(Number(row.value))} contributors`
      : counted(Number(row.value), 'contributor');
    const change = changeText(field(row, 'contributorGrowth'), 'the 30 before');
    return {
      text: `${row.name} has ${people} in 30 days${change}`,
      told: ['contributorGrowth'],
    };
  },
  contributorGrowth: (telling, row) => {
    const people = field(row, 'contributors');
    const ratio = Number(row.value);
    const known = evidenceOf(telling, row)?.priorContributors;
    const before = known ?? Math.round((people ?? Number.NaN) / (1 + ratio));
    const from = Number.isFinite(before) ? `, ${count(before)} to ${count(people ?? 0)}` : '';
    const change =
      ratio === -1 ? 'fell to none' : `${ratio > 0 ? 'grew' : 'fell'} ${sizeOf(ratio)}`;
    const moved = ratio === 1 ? 'doubled' : ratio === 0 ? 'did not change' : change;
    return {
      text: `${possessive(row.name)} contributors ${moved}${from}`,
      close: 'That counts people with commits in 30 days, not employees',
      told: ['contributors'],
    };
  },
  scoreComposite: (telling, row) => ({
    text: scored(telling, row, Number(row.value)),
    told: ['sectorRank', 'trendingRank', 'sector'],
  }),
  sectorRank: (telling, row) => ({
    text: `${row.name} is ${standing(telling, row, Number(row.value)).join(', ')}`,
    told: ['sector', 'trendingRank'],
  }),
  agentShare: (telling, row) => {
    const commits = field(row, 'commitVelocity14d');
    const of = commits === undefined ? 'commits' : `${counted(commits, 'commit')} in two weeks`;
    return {
      text: `${telling.brief(telling.metric, row.value)} of ${possessive(row.name)} ${of} were written by or with coding agents`,
      close: 'Agents that leave no mark are not seen',
      told: ['commitVelocity14d'],
    };
  },
  signalType: (telling, row) =>
    signal(telling, row, textOf(row.value), textOf(row.fields['signalStrength'])),
  signalStrength: (telling, row) =>
    signal(telling, row, textOf(row.fields['signalType']), textOf(row.value)),
  valuation: (telling, row) => ({
    text: `${row.name} was last valued at ${telling.brief(telling.metric, row.value)}${row.fields['valuedOn'] == null ? '' : ` (${textOf(row.fields['valuedOn'])})`}`,
    told: ['valuedOn'],
  }),
};
function signal(telling: Telling, row: Row, type: string, strength: string): Told {
  const told = ['signalType', 'signalStrength'];
  if (type === 'none' || strength === 'none') return { text: `${row.name} shows no signal`, told };
  const named = [strength, uncapital(type)].filter(Boolean).join(' ');
  const record = telling.recordOf(row);
  const since = record
    ? standingWords(record)
        .map((word) => `, ${word}`)
        .join('')
    : '';
  const close = record ? signalBasis(record).replace(/\.$/, '') : '';
  return {
    text: `${row.name} shows ${an(named)}${since}`,
    told,
    ...(close !== '' && { close }),
  };
}

/** The profile of a startup: a description, its numbers, and a comparison that puts them in place. */
function profile(telling: Telling, row: Row): string {
  const about = row.fields['description'];
  const what = about == null ? '' : ` ${textOf(about).replace(/\.$/, '')}.`;
  const landed = telling.answer.subject === 'startup' ? numbers(telling, row) : undefined;
  const rest = telling.further(row, 'description', ...(landed ? TOLD : []));
  const facts = rest.length === 0 ? '' : ` ${capital(rest.join('; '))}.`;
  if (what + facts + (landed ?? '') === '') return `We have no data for ${row.name}.`;
  if (what + facts === '') return `${row.name}${landed?.replace(/^ It/, '')}`;
  return `${row.name}:${what}${facts}${landed ?? ''}`;
}

const TOLD =
  'commitVelocity14d commitVelocityChangeRatio contributors scoreComposite signalType signalStrength sector sectorRank'.split(
    ' ',
  );

/** ` It landed 343 commits in two weeks, down 24% on the two before; 22 contributors in 30 days. …` */
function numbers(telling: Telling, named: Row): string | undefined {
  const row = { ...named, name: 'It' };
  const score = field(row, 'scoreComposite');
  if (field(row, 'commitVelocity14d') === undefined) return undefined;
  const people = field(row, 'contributors');
  const by = people === undefined ? '' : `; ${counted(people, 'contributor')} in 30 days`;
  const place = score === undefined ? '' : ` ${scored(telling, row, score)}`;
  const others = Object.keys(row.fields).filter((name) => !name.startsWith('signal'));
  const signals = telling.further(row, ...others);
  const shows = signals.map((text) => `; it shows ${text === 'no signal' ? text : an(text)}`);
  return ` ${landed(telling, row).text}${by}.${place}${shows.join('')}${telling.whenOf(row)}.`;
}

export function comparison(telling: Telling): string {
  const metric = telling.metric;
  const { rows } = telling.answer;
  if (!metric) return rows.map((row) => profile(telling, row)).join(' ');
  const known = rows.filter(
    (row) => row.value !== null || (metric.name === 'trendingRank' && !telling.isUncovered(row)),
  );
  const missing = rows.filter((row) => !known.includes(row));
  const none =
    missing.length === 0 ? '' : ` We have no data for ${listed(missing.map(({ name }) => name))}.`;
  // The best rank is the lowest number.
  const sign = metric.kind === 'rank' ? -1 : 1;
  const sorted = known.toSorted((a, b) => sign * (Number(b.value) - Number(a.value)));
  const ordered = telling.direction === 'lowest' ? sorted.toReversed() : sorted;
  const [first, second] = ordered;
  const when = rows[0] ? telling.whenOf(rows[0]) : '';
  const others = (of: readonly Row[]) =>
    of
      .map((row) => [`${row.name} ${telling.brief(metric, row.value)}`, ...telling.further(row)])
      .map((parts) => parts.join(', '))
      .join('; ');
  if (!first) return none.trim();
  if (!second || typeof first.value === 'string' || Array.isArray(first.value))
    return `${capital(titleOf(metric))}${when}: ${others(known)}.${none}`;
  const isTied = first.value === second.value;
  const isOfTwo = telling.direction !== undefined && known.length === 2;
  const isAhead = !isTied && first.slug === [telling.query.names ?? []].flat()[0];
  const lead = telling.yesNo(isOfTwo ? isAhead : undefined);
  if (isTied)
    return `${lead}${listed(sorted.filter(({ value }) => value === first.value).map(({ name }) => name))} are level. ${capital(titleOf(metric))}${when}: ${others(ordered)}.${none}`;
  return `${lead}${leading(telling, metric, ordered)}${when}.${none}`;
}

/** `Astral has more contributors, 82 to Deno’s 29`, `Of the five compared, none grew; Modal shrank least (-11%)` */
function leading(telling: Telling, metric: Field, ordered: readonly Row[]): string {
  const [first, second, ...others] = ordered as [Row, Row, ...Row[]];
  const isLow = telling.direction === 'lowest';
  const text = (row: Row) => {
    const more = telling.further(row).join(', ');
    return `${telling.brief(metric, row.value)}${more === '' ? '' : ` (${more})`}`;
  };
  const rest = others.map((row) => `; ${row.name} ${text(row)}`).join('');
  if (metric.kind === 'ratio') {
    const own = Number(first.value);
    const most = Number((isLow ? ordered.at(-1) : first)?.value);
    const moved = `${own < 0 ? 'shrank' : 'grew'} ${isLow === own < 0 ? 'most' : 'least'}`;
    const named = `${first.name} ${own === 0 ? 'did not change' : moved}`;
    const none = most <= 0 ? 'none grew; ' : '';
    return `Of the ${numberWord(ordered.length)} compared, ${none}${named} (${text(first)}); ${second.name} ${text(second)}${rest}`;
  }
  const noun = nounOf(metric, 2);
  const verbs: Readonly<Partial<Record<Field['kind'], string>>> = {
    count: `has ${isLow ? 'fewer' : 'more'} ${noun}`,
    money: `has ${isLow ? 'less' : 'more'} ${noun}`,
    rank: `ranks ${isLow ? 'behind' : 'ahead'}`,
  };
  const verb = verbs[metric.kind] ?? `has the ${isLow ? 'lower' : 'higher'} ${noun}`;
  return `${first.name} ${verb}, ${text(first)} to ${possessive(second.name)} ${text(second)}${rest}`;
}
