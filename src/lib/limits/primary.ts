/** Token buckets in the primary process, shared by all of its workers. */
import type { ProcessChannel } from '../process-channel.ts';
import type { Limiter, Policy, StoreWatch } from './limiter.ts';
import { remoteLimiter } from './remote.ts';
import type { Decision } from './token-bucket.ts';

const QUESTION = 'take-token';
const ANSWER_TIMEOUT_MS = 250;

type TakeRequest = { policy: Policy; client: string };

/** The worker's side. */
export function primaryLimiter(primary: ProcessChannel, watch: StoreWatch): Limiter {
  return remoteLimiter(async (policy, client) => {
    const taking: TakeRequest = { policy, client };
    // The cast is safe: both processes run the same version of this module.
    return (await primary.ask(QUESTION, taking, ANSWER_TIMEOUT_MS)) as Decision;
  }, watch);
}

/** The primary's side. */
export function answerWorker(worker: ProcessChannel, limiter: Limiter): void {
  worker.answer(QUESTION, (input) => {
    const { policy, client } = input as TakeRequest;
    return limiter.take(policy, client);
  });
}
