/**
 * The stage of a company: that of the latest round which was announced by a day and carries a source
 * (docs/diligence.md). Rounds without a date decide nothing.
 */
import type { Deals, FundingRound } from './deals.ts';
import { firstDay, lastDay } from './partial-date.ts';
import type { STAGES } from './schema.ts';

export type Stage = (typeof STAGES)[number];
export type DatedStage = { stage: Stage; round: FundingRound };

/** Beginnings of what rounds are called, and the stage that each shows. */
const STAGE_OF: readonly [name: RegExp, stage: Stage][] = [
  [/^(?:pre-?seed|accelerator|incubator|angel)\b/i, 'Pre-seed'],
  [/^(?:seed|pre-?series a)\b/i, 'Seed'],
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
  let latest: (DatedStage & { since: string }) | undefined;
  for (const round of rounds) {
    const { announcedOn } = round;
    if (round.company !== company || announcedOn === null || lastDay(announcedOn) > day) continue;
    const stage = stageOfRound(round.round);
    const since = firstDay(announcedOn);
    if (stage && (!latest || since >= latest.since)) latest = { stage, round, since };
  }
  return latest && { stage: latest.stage, round: latest.round };
}
