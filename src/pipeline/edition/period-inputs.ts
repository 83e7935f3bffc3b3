/** Tells which periods would come out as they are, without rendering them. */
import { sha256 } from '../../lib/atomic-files.ts';
import { type Day, lastDayOf } from '../../lib/period.ts';
import type { CompanyCopies } from '../ledger/copies.ts';
import { Reach } from '../ledger/reach.ts';
import type { LedgerDigests } from '../ledger/row-digests.ts';
import type { LedgerPlan } from './ledger-plan.ts';

export class PeriodInputs {
  readonly #common: string;
  readonly #current: number;
  readonly #digests: LedgerDigests;
  /** Through which day each copy counts: that is another one in each period. */
  readonly #reach: Reach;

  /** @param common what all periods are rendered from */
  constructor(common: readonly unknown[], plan: LedgerPlan, digests: LedgerDigests) {
    const { first, current, companies } = plan;
    this.#common = sha256(JSON.stringify([...common, first, companies.map(lasting)]));
    this.#current = current;
    this.#digests = digests;
    this.#reach = new Reach(companies.flatMap(({ copies }) => copies.map(through)));
  }

  /** Identifies what a period is rendered from: rows and copies as they stand on its last day, facts. */
  of(week: number): string {
    const reach = this.#reach.on(lastDayOf(week));
    const rows = this.#digests.identityUpTo(week);
    return sha256(JSON.stringify([this.#common, week > this.#current, rows, reach]));
  }
}

function through(copy: { through: Day }): Day {
  return copy.through;
}

/** What does not change with the day on which one looks. */
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
