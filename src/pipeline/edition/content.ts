/** Turns computed numbers and registry facts into the published records of one period. */
import type { Addresses } from '../../lib/addresses.ts';
import { isoDay, type Period, periodAt } from '../../lib/period.ts';
import { wholePercent } from '../../lib/prose.ts';
import { DATA_LICENSE } from '../../lib/terms.ts';
import type { Registry } from '../../registry/schema.ts';
import { WINDOW_NAMES, type WindowName } from '../measures/windows.ts';
import { shareOf, sixDecimals } from '../signals/growth.ts';
import { byComposite, TRENDING } from '../signals/rank.ts';
import { typeEvidence } from '../signals/type-evidence.ts';
import type { Composition } from '../signals/windows.ts';
import { companyFactsOn } from './company-facts.ts';
import type { ComputedPeriod, ComputedStartup } from './compute-period.ts';
import { METHOD_VERSION } from './method.ts';
import { overallOrder } from './overall-rank.ts';
import {
  type PartialStartup,
  type Sector,
  type SignalsResponse,
  Startup,
  type WindowComposition,
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

export type EditionContent = ReturnType<typeof editionContent>;

export function editionContent(
  { period, isPartial, notCovered, ...computed }: ComputedPeriod,
  { revision, computedAt }: Issue,
  { addresses, registry }: Publication,
) {
  const companies = new Map(registry.companies.map((company) => [company.slug, company]));
  const timing = timingOf(period, computedAt);
  const evidence: EvidenceRecord[] = [];
  const startups = computed.startups.flatMap((startup) => {
    const company = companies.get(startup.company);
    if (!company) return [];
    const known = evidenceRecord(startup, period);
    evidence.push(known);
    return [
      inOrder({
        ...company,
        ...companyFactsOn(company, registry, isoDay(period.lastDay)),
        ...numbersOf(startup, known),
        period: period.slug,
        githubUrl: `https://github.com/${company.github}`,
        websiteUrl: company.website,
        linkedinUrl: company.linkedin,
        url: addresses.startup(company.slug),
        evidenceUrl: `${addresses.startup(company.slug, period.slug)}#evidence`,
        computedAt,
        timing,
      }),
    ];
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
      notCovered: notCovered.map(({ slug, repository, reason, lastCovered }) => {
        const name = companies.get(slug)?.name ?? slug;
        return { name, slug, repository, reason, lastCovered };
      }),
    },
    trending: isPartial ? [] : overallOrder(startups).slice(0, TRENDING),
    sectors,
  };
  return {
    period,
    signals,
    /** By slug. */
    startups: isPartial ? startups.map(withoutScores) : startups,
    /** In the same order. */
    evidence,
    notCovered,
  };
}

const FIELDS = Startup.keyof().options;

/** A record in the order of its schema, without anything else. */
function inOrder(fields: Startup): Startup {
  const present = FIELDS.filter((name) => fields[name] !== undefined);
  // The others are optional.
  return Object.fromEntries(present.map((name) => [name, fields[name]])) as Startup;
}

function withoutScores({ scores: _, ...record }: Startup): PartialStartup {
  return { ...record, isPartial: true };
}

function numbersOf(
  computed: ComputedStartup,
  { evidence: types, composition }: Pick<EvidenceRecord, 'evidence' | 'composition'>,
) {
  const { signalType, signalStrength, since, coverage, windows } = computed;
  const ratio = computed.commitVelocityChangeRatio;
  const own = signalStrength === 'none' ? null : types[signalType];
  const counted = computed.repositories.filter(({ commits14d }) => commits14d !== null);
  return {
    ...computed,
    commitVelocityChangeRatio: ratio === null ? null : sixDecimals(ratio),
    newReposBasis:
      windows.newRepositoriesBasis === 'organization' ? ('organization' as const) : undefined,
    composition14d: composition.current14d,
    composition30d: composition.current30d,
    signalSince: since === null ? null : periodAt(since).slug,
    signalValue: own === null ? null : own.value,
    evidence: own && { [signalType]: own },
    repositories: counted.map(({ repository }) => repository),
    notCounted: [...coverage.notHeld],
    countedPart: countedPart(counted.length, coverage),
  };
}

/** The inputs of one startup's numbers in one period: a line of `evidence.jsonl`. */
export type EvidenceRecord = ReturnType<typeof evidenceRecord>;

function evidenceRecord(computed: ComputedStartup, period: Period) {
  const { windows } = computed;
  // Each of them.
  const composition = Object.fromEntries(
    WINDOW_NAMES.map((name) => [name, windowComposition(windows.composition[name])]),
  ) as Record<WindowName, WindowComposition>;
  return {
    slug: computed.company,
    period: period.slug,
    /** The evidence of each signal type. */
    evidence: typeEvidence(windows, computed.evidence),
    /** Ranked by the growth score: how far the pace is above the year's, in units of its noise. */
    paceGrowth: computed.paceGrowth,
    /** Ranked by the novelty score: newcomers' share of the days of work, 0–1. */
    newcomerShare: computed.newcomerShare,
    /** Discount on the composite: share of one person, or landed in bulk, 0–1. */
    concentration: computed.concentration,
    /** Inputs of these values; the pace newest first, at most 52 weeks. */
    work: windows.work,
    priorVelocity: computed.priorVelocity,
    priorContributors: windows.priorContributors,
    /** Counted commits by week, newest first, as far back as the ledger reaches, at most 30. */
    weeklyCommits: windows.weeklyCommits,
    composition,
    repositories: computed.repositories,
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
