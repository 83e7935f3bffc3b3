/** What is told together is one event: a round, and the valuation that it was made at. */
import { type DatedEvent, EVENT_KINDS, STAGE_GROUPS } from './events.ts';

const TOGETHER_DAYS = 60;

/**
 * One event of those that were told together: the rarest kind, dated by the best known date.
 *
 * @param events of one startup
 */
export function joined(events: readonly DatedEvent[]): DatedEvent[] {
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
  // Of two dates the one that leaves less open; of equally exact ones the first.
  const dated = other.day - other.from < one.day - one.from ? other : one;
  const { date, from, day } = dated;
  const what = one.what === other.what ? one.what : `${one.what}, ${other.what}`;
  return { ...named, what, date, from, day, stage: laterStage(one.stage, other.stage) };
}

function laterStage(one: DatedEvent['stage'], other: DatedEvent['stage']): DatedEvent['stage'] {
  if (one === undefined || other === undefined) return one ?? other;
  return STAGE_GROUPS.indexOf(other) > STAGE_GROUPS.indexOf(one) ? other : one;
}
