/** Polls a service during a fault: every response must be complete. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { SignalsResponse } from '../../src/pipeline/edition/record.ts';

const PAUSE_MS = 200;

export type Watch = {
  /** Stops polling. @returns the number of responses, and their periods */
  end: () => Promise<{ answered: number; periods: Set<string> }>;
};

/** @param origin of a service that must answer every request */
export function watch(origin: string): Watch {
  let isOver = false;
  const periods = new Set<string>();
  let answered = 0;
  const asking = (async () => {
    while (!isOver) {
      periods.add(await currentPeriod(origin));
      answered++;
      await delay(PAUSE_MS);
    }
  })();
  // `stop` reports the failure.
  asking.catch(() => undefined);
  return {
    end: async () => {
      isOver = true;
      await asking;
      assert.ok(answered > 0);
      return { answered, periods };
    },
  };
}

/** The period of all signals, which must be a complete response. */
export async function currentPeriod(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/signals.json`);
  assert.equal(response.status, 200);
  return SignalsResponse.parse(await response.json()).meta.period.slug;
}
