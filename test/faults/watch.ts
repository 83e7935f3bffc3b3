/** Asks a service over and over while something is broken: whatever is served must be whole. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { SignalsResponse } from '../../src/pipeline/edition/record.ts';

const PAUSE_MS = 200;

export type Watch = {
  /** Ends it. @returns how many requests were answered, and the periods that the answers were of */
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
  // The failure is told at the end.
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

/** The period of all signals, which must be a whole answer. */
export async function currentPeriod(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/signals.json`);
  assert.equal(response.status, 200);
  return SignalsResponse.parse(await response.json()).meta.period.slug;
}
