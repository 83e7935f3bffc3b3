/** The error that a call rejects with. */
import assert from 'node:assert/strict';
import { BellwetherApiError } from '../../client/index.ts';

export async function refusal(call: Promise<unknown>): Promise<BellwetherApiError> {
  const outcome = await call.catch((error: unknown) => error);
  assert.ok(outcome instanceof BellwetherApiError, String(outcome));
  return outcome;
}
