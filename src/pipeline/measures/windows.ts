/** The windows of days and weeks that measures look at. */

/** Weeks of a company's pace that its growth depends on. */
export const PACE_WEEKS = 52;
/** Weeks over which the share of newcomers in the work is taken. */
export const NEWCOMER_WEEKS = 8;
/** Weeks in which people join, for the newcomers of a period. */
export const JOINING_WEEKS = 8;
/** Windows of joining that are compared: the newest, and three before it. */
export const JOINING_WINDOWS = 4;
/** Weeks before a period's end that its numbers can depend on: 26 periods of two fortnights. */
export const WEEKS_BACK = 30;
export const DAYS_A_MONTH = 30;
/** Length of the windows that signal types compare. */
export const FOUR_WEEKS = 28;
/** Windows of four weeks that signal types compare: the newest, and six before it. */
export const WINDOWS_BACK = 7;
/** A person without a commit in so many days is new when the next one comes. */
export const NEW_AFTER_DAYS = 180;

/** The windows in which commits and people are counted, as first and last day before D. */
export const WINDOWS = {
  current14d: { first: 13, last: 0 },
  prior14d: { first: 27, last: 14 },
  current30d: { first: 29, last: 0 },
  prior30d: { first: 59, last: 30 },
} as const;
export type WindowName = keyof typeof WINDOWS;
export const WINDOW_NAMES = Object.keys(WINDOWS) as readonly WindowName[];

/** Items of a list that a record names. */
export const MAX_NAMED = 20;
