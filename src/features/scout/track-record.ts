/** The outcomes of the startups that a user starred, compared with what their peers could expect. */
import { type Day, lastDayNamed } from '../../lib/period.ts';
import type { Published } from '../../published/published.ts';
import { Exposure } from '../outcomes/exposure.ts';
import { fitHazard } from '../outcomes/fit.ts';
import type { HazardModel } from '../outcomes/hazard.ts';
import type { Life } from '../outcomes/life.ts';
import type { DatedEvent, StageGroup } from '../outcomes/outcome-events.ts';
import { lastKnownDay, lives } from '../outcomes/registry-outcomes.ts';
import type { Trial } from './score.ts';

/** How long a star counts: a later event has little to do with what was visible then. */
export const WINDOW_DAYS = 1096;

export type Outcome = {
  slug: string;
  starredOn: Day;
  stageThen: StageGroup;
  /** End of the observed period, exclusive. */
  until: Day;
  /**
   * Probability of an event in the observed period, among peers of the same stage at the same time.
   */
  probability: number;
} & (
  | { state: 'win'; event: DatedEvent; monthsEarly: number }
  /** `miss`: the window is over, or the startup has ended. `open`: an event can still happen. */
  | { state: 'miss' | 'open' }
);

export type NotEligible = {
  slug: string;
  starredOn: Day;
  reason: 'no-startup-any-more' | 'event-without-day' | 'too-recent' | 'no-base-rate';
};

/** Everything needed to grade stars under one publication. */
export class TrackRecord {
  readonly lives: ReadonlyMap<string, Life>;
  readonly hazard: HazardModel;
  /** Totals of the data that the hazard is fitted to. */
  readonly fittedOn: { events: number; days: number };
  /** The first day about which nothing is known. */
  readonly until: Day;

  private constructor(lives: ReadonlyMap<string, Life>, exposure: Exposure) {
    this.lives = lives;
    this.until = exposure.until;
    const { days, events } = exposure.total();
    this.fittedOn = { days, events: events.raise + events.acquisition };
    this.hazard = fitHazard(exposure);
  }

  static async of(lives: ReadonlyMap<string, Life>, until: Day): Promise<TrackRecord> {
    return new TrackRecord(lives, await Exposure.of(lives.values(), until));
  }

  /** @returns undefined if the startup is not tracked */
  outcomeOf(slug: string, starredOn: Day): Outcome | NotEligible | undefined {
    const life = this.lives.get(slug);
    if (!life) return undefined;
    const none = (reason: NotEligible['reason']) => ({ slug, starredOn, reason });
    if (this.fittedOn.events === 0) return none('no-base-rate');
    if (life.end && starredOn >= life.end.day) return none('no-startup-any-more');
    // An event that may have happened before the star is not a win; observation starts after it.
    const unclear = life.events.findLast(({ from, day }) => from <= starredOn && day > starredOn);
    // Many projects exist before their company does.
    const from = Math.max(life.entry, unclear ? unclear.day + 1 : starredOn + 1);
    // A dated acquisition on the end day itself can still be won.
    if (life.end && from >= life.end.day + (life.endsWithEvent ? 1 : 0))
      return none(unclear ? 'event-without-day' : 'no-startup-any-more');
    const windowEnd = from + WINDOW_DAYS;
    const last = Math.min(this.until, windowEnd);
    if (from >= last) return none(unclear ? 'event-without-day' : 'too-recent');
    const event = life.events.find(({ day }) => day >= from && day < last);
    // A dated acquisition is an event; any other end cuts the window short.
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

/**
 * The track record of a publication, as of the last day on which the registry's facts were checked.
 */
export async function trackRecord({ registry, editions }: Published): Promise<TrackRecord> {
  const known = lastKnownDay(registry) ?? lastDayNamed(editions.latest);
  return TrackRecord.of(await lives(registry), known + 1);
}

export function isOutcome(judged: Outcome | NotEligible): judged is Outcome {
  return 'state' in judged;
}

export function trialOf({ state, probability }: Outcome): Trial {
  return { probability, isWin: state === 'win' };
}
