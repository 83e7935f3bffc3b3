/** The startups behind a finding of one week, each as a mark. */
import { findingsOf } from '../../features/research/paper.ts';
import { count, percent } from '../../lib/prose.ts';
import type { Startup } from '../../pipeline/edition/record.ts';
import { PATHS } from '../components/links.ts';
import { type Chart, chart } from './chart.ts';
import { type Drawing, drawPlot } from './plot.ts';

type Drawn = Pick<Chart, 'title' | 'summary' | 'svg' | 'table'>;

/** By finding. */
const DRAWINGS: Readonly<
  Record<string, (startups: readonly Startup[], id: string) => Promise<Drawn>>
> = {
  'people-and-commits-go-together': peopleAndCommits,
  'few-startups-land-most-commits': commitsInOrder,
  'most-startups-have-agent-commits': sharesOfAgents,
};

export const findingStartups = chart({
  path: '/charts/research/{slug}/startups',
  draw: async ({ published, params: { slug = '' } }) => {
    const { editions } = published;
    const finding = findingsOf(published).find((candidate) => candidate.slug === slug);
    const draw = DRAWINGS[slug];
    if (!finding || !draw || !editions.periods.some((one) => one.slug === finding.period))
      return undefined;
    const startups = [...(await editions.startups(finding.period)).values()]
      .filter(({ commitVelocity14d }) => commitVelocity14d > 0)
      .sort((a, b) => b.commitVelocity14d - a.commitVelocity14d);
    if (startups.length === 0) return undefined;
    return { ...(await draw(startups, `startups-${slug}`)), page: PATHS.research(slug) };
  },
});

const SIZE = { width: 560, height: 320, marginLeft: 48, marginBottom: 40 } as const;

async function peopleAndCommits(startups: readonly Startup[], id: string): Promise<Drawn> {
  const [first] = startups;
  const about: Drawing = {
    id,
    title: 'Contributors and commits of every startup',
    summary: `${count(startups.length)} startups with commits. ${first?.name ?? ''} has most commits, ${count(first?.commitVelocity14d ?? 0)} by ${count(first?.contributors ?? 0)} contributors.`,
  };
  const svg = await drawPlot(about, (Plot) => ({
    ...SIZE,
    x: { type: 'log', label: 'Contributors in 30 days', grid: true, ticks: 4, tickFormat: 'd' },
    y: { type: 'log', label: 'Commits in 14 days', grid: true, ticks: 4, tickFormat: 'd' },
    marks: [
      Plot.dot(
        startups.filter(({ contributors }) => contributors > 0),
        {
          x: 'contributors',
          y: 'commitVelocity14d',
          r: 3.5,
          fill: 'var(--link)',
          fillOpacity: 0.55,
        },
      ),
    ],
  }));
  return {
    ...about,
    svg,
    table: {
      columns: ['Startup', 'Contributors in 30 days', 'Commits in 14 days'],
      rows: startups.map((one) => [one.name, one.contributors, one.commitVelocity14d]),
    },
  };
}

async function commitsInOrder(startups: readonly Startup[], id: string): Promise<Drawn> {
  const rows = startups.map(({ name, commitVelocity14d }, index) => ({
    name,
    place: index + 1,
    commits: commitVelocity14d,
    isFirst: index < 10,
  }));
  const about: Drawing = {
    id,
    title: 'Commits of every startup, most first',
    summary: `From ${count(rows[0]?.commits ?? 0)} for ${rows[0]?.name ?? ''} down to ${count(rows.at(-1)?.commits ?? 0)}. The first ten are drawn darker.`,
  };
  const svg = await drawPlot(about, (Plot) => ({
    ...SIZE,
    x: { label: 'Startups, most commits first', ticks: 5 },
    y: { label: 'Commits in 14 days', grid: true, ticks: 4 },
    marks: [
      Plot.rectY(rows, {
        x1: ({ place }: { place: number }) => place - 0.5,
        x2: ({ place }: { place: number }) => place + 0.5,
        y: 'commits',
        fill: ({ isFirst }: { isFirst: boolean }) => (isFirst ? 'var(--link)' : 'var(--line)'),
        inset: 0.3,
      }),
      Plot.ruleY([0], { stroke: 'var(--rule)' }),
    ],
  }));
  return {
    ...about,
    svg,
    table: {
      columns: ['Startup', 'Place', 'Commits in 14 days'],
      rows: rows.map(({ name, place, commits }) => [name, place, commits]),
    },
  };
}

/** Upper ends of the bars, in percent; the first holds those without any. */
const STEPS = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

async function sharesOfAgents(startups: readonly Startup[], id: string): Promise<Drawn> {
  const bars = STEPS.map((to, index) => {
    const from = STEPS[index - 1] ?? -1;
    const within = startups.filter(({ agentShare }) => {
      const share = agentShare * 100;
      return to === 0 ? share === 0 : share > Math.max(0, from) && share <= to;
    });
    return { label: to === 0 ? 'none' : `to ${to}%`, startups: within.length };
  });
  const none = bars[0]?.startups ?? 0;
  const about: Drawing = {
    id,
    title: 'Startups by the share of commits that agents wrote or helped with',
    summary: `${count(none)} of ${count(startups.length)} startups have none, ${percent(none / startups.length)}.`,
  };
  const svg = await drawPlot(about, (Plot) => ({
    ...SIZE,
    x: {
      label: 'Share of commits by or with agents',
      domain: bars.map(({ label }) => label),
      tickFormat: (label: string) => label.replace('to ', ''),
    },
    y: { label: 'Startups', grid: true, ticks: 4 },
    marks: [
      Plot.barY(bars, { x: 'label', y: 'startups', fill: 'var(--link)', inset: 1 }),
      Plot.ruleY([0], { stroke: 'var(--rule)' }),
    ],
  }));
  return {
    ...about,
    svg,
    table: {
      columns: ['Share of commits', 'Startups'],
      rows: bars.map(({ label, startups: many }) => [label, many]),
    },
  };
}
