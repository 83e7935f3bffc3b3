/** Deep signals paid by x402: one authorization for each purchase, however often it is sent. */
import type { Answer, Client, Input } from './client.ts';
import { errorIn, retryAfterOf } from './errors.ts';
import { type Fetch, type Persistence, retryAfterMs, send } from './send.ts';

/**
 * Wraps `fetch` so that it pays when a 402 asks for it: `payWith(account, …)`, or a client of your
 * choice, such as `(fetch) => wrapFetchWithPayment(fetch, client)` of `@x402/fetch`.
 */
export type Payer = (fetch: Fetch) => Fetch;

/** Headers with a signed authorization. Anyone who has them can settle it. */
export type SignedPayment = Readonly<Record<string, string>>;

export type Settlement = { txHash: string; network: string; payer: string };

export type X402Purchase = { answer: Answer<'buyDeepSignal'>; settlement: Settlement };

export type X402Options = {
  signal?: AbortSignal;
  /** Maximum time to poll for the result of a payment that was sent; 120000 by default. */
  patienceMs?: number;
} & (
  | { payer: Payer }
  /** From an unsettled purchase: settles it, or fetches the answer again. */
  | { payment: SignedPayment }
);

/**
 * An authorization was sent, but it is unknown whether it was settled. Buy again with `payment`: it
 * is charged once, and only for the same name.
 */
export class UnsettledPaymentError extends Error {
  readonly payment: SignedPayment;

  constructor(payment: SignedPayment, cause: unknown) {
    super('A payment was sent, and whether it was settled is not known.', { cause });
    this.name = 'UnsettledPaymentError';
    this.payment = payment;
  }
}

/**
 * @throws BellwetherApiError if nothing was settled: `payment-required` with the reason,
 *   `not-tracked`, `payment-not-configured`, …
 * @throws UnsettledPaymentError
 */
export async function buyWithX402(
  client: Client,
  input: Input<'buyDeepSignal'>,
  options: X402Options,
): Promise<X402Purchase> {
  const { signal, patienceMs = 120_000 } = options;
  const resumed = 'payment' in options ? options.payment : undefined;
  const sender = new PaymentSender(patienceMs, signal);
  try {
    const response = await client.request('buyDeepSignal', input, {
      signal,
      headers: resumed ?? {},
      through: (fetch) => {
        const steady = sender.over(fetch);
        return 'payer' in options ? options.payer(steady) : steady;
      },
      // The sender below the payer does the retries.
      retries: 0,
    });
    const answer = (await response.json()) as X402Purchase['answer'];
    return { answer, settlement: settlementIn(response.headers) };
  } catch (error) {
    throw sender.isUnsettled && sender.payment
      ? new UnsettledPaymentError(sender.payment, error)
      : error;
  }
}

const PAYMENT_HEADERS = ['payment-signature', 'x-payment'] as const;
/** Interval between requests for a settlement, if the service names none. */
const PENDING_PAUSE_MS = 2_000;

/** Statuses that make the outcome of the payment certain. */
const CONCLUSIVE = new Set([200, 402, 404]);

/** Sends the requests of one purchase, all with the same payment. */
class PaymentSender {
  readonly #persistence: Pick<Persistence, 'signal' | 'patienceMs' | 'isRepeatable'>;
  /** The payment as it was sent. */
  payment: SignedPayment | undefined;
  /** It was sent, and no response has told its outcome. */
  isUnsettled = false;

  constructor(patienceMs: number, signal: AbortSignal | undefined) {
    this.#persistence = { signal, patienceMs, isRepeatable: true };
  }

  over(fetch: Fetch): Fetch {
    const persistence = this.#persistence;
    return async (input, init) => {
      const request = new Request(input, init);
      const payment = paymentIn(request.headers);
      if (!payment) return send(fetch, request, { ...persistence, retries: 3 });
      if (this.payment && !isSame(payment, this.payment))
        throw new Error('A second authorization was signed for one purchase; it was not sent.');
      this.payment = payment;
      return send((...paid) => this.#watched(fetch, paid), request, {
        ...persistence,
        retries: Number.POSITIVE_INFINITY,
        waitFor,
      });
    };
  }

  async #watched(fetch: Fetch, request: Parameters<Fetch>): Promise<Response> {
    const was = this.isUnsettled;
    this.isUnsettled = true;
    const response = await fetch(...request);
    const { status } = response;
    if (CONCLUSIVE.has(status)) this.isUnsettled = false;
    // The service refused the request without looking at the payment, so its outcome is as certain as
    // before.
    else if (status < 500 && status !== 409) this.isUnsettled = was;
    return response;
  }
}

const PENDING = new Set(['settlement-pending', 'payment-in-progress']);

async function waitFor(response: Response): Promise<number | undefined> {
  const { status, headers } = response;
  if (status !== 409 && status !== 503) return retryAfterMs(response);
  const seconds = retryAfterOf(headers);
  if (seconds !== undefined) return seconds * 1000;
  return PENDING.has((await errorIn(response.clone())).code) ? PENDING_PAUSE_MS : undefined;
}

function paymentIn(headers: Headers): SignedPayment | undefined {
  const found = PAYMENT_HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function isSame(one: SignedPayment, other: SignedPayment): boolean {
  return PAYMENT_HEADERS.every((name) => one[name] === other[name]);
}

function settlementIn(headers: Headers): Settlement {
  const text = headers.get('payment-response') ?? headers.get('x-payment-response') ?? '';
  const { txHash, network, payer } = JSON.parse(atob(text)) as Settlement;
  return { txHash, network, payer };
}
