/** Several times that are listed: the same is asked of each. */
import { Frame, type Piece } from './question-frame.ts';
import type { Reading } from './read.ts';

const JOINTS = /^(?:and|of|in|for|the|also|then|as well as|plus|&)$/i;

/** `in week 31 of 2024, of 2025 and of 2026`: the question of each time alone. */
export function framesOfTimes(frame: Frame): Frame[] {
  const times = frame.of('time');
  const [first, last] = [times[0]?.at ?? 0, times.at(-1)?.at ?? 0];
  const between = frame.pieces.slice(first, last + 1).filter(({ kind }) => kind !== 'time');
  const isList =
    times.length > 1 &&
    between.every(({ text }) => JOINTS.test(text)) &&
    times.every(({ found: { relation, time } }) => relation === undefined && isPast(time.kind));
  return isList ? times.map((time) => frameWith(frame, time)) : [];
}

function isPast(kind: string): boolean {
  return kind === 'week' || kind === 'range';
}

function frameWith(frame: Frame, only: Piece): Frame {
  const pieces = frame.pieces.map((piece): Piece => {
    const { at, text, taken, kind } = piece;
    return kind === 'time' && at !== only.at ? { at, text, taken, kind: 'filler' } : piece;
  });
  return new Frame(pieces, frame.corrections);
}

/** One reading of those that each time has; undefined where one of them asks for more than a value. */
export function readingOfTimes(readings: readonly (Reading | undefined)[]): Reading | undefined {
  const plain = readings.flatMap((reading) => (reading && isPlain(reading) ? [reading] : []));
  const [first, ...others] = plain;
  if (!first || others.length === 0 || plain.length < readings.length) return undefined;
  const days = plain.flatMap(({ asked }) => asked.days ?? []);
  const asked = { ...first.asked, timeText: undefined, days };
  return { ...first, asked, also: others.map(({ query }) => query) };
}

function isPlain({ query: { subject, operation }, also, asked, page, unread }: Reading) {
  // "startups with a signal in week 28 and in week 30" have one in both
  const isOfBoth = operation === 'list' && subject === 'startup';
  const isOfChange = operation === 'change' || operation === 'series';
  const isAlone = also.length === 0 && page === undefined && asked.reads === undefined;
  return isAlone && !isOfBoth && !isOfChange && unread.length === 0;
}
