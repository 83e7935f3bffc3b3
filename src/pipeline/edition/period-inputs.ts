/** Tells which periods would come out as they are, without rendering them. */
import { sha256 } from '../../lib/atomic-files.ts';
import { lastDayOf } from '../../lib/period.ts';
import type { CompanyCopies } from '../ledger/copies.ts';
import type { LedgerDigests } from '../ledger/row-digests.ts';
import type { LedgerPlan } from './ledger-plan.ts';

export class PeriodInputs {
  readonly #common: string;
  readonly #plan: LedgerPlan;
  readonly #digests: LedgerDigests;
  /**
   * All companies with their copies as JSON, cut where it says through which day a copy counts: that is
   * another one in each period.
   */
  readonly #pieces: readonly string[];
  readonly #through: readonly number[];
  readonly #heldThrough: number;

  /** @param common what all periods are rendered from */
  constructor(common: readonly unknown[], plan: LedgerPlan, digests: LedgerDigests) {
    this.#common = sha256(JSON.stringify([...common, plan.first]));
    this.#plan = plan;
    this.#digests = digests;
    const copies = plan.companies.flatMap((company) => company.copies);
    this.#through = copies.map(({ through }) => through);
    this.#heldThrough = this.#through.reduce((least, day) => Math.min(least, day), Infinity);
    this.#pieces = plan.companies.map(companyText).join(',').split(CUT);
  }

  /** Identifies what a period is rendered from: rows and copies as they stand on its last day, facts. */
  of(week: number): string {
    const lastDay = lastDayOf(week);
    const companies =
      lastDay <= this.#heldThrough
        ? this.#pieces.join(String(lastDay))
        : this.#pieces.reduce(
            (text, piece, copy) =>
              text + Math.min(this.#through[copy - 1] ?? lastDay, lastDay) + piece,
          );
    const isPartial = week > this.#plan.current;
    const own = members(this.#common, isPartial, this.#digests.upTo(week));
    return sha256(`[${own},[${companies}]]`);
  }
}

/** No JSON holds it. */
const CUT = '\n';

function companyText({ slug, neverCollected, copies }: CompanyCopies): string {
  const texts = copies.map(
    ({ repository, from, began, releasesFrom, dependencyBasis }) =>
      `[${members(repository, from)},${CUT},${members(began, releasesFrom, dependencyBasis)}]`,
  );
  return `[${members(slug, neverCollected)},[${texts.join()}]]`;
}

/** A list as JSON, without its brackets. */
function members(...values: readonly unknown[]): string {
  return JSON.stringify(values).slice(1, -1);
}
