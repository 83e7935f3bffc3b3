/** The numbers of a period beside those of the period before, as a digest needs them. */
import type { Startup } from '../../pipeline/edition/record.ts';
import { computation } from '../../published/computation.ts';
import type { Published } from '../../published/published.ts';
import { agentShareOf, commitsOf } from '../../published/startup-numbers.ts';

export type Week = {
  period: string;
  /** `Week 31, 2026 (27 July – 2 August)` */
  name: string;
  startups: readonly Startup[];
  trending: readonly Startup[];
  /** Of all startups in the 14 days. */
  commits: number;
  /** Commits by or with coding agents, 0 to 1. */
  agentShare: number;
  /** Undefined for the first period. */
  before:
    | {
        /** Startups that both periods cover, and their commits then and now. */
        same: number;
        sameThen: number;
        sameNow: number;
        /** Names that came into the top 20, and that left it. */
        entered: readonly string[];
        left: readonly string[];
      }
    | undefined;
  /** Commits of this fortnight and of the one before, for sectors with any before; largest rise first. */
  sectors: readonly { name: string; startups: number; now: number; earlier: number }[];
  notCovered: number;
  revision: number;
  /** When its numbers were computed, as a sentence. */
  computation: string;
};

export async function weekOf({ editions }: Published, period: string): Promise<Week> {
  const { meta, trending, sectors } = await editions.signals(period);
  const startups = sectors.flatMap((sector) => sector.startups);
  const evidence = await editions.evidence(period);
  const prior = ({ slug }: Startup) => evidence.get(slug)?.priorVelocity ?? 0;
  return {
    period,
    name: meta.period.name,
    startups,
    trending,
    commits: commitsOf(startups),
    agentShare: agentShareOf(startups),
    before: await compareWithBefore(period, startups, trending, editions),
    sectors: sectors
      .map((sector) => ({
        name: sector.name,
        startups: sector.startupCount,
        now: commitsOf(sector.startups),
        earlier: sum(sector.startups, prior),
      }))
      .filter(({ earlier }) => earlier > 0)
      .sort((a, b) => b.now / b.earlier - a.now / a.earlier),
    notCovered: meta.notCovered.length,
    revision: meta.revision,
    computation: computation(meta),
  };
}

async function compareWithBefore(
  period: string,
  startups: readonly Startup[],
  trending: readonly Startup[],
  editions: Published['editions'],
): Promise<Week['before']> {
  const at = editions.periods.findIndex(({ slug }) => slug === period);
  const previous = editions.periods[at + 1]?.slug;
  if (previous === undefined) return undefined;
  const then = await editions.startups(previous);
  const same = startups.filter(({ slug }) => then.has(slug));
  const { trending: trendingThen } = await editions.signals(previous);
  return {
    same: same.length,
    sameThen: sum(same, ({ slug }) => then.get(slug)?.commitVelocity14d ?? 0),
    sameNow: commitsOf(same),
    entered: names(trending, trendingThen),
    left: names(trendingThen, trending),
  };
}

/** Names in the one list that are not in the other. */
function names(list: readonly Startup[], other: readonly Startup[]): string[] {
  const known = new Set(other.map(({ slug }) => slug));
  return list.filter(({ slug }) => !known.has(slug)).map(({ name }) => name);
}

function sum<T>(list: readonly T[], value: (item: T) => number): number {
  return list.reduce((total, item) => total + value(item), 0);
}
