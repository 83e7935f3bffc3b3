/** Waits for a database that is away for some time, such as while it is restarted. */
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../lib/errors.ts';
import { WrongClock } from './claims.ts';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
/** If the database is away for longer, the work is given up. */
const MAX_OUTAGE_MS = 600_000;

type Patience = {
  /** Ends the waiting. */
  signal?: AbortSignal | undefined;
  /** Called with each failure, and with undefined once the database has answered. */
  tell: (why: string | undefined) => void;
  maxMs?: number;
};

/** @param ask must be repeatable if it is unknown whether it succeeded */
export async function untilAnswered<T>(
  ask: () => Promise<T>,
  { signal, tell, maxMs = MAX_OUTAGE_MS }: Patience,
): Promise<T> {
  const began = performance.now();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS))
    try {
      const answer = await ask();
      tell(undefined);
      return answer;
    } catch (error) {
      if (error instanceof WrongClock || signal?.aborted || performance.now() - began > maxMs)
        throw error;
      tell(messageOf(error));
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
}

/** Warns once for each reason why the database is away, and once when it is back. */
export function tellOutage(
  warn: (line: string) => void,
  { away, back }: { away: (why: string) => string; back: string },
): Patience['tell'] {
  let told: string | undefined;
  return (why) => {
    if (why === told) return;
    warn(why === undefined ? back : away(why));
    told = why;
  };
}
