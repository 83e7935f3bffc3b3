/**
 * The stage of a company on a day: the stage of its latest dated round that has one, if that round is
 * recent enough and no exit came after it (docs/diligence.md).
 */
import { today } from '../lib/period.ts';
import type { Deals, FundingRound } from './deals.ts';
import { compareLatestFirst, firstDay, isCertainlyBefore, lastDay } from './partial-date.ts';
import { type Company, STAGES } from './schema.ts';
import { knownBy, statusOf } from './status.ts';

export type Stage = (typeof STAGES)[number];

export type KnownStage = {
  /** Null if no round, or only one that is too old, shows it. */
  stage: Stage | null;
  /** The round that determines the stage. */
  basis: FundingRound | undefined;
  /** The last known round, whether or not it determines a stage. Accelerators do not count. */
  lastRound: FundingRound | undefined;
};

/** Companies raise every 12 to 24 months; after that, a round was probably missed. */
export const MAX_STAGE_MONTHS = 24;

const STAGE_OF: readonly [name: RegExp, stage: Stage][] = [
  [/^pre-?seed\b/i, 'Pre-seed'],
  [/^(?:series )?seed\b/i, 'Seed'],
  [/^series [ab]\d?\b/i, 'Series A/B'],
  [/^(?:series [c-z]\d?|growth|late[- ]stage|pre-ipo)\b/i, 'Growth'],
];
/** Rounds that extend another one or bridge to the next, and indicate no stage. */
const ROUND_WITHOUT_STAGE =
  /\b(?:extension|bridge|convertible|notes?|safe|debt|loan|grant|secondary|tender)\b/i;
/** Rounds of debt, loans and sales among owners: a large one says nothing of the series. */
const NO_EQUITY =
  /\b(?:convertible|notes?|safe|debt|loan|credit|grant|secondary|tender|venture debt)\b/i;
const EXTENSION = /[\s-]*\b(?:extension|ext\.?)\b.*$/i;
/** An equity round of so much without a series name is probably a later series. */
const MIN_LATER_SERIES = 20_000_000;
const ACCELERATOR = /^(?:accelerator|incubator)\b/i;

export function stageOfRound(name: string): Stage | undefined {
  if (ROUND_WITHOUT_STAGE.test(name)) return undefined;
  return STAGE_OF.find(([pattern]) => pattern.test(name))?.[1];
}

/** @param day an ISO date; by default, all rounds known are considered */
export function stageOf(
  company: Pick<Company, 'slug' | 'exits'>,
  { rounds }: Pick<Deals, 'rounds'>,
  day: string = today(),
): KnownStage {
  const known = roundsOf(rounds, company.slug).filter((round) => knownBy(round) <= day);
  // If rounds were announced on the same date, the one of the later stage.
  const lastRound = known.toSorted(
    (a, b) => compareLatestFirst(dateOf(a), dateOf(b)) || stageIndex(b) - stageIndex(a),
  )[0];
  const latest = latestWithStage(known);
  const date = latest && dateOf(latest.round);
  const counts =
    date && firstDay(date) >= monthsBefore(day, MAX_STAGE_MONTHS) && !statusOf(company, day).exit;
  if (!latest || !counts) return { stage: null, basis: undefined, lastRound };
  return { stage: latest.stage, basis: latest.round, lastRound };
}

export type LastKnownStage = {
  /** Null if no round shows one, or a later large round names no series. */
  lastKnownStage: Stage | null;
  /** The day on which that round was announced, as far as its source says. */
  lastKnownStageOn: string | null;
};

/**
 * The stage of the newest named round, however old; an extension keeps its series. An undated round
 * counts only if no other is dated.
 */
export function lastKnownStageOf(
  company: Pick<Company, 'slug'>,
  { rounds }: Pick<Deals, 'rounds'>,
  day: string = today(),
): LastKnownStage {
  const known = roundsOf(rounds, company.slug).filter((round) => knownBy(round) <= day);
  const named = known.flatMap((round) => {
    const stage = stageOfRound(round.round.replace(EXTENSION, ''));
    return stage === undefined ? [] : [{ stage, on: dateOf(round) }];
  });
  const [newest] = named.toSorted(
    (a, b) => compareLatestFirst(a.on, b.on) || STAGES.indexOf(b.stage) - STAGES.indexOf(a.stage),
  );
  const isSuperseded = known.some(
    (round) =>
      stageOfRound(round.round.replace(EXTENSION, '')) === undefined &&
      !NO_EQUITY.test(round.round) &&
      (round.amount ?? 0) >= MIN_LATER_SERIES &&
      isLater(dateOf(round), newest?.on ?? null),
  );
  if (!newest || isSuperseded) return { lastKnownStage: null, lastKnownStageOn: null };
  return { lastKnownStage: newest.stage, lastKnownStageOn: newest.on };
}

function isLater(date: string | null, than: string | null): boolean {
  return date !== null && (than === null || isCertainlyBefore(than, date));
}

/** Rounds by company, cached for each list of rounds, since every period asks for every company. */
const sorted = new WeakMap<readonly FundingRound[], ReadonlyMap<string, FundingRound[]>>();

/** A company's rounds without accelerators. */
function roundsOf(rounds: readonly FundingRound[], slug: string): readonly FundingRound[] {
  const byCompany =
    sorted.get(rounds) ??
    Map.groupBy(
      rounds.filter(({ round }) => !ACCELERATOR.test(round)),
      ({ company }) => company,
    );
  sorted.set(rounds, byCompany);
  return byCompany.get(slug) ?? [];
}

/** Index of a round's stage in `STAGES`; −1 if it has none. */
function stageIndex({ round }: FundingRound): number {
  const stage = stageOfRound(round);
  return stage === undefined ? -1 : STAGES.indexOf(stage);
}

/** Dates are partial, so several rounds may be the latest; picks the one of the later stage. */
function latestWithStage(rounds: readonly FundingRound[]) {
  const dated = rounds.flatMap((round) => {
    const stage = stageOfRound(round.round);
    const date = dateOf(round);
    return stage !== undefined && date !== null ? [{ stage, round, date }] : [];
  });
  return dated
    .filter(({ date }) => !dated.some((other) => isCertainlyBefore(date, other.date)))
    .toSorted(
      (a, b) =>
        STAGES.indexOf(b.stage) - STAGES.indexOf(a.stage) || compareLatestFirst(a.date, b.date),
    )[0];
}

function dateOf({ announcedOn, closedOn }: FundingRound): string | null {
  return announcedOn ?? closedOn;
}

/** The same day of an earlier month, clamped to that month's last day. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const earlier = new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
  const last = lastDay(earlier);
  const same = `${earlier}-${String(date).padStart(2, '0')}`;
  return same < last ? same : last;
}
