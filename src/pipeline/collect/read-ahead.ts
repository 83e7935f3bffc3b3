/** Reads a history while others are still being copied: its commits wait until they are asked for. */

/** Values of all histories together that wait: some 50 megabytes of commits. */
const MAX_WAITING = 100_000;
/** Values of the history that is asked for, which may wait even if those of others leave no room. */
const MAX_WAITING_ASKED = 1000;

/** The room for what waits, shared by all histories that are read at the same time. */
export class WaitingRoom {
  #left: number;
  #change = Promise.withResolvers<void>();

  constructor(size = MAX_WAITING) {
    this.#left = size;
  }

  get isFull(): boolean {
    return this.#left <= 0;
  }

  enter(weight: number): void {
    this.#left -= weight;
  }

  leave(weight: number): void {
    this.#left += weight;
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }

  /** Resolves when something leaves. */
  change(): Promise<void> {
    return this.#change.promise;
  }
}

export type ReadAhead<T> = {
  /** To be gone through once; throws what the source threw. */
  values: AsyncIterable<T>;
  /** Resolves when the source has ended. */
  ended: Promise<void>;
  /** Ends the source, whether its values were wanted or not. */
  stop: () => void;
};

/**
 * Begins at once, and pauses while the room is full, unless its values are asked for.
 *
 * @param weigh how much room a value takes
 */
export function readAhead<T>(
  source: AsyncIterable<T>,
  room: WaitingRoom,
  weigh: (value: T) => number = () => 1,
): ReadAhead<T> {
  let waiting: T[] = [];
  let weight = 0;
  let fault: { error: unknown } | undefined;
  let [hasEnded, isStopped, isAsked] = [false, false, false];
  let arrival = Promise.withResolvers<void>();
  const take = () => {
    const values = waiting;
    waiting = [];
    room.leave(weight);
    weight = 0;
    return values;
  };
  const stop = () => {
    isStopped = true;
    take();
  };
  const mayGoOn = () =>
    isStopped || !room.isFull || (isAsked && waiting.length < MAX_WAITING_ASKED);
  const read = async () => {
    try {
      for await (const value of source) {
        if (isStopped) return;
        waiting.push(value);
        weight += weigh(value);
        room.enter(weigh(value));
        arrival.resolve();
        while (!mayGoOn()) await room.change();
      }
    } catch (error) {
      fault = { error };
    } finally {
      hasEnded = true;
      arrival.resolve();
    }
  };
  const ended = read();
  async function* values(): AsyncGenerator<T> {
    isAsked = true;
    try {
      for (;;) {
        yield* take();
        if (waiting.length > 0) continue;
        if (fault) throw fault.error;
        if (hasEnded) return;
        arrival = Promise.withResolvers();
        await arrival.promise;
      }
    } finally {
      stop();
    }
  }
  return { values: values(), ended, stop };
}
