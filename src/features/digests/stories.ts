/**
 * The stories of a week: each kind of event becomes a headline and a paragraph, with a weight for how
 * unusual it is. Kinds without an event have no story.
 */

import { isoDay, parsePeriod } from '../../lib/period.ts';
import { count, counted, numberWord, ordinal, percent } from '../../lib/prose.ts';
import type { Startup } from '../../pipeline/edition/record.ts';
import type { Published } from '../../published/published.ts';
import { absentFrom } from '../../published/startup-numbers.ts';
import { hasEnded } from '../../registry/status.ts';
import { linked, namesOf, type Passage, passage, sentences } from './passage.ts';
import { signalStory } from './signal-story.ts';
import type { Before, Extreme, Week } from './week.ts';

export type Story = {
  /** Part of every digest. */
  isStanding?: true;
  /** Higher is more unusual; the story with the highest weight gives the digest its headline. */
  weight: number;
  headline: string;
  paragraph: Passage;
  /** The same in one line for the first page, and the page that shows what it rests on. */
  fact?: Fact;
};

export type Fact = {
  text: string;
  url: string;
  /** The part of it that the headline does not say. */
  underHeadline?: string;
};

type Addresses = Published['addresses'];

export type Telling = { week: Week; link: (startup: Pick<Startup, 'name' | 'slug'>) => Passage };

/** Startups with fewer commits are not mentioned. */
const MIN_COMMITS = 20;
/** Minimum number of consecutive weeks in first place for a headline. */
const LONG_RUN_WEEKS = 12;
const MIN_SECTOR_STARTUPS = 3;

/** In the order in which their facts are listed. */
export function storiesOf(week: Week, { addresses }: Published): Story[] {
  const link: Telling['link'] = ({ name, slug }) =>
    linked(name, addresses.startup(slug, week.period));
  const telling = { week, link };
  return [
    pace(telling, addresses),
    agents(telling, addresses),
    leader(telling, addresses),
    signalStory(telling),
    movers(telling),
    sectors(telling, addresses),
  ].flatMap((story) => story ?? []);
}

/** The leader of the list, how long it has led, and who entered or left. */
function leader({ week, link }: Telling, addresses: Addresses): Story | undefined {
  const { trending, before, weeksLed, peak } = week;
  const [first, second, third] = trending;
  if (!first) return undefined;
  const former = before?.trending[0];
  const isNew = former !== undefined && former.slug !== first.slug;
  const nth =
    weeksLed >= 13
      ? 'for at least the thirteenth week running'
      : `for the ${ordinal(weeksLed)} week running`;
  const opening = isNew
    ? passage`${link(first)} takes first place from ${link(former)}${placeNow(former, trending)}.`
    : former
      ? passage`${link(first)} leads the list ${nth}.`
      : passage`${link(first)} leads the first list of all.`;
  const { commitVelocity14d, contributors, commitVelocityChange } = first;
  const others = [second, third].filter((one) => one !== undefined).map(link);
  return {
    isStanding: true,
    weight: isNew ? 55 : 12 + weeksLed,
    headline: isNew
      ? `${first.name} takes the lead from ${former.name}`
      : weeksLed > 2
        ? `${first.name} leads for a ${ordinal(weeksLed)} week`
        : `${first.name} stays ahead`,
    paragraph: sentences([
      opening,
      passage`In the fortnight it landed ${counted(commitVelocity14d, 'commit')}${changed(commitVelocityChange)}, and ${counted(contributors, 'person', 'people')} contributed within the month.`,
      others.length === 2 ? passage`${namesOf(others)} follow.` : undefined,
      before && arrivals(trending, before, link),
    ]),
    fact: {
      text: `${first.name} ${isNew ? `takes first place from ${former.name}` : former ? `is first ${nth}` : 'leads the first list of all'}${peak ? `, ${peakWords(peak, commitVelocity14d)}` : ''}.`,
      url: addresses.check(first.slug, 'score', week.period),
    },
  };
}

/** A fortnight with at most this share of the commits of the peak is well below it. */
const WELL_BELOW = 0.75;

function peakWords({ commits, period }: NonNullable<Week['peak']>, now: number): string {
  if (now >= commits) return 'with its busiest fortnight in a year';
  const [month] = monthOf(period).split(' ');
  return now <= WELL_BELOW * commits
    ? `well below its ${month} peak`
    : `close to its ${month} peak`;
}

