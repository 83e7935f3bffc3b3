/**
 * Days at risk and events of tracked startups, by stage, by time since the last event, and by
 * calendar time. Hazards are fitted to this data.
 */
import { type Day, isoDay, parseDay } from '../../lib/period.ts';
import { Slices } from '../../lib/slices.ts';
import { ageSteps, type Cause, type Part, parts } from './hazard.ts';
import type { Life } from './life.ts';
import { type DatedEvent, STAGE_GROUPS, type StageGroup } from './outcome-events.ts';

/** Startups in the same state: days in each period of calendar time, and events by cause. */
type Row = {
  stage: StageGroup;
  age: number;
  days: Float64Array;
  events: Readonly<Record<Cause, Float64Array>>;
};

/** Calendar time is divided into quarters, which are merged until each piece has this many events. */
const MIN_EVENTS = 12;

export class Exposure {
  readonly rows: readonly Row[];
  /** First days of the pieces of calendar time. */
  readonly pieces: readonly { from: Day }[];
  /** The first day about which nothing is known. */
  readonly until: Day;

  private constructor(pieces: Exposure['pieces'], until: Day) {
    this.until = until;
    this.pieces = pieces;
    this.rows = STAGE_GROUPS.flatMap((stage) =>
      ageSteps(stage).map((_, age) => emptyRow(stage, age, pieces.length)),
    );
  }

  static async of(lives: Iterable<Life>, until: Day): Promise<Exposure> {
    const all = [...lives];
    const events = all.flatMap((life) => life.events);
    const made = new Exposure(piecesOf(events, until), until);
    await new Slices().each(all, (life) => made.#add(life));
    return made;
  }

  #add(life: Life): void {
    for (const { standing, from, to, endsWith } of life.spans(this.until)) {
      const first = this.rows.findIndex((row) => row.stage === standing.stage);
      let last: Part | undefined;
      for (const part of parts(standing, from, to, this.pieces)) {
        add(this.rows[first + part.age]?.days, part.piece, part.days);
        last = part;
      }
      if (!endsWith || !last) continue;
      const cause = endsWith.kind === 'acquisition' ? 'acquisition' : 'raise';
      add(this.rows[first + last.age]?.events[cause], last.piece, 1);
    }
  }

  total(rows: readonly Row[] = this.rows): { days: number; events: Record<Cause, number> } {
    const over = (of: (row: Row) => Float64Array) =>
      rows.reduce((sum, row) => sum + of(row).reduce((all, one) => all + one, 0), 0);
    return {
      days: over(({ days }) => days),
      events: {
        raise: over(({ events }) => events.raise),
        acquisition: over(({ events }) => events.acquisition),
      },
    };
  }
}

function emptyRow(stage: StageGroup, age: number, pieces: number): Row {
  const none = () => new Float64Array(pieces);
  return { stage, age, days: none(), events: { raise: none(), acquisition: none() } };
}

function add(to: Float64Array | undefined, at: number, more: number): void {
  if (to) to[at] = (to[at] ?? 0) + more;
}

/**
 * The first days of the pieces of calendar time. Every piece has enough events except possibly the
 * last: recent quarters are kept separate because events become known with a delay.
 */
function piecesOf(events: readonly DatedEvent[], until: Day): { from: Day }[] {
  const counts = new Map<Day, number>();
  for (const { day } of events)
    if (day < until) counts.set(quarterOf(day), (counts.get(quarterOf(day)) ?? 0) + 1);
  const pieces = [{ from: Number.NEGATIVE_INFINITY }];
  let inPiece = 0;
  for (const [quarter, count] of [...counts].sort(([a], [b]) => a - b)) {
    if (inPiece >= MIN_EVENTS) {
      pieces.push({ from: quarter });
      inPiece = 0;
    }
    inPiece += count;
  }
  return pieces;
}

function quarterOf(day: Day): Day {
  const [year, month] = isoDay(day).split('-').map(Number);
  const first = 1 + 3 * Math.floor(((month ?? 1) - 1) / 3);
  return parseDay(`${year}-${String(first).padStart(2, '0')}-01`);
}
