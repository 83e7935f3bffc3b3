/** Weeks of each window, one a row, by which rows of days are joined to windows. */

import { numbers, type Statement } from './statement.ts';
import { WINDOWS } from './windows.ts';

const weeks = (length: number) => Array.from({ length }, (_, index) => index);

/** The weeks of the 60 days to each period's end. */
export const frameWeeks: Statement = {
  name: 'frame_weeks',
  reads: [],
  sql: () => `
    SELECT setNumber, week, lastDay, ago, week - ago AS dayWeek
    FROM frames CROSS JOIN (${numbers('ago', weeks(Math.ceil((WINDOWS.prior30d.first + 1) / 7)))}) AS weeks`,
};

/**
 * The weeks of windows that a period is compared with, by the week that each window ends with. Windows
 * of several periods are the same.
 *
 * @param windows number of consecutive windows
 * @param length of each, in weeks
 */
export function comparedWeeks(name: string, windows: number, length: number): Statement {
  const back = weeks(windows).map((index) => index * length);
  return {
    name,
    reads: [],
    sql: () => `
      SELECT setNumber, week, week - ago AS dayWeek
      FROM (
        SELECT DISTINCT setNumber, week - back AS week
        FROM frames CROSS JOIN (${numbers('back', back)}) AS compared
      ) AS ends CROSS JOIN (${numbers('ago', weeks(length))}) AS weeks`,
  };
}
