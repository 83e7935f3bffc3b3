/** The covered startups of a week as list entries, with what lists show beyond the record. */

import { medianOf } from '../../lib/averages.ts';
import { compareCodeUnits } from '../../lib/compare.ts';
import type { EvidenceRecord, SignalsResponse } from '../../pipeline/edition/record.ts';
import { type RankedStartup, rankedStartups } from '../../pipeline/edition/record-table.ts';
import type { Published } from '../../published/published.ts';
import { commitsOf } from '../../published/startup-numbers.ts';

export type Listed = RankedStartup & {
  /**
   * How far the pace of recent weeks is above that of the year, in units of the startup's own weekly
   * noise; null before method 2.
   */
  acceleration: number | null;
};

/** Sorted by composite score, highest first. */
export async function listedWeek(
  period: string,
  { editions }: Pick<Published, 'editions'>,
): Promise<Listed[]> {
  return listedOf(await editions.signals(period), await editions.evidence(period));
}

type Paces = ReadonlyMap<string, Partial<Pick<EvidenceRecord, 'paceGrowth'>>>;

export function listedOf(signals: SignalsResponse, evidence: Paces): Listed[] {
  const ranked = rankedStartups(signals).sort(
    ({ startup: a }, { startup: b }) =>
      b.scores.composite - a.scores.composite ||
      b.commitVelocity14d - a.commitVelocity14d ||
      compareCodeUnits(a.name, b.name),
  );
  return ranked.map((row) => {
    const acceleration = evidence.get(row.startup.slug)?.paceGrowth ?? null;
    return { ...row, acceleration };
  });
}

/** The pace of a sector's startups, shown in the strip of all sectors. */
export type SectorPace = {
  slug: string;
  name: string;
  startups: number;
  /** The known accelerations of its startups, and how many of them are above their own year. */
  accelerations: readonly number[];
  faster: number;
  /** Median acceleration; null if none is known. */
  median: number | null;
  /** Total commits of its startups in 14 days. */
  commits: number;
};

/** Sorted by the share of startups above their own year, highest first. */
export function sectorPaces(listed: readonly Listed[]): SectorPace[] {
  const sectors = Map.groupBy(listed, ({ startup }) => startup.sector);
  return [...sectors]
    .map(([slug, members]): SectorPace => {
      const known = members.flatMap(({ acceleration }) => acceleration ?? []);
      const name = members[0]?.sectorName ?? slug;
      const faster = known.filter((value) => value > 0).length;
      return {
        slug,
        name,
        startups: members.length,
        accelerations: known,
        faster,
        median: medianOf(known) ?? null,
        commits: commitsOf(members.map(({ startup }) => startup)),
      };
    })
    .sort((a, b) => share(b) - share(a) || b.startups - a.startups || (a.name < b.name ? -1 : 1));
}

function share({ accelerations: { length }, faster }: SectorPace): number {
  return length === 0 ? 0 : faster / length;
}
