/**
 * The core of an edition: its numbers and evidence, the method's version, and digests of what they
 * were computed from (method, section 8). Addresses and clocks are not in it, so two operators with
 * the same rows and facts have the same core, byte for byte, whenever and wherever they compute it.
 */

import { sha256 } from '../../lib/atomic-files.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { type Day, isoDay } from '../../lib/period.ts';
import { lastDay as endOf } from '../../registry/partial-date.ts';
import type { Registry } from '../../registry/schema.ts';
import type { RowDigests } from '../ledger/row-digests.ts';
import { type Artifact, artifact, JSON_TYPE } from './artifacts.ts';
import type { EditionContent } from './content.ts';
import { METHOD_VERSION } from './method.ts';
import type { EvidenceRecord, PartialStartup, Startup } from './record.ts';

export const CORE_FILE = 'core.json';

/** Fields of a record that are not its numbers: facts of the registry, addresses and clocks. */
const AROUND_THE_NUMBERS = [
  'name',
  'description',
  'stage',
  'lastKnownStage',
  'lastKnownStageOn',
  'stageBasis',
  'lastRound',
  'statusBasis',
  'repositoryRoles',
  'geography',
  'period',
  'githubUrl',
  'websiteUrl',
  'linkedinUrl',
  'url',
  'evidenceUrl',
  'computedAt',
  'timing',
] as const satisfies readonly (keyof Startup)[];
type AroundTheNumbers = (typeof AROUND_THE_NUMBERS)[number];

export type Core = {
  format: 1;
  period: string;
  /** The period's last day, ISO 8601: nothing later counted. */
  lastDay: string;
  methodVersion: string;
  /** SHA-256 of what was read. */
  inputs: { ledger: RowDigests; registry: string };
  /** Without scores where the period is partial. */
  startups: Omit<Startup | PartialStartup, AroundTheNumbers>[];
  evidence: Omit<EvidenceRecord, 'period'>[];
  /** Slugs and reasons. */
  notCovered: { slug: string; reason: string }[];
  /** Slugs, first place first. */
  trending: string[];
};

/** The core's one file. */
export function coreArtifact(core: Core): Artifact {
  return artifact(CORE_FILE, JSON_TYPE, `${canonicalJson(core)}\n`);
}

export function editionCore(
  { period, signals, startups, evidence }: EditionContent,
  rows: RowDigests,
  registry: Registry,
): Core {
  return {
    format: 1,
    period: period.slug,
    lastDay: isoDay(period.lastDay),
    methodVersion: METHOD_VERSION,
    inputs: {
      ledger: rows,
      registry: sha256(canonicalJson(factsUpTo(registry, period.lastDay))),
    },
    startups: startups.map((startup) => without(startup, AROUND_THE_NUMBERS)),
    evidence: evidence.map((record) => without(record, ['period'])),
    notCovered: signals.meta.notCovered.map(({ slug, reason }) => ({ slug, reason })),
    trending: signals.trending.map(({ slug }) => slug),
  };
}

/** The registry's facts that numbers and ranks depend on, known by a day. */
function factsUpTo({ companies, deals, packageRoles }: Registry, lastDay: Day): unknown {
  const last = isoDay(lastDay);
  const tracked = new Set(companies.map(({ slug }) => slug));
  /** A month or a year counts once it is over. */
  const isKnown = (date: string | null) => date !== null && endOf(date) <= last;
  return {
    companies: companies.map((each) => pick(each, 'slug', 'sector', 'repositories')),
    packageRoles,
    rounds: deals.rounds
      .filter(({ company, announcedOn }) => tracked.has(company) && isKnown(announcedOn))
      .map((each) => pick(each, 'company', 'round', 'announcedOn', 'amount', 'currency')),
    acquisitions: deals.acquisitions
      .filter(({ acquired, announcedOn }) => tracked.has(acquired) && isKnown(announcedOn))
      .map((each) => pick(each, 'acquirer', 'acquired', 'announcedOn')),
  };
}

function pick<T, K extends keyof T>(value: T, ...names: K[]): unknown {
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}

function without<T extends object, K extends keyof T>(value: T, names: readonly K[]): Omit<T, K> {
  const isLeftOut = new Set<PropertyKey>(names);
  // Deleting members from a copy would make it slow to read.
  const copy: Partial<T> = {};
  for (const name in value) if (!isLeftOut.has(name)) copy[name] = value[name];
  // All others were set.
  return copy as Omit<T, K>;
}
