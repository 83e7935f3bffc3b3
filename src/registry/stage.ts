/**
 * The stage of a company: the furthest that any sourced round of it shows, since companies do not go
 * back; of several such rounds the latest (docs/diligence.md).
 */
import type { Deals, FundingRound } from './deals.ts';
import { compareLatestFirst, lastDay } from './partial-date.ts';
import { STAGES } from './schema.ts';

export type Stage = (typeof STAGES)[number];
/** `knownBy`: the day by which the round had happened, an ISO date. */
export type DatedStage = { stage: Stage; round: FundingRound; knownBy: string };

/** Beginnings of what rounds are called, and the stage that each shows. */
const STAGE_OF: readonly [name: RegExp, stage: Stage][] = [
  [/^(?:pre-?seed|accelerator|incubator|angel)\b/i, 'Pre-seed'],
  [/^(?:seed|pre-?(?:series )?a)\b/i, 'Seed'],
  [/^series (?:a|b)\b/i, 'Series A/B'],
  [/^(?:series [c-z]|growth|late stage|pre-ipo|ipo)\b/i, 'Growth'],
];

/** The stage that a round of that name shows; undefined for names that show none, like `Grant`. */
export function stageOfRound(name: string): Stage | undefined {
  return STAGE_OF.find(([pattern]) => pattern.test(name))?.[1];
}

/**
 * @param company slug
 * @param day an ISO date; without it, whatever is known now
 */
export function stageOf(
  company: string,
  { rounds }: Pick<Deals, 'rounds'>,
  day = '9999-12-31',
): DatedStage | undefined {
  const shown = rounds
    .filter((round) => round.company === company)
    .flatMap((round): DatedStage[] => {
      const stage = stageOfRound(round.round);
      const knownBy = knownByOf(round);
      return stage && knownBy <= day ? [{ stage, round, knownBy }] : [];
    });
  return shown.toSorted(
    (a, b) =>
      STAGES.indexOf(b.stage) - STAGES.indexOf(a.stage) ||
      compareLatestFirst(a.round.announcedOn, b.round.announcedOn),
  )[0];
}

/** The last day of its date; without one, the first day on which a source told of it. */
function knownByOf({ announcedOn, sources }: FundingRound): string {
  if (announcedOn !== null) return lastDay(announcedOn);
  const told = sources.map(({ publishedOn, checked }) =>
    publishedOn === null ? checked : lastDay(publishedOn),
  );
  return told.toSorted()[0] ?? '9999-12-31';
}
