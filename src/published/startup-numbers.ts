/** Numbers derived from startups' published records, shared by several features. */
import { sum } from '../lib/averages.ts';
import type { EvidenceRecord, HistoryTable, Sector, Startup } from '../pipeline/edition/record.ts';

/** `rank` is by composite score within the sector, from 1. */
export type Standing = { sector: Sector; rank: number };

/** A startup's rank in its sector; undefined if it is not listed. */
export function standingIn(
  sectors: Iterable<Sector>,
  { slug, sector }: Pick<Startup, 'slug' | 'sector'>,
): Standing | undefined {
  const own = [...sectors].find((one) => one.slug === sector);
  const index = own?.startups.findIndex((one) => one.slug === slug) ?? -1;
  return own && index >= 0 ? { sector: own, rank: index + 1 } : undefined;
}

/** Slugs of the periods that cover a startup, oldest first. */
export function coveredPeriods({ periods, startups }: HistoryTable, slug: string): string[] {
  const velocity = Object.hasOwn(startups, slug) ? startups[slug]?.velocity : undefined;
  return periods.filter((_, index) => typeof velocity?.[index] === 'number');
}

/** Weeks of its own pace from which a startup is said to grow or not. */
const MIN_GROWTH_WEEKS = 26;

export function hasLongPast({ weeklyPace }: Pick<EvidenceRecord['work'], 'weeklyPace'>): boolean {
  return weeklyPace.length >= MIN_GROWTH_WEEKS;
}

/** Total commits of the startups in the 14 days. */
export function commitsOf(startups: readonly Pick<Startup, 'commitVelocity14d'>[]): number {
  return sum(startups.map(({ commitVelocity14d }) => commitVelocity14d));
}

/**
 * The share of their commits that coding agents wrote or assisted with, 0 to 1; 0 if there are none.
 */
export function agentShareOf(
  startups: readonly Pick<Startup, 'commitVelocity14d' | 'agentShare'>[],
): number {
  const commits = commitsOf(startups);
  const byAgents = sum(startups.map((each) => each.commitVelocity14d * each.agentShare));
  return commits === 0 ? 0 : byAgents / commits;
}

/** Startups of a list that another lacks, with their places from 1. */
export function absentFrom(
  other: readonly Startup[],
  list: readonly Startup[],
): { startup: Startup; place: number }[] {
  const slugs = new Set(other.map(({ slug }) => slug));
  return list.flatMap((startup, index) =>
    slugs.has(startup.slug) ? [] : [{ startup, place: index + 1 }],
  );
}
