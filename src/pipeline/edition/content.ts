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
import { typeEvidence } from '../signals/type-evidence.ts';
import type { Composition } from '../signals/windows.ts';
import { companyFactsOn } from './company-facts.ts';
import type { ComputedPeriod, ComputedStartup } from './compute-period.ts';
import { METHOD_VERSION } from './method.ts';
import { overallOrder } from './overall-rank.ts';
import type {
  EvidenceRecord,
  NotCoveredRecord,
  PartialStartup,
  Sector,
  SignalsResponse,
  Startup,
  WindowComposition,
} from './record.ts';
import { timingOf } from './timing.ts';

/** The inputs that all records of a publication share. */
type Publication = { addresses: Addresses; registry: Registry };

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
  const timing = timingOf(period, computedAt);
  const evidence: EvidenceRecord[] = [];
  const startups = computed.startups.flatMap((startup) => {
    const company = companies.get(startup.company);
    if (!company) return [];
    const known = evidenceRecord(startup, period);
    evidence.push(known);
    const record = startupRecord(startup, known, company, period, publication);
    return [{ ...record, computedAt, timing }];
  });
  // A partial period ranks no startup, so there is no order to list.
  const sectors: Sector[] = (isPartial ? [] : registry.sectors).flatMap(
    ({ slug, name, description }) => {
      const inSector = startups.filter(({ sector }) => sector === slug).sort(byComposite);
      if (inSector.length === 0) return [];
      const url = addresses.sector(slug);
      return [{ name, slug, description, url, startupCount: inSector.length, startups: inSector }];
    },
  );
  const signals: SignalsResponse = {
    meta: {
      name: 'Bellwether engineering-acceleration signals',
      period: { slug: period.slug, name: period.name },
      totalSectors: sectors.length,
      totalStartups: startups.length,
      lastUpdated: computedAt,
      timing,
      citation: `Bellwether (${computedAt.slice(0, 4)}). Engineering-acceleration signals of startups, ${period.name}. ${addresses.home(period.slug)}`,
      license: DATA_LICENSE,
      method: addresses.at('/api/v1/methodology.json'),
      methodVersion: METHOD_VERSION,
      revision,
      manifest: addresses.editionFile(period.slug, 'manifest.json'),
      isPartial,
      notCovered: notCovered.map(({ slug, repository, reason, lastCovered }) => ({
        name: companies.get(slug)?.name ?? slug,
        ...{ slug, repository, reason, lastCovered },
      })),
    },
    trending: isPartial ? [] : overallOrder(startups).slice(0, TRENDING),
    sectors,
  };
  const published = isPartial ? startups.map(withoutScores) : startups;
  return { period, signals, startups: published, evidence, notCovered };
}

function withoutScores({ scores: _, ...record }: Startup): PartialStartup {
  return { ...record, isPartial: true };
}

function startupRecord(
  computed: ComputedStartup,
  { evidence: types, composition }: EvidenceRecord,
  company: Company,
  period: Period,
  { addresses, registry }: Publication,
): Omit<Startup, 'computedAt' | 'timing'> {
  const { signalType, signalStrength, since, coverage, repositories } = computed;
  const own = signalStrength === 'none' ? null : types[signalType];
  const counted = repositories.filter(({ commits14d }) => commits14d !== null);
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
    ...(computed.windows.newRepositoriesBasis === 'organization' && {
      newReposBasis: 'organization',
    }),
    agentShare: computed.agentShare,
    composition14d: composition.current14d,
    composition30d: composition.current30d,
    ...{ signalType, signalStrength },
    signalSince: since === null ? null : periodAt(since).slug,
    signalValue: own === null ? null : own.value,
    evidence: own && { [signalType]: own },
    scores: computed.scores,
    repositories: counted.map(({ repository }) => repository),
    notCounted: [...coverage.notHeld],
    countedPart: countedPart(counted.length, coverage),
    githubUrl: `https://github.com/${company.github}`,
    websiteUrl: company.website,
    linkedinUrl: company.linkedin,
    url: addresses.startup(company.slug),
    evidenceUrl: `${addresses.startup(company.slug, period.slug)}#evidence`,
  };
}

function evidenceRecord(computed: ComputedStartup, period: Period): EvidenceRecord {
  const { company, windows, ranked, priorVelocity, repositories, evidence } = computed;
  const { work, priorContributors, weeklyCommits } = windows;
  // Each of them.
  const values = Object.fromEntries(
    SIGNAL_TYPES.map((type) => [type, rounded(evidence[type].value)]),
  ) as Record<SignalType, number | null>;
  const composition = Object.fromEntries(
    WINDOW_NAMES.map((name) => [name, windowComposition(windows.composition[name])]),
  ) as Record<WindowName, WindowComposition>;
  return {
    slug: company,
    period: period.slug,
    evidence: typeEvidence(windows, values),
    ...ranked,
    ...{ work, priorVelocity, priorContributors, weeklyCommits, composition, repositories },
  };
}

/** `counts 3 of 5 repositories, 72% of the weight`; null where nothing is left out. */
function countedPart(
  counted: number,
  { notHeld, weightHeld }: ComputedStartup['coverage'],
): string | null {
  if (notHeld.length === 0) return null;
  return `counts ${counted} of ${counted + notHeld.length} repositories, ${wholePercent(weightHeld)}% of the weight`;
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
