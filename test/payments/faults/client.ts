/**
 * A client that spends from several keys and takes no for no answer: a request that is cut off is
 * sent again under the same Idempotency-Key until it is answered. It remembers all it was told.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { KillableService } from './killable-service.ts';

export type Answer = {
  status: number;
  body: string;
  /** `X-Credits-Balance` */
  balance: number;
  /** `Idempotent-Replayed` */
  isReplayed: boolean;
  /** How often it was sent before. */
  retries: number;
};

/** One question under one Idempotency-Key, and every answer to it. */
export type Asked = {
  /** Number of the key that it was asked with. */
  key: number;
  name: string;
  idempotencyKey: string;
  answers: Answer[];
};

export type Client = {
  asked: Asked[];
  /** Answers of 500 and more, by code; they are asked for again. */
  refused: Map<string, number>;
  /** What cannot be, in words. */
  faults: string[];
};

type Spending = {
  service: KillableService;
  keys: readonly string[];
  random: () => number;
  /** Nothing new is asked once it is aborted; what was asked is finished. */
  signal: AbortSignal;
};

const HITS = ['acorn', 'birch', 'Acorn Example', 'Nut Store'];
/** Nobody tracks the first, and the second is not covered in the last period. */
const MISSES = ['no such startup', 'cedar'];
/** Shares of requests that are repeated later, sent twice at once, and find nothing. */
const SHARES = { repeated: 0.1, doubled: 0.05, missed: 0.1 };
const PAUSE_BEFORE_RETRY = 10;
/** A service that is alive answers within this, in milliseconds. */
const PATIENCE = 30_000;

export async function spend(spending: Spending): Promise<Client> {
  const client: Client = { asked: [], refused: new Map(), faults: [] };
  const lowest = spending.keys.map(() => Number.POSITIVE_INFINITY);
  while (!spending.signal.aborted) {
    const asked = nextOf(client, spending);
    const times = spending.random() < SHARES.doubled ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: times }, () => insist(asked, spending, client)),
    );
    asked.answers.push(...answers);
    const known = lowest[asked.key] ?? 0;
    for (const { balance } of answers)
      if (!(balance <= known))
        client.faults.push(`a balance rose from ${known} to ${balance} (${asked.idempotencyKey})`);
    lowest[asked.key] = Math.min(known, ...answers.map(({ balance }) => balance));
  }
  return client;
}

function nextOf({ asked }: Client, { keys, random }: Spending): Asked {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const known = random() < SHARES.repeated ? pick(asked) : undefined;
  if (known?.answers.every(({ status }) => status === 200)) return known;
  const next = {
    key: Math.floor(random() * keys.length),
    name: pick(random() < SHARES.missed ? MISSES : HITS) ?? '',
    idempotencyKey: randomUUID(),
    answers: [],
  };
  asked.push(next);
  return next;
}

/** Asks until it is answered. */
async function insist(
  { key, name, idempotencyKey }: Asked,
  { service, keys }: Spending,
  { refused }: Client,
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
        signal: AbortSignal.timeout(PATIENCE),
      });
      const { status, headers } = response;
      const body = await response.text();
      const balance = Number(headers.get('x-credits-balance') ?? Number.NaN);
      const isReplayed = headers.get('idempotent-replayed') === 'true';
      if (status < 500) return { status, body, balance, isReplayed, retries };
      const { code } = JSON.parse(body);
      refused.set(code, (refused.get(code) ?? 0) + 1);
    } catch (error) {
      // What fetch throws for every connection that is refused or cut off.
      if (!(error instanceof TypeError)) throw error;
    }
    await delay(PAUSE_BEFORE_RETRY);
  }
}
