/** A period's numbers compared with earlier ones, as needed by a digest. */
import { Memo } from '../../lib/memoize.ts';
import { isoDay, parsePeriod } from '../../lib/period.ts';
import { Slices } from '../../lib/slices.ts';
import type { HistoryTable, Startup } from '../../pipeline/edition/record.ts';
import { computation } from '../../published/computation.ts';
import type { Published } from '../../published/published.ts';
import { agentShareOf, commitsOf } from '../../published/startup-numbers.ts';

type SectorPace = {
  name: string;
  slug: string;
  startups: number;
  /** Commits in this fortnight and in the previous one. */
  now: number;
  earlier: number;
};

export type Week = {
  period: string;
  /** `Week 31, 2026 (27 July – 2 August)` */
  name: string;
  /** Its Sunday: `2 August 2026` */
  endsOn: string;
  startups: readonly Startup[];
  trending: readonly Startup[];
  /** Commits of each startup in the fortnight before. */
  priorVelocities: ReadonlyMap<string, number>;
  /** Total commits of all startups in the 14 days. */
  commits: number;
  /** Share of commits by or with coding agents, 0 to 1. */
  agentShare: number;
  /** Number of consecutive weeks, including this one, for which the leader has led; at most 13. */
  weeksLed: number;
  /** The busiest fortnight of the leader's last year; undefined if too little of it is known. */
  peak: { commits: number; period: string } | undefined;
  extreme: Extreme | undefined;
  before: Before | undefined;
  /** The share of agents 52 weeks earlier; undefined if there is no edition. */
  agentShareThen: number | undefined;
  sectors: readonly SectorPace[];
  notCovered: number;
  revision: number;
  /** When its numbers were computed, as a sentence. */
  computation: string;
};

/** The number of weeks in which the commits of these startups were never as few, or as many. */
export type Extreme = {
  kind: 'fewest' | 'most';
  weeks: number;
  /** The last week that was as extreme; undefined if there is none among the comparable weeks. */
  since: string | undefined;
  /** Whether the same was already true of the week before. */
  isRepeated: boolean;
};

export type Before = {
  startups: ReadonlyMap<string, Startup>;
  trending: readonly Startup[];
  /** Number of startups covered in both periods, with their commits then and now. */
  same: number;
  sameThen: number;
  sameNow: number;
};

const MAX_WEEKS_LED = 13;
const YEAR_WEEKS = 52;

export async function weekOf(published: Published, period: string): Promise<Week> {
  const { editions } = published;
  const { meta, trending, sectors } = await editions.signals(period);
  const startups = sectors.flatMap((sector) => sector.startups);
  const priorVelocities = await editions.priorVelocities(period);
  const older = earlierPeriods(published, period);
  // Each of the following goes through all startups.
  const slices = new Slices();
  const history = await editions.history();
  await slices.pause();
  const extreme = await extremeOf(history, period, slices);
  await slices.pause();
  const before =
    older[0] === undefined ? undefined : await compareWith(older[0], startups, published);
  await slices.pause();
  const yearBefore = older[YEAR_WEEKS - 1];
  return {
    period,
    name: meta.period.name,
    endsOn: endOf(period),
    startups,
    trending,
    priorVelocities,
    commits: commitsOf(startups),
    agentShare: agentShareOf(startups),
    weeksLed: await weeksLed(trending[0]?.slug, older, published),
    peak: trending[0] && peakOf(trending[0], history),
    extreme,
    before,
    agentShareThen:
      yearBefore === undefined ? undefined : agentShareOf(startupsThen(history, yearBefore)),
    sectors: sectors.map(({ name, slug, startups: own }) => ({
      name,
      slug,
      startups: own.length,
      now: commitsOf(own),
      earlier: own.reduce((sum, one) => sum + (priorVelocities.get(one.slug) ?? 0), 0),
    })),
    notCovered: meta.notCovered.length,
    revision: meta.revision,
    computation: computation(meta),
  };
}

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

function endOf(period: string): string {
  return DATE.format(new Date(isoDay(parsePeriod(period)?.lastDay ?? 0)));
}

/** Newest first. */
function earlierPeriods({ editions }: Published, period: string): string[] {
  const slugs = editions.periods.map(({ slug }) => slug);
  return slugs.slice(slugs.indexOf(period) + 1);
}

async function weeksLed(
  first: string | undefined,
  older: readonly string[],
  published: Published,
): Promise<number> {
  const leaders = await published.derived(leadersOf);
  let weeks = 1;
  for (const period of older.slice(0, MAX_WEEKS_LED - 1)) {
    const { slug } = await leaders.get(period, () => leaderOf(period, published));
    if (slug !== first) break;
    weeks++;
  }
  return weeks;
}

/** With fewer weeks there is no comparison. */
const MIN_YEAR_WEEKS = 26;

