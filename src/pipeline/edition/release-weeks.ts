/** On how many days of each week companies released, for the history of all periods. */
import { lastDayOf, weekIndex } from '../../lib/period.ts';
import type { LedgerConnection } from '../ledger/connection.ts';
import type { IntegerRows } from '../measures/integer-rows.ts';
import { Measured } from '../measures/measured.ts';
import { releaseDays } from '../measures/releases.ts';
import { Scope } from '../measures/scope.ts';
import type { LedgerPlan } from './ledger-plan.ts';

export class ReleaseWeeks {
  /** By slug: the company's set, and the first week of which all tags are held. */
  readonly #companies: ReadonlyMap<string, { set: number; from: number }>;
  readonly #days: IntegerRows;

  private constructor(
    companies: ReadonlyMap<string, { set: number; from: number }>,
    days: IntegerRows,
  ) {
    this.#companies = companies;
    this.#days = days;
  }

  /** Of all weeks in which periods of the plan end. */
  static async read(
    connection: LedgerConnection,
    { companies, first, lastPartial }: LedgerPlan,
  ): Promise<ReleaseWeeks> {
    const scope = new Scope();
    const sets = new Map<string, { set: number; from: number }>();
    for (const { slug, copies, first: number } of companies) {
      for (const [copy, { repository }] of copies.entries())
        scope.addCopy({ number: number + copy, company: slug, repository });
      const from = Math.max(...copies.map(({ releasesFrom }) => releasesFrom), -Infinity);
      const set = scope.addSet(
        copies.map((_, copy) => ({ number: number + copy, copy })),
        from,
      );
      scope.ask(set, lastDayOf(lastPartial), 7 * (lastPartial - first + 1));
      sets.set(slug, { set, from: from === -Infinity ? from : weekIndex(from + 6) });
    }
    const measured = await Measured.open(connection, scope, releaseDays.reads);
    return new ReleaseWeeks(sets, await measured.integers(releaseDays, ['releaseDays']));
  }

  /** Null where not all tags of the week are held. @param week its index */
  daysIn(slug: string, week: number): number | null {
    const company = this.#companies.get(slug);
    return company && week >= company.from ? this.#days.at(company.set, week, 0) : null;
  }
}
