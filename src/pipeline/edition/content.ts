/** Turns computed numbers and registry facts into the published records of one period. */

import type { Addresses } from '../../lib/addresses.ts';
import { isoDay, type Period, weekIndex } from '../../lib/period.ts';
import { DATA_LICENSE } from '../../lib/terms.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import { hasEnded } from '../../registry/status.ts';
import type { RepositoryWeeks } from '../ledger/repository-weeks.ts';
import type { Windows } from '../ledger/windows.ts';
import { byComposite, trending } from '../signals/rank.ts';
import { companyFactsOn } from './company-facts.ts';
import type { ComputedPeriod, ComputedStartup } from './compute.ts';
import { METHOD_VERSION } from './method.ts';
import type { EvidenceRecord, Sector, SignalsResponse, Startup } from './record.ts';
import { timingOf } from './timing.ts';

/** What every record of a publication has in common. */
export type Publication = {
  addresses: Addresses;
  registry: Registry;
  /** The repositories of each company that the ledger holds. */
  repositories: ReadonlyMap<string, readonly RepositoryWeeks[]>;
};

/** Which publication of a period a record belongs to. */
export type Issue = {
  revision: number;
  /** When its numbers were computed, ISO 8601. */
  computedAt: string;
};

export type EditionContent = {
  period: Period;
  signals: SignalsResponse;
  /** By slug. */
  startups: Startup[];
  evidence: EvidenceRecord[];
};

export function editionContent(
  computed: ComputedPeriod,
  { revision, computedAt }: Issue,
  publication: Publication,
): EditionContent {
  const { period, notCovered } = computed;
  const { addresses, registry } = publication;
  const companies = new Map(registry.companies.map((company) => [company.slug, company]));
  const rankable = computed.startups.flatMap((startup) => {
    const company = companies.get(startup.company);
    if (!company) return [];
    const record = startupRecord(startup, company, period, publication, computedAt);
    return [{ ...startup, record }];
  });
  const recordsIn = (sector: string) =>
    rankable
      .filter(({ record }) => record.sector === sector)
      .sort(byComposite)
      .map(({ record }) => record);
  const sectors: Sector[] = registry.sectors.flatMap(({ slug, name, description }) => {
    const startups = recordsIn(slug);
    if (startups.length === 0) return [];
    const url = addresses.sector(slug);
    return [{ name, slug, description, url, startupCount: startups.length, startups }];
  });
  const signals: SignalsResponse = {
    meta: {
      name: 'Bellwether engineering-acceleration signals',
      period: { slug: period.slug, name: period.name },
      totalSectors: sectors.length,
      totalStartups: rankable.length,
      lastUpdated: computedAt,
      timing: timingOf(period, computedAt),
      citation: `Bellwether (${computedAt.slice(0, 4)}). Engineering-acceleration signals of startups, ${period.name}. ${addresses.home(period.slug)}`,
      license: DATA_LICENSE,
      method: addresses.at('/api/v1/methodology.json'),
      methodVersion: METHOD_VERSION,
      revision,
      manifest: addresses.editionFile(period.slug, 'manifest.json'),
      notCovered: notCovered.map(({ company, reason }) => ({
        name: companies.get(company)?.name ?? company,
        slug: company,
        reason,
      })),
    },
    trending: trending(rankable.filter(({ record }) => !hasEnded(record.status))).map(
      ({ record }) => record,
    ),
    sectors,
  };
  return {
    period,
    signals,
    startups: rankable.map(({ record }) => record),
    evidence: computed.startups.map((startup) =>
      evidenceRecord(startup, computed.windowsOf(startup), period, publication),
    ),
  };
}

function startupRecord(
  computed: ComputedStartup,
  company: Company,
  period: Period,
  { addresses, registry, repositories }: Publication,
  computedAt: string,
): Startup {
  return {
    name: company.name,
    slug: company.slug,
    description: company.description,
    sector: company.sector,
    ...companyFactsOn(company, registry, isoDay(period.lastDay)),
    geography: company.geography,
    period: period.slug,
    commitVelocity14d: computed.commitVelocity14d,
    commitVelocityChange: computed.commitVelocityChange,
    commitVelocityChangeRatio: rounded(computed.commitVelocityChangeRatio),
    contributors: computed.contributors,
    contributorGrowth: computed.contributorGrowth,
    newRepos: computed.newRepos,
    agentShare: computed.agentShare,
    signalType: computed.signalType,
    signalStrength: computed.signalStrength,
    scores: computed.scores,
    repositories: (repositories.get(company.slug) ?? []).map(({ repository }) => repository),
    githubUrl: `https://github.com/${company.github}`,
    websiteUrl: company.website,
    linkedinUrl: company.linkedin,
    url: addresses.startup(company.slug),
    evidenceUrl: `${addresses.startup(company.slug, period.slug)}#evidence`,
    computedAt,
    timing: timingOf(period, computedAt),
  };
}

function evidenceRecord(
  computed: ComputedStartup,
  windows: Windows,
  period: Period,
  { repositories }: Publication,
): EvidenceRecord {
  const week = weekIndex(period.lastDay);
  const since = isoDay(period.lastDay - 13);
  const until = isoDay(period.lastDay);
  return {
    slug: computed.company,
    period: period.slug,
    evidence: Object.fromEntries(
      Object.entries(computed.evidence).map(([type, value]) => [type, rounded(value) ?? 0]),
    ),
    acceleration: rounded(computed.acceleration) ?? 0,
    priorVelocity: computed.priorVelocity,
    priorContributors: windows.priorContributors,
    weeklyCommits: windows.weeklyCommits,
    weeklyReleases: windows.weeklyReleases,
    infraFiles30d: windows.infraFiles,
    dependencyTurnover30d: windows.dependencyTurnover,
    repositories: (repositories.get(computed.company) ?? []).map(({ repository, commits }) => ({
      repository,
      commits14d: (commits.get(week) ?? 0) + (commits.get(week - 1) ?? 0),
      priorCommits14d: (commits.get(week - 2) ?? 0) + (commits.get(week - 3) ?? 0),
      commitsUrl: `https://github.com/${repository}/commits?since=${since}&until=${until}`,
    })),
  };
}

/** Six decimals: more would publish the noise of floating-point sums. */
function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e6) / 1e6;
}
