/** On how many days of each week companies released, for the history of all periods. */
import { weekIndex } from '../../lib/period.ts';
import { chunksOf, integersOf, type LedgerConnection } from '../ledger/connection.ts';
import type { CompanyCopies } from '../ledger/copies.ts';
import { releaseDaysQuery } from '../ledger/releases.ts';

export class ReleaseWeeks {
  /** By slug: the first week of which all tags are held, and days with a release by week index. */
  readonly #companies = new Map<string, { from: number; days: Map<number, number> }>();

  /** @param firstDay nothing before it is wanted; the connection has numbered the copies */
  static async read(
    connection: LedgerConnection,
    companies: readonly CompanyCopies[],
    firstDay: number,
  ): Promise<ReleaseWeeks> {
    const weeks = new ReleaseWeeks();
    const released = companies.map(({ slug, copies }) => {
      const from = Math.max(...copies.map(({ releasesFrom }) => releasesFrom), -Infinity);
      const days = new Map<number, number>();
      weeks.#companies.set(slug, { from: from === -Infinity ? from : weekIndex(from + 6), days });
      return days;
    });
    for await (const chunk of chunksOf(connection, releaseDaysQuery({ since: firstDay }))) {
      const [owners, dates] = integersOf(chunk, 2);
      const { rowCount } = chunk;
      for (let row = 0; row < rowCount; row++) {
        const [days, week] = [released[owners?.[row] ?? -1], weekIndex(dates?.[row] ?? 0)];
        days?.set(week, (days.get(week) ?? 0) + 1);
      }
    }
    return weeks;
  }

  /** Null where not all tags of the week are held. @param week its index */
  daysIn(slug: string, week: number): number | null {
    const company = this.#companies.get(slug);
    return company && week >= company.from ? (company.days.get(week) ?? 0) : null;
  }
}
