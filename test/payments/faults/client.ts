/**
 * A client that spends from several keys. It repeats an interrupted request with the same
 * Idempotency-Key until it is answered, and records every answer.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { KillableService } from './killable-service.ts';

type Answer = {
  status: number;
  body: string;
  /** `X-Credits-Balance` */
  balance: number;
  /** `Idempotent-Replayed` */
  isReplayed: boolean;
  /** How often it was sent before. */
  retries: number;
};

/** A question under one Idempotency-Key, and every answer to it. */
export type Asked = {
  /** Index of the key that it is asked with. */
  key: number;
  name: string;
  idempotencyKey: string;
  answers: Answer[];
};
export type Client = { asked: Asked[]; faults: string[] };

type Spending = {
  service: KillableService;
  keys: readonly string[];
  random: () => number;
  /** Once aborted, no new question is asked; a pending one is finished. */
  signal: AbortSignal;
};

const SOLD = ['acorn', 'birch', 'Acorn Example', 'Nut Store'];
/** The first is not tracked, and the second is not covered in the last period. */
const MISSES = ['no such startup', 'cedar'];
/** Shares of requests that are repeated later, sent twice at once, and find nothing. */
const SHARES = { repeated: 0.1, doubled: 0.05, missed: 0.1 };
const RETRY_PAUSE_MS = 10;
const TIMEOUT_MS = 30_000;

export async function spend(spending: Spending): Promise<Client> {
  const { keys, random, signal } = spending;
  const client: Client = { asked: [], faults: [] };
  const lowest = keys.map(() => Number.POSITIVE_INFINITY);
  while (!signal.aborted) {
    const question = nextQuestion(client, spending);
    const times = random() < SHARES.doubled ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: times }, () => insist(question, spending, client)),
    );
    question.answers.push(...answers);
    const balances = answers.map(({ balance }) => balance);
    const earlier = lowest[question.key] ?? 0;
    if (!balances.every((balance) => balance <= earlier))
      client.faults.push(`a balance rose from ${earlier} to ${balances.join()}`);
    lowest[question.key] = Math.min(earlier, ...balances);
  }
  return client;
}

function nextQuestion({ asked }: Client, { keys, random }: Spending): Asked {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const earlier = random() < SHARES.repeated ? pick(asked) : undefined;
  if (earlier?.answers.every(({ status }) => status === 200)) return earlier;
  const question: Asked = {
    key: Math.floor(random() * keys.length),
    name: pick(random() < SHARES.missed ? MISSES : SOLD) ?? '',
    idempotencyKey: randomUUID(),
    answers: [],
  };
  asked.push(question);
  return question;
}

/** Asks until it is answered. */
async function insist(
  { key, name, idempotencyKey }: Asked,
  { service, keys }: Spending,
  { faults }: Client,
): Promise<Answer> {
  for (let retries = 0; ; retries++) {
    const origin = await service.origin();
    try {
      const response = await fetch(`${origin}/api/agent/deep-signal`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${keys[key]}`,
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify({ name }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { status, headers } = response;
      const body = await response.text();
      const balance = Number(headers.get('x-credits-balance') ?? Number.NaN);
      const isReplayed = headers.get('idempotent-replayed') === 'true';
      if (status < 500) return { status, body, balance, isReplayed, retries };
      faults.push(`an answer of ${status}: ${body}`);
    } catch (error) {
      // `fetch` fails this way for a refused or broken connection.
      if (!(error instanceof TypeError)) throw error;
    }
    await delay(RETRY_PAUSE_MS);
  }
}
