/** Waits for a database that is away for some time, such as while it is restarted. */
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../lib/errors.ts';
import { WrongClock } from './claims.ts';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
/** If the database is away for longer, the work is given up. */
const MAX_OUTAGE_MS = 600_000;

/**
 * Asks a database that may be away. Warns once for each reason why it does not answer, and once when it
 * answers again.
 *
 * @returns asks until its signal ends the waiting; what it asks must be repeatable if it is unknown whether it
 *   succeeded
 */
export function patientlyWarning(
  warn: (line: string) => void,
  { away, back }: { away: (why: string) => string; back: string },
) {
  let told: string | undefined;
  const tell = (why: string | undefined) => {
    if (why !== told) warn(why === undefined ? back : away(why));
    told = why;
  };
  return async <T>(
    ask: () => Promise<T>,
    { signal, maxMs = MAX_OUTAGE_MS }: { signal?: AbortSignal; maxMs?: number } = {},
  ): Promise<T> => {
    const began = performance.now();
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS))
      try {
        const answer = await ask();
        tell(undefined);
        return answer;
      } catch (error) {
        if (signal?.aborted || performance.now() - began > maxMs) throw error;
        tell(messageOf(error));
        if (error instanceof WrongClock) throw error;
        await delay(pause, undefined, { signal }).catch(() => undefined);
      }
  };
}
