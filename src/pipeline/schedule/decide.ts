/**
 * What the scheduler does next: a pure function of the clock, of what the ledger and the catalog
 * hold, and of what it remembers. Everything is decided anew before each step, so that it does not
 * matter how long the machine slept, or whether the step before was finished.
 */
import { dayOf, lastDayOf, periodAt, weekIndex } from '../../lib/period.ts';
import { counted } from '../../lib/prose.ts';
import type { CompanyState, ScheduleState, StepTrouble } from './state.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Before another try of a company, after its first, second, … failure of the week. */
const COMPANY_RETRIES_MS = [15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS];
/** The same of a step that failed as a whole, and of the hosting service. */
const STEP_RETRIES_MS = [10_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS];
/** No answer of the hosting service, and no clock, holds the scheduler back for longer. */
export const MAX_HOLD_MS = 6 * HOUR_MS;
/** Failures of a company after which publishing does not wait for it. */
const WAITED_TRIES = 3;
/** So long after collecting for a week began, publishing waits for nobody. */
const PUBLISH_AT_LATEST_MS = DAY_MS;
/** Between publications of a week that is not complete yet. */
const BETWEEN_PUBLICATIONS_MS = 6 * HOUR_MS;
const BETWEEN_PRUNES_MS = DAY_MS;

export type ScheduleSettings = {
  /** After the end of a week, before it is collected. */
  graceMs: number;
  /** Companies that are collected in one step. */
  batch: number;
};

/** What the ledger and the catalog hold. */
export type Facts = {
  /** Tracked companies, and the last day that all of their copies hold; null if one is missing. */
  companies: ReadonlyMap<string, number | null>;
  /** Index of the last week that is published in full; null if there is none. */
  publishedWeek: number | null;
  /** Whether ledger, registry or method differ from what was published last. */
  hasNews: boolean;
};

export type Step =
  | { do: 'collect'; week: number; companies: string[] }
  | { do: 'publish'; week: number }
  | { do: 'prune' }
  | { do: 'wait'; until: number; why: string };

/** Index of the last week that is over, with the grace, at a moment. */
export function dueWeek(now: number, { graceMs }: Pick<ScheduleSettings, 'graceMs'>): number {
  return weekIndex(dayOf((now - graceMs) / 1000)) - 1;
}

/** When the week is due, in Unix milliseconds: after its Sunday, and the grace. */
function dueAt(week: number, { graceMs }: Pick<ScheduleSettings, 'graceMs'>): number {
  return (lastDayOf(week) + 1) * DAY_MS + graceMs;
}

/**
 * Whether nothing is left to collect of a company for a week. Copies that reach far enough are enough,
 * unless they did so after a failed try for that week: then something else was wrong with them. Where
 * they did not, a later try went well and was not noted.
 */
export function isSettled(
  through: number | null,
  state: CompanyState | undefined,
  week: number,
): boolean {
  if ((state?.week ?? -1) >= week) return true;
  const reaches = (day: number | null) => day !== null && day >= lastDayOf(week);
  if (!reaches(through)) return false;
  const tries = state?.tries;
  if (tries?.week !== week) return true;
  return tries.through !== undefined && !reaches(tries.through);
}

/** When a company is tried again, in Unix milliseconds; at once if it was not tried this week. */
export function retryAt(state: CompanyState | undefined, week: number, now: number): number {
  const tries = state?.tries;
  return tries?.week === week ? after(tries.failedAt, tries.count, COMPANY_RETRIES_MS, now) : now;
}

/** When a step that failed is tried again. */
function stepRetryAt(trouble: StepTrouble | undefined, now: number): number {
  return trouble ? after(trouble.failedAt, trouble.failures, STEP_RETRIES_MS, now) : now;
}

/** How long the hosting service is left alone after so many failures in a row. */
export function holdMs(failures: number): number {
  return STEP_RETRIES_MS[Math.min(failures, STEP_RETRIES_MS.length) - 1] ?? MINUTE_MS;
}

/** A moment that lies ahead by more than the wait was written by a clock that was set back since. */
function after(failedAt: number, failures: number, waits: readonly number[], now: number): number {
  const wait = waits[Math.min(failures, waits.length) - 1] ?? 0;
  return failedAt > now ? now : failedAt + wait;
}

export function nextStep(
  facts: Facts,
  state: ScheduleState,
  settings: ScheduleSettings,
  now: number,
): Step {
  const week = dueWeek(now, settings);
  const open = [...facts.companies]
    .map(([slug, through]) => ({ slug, through, state: state.companies[slug] }))
    .filter((company) => !isSettled(company.through, company.state, week));
  const waits: { until: number; why: string }[] = [
    { until: dueAt(week + 1, settings), why: `${periodAt(week + 1).slug} is over then` },
  ];
  const isWaited = (name: 'collect' | 'publish' | 'prune', from: number, why: string) => {
    const until = Math.max(from, stepRetryAt(state.troubles[name], now));
    if (until > now) waits.push({ until, why: from > now ? why : `then ${name} is tried again` });
    return until > now;
  };

  // A week is published once everybody was tried; some hours of trouble later, without them.
  const publishedAt = state.doneAt.publish ?? 0;
  const isAwaited = open.some(({ state: known }) => triesOf(known, week) < WAITED_TRIES);
  const isOut = facts.publishedWeek !== null && facts.publishedWeek >= week;
  const again = publishedAt > now ? now : publishedAt + BETWEEN_PUBLICATIONS_MS;
  const begun = state.begun?.week === week ? Math.min(state.begun.at, now) : now;
  const latest = begun + PUBLISH_AT_LATEST_MS;
  const isPublishing = (from: number) =>
    facts.hasNews &&
    !isOut &&
    !isWaited('publish', Math.max(again, from), `${periodAt(week).slug} is published then`);
  if (!isAwaited && isPublishing(now)) return { do: 'publish', week };

  if (open.length > 0) {
    const due = open.filter(({ state: known }) => retryAt(known, week, now) <= now);
    const first = Math.min(...open.map(({ state: known }) => retryAt(known, week, now)));
    const held = heldUntil(state, now);
    const why =
      held > now && state.hold
        ? `${state.hold.why}; it is asked again then`
        : `${counted(open.length, 'company is', 'companies are')} tried again`;
    if (!isWaited('collect', Math.max(first, held), why)) {
      const stalest = due.sort((a, b) => rank(a.through) - rank(b.through) || byName(a, b));
      const companies = stalest.slice(0, settings.batch).map(({ slug }) => slug);
      return { do: 'collect', week, companies };
    }
  }
  if (isAwaited && state.begun?.week === week && isPublishing(latest))
    return { do: 'publish', week };

  const prunedAt = state.doneAt.prune ?? 0;
  const pruneFrom = prunedAt > now ? now : prunedAt + BETWEEN_PRUNES_MS;
  if (!isWaited('prune', pruneFrom, 'the disk is pruned')) return { do: 'prune' };
  return { do: 'wait', ...waits.reduce((a, b) => (b.until < a.until ? b : a)) };
}

function triesOf(state: CompanyState | undefined, week: number): number {
  return state?.tries?.week === week ? state.tries.count : 0;
}

/** Until when the hosting service is left alone. */
function heldUntil({ hold }: ScheduleState, now: number): number {
  if (!hold || hold.since > now) return now;
  return Math.min(hold.until, hold.since + MAX_HOLD_MS);
}

function rank(through: number | null): number {
  return through ?? Number.NEGATIVE_INFINITY;
}

function byName(a: { slug: string }, b: { slug: string }): number {
  return a.slug < b.slug ? -1 : 1;
}
