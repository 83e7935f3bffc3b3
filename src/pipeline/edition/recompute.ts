/**
 * Computes editions again from a ledger and compares their cores with what was published: the check
 * that numbers are facts of the ledger (method, section 8).
 */
import { z } from 'zod';
import { Addresses } from '../../lib/addresses.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { parsePeriod, weekIndex } from '../../lib/period.ts';
import { counted } from '../../lib/prose.ts';
import type { Registry } from '../../registry/schema.ts';
import { type Ledger, queryLedger } from '../ledger/ledger.ts';
import { readRowDigests } from '../ledger/row-digests.ts';
import { computePeriod } from './compute-period.ts';
import { editionContent } from './content.ts';
import { type Core, coreArtifact, editionCore } from './core.ts';
import { parseDocument } from './json-document.ts';
import { readPlan, trackedCompanies } from './ledger-plan.ts';
import { LedgerPeriods } from './periods.ts';

/** Identifies a core, and holds it. */
export type ComputedCore = { sha256: string; core: Core };

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
): Promise<Map<string, ComputedCore>> {
  const tracked = trackedCompanies(registry);
  return queryLedger(ledger, async (connection) => {
    const plan = await readPlan(connection, tracked);
    const weeks = periods.flatMap((slug) => {
      const period = parsePeriod(slug);
      const week = period ? weekIndex(period.lastDay) : -1;
      return week >= plan.first && week <= plan.lastPartial ? [{ slug, week }] : [];
    });
    const numbers = weeks.map(({ week }) => week);
    const cores = new Map<string, ComputedCore>();
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
  return parseDocument(where, bytes, CoreDocument, invalid) as Core;
}

const CoreDocument = z.looseObject({ format: z.literal(1), startups: z.array(z.unknown()) });
