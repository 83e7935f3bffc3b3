/** Texts for the pictures of pages, from the edition that the page is about. */
import { listed } from '../../lib/prose.ts';
import type { HistoryTable, PartialStartup, Startup } from '../../pipeline/edition/record.ts';
import { statusWords } from '../../published/company-words.ts';
import { notCoveredRecord } from '../../published/not-covered.ts';
import type { Published } from '../../published/published.ts';
import { signalPhrase } from '../../published/signal-words.ts';
import { standingIn } from '../../published/startup-numbers.ts';
import { rowOf, weeksUpTo } from '../charts/line-charts.ts';
import { count, counted, plainName, shortPeriodName } from '../components/format.ts';
import type { Card } from './card.ts';
import { isDrawable } from './letters.ts';

const WEEKS = 52;
const MAX_NAMED = 4;

/** Undefined for what has no page in the period. */
export type CardOf = (
  slug: string,
  period: string,
  published: Published,
) => Promise<Card | undefined>;

export const startupCard: CardOf = async (slug, period, published) => {
  const { editions, companies } = published;
  const startup =
    (await editions.startup(period, slug)) ?? (await editions.partialStartup(period, slug));
  const company = companies.get(slug);
  const history = await editions.history();
  const shared = { week: weekName(period, published), line: yearOf(slug, period, history) };
  if (startup)
    return {
      ...shared,
      title: plainName(startup.name),
      figure: `${counted(startup.commitVelocity14d, 'commit')} in 14 days`,
      change: startup.commitVelocityChange,
      sentence: await sentenceOf(startup, published),
    };
  if (!company) return undefined;
  const { reason } = await notCoveredRecord(company, period, published);
  return {
    ...shared,
    title: plainName(company.name),
    figure: 'Not covered this week',
    sentence: `Why: ${reason}.`,
  };
};

async function sentenceOf(
  startup: Startup | PartialStartup,
  { editions }: Published,
): Promise<string> {
  const people = `${counted(startup.contributors, 'contributor')} in 30 days.`;
  const phrase = signalPhrase(startup);
  const signal = `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
  // The page shows the day of the announcement.
  const status = statusWords(startup).replace(/, .*$/, '');
  const known = [status === '' ? '' : `${status}.`, people, signal];
  if ('scores' in startup) {
    const { sectors } = await editions.signals(startup.period);
    const standing = standingIn(sectors, startup);
    const place = standing
      ? `, ${standing.rank} of ${standing.sector.startupCount} in ${standing.sector.name}`
      : '';
    known.push(`Score ${startup.scores.composite} of 100${place}.`);
  }
  return known.filter((part) => part !== '').join(' ');
}

export const sectorCard: CardOf = async (slug, period, published) => {
  const { sectors } = await published.editions.signals(period);
  const sector = sectors.find((candidate) => candidate.slug === slug);
  if (!sector) return undefined;
  return {
    week: weekName(period, published),
    title: sector.name,
    figure: counted(sector.startupCount, 'startup'),
    sentence: leaders(sector.startups) ?? sector.description,
    ...(await yearOfAll(sector.startups, period, published)),
  };
};

/** The overview of the week; it has no slug. */
export const weekCard: CardOf = async (_, period, published) => {
  const { meta, trending, sectors } = await published.editions.signals(period);
  const startups = sectors.flatMap((sector) => sector.startups);
  return {
    week: weekName(period, published),
    title: 'Which startups are speeding up',
    figure: `${counted(meta.totalStartups, 'startup')} in ${counted(meta.totalSectors, 'sector')}`,
    sentence: leaders(trending) ?? 'Counted from the git history of their public repositories.',
    ...(await yearOfAll(startups, period, published)),
  };
};

function weekName(period: string, { editions }: Published): string {
  const known = [...editions.periods, ...editions.partialPeriods];
  return shortPeriodName(known.find(({ slug }) => slug === period)?.name ?? period);
}

/** Those that lead, as far as our fonts can write them. */
function leaders(startups: readonly Startup[]): string | undefined {
  const names = startups
    .slice(0, MAX_NAMED)
    .map(({ name }) => plainName(name))
    .filter(isDrawable);
  return names.length === 0 ? undefined : `Highest scores: ${listed(names)}.`;
}

function yearOf(slug: string, period: string, history: HistoryTable): NonNullable<Card['line']> {
  const values = weeksUpTo(history, period, WEEKS).of(rowOf(history, slug)?.velocity);
  return { label: 'Commits in 14 days, week by week over a year', values };
}

/** The sum over those that are covered in every week of the year: coverage that grows is no growth. */
async function yearOfAll(
  startups: readonly Startup[],
  period: string,
  { editions }: Published,
): Promise<{ line?: NonNullable<Card['line']> }> {
  const history = await editions.history();
  const years = startups
    .map(({ slug }) => yearOf(slug, period, history).values)
    .filter((values) => values.length > 0 && values.every((value) => value !== null));
  if (years.length === 0) return {};
  const weeks = years[0]?.length ?? 0;
  const values = Array.from({ length: weeks }, (_, week) =>
    years.reduce((sum, year) => sum + (year[week] ?? 0), 0),
  );
  const who = years.length === 1 ? 'the one' : `the ${count(years.length)}`;
  return { line: { label: `Commits in 14 days by ${who} covered all year, week by week`, values } };
}
