/** Commits that were left out, by copy, day and reason: what separates a count from what git prints. */
import type { Day } from '../../lib/period.ts';
import { chunksOf, integersOf, type LedgerConnection, textsOf } from './connection.ts';
import { COPY_NUMBERS_JOIN, type DaySpan, dayNumber, isWithin } from './rows.ts';
import type { Exclusion } from './tables.ts';

type ExcludedDay = { day: Day; reason: Exclusion; commits: number };

/** Number of the copy, day, commits, reason. */
export function excludedQuery(span: DaySpan): string {
  return `
    SELECT number, ${dayNumber('day')}, CAST(sum(commits) AS INTEGER), reason
    FROM excluded AS source ${COPY_NUMBERS_JOIN}
    WHERE ${isWithin(span)}
    GROUP BY number, day, reason ORDER BY number, day, reason`;
}

export class ExcludedDays {
  readonly #byCopy = new Map<number, ExcludedDay[]>();

  /** On a connection that has numbered its copies (`numberCopies`). */
  static async read(connection: LedgerConnection, span: DaySpan): Promise<ExcludedDays> {
    const excluded = new ExcludedDays();
    for await (const chunk of chunksOf(connection, excludedQuery(span))) {
      const [numbers, days, commits] = integersOf(chunk, 3);
      const reasons = textsOf(chunk, 3);
      for (let row = 0; row < chunk.rowCount; row++) {
        const copy = numbers?.getItem(row) ?? 0;
        const own = excluded.#byCopy.get(copy) ?? [];
        excluded.#byCopy.set(copy, own);
        own.push({
          day: days?.getItem(row) ?? 0,
          // The table has no other reasons.
          reason: reasons.getItem(row) as Exclusion,
          commits: commits?.getItem(row) ?? 0,
        });
      }
    }
    return excluded;
  }

  /** By reason, the days to the last one, oldest first; reasons that were not given are not there. */
  daily(copy: number, lastDay: Day, length: number): Partial<Record<Exclusion, number[]>> {
    const byReason: Partial<Record<Exclusion, number[]>> = {};
    for (const { day, reason, commits } of this.#byCopy.get(copy) ?? []) {
      const place = day - (lastDay - length + 1);
      if (place < 0 || place >= length) continue;
      const daily = byReason[reason] ?? new Array<number>(length).fill(0);
      byReason[reason] = daily;
      daily[place] = (daily[place] ?? 0) + commits;
    }
    return byReason;
  }
}
