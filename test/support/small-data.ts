/** A data folder with a ledger of one shipped company, so that commands publish it in no time. */
import type { TestContext } from 'node:test';
import { isoDay, parseDay } from '../../src/lib/period.ts';
import { commitOn, ledgerOf } from './histories.ts';
import { temporaryFolder } from './temporary.ts';

const FIRST_DAY = '2025-04-01';
const LAST_DAY = '2025-06-29';

/** @returns the folder, for `DATA_DIR`; it covers the periods 2025-w22 to 2025-w26 */
export async function smallDataFolder(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  const first = parseDay(FIRST_DAY);
  const days = Array.from({ length: parseDay(LAST_DAY) - first + 1 }, (_, day) => first + day);
  const commits = days.map((day) => commitOn(isoDay(day)));
  const history = { repository: 'chroma-core/chroma', commits, coveredThrough: LAST_DAY };
  await ledgerOf(folder, { chroma: [{ ...history, coveredFrom: FIRST_DAY }] });
  return folder;
}
