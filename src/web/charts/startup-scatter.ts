/** All startups of a week: how much they commit against how far they are above their own past year. */
import { type Listed, listedWeek } from '../../features/selection/listed-week.ts';
import { signalKey } from '../../published/signal-words.ts';
import { count, counted, plainName, shortPeriodName, signedDecimal } from '../components/format.ts';
import { periodHref } from '../components/links.ts';
import { linesOf } from '../images/letters.ts';
import { type Chart, type ChartDefinition, logAxis, type Point } from './chart.ts';
import { MARKS, SIGNAL_WORDS, SIGNALS } from './signal-marks.ts';

export const SCATTER_PATH = '/charts/startups';

export const startupScatter: ChartDefinition = {
  path: SCATTER_PATH,
  chart: async ({ published, period }) => {
    const { editions } = published;
    const listed = await listedWeek(period, published);
    const name = editions.periods.find(({ slug }) => slug === period)?.name ?? period;
    return scatterChart({
      listed,
      named: notable(listed),
      of: shortPeriodName(name),
      page: periodHref('/startups', period, editions),
    });
  },
};

type Scatter = {
  listed: readonly Listed[];
  /** Slugs of the startups that are named in it, the most important first. */
  named: readonly string[];
  /** The subject, for its title: `Week 31, 2026` */
  of: string;
  page: string;
  /** The points that lead to a page, and where; without it none does. */
  hrefOf?: (slug: string) => string | undefined;
};

/** More would press all others together. */
const FURTHEST = 2.5;
const MIN_TOP = 10;
const NAME = { size: 13, maxWidth: 130, maxLines: 1 } as const;

/** Undefined where no acceleration is known. */
export function scatterChart({ listed, named, of, page, hrefOf }: Scatter): Chart | undefined {
  const known = listed.flatMap(({ acceleration, startup }) =>
    acceleration === null ? [] : { acceleration, startup, signal: signalKey(startup) },
  );
  if (known.length === 0) return undefined;
  const inOrder = known.toSorted((a, b) => SIGNALS.indexOf(a.signal) - SIGNALS.indexOf(b.signal));
  const points = new Map(
    inOrder.map(({ startup, acceleration, signal }): [string, Point] => {
      const { slug, commitVelocity14d: commits } = startup;
      const name = plainName(startup.name);
      const href = hrefOf?.(slug);
      return [
        slug,
        {
          x: commits,
          y: acceleration,
          shape: MARKS[signal],
          color: signal === 'none' ? 'var(--line)' : `var(--${signal})`,
          opacity: signal === 'none' ? '.55' : '.85',
          name: linesOf(name, NAME)[0] ?? name,
          title: `${name}: ${counted(commits, 'commit')}, ${signedDecimal(acceleration)}, ${SIGNAL_WORDS[signal]}`,
          ...(href !== undefined && { link: { href, slug } }),
        },
      ];
    }),
  );
  const faster = known.filter(({ acceleration }) => acceleration > 0).length;
  return {
    id: 'scatter',
    title: `Pace and acceleration, ${of}`,
    summary: `${counted(known.length, 'startup')}: further right, more commits in 14 days; higher, further above the pace of their own past year. ${counted(faster, 'is', 'are')} above it, ${count(known.length - faster)} at or below.`,
    key: SIGNALS.toReversed().map((signal) => ({
      shape: MARKS[signal],
      color: `var(--${signal === 'none' ? 'line' : signal})`,
      text: SIGNAL_WORDS[signal],
    })),
    page,
    x: {
      label: 'Commits in 14 days',
      ...logAxis(
        Math.max(MIN_TOP, ...known.map(({ startup }) => startup.commitVelocity14d)),
        count,
      ),
    },
    y: {
      label: 'Acceleration: above its own past year',
      from: -FURTHEST,
      to: FURTHEST,
      ticks: [-2, -1, 0, 1, 2].map((value) => [value, signedDecimal(value)]),
    },
    height: 300,
    points: [...points.values()],
    named: named.flatMap((slug) => points.get(slug) ?? []),
    table: {
      columns: ['Startup', 'Commits in 14 days', 'Acceleration', 'Signal'],
      rows: known.map(({ startup, acceleration, signal }) => [
        startup.name,
        startup.commitVelocity14d,
        Number(acceleration.toFixed(2)),
        SIGNAL_WORDS[signal],
      ]),
    },
  };
}

const MAX_NAMED = 14;

/** Slugs of startups to label: the first of the ranking, and those at an edge. */
export function notable(listed: readonly Listed[]): string[] {
  const known = listed.filter(({ acceleration }) => acceleration !== null);
  const by = (value: (one: Listed) => number) =>
    known.toSorted((a, b) => value(b) - value(a)).slice(0, 3);
  const first = known.filter(({ trending }) => trending !== null && trending <= 6);
  const all = [
    ...first,
    ...by(({ startup }) => startup.commitVelocity14d),
    ...by(({ acceleration }) => acceleration ?? 0),
    ...by(({ acceleration }) => -(acceleration ?? 0)),
  ];
  return [...new Set(all.map(({ startup }) => startup.slug))].slice(0, MAX_NAMED);
}
