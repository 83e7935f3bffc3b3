/** What the paid operations share: who calls, what is offered, and what can go wrong. */
import { z } from 'zod';
import { type DeepSignal, deepSignal, type NoDeepSignal } from '../features/deep-signal/deep-signal.ts';
import { PeriodSlug, Startup } from '../pipeline/edition/record.ts';
import { BellwetherError } from '../lib/errors.ts';
import type { Limit } from '../lib/limits/token-bucket.ts';
import { type Holder, holderOf } from '../payments/credits/accounts.ts';
import { type Offer, sellForCredit } from '../payments/credits/credit-sale.ts';
import type { Payments } from '../payments/payments.ts';
import type { Published } from '../published/published.ts';
import { TypedText } from '../lib/inputs.ts';
import {
  type Caller,
  type DocumentedError,
  type OperationContext,
  Reply,
  STANDARD_LIMIT,
} from './operation.ts';

/** Of a key, on all paid addresses together. */
export const KEY_LIMIT: Limit = { perMinute: 600, burst: 600 };

const { name, slug, sector, stage, geography, signalType, scores, url, evidenceUrl } =
  Startup.shape;
const Count = z.int().nonnegative();
const { composite } = scores.shape;

export const DeepSignalInput = z.strictObject({
  name: TypedText(100).meta({
    description: 'Display name, alias, slug or GitHub organization',
    example: 'langfuse',
  }),
});

export const DeepSignalAnswer = z
  .object({
    found: z.literal(true),
    name,
    slug,
    sector,
    stage,
    geography,
    period: PeriodSlug,
    signalType,
    scores,
    rank: z.object({
      inSector: z.int().min(1),
      sectorTotal: z.int().min(1),
      sectorPercentile: z.int().min(0).max(100).meta({
        description: 'Share of the others in the sector that rank behind it',
      }),
    }),
    thesis: z
      .string()
      .meta({ description: 'Two to four sentences; every number is in the record' }),
    comparables: z
      .array(
        z.object({
          name,
          slug,
          sector,
          similarity: z.number().min(0).max(1),
          composite,
          url: z.url(),
        }),
      )
      .max(5)
      .meta({ description: 'The most similar startups of the period, most similar first' }),
    history: z
      .array(
        z.object({
          period: PeriodSlug,
          commitVelocity14d: Count,
          commitVelocityChangeRatio: z.number().nullable(),
          contributors: Count,
          composite,
        }),
      )
      .max(26)
      .meta({ description: 'Newest first; periods in which it was not covered are left out' }),
    url,
    evidenceUrl,
  })
  .meta({ id: 'DeepSignal', description: 'Specification, section 2' });

export const DeepSignalMiss = z
  .object({
    found: z.literal(false),
    name: z.string().meta({ description: 'The name as it was asked for' }),
    period: PeriodSlug,
    notes: z.array(z.string()),
    nearMisses: z.array(z.object({ name: z.string(), slug: z.string(), url: z.url() })),
  })
  .meta({ id: 'DeepSignalMiss', description: 'Charged nothing; never another startup’s signal' });

export const UNAUTHORIZED: DocumentedError = {
  status: 401,
  code: 'unauthorized',
  when: 'the credit key is missing, malformed, unknown or revoked',
};
export const SUSPENDED: DocumentedError = {
  status: 503,
  code: 'payments-suspended',
  when: 'the books do not balance, and the operator is to look at them',
};
export const NOT_CONFIGURED: DocumentedError = {
  status: 503,
  code: 'payment-not-configured',
  when: 'the operator has not configured this way to pay',
};
export const UNAVAILABLE: DocumentedError = {
  status: 503,
  code: 'payment-unavailable',
  when: 'the payment network does not answer; nothing was charged',
};

/** @throws BellwetherError `payment-not-configured` */
export function paymentsOf({ payments }: OperationContext): Payments {
  if (payments) return payments;
  throw notConfigured('Nothing is sold here.');
}

export function notConfigured(why: string): BellwetherError {
  return new BellwetherError(
    'payment-not-configured',
    `${why} Nothing was charged. get_startup_signal gives the published signal free of charge.`,
  );
}

/**
 * Lets the holder of a key in, as often as keys may. Who has none is limited as everybody else, so
 * that keys cannot be guessed at leisure.
 */
export async function letIn(payments: Payments, caller: Caller): Promise<Holder> {
  const holder = await holderOf(payments.books(), caller.key).catch(async (error: unknown) => {
    await caller.take({ name: 'default', limit: STANDARD_LIMIT });
    throw error;
  });
  await caller.take({ name: 'key', limit: KEY_LIMIT }, holder.accountId);
  return holder;
}

/** A deep signal with what selling it needs to know. */
export async function offer(
  published: Published,
  text: string,
): Promise<{ answer: DeepSignal | NoDeepSignal; offer: Offer }> {
  const answer = await deepSignal(published, text);
  const body = JSON.stringify(answer);
  const company = answer.found ? answer.slug : '';
  return { answer, offer: { isCharged: answer.found, body, company, period: answer.period } };
}

const IdempotencyKey = z.object({
  'Idempotency-Key': z
    .string('must be text')
    .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
    .optional(),
});

function checkedIdempotencyKey({ idempotencyKey }: Caller): string | undefined {
  return IdempotencyKey.parse({ 'Idempotency-Key': idempotencyKey })['Idempotency-Key'];
}

/** Sells for a credit of the caller's key. */
export async function sellByKey(
  input: z.output<typeof DeepSignalInput>,
  context: OperationContext,
  caller: Caller,
): Promise<Reply> {
  const payments = paymentsOf(context);
  const { accountId, publicId } = await letIn(payments, caller);
  const { offer: offered } = await offer(context.published, input.name);
  const idempotencyKey = checkedIdempotencyKey(caller);
  const request = { accountId, input: JSON.stringify(input), idempotencyKey };
  const sale = await sellForCredit(payments.books(), request, offered);
  const { company } = offered;
  const event = sale.isRepeated ? 'repeated' : sale.charged === 1 ? 'sold' : 'not-found';
  payments.watch({ rail: 'credits', event, details: { key: publicId, company } });
  return new Reply(JSON.parse(sale.body), {
    'x-credits-balance': String(sale.balance),
    ...(sale.isRepeated && { 'idempotent-replayed': 'true' }),
  });
}
