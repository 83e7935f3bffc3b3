/**
 * Decides the scheduler's next step: a pure function of the time, the contents of ledger and catalog,
 * and the scheduler's state. Each step is decided from scratch, so it does not matter how long the
 * machine slept, or whether the previous step was finished.
 */
import { dayOf, lastDayOf, periodAt, weekIndex } from '../../lib/period.ts';
import { counted } from '../../lib/prose.ts';
import type { CompanyState, ScheduleState } from './state.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Delays before retrying a company, after its first, second, … failure of the week. */
const COMPANY_RETRIES_MS = [15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS];
/**
 * Delays before retrying a step that failed as a whole, and before asking the hosting service again.
 */
const STEP_RETRIES_MS = [10_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS];
/** Upper limit of any wait: a hosting service may ask for more, and a clock may be wrong. */
export const MAX_HOLD_MS = 6 * HOUR_MS;
/** After this many failures of a company, publishing no longer waits for it. */
const WAITED_TRIES = 3;
/** This long after collection for a week began, publishing no longer waits for any company. */
const PUBLISH_AT_LATEST_MS = DAY_MS;
/** Minimum time between publications of a week that is incomplete. */
const BETWEEN_PUBLICATIONS_MS = 6 * HOUR_MS;
const BETWEEN_PRUNES_MS = DAY_MS;

export type ScheduleSettings = {
  /** Time after the end of a week until it is collected. */
  graceMs: number;
  batch: number;
};

/** The relevant contents of ledger and catalog. */
export type Facts = {
  /** Tracked companies, with the last day that all of their copies cover; null if one is missing. */
  companies: ReadonlyMap<string, number | null>;
  /** Index of the last fully published week; null if there is none. */
  publishedWeek: number | null;
  /** Fingerprint of ledger, registry and method, as a publication has it; null without a ledger. */
  inputs: string | null;
  /** The fingerprint that the last publication was made from; null if there is none. */
  publishedFrom: string | null;
};

export type Step =
  | { do: 'collect'; week: number; companies: string[] }
  | { do: 'publish'; week: number }
  | { do: 'prune' }
  | { do: 'wait'; until: number; why: string };

/** Index of the last week that is due: it ended at least `graceMs` ago. */
export function dueWeek(now: number, { graceMs }: Pick<ScheduleSettings, 'graceMs'>): number {
  return weekIndex(dayOf((now - graceMs) / 1000)) - 1;
}

/**
 * Whether a company needs no further collection for a week. Normally this is so if its copies cover
 * the week. If the last failed attempt for that week already found them that complete, something else
 * was wrong, and it is retried. If they grew since, a later attempt succeeded without being recorded.
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

/** When to retry a company, in Unix milliseconds; immediately if it was not tried this week. */
export function retryAt(state: CompanyState | undefined, week: number, now: number): number {
  const tries = state?.tries;
  return tries?.week === week ? after(tries.failedAt, tries.count, COMPANY_RETRIES_MS, now) : now;
}

/** How long to wait after this many consecutive failures. */
export function holdMs(failures: number, waits: readonly number[] = STEP_RETRIES_MS): number {
  return waits[Math.min(failures, waits.length) - 1] ?? 0;
}

/**
 * The end of the wait. A time further ahead than the wait was written before the clock was set back.
 */
function after(failedAt: number, failures: number, waits: readonly number[], now: number): number {
  return failedAt > now ? now : failedAt + holdMs(failures, waits);
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
  const nextDueAt = (lastDayOf(week + 1) + 1) * DAY_MS + settings.graceMs;
  const waits = [{ until: nextDueAt, why: `${periodAt(week + 1).slug} is over then` }];
  const isWaited = (name: 'collect' | 'publish' | 'prune', from: number, why: string) => {
    const trouble = state.troubles[name];
    const retried = trouble ? after(trouble.failedAt, trouble.failures, STEP_RETRIES_MS, now) : now;
    const until = Math.max(from, retried);
    if (until > now) waits.push({ until, why: from > now ? why : `then ${name} is tried again` });
    return until > now;
  };

  // Publish once every company was tried; after some hours of failures, without those that fail.
  const begunAt = state.begun?.week === week ? Math.min(state.begun.at, now) : undefined;
  const publishedAt = state.doneAt.publish ?? 0;
  const isAwaited = open.some(({ state: known }) => triesOf(known, week) < WAITED_TRIES);
  const isOut = facts.publishedWeek !== null && facts.publishedWeek >= week;
  const isOfEarlier = publishedAt > now || publishedAt < (begunAt ?? 0);
  const again = isOfEarlier ? now : publishedAt + BETWEEN_PUBLICATIONS_MS;
  const latest = (begunAt ?? now) + PUBLISH_AT_LATEST_MS;
  const hasNews = facts.inputs !== null && facts.inputs !== facts.publishedFrom;
  const isPublishing = (from: number) =>
    hasNews &&
    !isOut &&
    !isWaited('publish', Math.max(again, from), `${periodAt(week).slug} is published then`);
  // At first, what the ledger holds already is served while the rest is collected.
  const isFirst = facts.publishedFrom === null;
  if ((isFirst || !isAwaited) && isPublishing(now)) return { do: 'publish', week };

  if (open.length > 0) {
    const due = open.filter(({ state: known }) => retryAt(known, week, now) <= now);
    const first = Math.min(...open.map(({ state: known }) => retryAt(known, week, now)));
    const { hold } = state;
    // A hold that began in the future was written before the clock was set back.
    const held = hold && hold.since <= now ? Math.min(hold.until, hold.since + MAX_HOLD_MS) : now;
    const why =
      held > now && hold
        ? `${hold.why}; it is asked again then`
        : `${counted(open.length, 'company is', 'companies are')} tried again`;
    if (!isWaited('collect', Math.max(first, held), why)) {
      const rank = ({ through }: (typeof due)[number]) => through ?? Number.NEGATIVE_INFINITY;
      const stalest = due.sort((a, b) => rank(a) - rank(b) || (a.slug < b.slug ? -1 : 1));
      const companies = stalest.slice(0, settings.batch).map(({ slug }) => slug);
      return { do: 'collect', week, companies };
    }
  }
  if (isAwaited && begunAt !== undefined && isPublishing(latest)) return { do: 'publish', week };

  // Publishing again from the same only does what a death or a fault left undone after it.
  const isFinished = hasNews || facts.inputs === null || facts.inputs === state.finished;
  if (open.length === 0 && !isFinished && !isWaited('publish', now, ''))
    return { do: 'publish', week };

  const prunedAt = state.doneAt.prune ?? 0;
  const pruneFrom = prunedAt > now ? now : prunedAt + BETWEEN_PRUNES_MS;
  if (!isWaited('prune', pruneFrom, 'the disk is pruned')) return { do: 'prune' };
  return { do: 'wait', ...waits.reduce((a, b) => (b.until < a.until ? b : a)) };
}

/** Failed attempts for a week. */
export function triesOf(state: CompanyState | undefined, week: number): number {
  return state?.tries?.week === week ? state.tries.count : 0;
}
