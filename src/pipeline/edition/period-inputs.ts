/** Tells which periods would come out as they are, without rendering them. */
import { sha256 } from '../../lib/atomic-files.ts';
import { lastDayOf } from '../../lib/period.ts';
import type { LedgerDigests } from '../ledger/row-digests.ts';
import type { LedgerPlan } from './periods.ts';

/** A copy as JSON but for the day through which it counts: that is another one in each period. */
type CopyText = { before: string; through: number; after: string };

export class PeriodInputs {
  readonly #common: string;
  readonly #plan: LedgerPlan;
  readonly #digests: LedgerDigests;
  /** By company, and its copies. */
  readonly #companies: readonly { text: string; copies: readonly CopyText[] }[];

  /** @param common what all periods are rendered from */
  constructor(common: readonly unknown[], plan: LedgerPlan, digests: LedgerDigests) {
    this.#common = sha256(JSON.stringify([...common, plan.first]));
    this.#plan = plan;
    this.#digests = digests;
    this.#companies = plan.companies.map(({ slug, neverCollected, copies }) => ({
      text: members(slug, neverCollected),
      copies: copies.map((copy) => ({
        before: `[${members(copy.repository, copy.from)},`,
        through: copy.through,
        after: `,${members(copy.began, copy.releasesFrom, copy.dependencyBasis)}]`,
      })),
    }));
  }

  /** Identifies what a period is rendered from: rows and copies as they stand on its last day, facts. */
  of(week: number): string {
    const lastDay = lastDayOf(week);
    const companies = this.#companies.map(({ text, copies }) => {
      const texts = copies.map(
        ({ before, through, after }) => before + Math.min(through, lastDay) + after,
      );
      return `[${text},[${texts.join()}]]`;
    });
    const isPartial = week > this.#plan.current;
    const own = members(this.#common, isPartial, this.#digests.upTo(week));
    return sha256(`[${own},[${companies.join()}]]`);
  }
}

/** A list as JSON, without its brackets. */
function members(...values: readonly unknown[]): string {
  return JSON.stringify(values).slice(1, -1);
}
