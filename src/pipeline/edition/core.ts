/**
 * The core of an edition: its numbers and evidence, the method's version, and digests of what they
 * were computed from (method, section 8). Addresses and clocks are not in it, so two operators with
 * the same rows and facts have the same core, byte for byte, whenever and wherever they compute it: the check that numbers are facts of the ledger.
 */
import { z } from 'zod';
import { Addresses } from '../../lib/addresses.ts';
import { sha256 } from '../../lib/atomic-files.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { parseFormatted } from '../../lib/format-number.ts';
import { type Day, isoDay, parsePeriod, weekIndex } from '../../lib/period.ts';
import { counted } from '../../lib/prose.ts';
import { lastDay as endOf } from '../../registry/partial-date.ts';
import type { Registry } from '../../registry/schema.ts';
import { type Ledger, queryLedger } from '../ledger/ledger.ts';
import { type RowDigests, readRowDigests } from '../ledger/row-digests.ts';
import { type Artifact, artifact, JSON_TYPE } from './artifacts.ts';
import { computePeriod } from './compute-period.ts';
import { type EditionContent, editionContent } from './content.ts';
import { readPlan, trackedCompanies } from './ledger-plan.ts';
import { METHOD_VERSION } from './method.ts';
import { LedgerPeriods } from './periods.ts';
import type { PartialStartup, Startup } from './record.ts';

export const CORE_FILE = 'core.json';

/**
 * Fields of a record that are not a startup's numbers: facts of the registry that no rank depends on,
 * addresses, clocks.
 */
const AROUND = new Set(
  `name description stage lastKnownStage lastKnownStageOn stageBasis lastRound statusBasis
  repositoryRoles geography period githubUrl websiteUrl linkedinUrl url evidenceUrl computedAt
  timing`.split(/\s+/),
);

export type Core = ReturnType<typeof editionCore>;

/** The core's one file. */
export function coreArtifact(core: Core): Artifact {
  return artifact(CORE_FILE, JSON_TYPE, `${canonicalJson(core)}\n`);
}

export function editionCore(
  { period, signals, startups, evidence }: EditionContent,
  rows: RowDigests,
  registry: Registry,
) {
  return {
    format: 1,
    period: period.slug,
    /** The period's last day, ISO 8601: nothing later counted. */
    lastDay: isoDay(period.lastDay),
    methodVersion: METHOD_VERSION,
    /** SHA-256 of what was read. */
    inputs: {
      ledger: rows,
      registry: sha256(canonicalJson(factsUpTo(registry, period.lastDay))),
    },
    /** Without scores where the period is partial. */
    startups: startups.map(numbersOf),
    evidence: evidence.map(({ period: _, ...record }) => record),
    /** Slugs and reasons. */
    notCovered: signals.meta.notCovered.map(({ slug, reason }) => ({ slug, reason })),
    /** Slugs, first place first. */
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

function numbersOf(startup: Startup | PartialStartup): { slug: string } {
  const numbers = Object.entries(startup).filter(([name]) => !AROUND.has(name));
  return { slug: startup.slug, ...Object.fromEntries(numbers) };
}

/** Anything: addresses are not part of a core. */
const NO_ADDRESS = new Addresses('http://localhost');

/**
 * The cores of the named periods, by slug; periods that the ledger does not cover are left out.
 *
 * @throws BellwetherError `ledger-empty` or `ledger-too-short`
 */
export async function computeCores(
  ledger: Ledger,
  registry: Registry,
  periods: readonly string[],
): Promise<Map<string, { sha256: string; core: Core }>> {
  const tracked = trackedCompanies(registry);
  return queryLedger(ledger, async (connection) => {
    const plan = await readPlan(connection, tracked);
    const weeks = periods.flatMap((slug) => {
      const period = parsePeriod(slug);
      const week = period ? weekIndex(period.lastDay) : -1;
      return week >= plan.first && week <= plan.lastPartial ? [{ slug, week }] : [];
    });
    const numbers = weeks.map(({ week }) => week);
    const cores = new Map<string, { sha256: string; core: Core }>();
    if (weeks.length === 0) return cores;
    const span = { first: Math.min(...numbers), last: Math.max(...numbers) };
    const read = await LedgerPeriods.readWeeks(connection, plan, span);
    const digests = await readRowDigests(connection, [...tracked.companies.keys()]);
    for (const { slug, week } of weeks) {
      const content = editionContent(
        await computePeriod(read, week),
        { revision: 1, computedAt: new Date(0).toISOString() },
        { addresses: NO_ADDRESS, registry },
      );
      const core = editionCore(content, digests.upTo(week), registry);
      cores.set(slug, { sha256: coreArtifact(core).sha256, core });
    }
    return cores;
  });
}

/** The differences between two cores of a period, in inputs and results, in words. */
export function differences(published: Core, computed: Core): string[] {
  const found: string[] = [];
  if (published.methodVersion !== computed.methodVersion)
    found.push(`the method (version ${published.methodVersion}, here ${computed.methodVersion})`);
  for (const [table, digest] of Object.entries(computed.inputs.ledger))
    if (Object(published.inputs.ledger)[table] !== digest)
      found.push(`the ledger’s rows of ${table}`);
  if (published.inputs.registry !== computed.inputs.registry) found.push('the registry’s facts');
  const [then, now] = [numbersBySlug(published), numbersBySlug(computed)];
  const slugs = new Set([...then.keys(), ...now.keys()]);
  const changed = [...slugs].filter((slug) => then.get(slug) !== now.get(slug)).length;
  if (changed > 0) found.push(`the numbers of ${counted(changed, 'startup')}`);
  return found;
}

/** In canonical form, since members that were read from a file are in another order. */
function numbersBySlug({ startups }: Core): Map<string, string> {
  return new Map(startups.map((startup) => [startup.slug, canonicalJson(startup)]));
}

/** Reads a published core. @throws BellwetherError `core-invalid` */
export function parseCore(where: string, bytes: Buffer): Core {
  const invalid = () =>
    new BellwetherError('core-invalid', `${where} is not the core of an edition.`);
  // Its members are those that were signed.
  return parseFormatted(where, bytes, CoreDocument, invalid) as Core;
}

const CoreDocument = z.looseObject({ format: z.literal(1), startups: z.array(z.unknown()) });
