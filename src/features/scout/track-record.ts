/** What became of the startups that somebody starred, each against what its peers could expect. */
import { type Day, lastDayNamed } from '../../lib/period.ts';
import type { Published } from '../../published/published.ts';
import type { DatedEvent, StageGroup } from '../outcomes/events.ts';
import { Exposure } from '../outcomes/exposure.ts';
import { fitHazard } from '../outcomes/fit.ts';
import type { HazardModel } from '../outcomes/hazard.ts';
import type { Life } from '../outcomes/life.ts';
import { lastKnownDay, lives } from '../outcomes/of-registry.ts';
import type { Trial } from './score.ts';

/** So long a star is followed: an event that comes later owes little to what was seen then. */
export const WINDOW_DAYS = 1096;

export type Outcome = {
  slug: string;
  starredOn: Day;
  stageThen: StageGroup;
  /** Until when it was followed; not included. */
  until: Day;
  /** Of an event in the days that were followed, among peers of the same stage at the same time. */
  probability: number;
} & (
  | { state: 'win'; event: DatedEvent; monthsEarly: number }
  /** `miss`: its window is over, or the startup is. `open`: an event can still come. */
  | { state: 'miss' | 'open' }
);

/** Why a star counts neither way. */
export type NotEligible = {
  slug: string;
  starredOn: Day;
  reason: 'no-startup-any-more' | 'event-without-day' | 'too-recent' | 'no-base-rate';
};

/** Everything that stars are judged by, of one publication. */
export class TrackRecord {
  readonly lives: ReadonlyMap<string, Life>;
  readonly hazard: HazardModel;
  /** Of all startups together, in the days that the hazard is fitted on. */
  readonly fittedOn: { events: number; days: number };
  /** The first day of which nothing is known. */
  readonly until: Day;

  constructor(lives: ReadonlyMap<string, Life>, until: Day) {
    this.lives = lives;
    this.until = until;
    const exposure = new Exposure(lives.values(), until, () => true);
    const { days, events } = exposure.total();
    this.fittedOn = { days, events: events.raise + events.acquisition };
    this.hazard = fitHazard(exposure);
  }

  /** @returns undefined for a slug that nobody tracks */
  judge(slug: string, starredOn: Day): Outcome | NotEligible | undefined {
    const life = this.lives.get(slug);
    if (!life) return undefined;
    const none = (reason: NotEligible['reason']) => ({ slug, starredOn, reason });
    if (this.fittedOn.events === 0) return none('no-base-rate');
    if (life.end && starredOn >= life.end.day) return none('no-startup-any-more');
    // An event that may have come before the star is nobody's win; what follows it counts.
    const unclear = life.events.findLast(({ from, day }) => from <= starredOn && day > starredOn);
    // Many a project is there before its company is.
    const from = Math.max(life.entry, unclear ? unclear.day + 1 : starredOn + 1);
    // On the day of the end itself an acquisition is still to be won.
    if (life.end && from >= life.end.day + (life.endsWithEvent ? 1 : 0))
      return none(unclear ? 'event-without-day' : 'no-startup-any-more');
    const windowEnd = from + WINDOW_DAYS;
    const last = Math.min(this.until, windowEnd);
    if (from >= last) return none(unclear ? 'event-without-day' : 'too-recent');
    const event = life.events.find(({ day }) => day >= from && day < last);
    // An acquisition with a date is an event itself; any other end cuts the time for one.
    const isCut = life.end !== undefined && life.end.day < last && !life.endsWithEvent;
    const until = isCut && life.end ? life.end.day : last;
    const standing = life.standing(from);
    const shared = {
      slug,
      starredOn,
      stageThen: standing.stage,
      until,
      probability: this.hazard.probability(standing, from, until),
    };
    if (event)
      return { ...shared, state: 'win', event, monthsEarly: (event.day - starredOn) / 30.44 };
    return { ...shared, state: isCut || windowEnd <= this.until ? 'miss' : 'open' };
  }
}

/** The record of a publication: known up to the last day on which facts of the registry were checked. */
export async function trackRecord({ registry, editions }: Published): Promise<TrackRecord> {
  const known = lastKnownDay(registry) ?? lastDayNamed(editions.latest);
  return new TrackRecord(await lives(registry), known + 1);
}

export function isOutcome(judged: Outcome | NotEligible): judged is Outcome {
  return 'state' in judged;
}

export function trialOf({ state, probability }: Outcome): Trial {
  return { probability, isWin: state === 'win' };
}
