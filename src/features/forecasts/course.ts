/**
 * The course of a startup as the hazard model sees it: from when to when it could raise or be
 * acquired, at which stage it was, and how long its last round was ago.
 */
import { type Day, parseDay } from '../../lib/period.ts';
import type { FundingRound } from '../../registry/deals.ts';
import { firstDay } from '../../registry/partial-date.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import { stageOfRound } from '../../registry/stage.ts';
import { knownBy } from '../../registry/status.ts';
import { type DatedEvent, datedEvents, isPriced } from './events.ts';

/** Of the last round whose name shows one; pre-seed rounds are few and count as seed. */
export const STAGE_GROUPS = ['no dated round', 'Seed', 'Series A/B', 'Growth'] as const;
export type StageGroup = (typeof STAGE_GROUPS)[number];

/** What can happen first: it raises (a round, or a valuation without one), or it is acquired. */
export const CAUSES = ['raise', 'acquisition'] as const;
export type Cause = (typeof CAUSES)[number];

/** A time in which neither stage nor last round change. */
export type Span = { from: Day; until: Day; stage: StageGroup; lastRound: Day | null };

export type Course = {
  company: string;
  /** Oldest first, without gaps; empty for a startup that nothing dates. */
  spans: readonly Span[];
  /** Its events, one of each cause at most a month. */
  events: readonly { day: Day; cause: Cause }[];
};

/** Announcements that are closer together tell of one thing: the round and its valuation. */
const ONE_EVENT_DAYS = 30;
/** Long after any day that is asked about. */
const FOREVER: Day = 1_000_000;
/** Where nothing dates its beginning: when the shipped ledger begins. */
const UNDATED_BEGINNING = parseDay('2024-06-01');

/** Of every tracked startup, in the registry's order. */
export function coursesOf(registry: Pick<Registry, 'companies' | 'deals'>): Course[] {
  const rounds = Map.groupBy(registry.deals.rounds.filter(isPriced), ({ company }) => company);
  const events = Map.groupBy(datedEvents(registry), ({ company }) => company);
  return registry.companies.map((company) =>
    courseOf(company, rounds.get(company.slug) ?? [], events.get(company.slug) ?? []),
  );
}

function courseOf(
  company: Company,
  rounds: readonly FundingRound[],
  events: readonly DatedEvent[],
): Course {
  const dated = rounds
    // When an undated one was is not known, so neither is how long it is ago.
    .filter(({ announcedOn, closedOn }) => (announcedOn ?? closedOn) !== null)
    .map((round) => ({ day: parseDay(knownBy(round)), stage: groupOf(round) }))
    .sort((a, b) => a.day - b.day);
  const spans: Span[] = [];
  let span: Omit<Span, 'until'> = {
    from: beginningOf(company, dated[0]?.day),
    stage: 'no dated round',
    lastRound: null,
  };
  for (const { day, stage } of dated) {
    if (day > span.from) spans.push({ ...span, until: day });
    span = {
      from: day,
      stage: stage ?? (span.lastRound === null ? 'Seed' : span.stage),
      lastRound: day,
    };
  }
  spans.push({ ...span, until: FOREVER });
  const end = endOf(company);
  return {
    company: company.slug,
    spans: spans
      .filter(({ from }) => from < end)
      .map((one) => ({ ...one, until: Math.min(one.until, end) })),
    events: merged(events.filter(({ day }) => day <= end)),
  };
}

/** The first round, or the end of the year of its founding, whichever is earlier. */
function beginningOf({ founded }: Company, firstRound: Day | undefined): Day {
  const year = founded === null ? undefined : parseDay(`${founded}-12-31`);
  return Math.min(year ?? firstRound ?? UNDATED_BEGINNING, firstRound ?? FOREVER);
}

/** The day on which it ended as an independent private company, as far as is known. */
function endOf({ exits }: Company): Day {
  return Math.min(
    FOREVER,
    ...exits.map(({ announcedOn, closedOn, ...exit }) => {
      const date = announcedOn ?? closedOn;
      return parseDay(date === null ? knownBy({ announcedOn, closedOn, ...exit }) : firstDay(date));
    }),
  );
}

/** Undefined for rounds that show no stage: the one before it goes on. */
function groupOf({ round }: FundingRound): StageGroup | undefined {
  const stage = stageOfRound(round);
  return stage === 'Pre-seed' ? 'Seed' : stage;
}

function merged(events: readonly DatedEvent[]): { day: Day; cause: Cause }[] {
  const kept: { day: Day; cause: Cause }[] = [];
  for (const { day, kind } of events) {
    const cause = kind === 'acquisition' ? 'acquisition' : 'raise';
    const last = kept.findLast((one) => one.cause === cause);
    if (last === undefined || day - last.day > ONE_EVENT_DAYS) kept.push({ day, cause });
  }
  return kept;
}
