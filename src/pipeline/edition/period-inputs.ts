/** Tells which periods would come out as they are, without rendering them. */
import { sha256 } from '../../lib/atomic-files.ts';
import type { CompanyCopies } from '../ledger/copies.ts';
import type { LedgerDigests } from '../ledger/row-digests.ts';
import type { LedgerPlan } from './ledger-plan.ts';

/**
 * Identifies the inputs of a week's period: rows and copies as of its last day, and facts.
 *
 * @param common inputs shared by all periods
 */
export function periodInputs(
  common: readonly unknown[],
  { first, current, companies }: LedgerPlan,
  digests: LedgerDigests,
): (week: number) => string {
  const shared = sha256(JSON.stringify([...common, first, companies.map(lasting)]));
  return (week) => sha256(JSON.stringify([shared, week > current, digests.identityUpTo(week)]));
}

/** The facts about copies that do not depend on the day; the digests have how far copies reach. */
function lasting({ slug, neverCollected, copies }: CompanyCopies): unknown {
  const values = copies.map((copy) => [
    ...[copy.repository, copy.from, copy.began, copy.releasesFrom, copy.dependencyBasis],
  ]);
  return [slug, neverCollected, values];
}
