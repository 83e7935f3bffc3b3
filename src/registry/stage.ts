/**
 * The stage of a company on a day: that of the latest dated round which has one, if the round is
 * recent enough to say something of that day and no exit has ended the matter (docs/diligence.md).
 */
import type { Deals, FundingRound } from './deals.ts';
import { compareLatestFirst, firstDay, isCertainlyBefore, lastDay } from './partial-date.ts';
import { type Company, STAGES } from './schema.ts';
import { knownBy, statusOf } from './status.ts';

export type Stage = (typeof STAGES)[number];

export type KnownStage = {
  /** Null where no round, or only an older one, shows it. */
  stage: Stage | null;
  /** The round that shows the stage. */
  basis: FundingRound | undefined;
  /** The last round that is known, whether or not it shows a stage; accelerators are none. */
  lastRound: FundingRound | undefined;
};

/** Companies raise every 12 to 24 months: after an older round the next may have gone unnoticed. */
export const MAX_STAGE_MONTHS = 24;

/** What rounds are called, and the stage that each shows. */
const STAGE_OF: readonly [name: RegExp, stage: Stage][] = [
  [/^pre-?seed\b/i, 'Pre-seed'],
  [/^(?:series )?seed\b/i, 'Seed'],
  [/^series [ab]\d?\b/i, 'Series A/B'],
  [/^(?:series [c-z]\d?|growth|late[- ]stage|pre-ipo)\b/i, 'Growth'],
];
/** They add to a round, or bridge to the next, and show no stage of their own. */
const NO_STEP =
  /\b(?:extension|bridge|convertible|notes?|safe|debt|loan|grant|secondary|tender)\b/i;
const ACCELERATOR = /^(?:accelerator|incubator)\b/i;

/** The stage that a round of that name shows; undefined for names that show none. */
export function stageOfRound(name: string): Stage | undefined {
  if (NO_STEP.test(name)) return undefined;
  return STAGE_OF.find(([pattern]) => pattern.test(name))?.[1];
}

/**
 * @param day an ISO date; without it, whatever is known now
 */
export function stageOf(
  company: Pick<Company, 'slug' | 'exits'>,
  { rounds }: Pick<Deals, 'rounds'>,
  day: string = today(),
): KnownStage {
  const known = roundsOf(rounds, company.slug).filter((round) => knownBy(round) <= day);
  // Of rounds that were announced together, the one of the later stage.
  const lastRound = known.toSorted(
    (a, b) => compareLatestFirst(dateOf(a), dateOf(b)) || stepOf(b) - stepOf(a),
  )[0];
  const latest = latestWithStage(known);
  const date = latest && dateOf(latest.round);
  const counts =
    date && firstDay(date) >= monthsBefore(day, MAX_STAGE_MONTHS) && !statusOf(company, day).exit;
  if (!latest || !counts) return { stage: null, basis: undefined, lastRound };
  return { stage: latest.stage, basis: latest.round, lastRound };
}

/** Rounds by company; every list of rounds is sorted once, since each period asks for each company. */
const sorted = new WeakMap<readonly FundingRound[], ReadonlyMap<string, FundingRound[]>>();

/** A company's rounds; accelerators are none. */
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

/** The place of the stage that a round shows among all stages; −1 where it shows none. */
function stepOf({ round }: FundingRound): number {
  const stage = stageOfRound(round);
  return stage === undefined ? -1 : STAGES.indexOf(stage);
}

/** Of several rounds that may be the latest, since dates are uncertain, the one of the later stage. */
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

/** When it was announced or, where only that is known, when it closed. */
function dateOf({ announcedOn, closedOn }: FundingRound): string | null {
  return announcedOn ?? closedOn;
}

/** The same day of an earlier month, or that month's last one. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const earlier = new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
  const last = lastDay(earlier);
  const same = `${earlier}-${String(date).padStart(2, '0')}`;
  return same < last ? same : last;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