function arrivals(
  trending: readonly Startup[],
  before: Before,
  link: Telling['link'],
): Passage | undefined {
  const entered = absentFrom(before.trending, trending);
  const left = absentFrom(trending, before.trending).map(({ startup }) => link(startup));
  if (entered.length === 0 && left.length === 0)
    return passage`The twenty names are those of the week before.`;
  const placed = entered.map(({ startup, place }) => passage`${link(startup)} (${place})`);
  return sentences([
    entered.length === 0
      ? undefined
      : passage`New among the twenty ${entered.length === 1 ? 'is' : 'are'} ${namesOf(placed)}.`,
    left.length === 0 ? undefined : passage`${namesOf(left)} dropped out.`,
  ]);
}

/** The total number of commits. */
function pace({ week }: Telling, addresses: Addresses): Story | undefined {
  const { startups, commits, before, extreme, endsOn, period } = week;
  if (startups.length === 0) return undefined;
  const ratio = before && before.sameThen > 0 ? before.sameNow / before.sameThen - 1 : undefined;
  const run = extreme && extreme.weeks >= LONG_RUN_WEEKS ? extreme : undefined;
  const superlative = run?.kind === 'fewest' ? 'quietest' : 'busiest';
  const span = run && spanOf(run);
  const again = run?.isRepeated ? 'again ' : '';
  const record = `${run?.isRepeated ? 'Again the' : 'The'} ${superlative} fortnight ${span}`;
  const moved = ratio === undefined || !before ? '' : comparison(ratio, before, startups.length);
  const sum = `${counted(commits, 'commit')} by ${counted(startups.length, 'startup')}${moved === '' ? '' : `, ${moved}`}.`;
  const headline =
    ratio === undefined || Math.abs(ratio) < 0.02
      ? 'Startups keep their pace'
      : ratio > 0
        ? `Commits rise by ${percent(ratio)}`
        : `Commits fall by ${percent(-ratio)}`;
  return {
    weight:
      (run ? (run.isRepeated ? 30 + run.weeks / 8 : 35 + run.weeks / 4) : 0) +
      Math.abs(ratio ?? 0) * 200,
    headline: run ? record : headline,
    paragraph: sentences([
      passage`The ${counted(startups.length, 'covered startup')} landed ${counted(commits, 'commit')} in the fortnight to ${endsOn}.`,
      run
        ? passage`That is ${again}their ${superlative} fortnight ${span ?? ''}${moved === '' ? '' : `, ${moved}`}.`
        : moved === ''
          ? undefined
          : passage`That is ${moved}.`,
    ]),
    fact: {
      text: run ? `${record}: ${sum}` : sum,
      underHeadline: sum,
      url: addresses.at(`/charts/weeks/${period}`),
    },
  };
}

/** `since May 2025`; if the record does not reach back that far, its length. */
function spanOf({ since, weeks }: Extreme): string {
  if (since !== undefined) return `since ${monthOf(since)}`;
  const years = Math.floor(weeks / 52);
  if (years === 0) return `in at least ${counted(weeks, 'week')}`;
  return years === 1 ? 'in a year' : `in ${numberWord(years)} years`;
}

/** `up 4% in a week`, and for which startups if not all were covered then */
function comparison(ratio: number, { same }: Before, covered: number): string {
  const whole = Math.round(ratio * 100);
  const move =
    whole === 0
      ? 'level with the week before'
      : `${whole > 0 ? 'up' : 'down'} ${Math.abs(whole)}% in a week`;
  return same === covered ? move : `${move} at the ${count(same)} also covered then`;
}

/** The largest changes of the fortnight, among startups with enough commits. */
function movers({ week, link }: Telling): Story | undefined {
  const { startups, priorVelocities } = week;
  const changes = startups.flatMap((startup) => {
    const then = priorVelocities.get(startup.slug) ?? 0;
    const now = startup.commitVelocity14d;
    const isEnough = Math.min(now, then) >= 5 && Math.max(now, then) >= 2 * MIN_COMMITS;
    return isEnough && !hasEnded(startup.status) ? [{ startup, now, then, times: now / then }] : [];
  });
  const up = changes.toSorted((a, b) => b.times - a.times)[0];
  const down = changes.toSorted((a, b) => a.times - b.times)[0];
  if (!up || !down || up.times < 1.5 || down.times > 0.67) return undefined;
  return {
    weight: 10 + Math.min(35, up.times * 6),
    headline:
      up.times >= 3
        ? `${up.startup.name} lands ${numberWord(Math.floor(up.times))} times as many commits`
        : `${up.startup.name} picks up, ${down.startup.name} slows`,
    paragraph: sentences([
      up.times >= 3
        ? passage`${link(up.startup)} went from ${count(up.then)} commits to ${count(up.now)} within a fortnight, the sharpest rise of the week${bulk(up.startup)}.`
        : passage`No startup sped up more than ${link(up.startup)}, from ${count(up.then)} commits to ${count(up.now)} within a fortnight${bulk(up.startup)}.`,
      down.times <= 0.25
        ? passage`${link(down.startup)} went nearly quiet, from ${count(down.then)} commits to ${count(down.now)}.`
        : passage`${link(down.startup)} slowed most, from ${count(down.then)} to ${count(down.now)}.`,
    ]),
  };
}

