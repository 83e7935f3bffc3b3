/** Turns computed numbers and registry facts into the published records of one period. */

import type { Addresses } from '../../lib/addresses.ts';
import { isoDay, type Period, periodAt } from '../../lib/period.ts';
import { wholePercent } from '../../lib/prose.ts';
import { DATA_LICENSE } from '../../lib/terms.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import { WINDOW_NAMES, type WindowName } from '../measures/windows.ts';
import { SIGNAL_TYPES, type SignalType } from '../signals/classify.ts';
import { shareOf, sixDecimals } from '../signals/growth.ts';
import { byComposite, TRENDING } from '../signals/rank.ts';
import { type TypeEvidence, typeEvidence } from '../signals/type-evidence.ts';
import type { Composition } from '../signals/windows.ts';
import { companyFactsOn } from './company-facts.ts';
import type { ComputedPeriod, ComputedStartup, RepositoryCommits } from './compute-period.ts';
import { METHOD_VERSION } from './method.ts';
import { overallOrder } from './overall-rank.ts';
import type {
  EvidenceRecord,
  NotCoveredRecord,
  PartialStartup,
  RepositoryEvidence,
  Sector,
  SignalsResponse,
  Startup,
  WindowComposition,
} from './record.ts';
import { timingOf } from './timing.ts';

/** The inputs that all records of a publication share. */
export type Publication = {
  addresses: Addresses;
  registry: Registry;
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
  startups: (Startup | PartialStartup)[];
  /** In the same order. */
  evidence: EvidenceRecord[];
  notCovered: NotCoveredRecord[];
};

export function editionContent(
  computed: ComputedPeriod,
  { revision, computedAt }: Issue,
  publication: Publication,
): EditionContent {
  const { period, isPartial, notCovered } = computed;
  const { addresses, registry } = publication;
  const companies = new Map(registry.companies.map((company) => [company.slug, company]));
  const rankable = computed.startups.flatMap((startup) => {
    const company = companies.get(startup.company);
    if (!company) return [];
    const types = typeEvidence(startup.windows, roundedValues(startup));
    const record = startupRecord({ ...startup, types }, company, period, publication, computedAt);
    return [{ ...startup, types, record }];
  });
  const recordsIn = (sector: string) =>
    rankable
      .filter(({ record }) => record.sector === sector)
      .sort(byComposite)
      .map(({ record }) => record);
  // A partial period ranks no startup, so there is no order to list.
  const sectors: Sector[] = (isPartial ? [] : registry.sectors).flatMap(
    ({ slug, name, description }) => {
      const startups = recordsIn(slug);
      if (startups.length === 0) return [];
      const url = addresses.sector(slug);
      return [{ name, slug, description, url, startupCount: startups.length, startups }];
    },
  );
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
      isPartial,
      notCovered: notCovered.map(({ company, repository, reason, lastCovered }) => ({
        name: companies.get(company)?.name ?? company,
        slug: company,
        repository,
        reason,
        lastCovered: slugAt(lastCovered),
      })),
    },
    trending: isPartial
      ? []
      : overallOrder(rankable.map(({ record }) => record)).slice(0, TRENDING),
    sectors,
  };
  return {
    period,
    signals,
    startups: rankable.map(({ record }) => (isPartial ? withoutScores(record) : record)),
    evidence: rankable.map((startup) => evidenceRecord(startup, period)),
    notCovered: notCovered.map(({ company, through, lastCovered, ...known }) => ({
      slug: company,
      period: period.slug,
      repository: known.repository,
      reason: known.reason,
      gap: known.gap,
      heldThrough: through === undefined ? null : isoDay(through),
      weightHeld: shareOf(known.weightHeld, 1),
      lastCovered: slugAt(lastCovered),
      repositories: repositoryEvidence(known.repositories, known.notHeld, period),
    })),
  };
}

function slugAt(week: number | undefined): string | null {
  return week === undefined ? null : periodAt(week).slug;
}

function withoutScores({ scores: _, ...record }: Startup): PartialStartup {
  return { ...record, isPartial: true };
}

/** A startup with the evidence of each of its signal types. */
type ExplainedStartup = ComputedStartup & { types: TypeEvidence };

