/** Tells which periods would come out as they are, without rendering them. */
import { sha256 } from '../../lib/atomic-files.ts';
import type { CompanyCopies } from '../ledger/copies.ts';
import type { LedgerDigests } from '../ledger/row-digests.ts';
import type { LedgerPlan } from './ledger-plan.ts';

export class PeriodInputs {
  readonly #common: string;
  readonly #current: number;
  readonly #digests: LedgerDigests;

  /** @param common what all periods are rendered from */
  constructor(common: readonly unknown[], plan: LedgerPlan, digests: LedgerDigests) {
    const { first, current, companies } = plan;
    this.#common = sha256(JSON.stringify([...common, first, companies.map(lasting)]));
    this.#current = current;
    this.#digests = digests;
  }

  /** Identifies what a period is rendered from: rows and copies as they stand on its last day, facts. */
  of(week: number): string {
    const isPartial = week > this.#current;
    return sha256(JSON.stringify([this.#common, isPartial, this.#digests.identityUpTo(week)]));
  }
}

/** What does not change with the day on which one looks; how far copies reach is in the digests. */
function lasting({ slug, neverCollected, copies }: CompanyCopies): unknown {
  return [
    slug,
    neverCollected,
    copies.map(({ repository, from, began, releasesFrom, dependencyBasis }) => [
      repository,
      from,
      began,
      releasesFrom,
      dependencyBasis,
    ]),
  ];
}
