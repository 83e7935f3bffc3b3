/** A data folder with a ledger of one shipped company, so that commands publish it in no time. */
import type { TestContext } from 'node:test';
import { isoDay, parseDay } from '../../src/lib/period.ts';
import { commitOn, ledgerOf } from './histories.ts';
import { temporaryFolder } from './temporary.ts';

const LAST_DAY = parseDay('2025-06-29');
const DAYS = 90;

/**
 * @param lastDay the last Sunday that it covers
 * @returns the folder, for `DATA_DIR`; it covers five periods, by default 2025-w22 to 2025-w26
 */
export async function smallDataFolder(t?: TestContext, lastDay = LAST_DAY): Promise<string> {
  const folder = await temporaryFolder(t);
  await writeSmallLedger(folder, lastDay);
  return folder;
}

/** The same ledger in a data folder that there is. */
export async function writeSmallLedger(folder: string, lastDay = LAST_DAY): Promise<void> {
  const first = lastDay + 1 - DAYS;
  const days = Array.from({ length: DAYS }, (_, day) => first + day);
  const commits = days.map((day) => commitOn(isoDay(day)));
  const covered = { coveredFrom: isoDay(first), coveredThrough: isoDay(lastDay) };
  const history = { repository: 'chroma-core/chroma', commits, ...covered };
  await ledgerOf(folder, { chroma: [history] });
}
