/** Records as Parquet, with the columns of all other tables. */
import { parquetFile } from '../ledger/table-file.ts';
import { CSV_HEADER, csvLines } from './artifacts.ts';
import { COLUMNS, type RankedStartup } from './columns.ts';
import { joinedParquet, type ParquetParts, type ParquetRun, parquetParts } from './parquet-runs.ts';

/** For those who have other tables. */
export { parquetFile };

/**
 * Rows that a row group of ours has at most, unless a period has more. The newest group is written anew with
 * each period, so it is a quarter of the engine's.
 */
const MAX_GROUP_ROWS = 30_720;

/** A period's rows, by the SHA-256 of its manifest. */
export type PeriodRows = { manifest: string; startups: number };
/** Lines without that of names. */
type PeriodTable = PeriodRows & { table: () => Promise<Buffer> };

/** The file as it was published last; undefined if it cannot be read. */
type LastFile = { periods: readonly PeriodRows[]; parquet: () => Promise<Buffer | undefined> };

/**
 * The records of all periods. Row groups hold whole periods, so that those of periods that stay are
 * copied; the newest ones are always written.
 *
 * @param periods oldest first
 */
export async function recordsOfAll(
  periods: readonly PeriodTable[],
  last: LastFile,
  maxGroupRows = MAX_GROUP_ROWS,
): Promise<Buffer> {
  const blocks = blocksOf(periods, maxGroupRows);
  const written = async (block: readonly PeriodTable[]) => {
    const lines: Buffer[] = [];
    for (const { table } of block) lines.push(await table());
    return parquetParts(
      await parquetFile(COLUMNS, Buffer.concat([Buffer.from(CSV_HEADER), ...lines])),
    );
  };
  const newest = await written(blocks.at(-1) ?? []);
  const known = await lastRuns(last, newest, maxGroupRows);
  const runs: ParquetRun[] = [];
  for (const block of blocks.slice(0, -1))
    runs.push(known.get(nameOf(block)) ?? wholeRun(await written(block)));
  return joinedParquet([...runs, wholeRun(newest)], newest);
}

/** The row groups of the file as it was published last, by the periods in them. */
async function lastRuns(
  { periods, parquet }: LastFile,
  like: ParquetParts,
  maxGroupRows: number,
): Promise<ReadonlyMap<string, ParquetRun>> {
  const runs = new Map<string, ParquetRun>();
  const file = await parquet();
  const parts = file && parquetParts(file);
  // Other columns, or another version of the engine, write other bytes.
  if (!parts?.head.equals(like.head) || !parts.tail.equals(like.tail)) return runs;
  let first = 0;
  for (const block of blocksOf(periods, maxGroupRows)) {
    const count = countOfRows(parts, first, rowsIn(block));
    if (count === undefined) break;
    runs.set(nameOf(block), { parts, first, count });
    first += count;
  }
  return runs;
}

/** How many row groups hold exactly so many rows; undefined if none do. */
function countOfRows({ groups }: ParquetParts, first: number, rows: number): number | undefined {
  let [count, found] = [0, 0];
  while (found < rows && first + count < groups.length) found += groups[first + count++]?.rows ?? 0;
  return found === rows ? count : undefined;
}

function wholeRun(parts: ParquetParts): ParquetRun {
  return { parts, first: 0, count: parts.groups.length };
}

/** Periods that share row groups. */
function blocksOf<T extends PeriodRows>(periods: readonly T[], maxRows: number): T[][] {
  const blocks: T[][] = [];
  for (const period of periods) {
    const open = blocks.at(-1);
    if (open && rowsIn(open) + period.startups <= maxRows) open.push(period);
    else blocks.push([period]);
  }
  return blocks;
}

function rowsIn(block: readonly PeriodRows[]): number {
  return block.reduce((sum, { startups }) => sum + startups, 0);
}

function nameOf(block: readonly PeriodRows[]): string {
  return block.map(({ manifest }) => manifest).join();
}

/** Of some startups, with their ranks. */
export function recordsParquet(startups: readonly RankedStartup[]): Promise<Buffer> {
  return parquetFile(COLUMNS, CSV_HEADER + csvLines(startups));
}
