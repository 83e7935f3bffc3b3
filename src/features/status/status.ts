/** The status of the weekly cycle: its last and next run, and the age of the data. */
import { dayOf, isoDay, parsePeriod, periodAt } from '../../lib/period.ts';
import { ageInDays } from '../../pipeline/edition/timing.ts';
import { companyAges } from '../../pipeline/schedule/company-ages.ts';
import type { Cycle } from '../../pipeline/schedule/cycle.ts';
import { dueWeek, isSettled } from '../../pipeline/schedule/decide.ts';
import { STEPS } from '../../pipeline/schedule/state.ts';
import type { Published } from '../../published/published.ts';

/** Upper limits, in days, of the age groups; older copies form the last group. */
const AGE_LIMITS = [8, 15, 29] as const;
const MAX_DONE = 20;

export type Status = ReturnType<typeof weekly> & {
  edition: {
    period: string;
    name: string;
    endedAt: string;
    ageDays: number;
    isOld: boolean;
    publishedAt: string | null;
  } | null;
};

/** Totals of the cycle, and how old copies are. */
function weekly({ registry }: Published, cycle: Cycle, now: Date) {
  const { isRunning, state, held, graceMs } = cycle;
  const week = dueWeek(now.getTime(), { graceMs });
  const today = dayOf(now.getTime() / 1000);
  const ages = companyAges(registry, held ?? new Map());
  const companies = registry.companies.map(({ slug }) => {
    const through = ages.get(slug) ?? null;
    const known = state?.companies[slug];
    const isOpen = !isSettled(through, known, week);
    return {
      through: through === null ? null : isoDay(through),
      ageDays: through === null ? null : Math.max(0, today - 1 - through),
      isOpen,
      isRetried: isOpen && known?.tries?.week === week,
    };
  });
  const open = companies.filter(({ isOpen }) => isOpen);
  const retried = open.filter(({ isRetried }) => isRetried);
  const days = companies.flatMap(({ through }) => through ?? []).sort();
  const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  return {
    scheduler: {
      isRunning,
      duePeriod: periodAt(week).slug,
      settled: companies.length - open.length,
      waiting: open.length - retried.length,
      retried: retried.length,
      hold:
        state?.hold && state.hold.until > now.getTime()
          ? { until: new Date(state.hold.until).toISOString(), why: state.hold.why }
          : null,
      steps: STEPS.map((step) => {
        const trouble = state?.troubles[step];
        return {
          step,
          doneAt: iso(state?.doneAt[step] || undefined),
          failures: trouble?.failures ?? 0,
          trouble: trouble?.message ?? null,
        };
      }),
      done: (state?.log ?? [])
        .slice(-MAX_DONE)
        .reverse()
        .map(({ at, line }) => ({ at: new Date(at).toISOString(), what: line })),
      next:
        isRunning && state?.next
          ? { at: new Date(state.next.at).toISOString(), what: state.next.line }
          : null,
    },
    copies: held
      ? {
          oldestThrough: days[0] ?? null,
          newestThrough: days.at(-1) ?? null,
          byAge: byAge(companies),
        }
      : null,
  };
}

/** @param now the current time */
export async function statusOf(
  published: Published,
  cycle: Cycle,
  now = new Date(),
): Promise<Status> {
  const { editions } = published;
  const period = parsePeriod(editions.latest);
  const publishedAt = await editions.store.publishedAt();
  return {
    edition: period
      ? {
          period: period.slug,
          name: period.name,
          endedAt: `${isoDay(period.lastDay + 1)}T00:00:00.000Z`,
          ageDays: ageInDays(period, now),
          isOld: editions.isOld,
          publishedAt: publishedAt?.toISOString() ?? null,
        }
      : null,
    ...weekly(published, cycle, now),
  };
}

/** A company's copies: days since the last day that all of them cover; null if one was never collected. */
type Aged = { ageDays: number | null };

/** Number of companies in each age group, by days since the last day that their copies cover. */
function byAge(companies: readonly Aged[]) {
  const within = (from: number, to: number) =>
    companies.filter(({ ageDays }) => ageDays !== null && ageDays > from && ageDays <= to).length;
  const limits = [...AGE_LIMITS, Infinity];
  return [
    ...limits.map((limit, index) => ({
      maxDays: limit === Infinity ? null : limit,
      companies: within(limits[index - 1] ?? -1, limit),
    })),
    { maxDays: 'never' as const, companies: companies.filter(isMissing).length },
  ];
}

function isMissing({ ageDays }: Aged): boolean {
  return ageDays === null;
}

/** A sentence on whether the data is being kept current automatically. */
export function schedulerWords({ scheduler }: Pick<Status, 'scheduler'>): string {
  const { isRunning, hold, steps } = scheduler;
  if (!isRunning) return 'No scheduler is running: nothing is collected or published by itself.';
  if (hold) return `The scheduler waits until ${hold.until}: ${hold.why}.`;
  const failed = steps.find(({ failures }) => failures > 0);
  if (failed) return `The scheduler is running; ${failed.step} failed last: ${failed.trouble}.`;
  return 'The scheduler is running.';
}