function bulk({ composition14d: { bulkShare, largestContributorShare: one } }: Startup): string {
  if ((bulkShare ?? 0) >= 0.3) return `; ${percent(bulkShare ?? 0)} of these landed at one stroke`;
  return (one ?? 0) >= 0.6 ? `; one person wrote ${percent(one ?? 0)} of them` : '';
}

/** The share of coding agents. */
function agents({ week, link }: Telling, addresses: Addresses): Story | undefined {
  const { startups, agentShare, agentShareThen } = week;
  const most = startups
    .filter((one) => one.commitVelocity14d >= MIN_COMMITS && one.agentShare > 0)
    .sort((a, b) => b.agentShare - a.agentShare)
    .slice(0, 2);
  const [first, second] = most;
  if (!first) return undefined;
  const yearAgo =
    agentShareThen === undefined
      ? ''
      : agentShareThen < 0.01
        ? 'less than 1%'
        : percent(agentShareThen);
  const times =
    agentShareThen === undefined || agentShareThen === 0 ? 0 : agentShare / agentShareThen;
  return {
    weight: 8 + Math.min(20, times * 2),
    headline: `Agents take part in ${percent(agentShare)} of commits`,
    paragraph: sentences([
      passage`Coding agents wrote or helped with ${percent(agentShare)} of the ${counted(week.commits, 'commit')} of the ${counted(startups.length, 'covered startup')}${yearAgo === '' ? '' : `, against ${yearAgo} a year before`}.`,
      second
        ? passage`The share is largest at ${link(first)}, with ${percent(first.agentShare)}, and ${link(second)}, with ${percent(second.agentShare)}.`
        : passage`The share is largest at ${link(first)}, with ${percent(first.agentShare)}.`,
    ]),
    fact: {
      text: `Coding agents wrote or helped with ${percent(agentShare)} of the commits${yearAgo === '' ? '' : `, ${yearAgo} a year ago`}.`,
      url: addresses.at(`/startups?sort=agents&period=${week.period}`),
    },
  };
}

/** The sectors with the largest gain and loss. */
function sectors({ week }: Telling, addresses: Addresses): Story | undefined {
  const known = week.sectors
    .filter(({ startups, earlier }) => startups >= MIN_SECTOR_STARTUPS && earlier >= 100)
    .map((sector) => ({ ...sector, ratio: sector.now / sector.earlier - 1 }))
    .sort((a, b) => b.ratio - a.ratio);
  const [best, worst] = [known[0], known.at(-1)];
  if (!best || !worst || best === worst || best.ratio <= 0.05 || worst.ratio >= -0.05)
    return undefined;
  const name = ({ name: text, slug }: { name: string; slug: string }) =>
    linked(text, addresses.sector(slug, week.period));
  return {
    weight: 10 + Math.min(25, best.ratio * 40),
    headline: `${best.name} speeds up, ${worst.name} slows down`,
    paragraph: passage`Among sectors, ${name(best)} gained most on the fortnight before, with ${percent(best.ratio)} more commits from its ${counted(best.startups, 'startup')}; ${name(worst)} lost most, ${percent(-worst.ratio)}.`,
  };
}

function placeNow(former: Startup, trending: readonly Startup[]): string {
  const place = trending.findIndex(({ slug }) => slug === former.slug) + 1;
  return place === 0 ? ', which leaves the list' : `, now at ${place}`;
}

function changed(percentText: string): string {
  if (percentText === '0%') return ', as many as in the one before';
  const size = percentText.slice(1);
  return percentText.startsWith('+')
    ? `, ${size} more than in the one before`
    : `, ${size} fewer than in the one before`;
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function monthOf(period: string): string {
  return MONTH.format(new Date(isoDay(parsePeriod(period)?.lastDay ?? 0)));
}
