/** The commits that weigh repositories against each other, where a company lacks some of its own. */
import { type Day, lastDayOf } from '../../lib/period.ts';
import type { LedgerConnection } from '../ledger/connection.ts';
import type { CompanyCopies } from '../ledger/copies.ts';
import type { IntegerRows } from '../measures/integer-rows.ts';
import { Measured } from '../measures/measured.ts';
import { Scope } from '../measures/scope.ts';
import { WEIGHT_DAYS, weights } from '../measures/weights.ts';
import { isWhole, weighedThrough } from '../signals/coverage.ts';
import type { PeriodRange } from './ledger-plan.ts';

export class Weights {
  readonly #sets: ReadonlyMap<number, number>;
  readonly #rows: IntegerRows<'weight'>;

  constructor(sets: ReadonlyMap<number, number>, rows: IntegerRows<'weight'>) {
    this.#sets = sets;
    this.#rows = rows;
  }

  /** The weight of a copy. @param through the last day that weighs */
  at(number: number, through: Day): number {
    return this.#rows.at(this.#sets.get(number) ?? -1, through, 'weight');
  }
}

/** @param weeks in which companies may be weighed */
export async function readWeights(
  connection: LedgerConnection,
  companies: readonly CompanyCopies[],
  { first, last }: PeriodRange,
): Promise<Weights> {
  const scope = new Scope();
  const sets = new Map<number, number>();
  const newest = new Map<number, Day>();
  for (const company of companies)
    for (let week = first; week <= last; week++)
      if (!isWhole(company.copies, lastDayOf(week))) weigh(company, week);
  const measured = await Measured.open(connection, scope, weights.reads);
  return new Weights(sets, await measured.integers(weights, ['weight'], { key: 'day' }));

  function weigh({ slug: company, first: place, copies }: CompanyCopies, week: number): void {
    for (const [copy, one] of copies.entries()) {
      const number = place + copy;
      const { repository } = one;
      const set = sets.getOrInsertComputed(number, () => {
        scope.addCopy({ number, company, repository });
        return scope.addSet([{ number, copy }], Number.NEGATIVE_INFINITY);
      });
      const through = weighedThrough(one, lastDayOf(week));
      // A copy that ended keeps its weight.
      if (newest.get(number) !== through) scope.ask(set, through, { daysBack: WEIGHT_DAYS - 1 });
      newest.set(number, through);
    }
  }
}
