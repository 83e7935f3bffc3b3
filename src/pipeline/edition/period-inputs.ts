/** Tells which periods would come out as they are, without rendering them. */
import { sha256 } from '../../lib/atomic-files.ts';
import type { CompanyCopies } from '../ledger/copies.ts';
import type { LedgerDigests } from '../ledger/row-digests.ts';
import type { LedgerPlan } from './ledger-plan.ts';

/**
 * Identifies what a week's period is rendered from: rows and copies as they stand on its last day, facts.
 *
 * @param common what all periods are rendered from
 */
export function periodInputs(
  common: readonly unknown[],
  { first, current, companies }: LedgerPlan,
  digests: LedgerDigests,
): (week: number) => string {
  const shared = sha256(JSON.stringify([...common, first, companies.map(lasting)]));
  return (week) => sha256(JSON.stringify([shared, week > current, digests.identityUpTo(week)]));
}

/** What does not change with the day on which one looks; how far copies reach is in the digests. */
function lasting({ slug, neverCollected, copies }: CompanyCopies): unknown {
  const values = copies.map((copy) => [
    ...[copy.repository, copy.from, copy.began, copy.releasesFrom, copy.dependencyBasis],
  ]);
  return [slug, neverCollected, values];
}
