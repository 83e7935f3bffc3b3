/**
 * Merges events that were announced together, such as a round and the valuation at which it was
 * raised.
 */
import { type DatedEvent, EVENT_KINDS, STAGE_GROUPS } from './outcome-events.ts';

const TOGETHER_DAYS = 60;

/**
 * Merges events announced together into one of the rarest kind, with the most exact date.
 *
 * @param events of one startup
 */
export function mergeAnnouncements(events: readonly DatedEvent[]): DatedEvent[] {
  const all: DatedEvent[] = [];
  for (const one of events.toSorted((a, b) => a.day - b.day || a.from - b.from)) {
    const last = all.at(-1);
    if (last && one.from - last.day <= TOGETHER_DAYS) all[all.length - 1] = join(last, one);
    else all.push(one);
  }
  return all;
}

function join(one: DatedEvent, other: DatedEvent): DatedEvent {
  const rank = ({ kind }: DatedEvent) => EVENT_KINDS.indexOf(kind);
  const named = rank(other) > rank(one) ? other : one;
  // Prefer the more exact date; if equally exact, the first.
  const dated = other.day - other.from < one.day - one.from ? other : one;
  const { date, from, day } = dated;
  const what = one.what === other.what ? one.what : `${one.what}, ${other.what}`;
  return { ...named, what, date, from, day, stage: laterStage(one.stage, other.stage) };
}

function laterStage(one: DatedEvent['stage'], other: DatedEvent['stage']): DatedEvent['stage'] {
  if (one === undefined || other === undefined) return one ?? other;
  return STAGE_GROUPS.indexOf(other) > STAGE_GROUPS.indexOf(one) ? other : one;
}
