/** Responses of a service whose store is away. */
import assert from 'node:assert/strict';
import { problemIn } from '../../support/service.ts';

export async function isAway(response: Response): Promise<void> {
  assert.equal(response.status, 503);
  assert.match(response.headers.get('retry-after') ?? '', /^[1-9]$/);
  const problem = await problemIn(response);
  assert.equal(problem.code, 'store-unavailable');
  const words = JSON.stringify(problem);
  assert.doesNotMatch(words, /sqlite|\/tmp|disk|127\.0\.0\.1|ECONN|postgres/i);
}

/** `/readyz` stays 200, and shows the state, as the metrics do. */
export async function showsState(origin: string, state: string): Promise<void> {
  assert.equal(await storeState(origin), state);
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  const shown = [...metrics.matchAll(/^bellwether_store_state\{state="(\w+)"\} 1$/gm)];
  assert.deepEqual(
    shown.map(([, name]) => name),
    [state],
  );
}

export async function storeState(origin: string): Promise<string> {
  const ready = await fetch(`${origin}/readyz`);
  assert.equal(ready.status, 200);
  return ((await ready.json()) as { store: string }).store;
}
