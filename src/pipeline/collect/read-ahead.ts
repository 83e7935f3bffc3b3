/** Reads a history while others are still being copied: what comes of it waits until it is asked for. */

/** Commits of one repository that wait, a few megabytes. */
const MAX_WAITING = 20_000;

export type ReadAhead<T> = {
  /** To be gone through once; throws what the source threw. */
  values: AsyncIterable<T>;
  /** Ends the source, whether its values were wanted or not. */
  stop: () => void;
};

/** Begins at once, and pauses while as many values wait as may. */
export function readAhead<T>(source: AsyncIterable<T>, maxWaiting = MAX_WAITING): ReadAhead<T> {
  let waiting: T[] = [];
  let fault: { error: unknown } | undefined;
  let [hasEnded, isStopped] = [false, false];
  let arrival = Promise.withResolvers<void>();
  let room = Promise.withResolvers<void>();
  const stop = () => {
    isStopped = true;
    room.resolve();
  };
  const read = async () => {
    try {
      for await (const value of source) {
        if (isStopped) return;
        waiting.push(value);
        arrival.resolve();
        if (waiting.length >= maxWaiting) await room.promise;
      }
    } catch (error) {
      fault = { error };
    } finally {
      hasEnded = true;
      arrival.resolve();
    }
  };
  void read();
  async function* values(): AsyncGenerator<T> {
    try {
      for (;;) {
        const values = waiting;
        waiting = [];
        room.resolve();
        room = Promise.withResolvers();
        yield* values;
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
  return { values: values(), stop };
}
