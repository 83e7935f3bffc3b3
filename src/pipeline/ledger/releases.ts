/** Releases in columns that all threads see: company after company, oldest first. */
import { chunksOf, integersOf, type LedgerConnection, textsOf } from './connection.ts';
import { COPY_NUMBERS_JOIN, type DaySpan, dayNumber, isWithin, rowsWithin } from './row-queries.ts';
import {
  copyIntegers,
  Starts,
  sharedIntegers,
  type Texts,
  TextsBuilder,
} from './shared-columns.ts';

/** Releases that are no pre-releases and no builds. */
export type ReleaseColumns = {
  /** Where each company's rows begin; one more than there are companies. */
  companies: Int32Array;
  /** Place of the repository among the company's copies. */
  copies: Int32Array;
  days: Int32Array;
  /** By row; empty before the days whose tags were wanted. */
  tags: Texts;
};

const rowsIn = (span: DaySpan) => `
    FROM releases AS source ${COPY_NUMBERS_JOIN}
    WHERE ${isWithin(span)} AND (kind IS NULL OR kind = 'release')`;

/** company, copy, day, tag */
export function releasesQuery(span: DaySpan): string {
  return `
    SELECT companyNumber, copy, ${dayNumber('day')} AS day, tag ${rowsIn(span)}
    ORDER BY companyNumber, day, copy, tag`;
}

/** Companies and the days on which they released, in any order. */
export function releaseDaysQuery(span: DaySpan): string {
  return `SELECT companyNumber, ${dayNumber('day')} AS day ${rowsIn(span)} GROUP BY companyNumber, day`;
}

/**
 * @param companies how many there are; the connection has numbered their copies
 * @param tagsSince the first day whose tags are wanted
 */
export async function readReleases(
  connection: LedgerConnection,
  companies: number,
  span: DaySpan,
  tagsSince: number,
): Promise<ReleaseColumns> {
  const limit = await rowsWithin(connection, 'releases', span);
  const [copies, days] = [sharedIntegers(limit), sharedIntegers(limit)];
  const tags = new TextsBuilder(limit);
  const starts = new Starts(companies);
  let rows = 0;
  for await (const chunk of chunksOf(connection, releasesQuery(span))) {
    const [owners, , dates] = integersOf(chunk, 3);
    const names = textsOf(chunk, 3);
    const { rowCount } = chunk;
    for (let row = 0; row < rowCount; row++) {
      starts.see(owners?.[row] ?? 0, rows + row);
      tags.add((dates?.[row] ?? 0) < tagsSince ? '' : (names.getItem(row) ?? ''));
    }
    copyIntegers(chunk, 1, [copies, days], rows);
    rows += chunk.rowCount;
  }
  return { companies: starts.finish(rows), copies, days, tags: tags.texts };
}