function startupRecord(
  computed: ExplainedStartup,
  company: Company,
  period: Period,
  { addresses, registry }: Publication,
  computedAt: string,
): Startup {
  const { windows, signalType, signalStrength, since, types, coverage } = computed;
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
    ...(windows.newRepositoriesBasis === 'organization' && { newReposBasis: 'organization' }),
    agentShare: computed.agentShare,
    composition14d: windowComposition(windows.composition.current14d),
    composition30d: windowComposition(windows.composition.current30d),
    signalType,
    signalStrength,
    signalSince: since === null ? null : periodAt(since).slug,
    signalValue: signalStrength === 'none' ? null : types[signalType].value,
    evidence: signalStrength === 'none' ? null : { [signalType]: types[signalType] },
    scores: computed.scores,
    repositories: computed.repositories
      .filter(({ isHeld }) => isHeld)
      .map(({ copy }) => copy.repository),
    notCounted: [...coverage.notHeld],
    countedPart: countedPart(computed),
    githubUrl: `https://github.com/${company.github}`,
    websiteUrl: company.website,
    linkedinUrl: company.linkedin,
    url: addresses.startup(company.slug),
    evidenceUrl: `${addresses.startup(company.slug, period.slug)}#evidence`,
    computedAt,
    timing: timingOf(period, computedAt),
  };
}

function evidenceRecord(computed: ExplainedStartup, period: Period): EvidenceRecord {
  const { windows, ranked, coverage, repositories, types } = computed;
  return {
    slug: computed.company,
    period: period.slug,
    evidence: types,
    ...ranked,
    work: windows.work,
    priorVelocity: computed.priorVelocity,
    priorContributors: windows.priorContributors,
    weeklyCommits: windows.weeklyCommits,
    composition: Object.fromEntries(
      WINDOW_NAMES.map((name) => [name, windowComposition(windows.composition[name])]),
    ) as Record<WindowName, WindowComposition>,
    repositories: repositoryEvidence(repositories, coverage.notHeld, period),
  };
}

function roundedValues({ evidence }: ComputedStartup): Record<SignalType, number | null> {
  return Object.fromEntries(
    SIGNAL_TYPES.map((type) => [type, rounded(evidence[type].value)]),
  ) as Record<SignalType, number | null>;
}

/** `counts 3 of 5 repositories, 72% of the weight`; null where nothing is left out. */
function countedPart({ repositories, coverage }: ComputedStartup): string | null {
  const { notHeld, weightHeld } = coverage;
  if (notHeld.length === 0) return null;
  const counted = repositories.filter(({ isHeld }) => isHeld).length;
  return `counts ${counted} of ${counted + notHeld.length} repositories, ${wholePercent(weightHeld)}% of the weight`;
}

/** Evidence of each repository, including repositories never collected. */
function repositoryEvidence(
  repositories: readonly RepositoryCommits[],
  notHeld: ComputedStartup['coverage']['notHeld'],
  period: Period,
): RepositoryEvidence[] {
  const since = isoDay(period.lastDay - 13);
  const until = isoDay(period.lastDay);
  const reasons = new Map(notHeld.map(({ repository, reason }) => [repository, reason]));
  const counted = new Map(repositories.map((each) => [each.copy.repository, each]));
  const names = new Set([...reasons.keys(), ...counted.keys()]);
  return [...names].map((repository) => {
    const own = counted.get(repository);
    const notCounted = reasons.get(repository);
    return {
      repository,
      ...(notCounted !== undefined && { notCounted }),
      commits14d: own?.isHeld ? own.commits14d : null,
      priorCommits14d: own?.isHeld ? own.priorCommits14d : null,
      commitsUrl: `https://github.com/${repository}/commits?since=${since}&until=${until}`,
    };
  });
}

function windowComposition(composition: Composition): WindowComposition {
  const { commits, largest, bulk, people, steadyPeople, newPeople } = composition;
  return {
    commits,
    largestContributorShare: commits === 0 ? null : shareOf(largest, commits),
    bulkShare: bulk === null || commits === 0 ? null : shareOf(bulk, commits),
    people,
    peopleOnTwoDays: steadyPeople,
    newPeople,
    returningPeople: newPeople === null ? null : people - newPeople,
  };
}

function rounded(value: number | null): number | null {
  return value === null ? null : sixDecimals(value);
}
