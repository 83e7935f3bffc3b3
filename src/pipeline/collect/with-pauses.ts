/** Limits the rate of requests to the hosting service. */
import { setTimeout as delay } from 'node:timers/promises';
import type { HistorySource } from './collect-companies.ts';

/** The same source, with a minimum pause between the starts of any two repositories. */
export function withPauses(source: HistorySource, pauseMs: number): HistorySource {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    key: source.key,
    open: async (repository, signal) => {
      const mine = turn;
      turn = mine.then(() => delay(pauseMs, undefined, { signal })).catch(() => undefined);
      await mine;
      return source.open(repository, signal);
    },
  };
}
