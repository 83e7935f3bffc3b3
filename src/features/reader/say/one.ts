/** Sentences about what is named: one number with what puts it in place, or several side by side. */
import {
  changeInPercent,
  count,
  counted,
  figure,
  listed,
  wholePercent,
} from '../../../lib/prose.ts';
import type { Field } from '../../query/field.ts';
import { fieldOf } from '../../query/query-fields.ts';
import {
  brief,
  capital,
  metricOf,
  phrase,
  possessive,
  type Row,
  shownIn,
  type Telling,
  textOf,
  titleOf,
  verdict,
  whenOf,
} from './voice.ts';

export function values(telling: Telling): string {
  return telling.answer.rows.map((row) => value(telling, row)).join(' ');
}

/** The make-up of the composite score. */
const REASONS =
  'The composite is the percentile of 70% growth score, which compares the pace of the last weeks with its own past year, 15% velocity and 15% novelty: one fortnight’s change counts for little, and causes are not seen.';

function value(telling: Telling, row: Row): string {
  const metric = metricOf(telling);
  if (telling.reads === 'profile' || !metric) return profile(telling, row);
  if (telling.reads === 'reasons' && row.value !== null)
    return `${sentence(telling, metric, row)} ${REASONS}`;
  return `${verdict(telling, row)}${sentence(telling, metric, row)}`;
}

function sentence(telling: Telling, metric: Field, row: Row): string {
  const when = whenOf(telling, row);
  const { name } = row;
  if (row.value === null && metric.name !== 'trendingRank') return unknown(telling, metric, row);
  const own = SENTENCES[metric.name]?.(telling, row);
  if (own !== undefined && telling.answer.subject === 'startup') return `${own}${when}.`;
  const ofCompany = COMPANY_SENTENCES[metric.name]?.(telling, row);
  if (ofCompany !== undefined) return `${ofCompany}.`;
  const more = shownIn(telling, row).map(([field, cell]) => phrase(telling, field, cell));
  if (metric.name === 'tracked' || metric.name === 'covered')
    return `${name} is ${phrase(telling, metric, row.value)}${more.length === 0 ? '' : ` (${more.join(', ')})`}${when}.`;
  const subject =
    telling.answer.subject === 'sector'
      ? `${name}: ${sectorPhrase(telling, metric, row)}`
      : `${name}: ${phrase(telling, metric, row.value)}`;
  return `${subject}${more.length === 0 ? '' : `; ${more.join('; ')}`}${when}.`;
}

function sectorPhrase(telling: Telling, metric: Field, row: Row): string {
  const measure = telling.query.measure;
  return `${measure ? `${measure} of ` : ''}${titleOf(metric)} ${brief(telling, metric, row.value)}`;
}

function unknown(telling: Telling, metric: Field, row: Row): string {
  if (metric.isWeekly === true)
    return `We have no ${metric.kind === 'count' ? `number of ${titleOf(metric)}` : titleOf(metric)} for ${row.name}${whenOf(telling, row)}.`;
  if (metric.name === 'formerNames') return `${row.name}: no other name is known.`;
  const more = shownIn(telling, row).map(([field, cell]) => phrase(telling, field, cell));
  return `${row.name}: ${titleOf(metric)} not known here${more.length === 0 ? '' : `; ${more.join('; ')}`}.`;
}

/** Whether the value is the mean of several weeks. */
function isOverWeeks({ answer: { period } }: Telling): boolean {
  return period !== null && period.first !== period.last;
}

type Sentence = (telling: Telling, row: Row) => string;

const field = (row: Row, name: string): number | undefined => {
  const value = row.fields[name];
  return typeof value === 'number' ? value : undefined;
};

/** `, up 43% on the two before` */
function changeText(ratio: number | undefined, before: string): string {
  if (ratio === undefined) return '';
  if (wholePercent(ratio) === 0) return `, about as many as in ${before}`;
  return `, ${ratio > 0 ? 'up' : 'down'} ${changeInPercent(Math.abs(ratio)).replace(/^[+-]/, '')} on ${before} (${changeInPercent(ratio)})`;
}

const extra = (telling: Telling, row: Row, ...told: string[]): string => {
  const more = shownIn(telling, row)
    .filter(([{ name }]) => !told.includes(name))
    .map(([one, cell]) => phrase(telling, one, cell));
  return more.length === 0 ? '' : `; ${more.join('; ')}`;
};