function peakOf({ slug, period }: Startup, { periods, startups }: HistoryTable): Week['peak'] {
  const end = periods.indexOf(period) + 1;
  const year = periods.slice(Math.max(0, end - YEAR_WEEKS), end).flatMap((week, index) => {
    const row = Object.hasOwn(startups, slug) ? startups[slug] : undefined;
    const commits = row?.velocity[Math.max(0, end - YEAR_WEEKS) + index];
    return typeof commits === 'number' ? [{ commits, period: week }] : [];
  });
  if (year.length < MIN_YEAR_WEEKS) return undefined;
  return year.reduce((most, one) => (one.commits > most.commits ? one : most));
}

type Leader = { slug: string | undefined };

/** Caches the leaders of earlier weeks, since digests of neighbouring weeks need the same ones. */
async function leadersOf(): Promise<Memo<string, Leader>> {
  return new Memo({ entries: 1000 });
}

async function leaderOf(period: string, { editions }: Published): Promise<Leader> {
  return { slug: (await editions.signals(period)).trending[0]?.slug };
}

async function compareWith(
  previous: string,
  startups: readonly Startup[],
  { editions }: Published,
): Promise<Before> {
  const { trending, sectors } = await editions.signals(previous);
  const then = new Map(
    sectors.flatMap((sector) => sector.startups).map((startup) => [startup.slug, startup]),
  );
  const same = startups.filter(({ slug }) => then.has(slug));
  return {
    startups: then,
    trending,
    same: same.length,
    sameThen: same.reduce((sum, { slug }) => sum + (then.get(slug)?.commitVelocity14d ?? 0), 0),
    sameNow: commitsOf(same),
  };
}

/** The numbers of an earlier week, for the startups that it covers. */
function startupsThen({ periods, startups }: HistoryTable, period: string) {
  const at = periods.indexOf(period);
  return Object.values(startups).flatMap(({ velocity, agents }) => {
    const commitVelocity14d = velocity[at];
    return typeof commitVelocity14d === 'number'
      ? [{ commitVelocity14d, agentShare: agents?.[at] ?? 0 }]
      : [];
  });
}

/** An earlier week is only comparable if it covers at least this share of the startups. */
const MIN_KNOWN_SHARE = 0.8;

type Row = HistoryTable['startups'][string];
/** The commits of a startup in a period that a comparison counts; undefined where it is not covered. */
type Counted = (row: Row, index: number) => number | undefined;

const allCommits: Counted = ({ velocity }, index) => velocity[index] ?? undefined;
const withoutBulk: Counted = ({ velocity, bulk }, index) => {
  const commits = velocity[index] ?? undefined;
  return commits === undefined ? undefined : commits * (1 - (bulk?.[index] ?? 0));
};

/**
 * How many weeks back the commits of the startups covered this week were always more, or always
 * fewer. Each week is compared for the startups that both cover, and the comparison must also hold
 * without the largest of them and without commits that landed in bulk.
 */
export async function extremeOf(
  history: HistoryTable,
  period: string,
  slices: Slices,
): Promise<Extreme | undefined> {
  const at = history.periods.indexOf(period);
  const own = Object.values(history.startups).filter((row) => allCommits(row, at) !== undefined);
  const commits = own.map((row) => allCommits(row, at) ?? 0);
  const largest = commits.indexOf(Math.max(...commits));
  const others = own.filter((_, place) => place !== largest);
  const run = async (kind: Extreme['kind'], from: number): Promise<number> => {
    const runs = [
      await runOf(kind, from, own, allCommits, slices),
      await runOf(kind, from, others, allCommits, slices),
      await runOf(kind, from, own, withoutBulk, slices),
    ];
    return Math.min(...runs);
  };
  const [fewest, most] = [await run('fewest', at), await run('most', at)];
  const kind = fewest >= most ? 'fewest' : 'most';
  const weeks = Math.max(fewest, most);
  if (weeks === 0) return undefined;
  return {
    kind,
    weeks,
    since: history.periods[at - weeks - 1],
    isRepeated: (await run(kind, at - 1)) >= weeks - 1,
  };
}

/** Weeks before one in which the same startups together landed more commits, or fewer. */
async function runOf(
  kind: Extreme['kind'],
  at: number,
  rows: readonly Row[],
  counted: Counted,
  slices: Slices,
): Promise<number> {
  let weeks = 0;
  for (let index = at - 1; index >= 0; index--) {
    if (slices.isOver) await slices.pause();
    let [same, now, then] = [0, 0, 0];
    for (const row of rows) {
      const [newer, older] = [counted(row, at), counted(row, index)];
      if (newer === undefined || older === undefined) continue;
      same++;
      now += newer;
      then += older;
    }
    if (same < rows.length * MIN_KNOWN_SHARE) break;
    if (kind === 'fewest' ? then <= now : then >= now) break;
    weeks++;
  }
  return weeks;
}