/** One number of one startup, in the words of the field. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  commitVelocity14d: (telling, row) => {
    const commits = isOverWeeks(telling)
      ? `about ${figure(Number(row.value))} commits a fortnight`
      : `${counted(Number(row.value), 'commit')} in two weeks`;
    return `${row.name} landed ${commits}${changeText(field(row, 'commitVelocityChangeRatio'), 'the two before')}${extra(telling, row, 'commitVelocityChangeRatio')}`;
  },
  commitVelocityChangeRatio: (telling, row) => {
    const commits = field(row, 'commitVelocity14d');
    const head =
      commits === undefined
        ? `${possessive(row.name)} commits: ${changeInPercent(Number(row.value))} on the two weeks before`
        : `${row.name} landed ${counted(commits, 'commit')} in two weeks${changeText(Number(row.value), 'the two before')}`;
    return `${head}${extra(telling, row, 'commitVelocity14d')}`;
  },
  contributors: (telling, row) => {
    const people = isOverWeeks(telling)
      ? `on average ${figure(Number(row.value))} contributors`
      : counted(Number(row.value), 'contributor');
    return `${row.name} has ${people} in 30 days${changeText(field(row, 'contributorGrowth'), 'the 30 before')}${extra(telling, row, 'contributorGrowth')}`;
  },
  contributorGrowth: (telling, row) => {
    const people = field(row, 'contributors');
    const ratio = Number(row.value);
    const before = people === undefined ? undefined : Math.round(people / (1 + ratio));
    const from =
      people === undefined || before === undefined || !Number.isFinite(before)
        ? ''
        : `, ${count(before)} to ${count(people)}`;
    const moved =
      ratio === 1
        ? 'doubled'
        : ratio > 0
          ? `grew ${changeInPercent(ratio).slice(1)}`
          : ratio < 0
            ? `fell ${changeInPercent(ratio).slice(1)}`
            : 'did not change';
    return `${possessive(row.name)} contributors ${moved} in 30 days${from} (${changeInPercent(ratio)}); that counts people with commits, not employees${extra(telling, row, 'contributors')}`;
  },
  scoreComposite: (telling, row) => {
    const rank = field(row, 'sectorRank');
    const place =
      rank === undefined
        ? ''
        : `, number ${rank} in its sector${'trendingRank' in row.fields ? ` and ${phrase(telling, TRENDING, row.fields['trendingRank'] ?? null)}` : ''}`;
    return `${row.name} has a composite score of ${figure(Number(row.value))} of 100${place}${extra(telling, row, 'sectorRank', 'trendingRank')}`;
  },
  agentShare: (telling, row) => {
    const commits = field(row, 'commitVelocity14d');
    return `${brief(telling, metricOf(telling), row.value)} of ${possessive(row.name)} ${commits === undefined ? 'commits' : `${counted(commits, 'commit')} in two weeks`} were written by or with coding agents; agents that leave no mark are not seen${extra(telling, row, 'commitVelocity14d')}`;
  },
  signalType: (telling, row) => {
    if (row.value === 'none')
      return `${row.name} shows no signal${extra(telling, row, 'signalStrength')}`;
    const strength = textOf(row.fields['signalStrength']);
    return `${row.name} shows ${strength === '' ? 'the' : `a ${strength}`} signal ${textOf(row.value)}${extra(telling, row, 'signalStrength')}`;
  },
  signalStrength: (telling, row) => {
    const type = textOf(row.fields['signalType']);
    if (row.value === 'none')
      return `${row.name} shows no signal${extra(telling, row, 'signalType')}`;
    return `${row.name} shows a ${textOf(row.value)} signal${type === '' ? '' : `, ${type}`}${extra(telling, row, 'signalType')}`;
  },
  sectorRank: (telling, row) => {
    const sector = row.fields['sector'];
    const inSector =
      sector == null ? 'its sector' : brief(telling, fieldOf('startup', 'sector'), sector);
    return `${row.name} is number ${figure(Number(row.value))} in ${inSector}${'trendingRank' in row.fields ? ` and ${phrase(telling, TRENDING, row.fields['trendingRank'] ?? null)}` : ''}${extra(telling, row, 'sector', 'trendingRank')}`;
  },
  trendingRank: (telling, row) =>
    `${row.name} is ${row.value === null ? 'outside the top 20' : `number ${figure(Number(row.value))} of the top 20`}${extra(telling, row)}`,
  newRepos: (telling, row) =>
    `${row.name} opened ${row.value === 0 ? 'no new repositories' : counted(Number(row.value), 'new repository', 'new repositories')} in 30 days${row.value === 0 ? ' (0)' : ''}${extra(telling, row)}`,
};
const TRENDING: Field = { name: 'trendingRank', kind: 'rank', title: 'rank in the top 20' };

const COMPANY_SENTENCES: Readonly<Record<string, Sentence>> = {
  raised: (telling, row) =>
    `${row.name} has raised ${brief(telling, metricOf(telling), row.value)} in documented rounds${extra(telling, row)}`,
  backers: (telling, row) => `${row.name} is backed by ${textOf(row.value)}${extra(telling, row)}`,
  valuation: (telling, row) =>
    `${row.name} was last valued at ${brief(telling, metricOf(telling), row.value)}${row.fields['valuedOn'] == null ? '' : ` (${textOf(row.fields['valuedOn'])})`}`,
  founded: (_, row) => `${row.name} was founded in ${textOf(row.value)}`,
  description: (_, row) => `${row.name}: ${textOf(row.value).replace(/\.$/, '')}`,
  website: (telling, row) =>
    `${possessive(row.name)} website is ${brief(telling, metricOf(telling), row.value)}`,
  formerNames: (_, row) => `${row.name} was formerly ${textOf(row.value)}`,
};

function profile(telling: Telling, row: Row): string {
  const shown = shownIn(telling, row);
  const about = shown.find(([{ name }]) => name === 'description');
  const rest = shown
    .filter(([{ name }]) => name !== 'description')
    .map(([one, cell]) => phrase(telling, one, cell));
  const facts =
    rest.length === 0
      ? ''
      : ` ${capital(rest.join('; '))}${telling.answer.subject === 'startup' ? whenOf(telling, row) : ''}.`;
  return `${row.name}${about ? `: ${textOf(about[1]).replace(/\.$/, '')}.` : ':'}${facts || (about ? '' : ' nothing more is documented here.')}`;
}

export function comparison(telling: Telling): string {
  const metric = metricOf(telling);
  const { rows } = telling.answer;
  if (!metric) return rows.map((row) => profile(telling, row)).join(' ');
  const known = rows.filter(
    ({ value }) => typeof value === 'number' || metric.name === 'trendingRank',
  );
  // The best rank is the lowest number.
  const sign = metric.kind === 'rank' ? -1 : 1;
  const sorted = known.toSorted((a, b) => sign * (Number(b.value) - Number(a.value)));
  const [first, second] = telling.direction === 'lowest' ? sorted.toReversed() : sorted;
  const when = rows[0] ? whenOf(telling, rows[0]) : '';
  const each = rows.map((row) => {
    const more = shownIn(telling, row).map(([one, cell]) => `, ${phrase(telling, one, cell)}`);
    return `${row.name} ${brief(telling, metric, row.value)}${more.join('')}`;
  });
  const all = `${capital(titleOf(metric))}${when}: ${each.join('; ')}.`;
  if (!first || !second) return all;
  const isTied = first.value === second.value;
  const lead =
    telling.isYesNo && known.length === 2
      ? `${!isTied && first.slug === firstNamed(telling) ? 'Yes' : 'No'}. `
      : '';
  return `${telling.direction === undefined ? '' : lead}${isTied ? level(sorted, first) : leading(telling, metric, first, second)} ${all}`;
}

const firstNamed = ({ query: { names } }: Telling): string | undefined =>
  Array.isArray(names) ? names[0] : names;

function level(sorted: readonly Row[], first: Row): string {
  return `${listed(sorted.filter(({ value }) => value === first.value).map(({ name }) => name))} are level.`;
}

function leading({ direction }: Telling, metric: Field, first: Row, second: Row): string {
  const gap = Math.abs(Number(first.value) - Number(second.value));
  const isLow = direction === 'lowest';
  if (metric.kind === 'count')
    return `${first.name} has ${isLow ? 'fewer' : 'more'}, by ${figure(gap)}.`;
  if (metric.kind === 'score')
    return `${first.name} is ${isLow ? 'behind' : 'ahead'} by ${figure(gap)}.`;
  return `${first.name} is ${isLow ? 'lowest' : 'ahead'}.`;
}
