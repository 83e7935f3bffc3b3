/** A client of the service, `bellwether/client`. It only needs `fetch`. */
export { type AnswerCache, type CachedAnswer, memoryCache } from './cache.ts';
export {
  type Answer,
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type Input,
  type OperationName,
} from './client.ts';
export { buyWithCredit, type CreditPurchase } from './credits.ts';
export { BellwetherApiError, type ErrorCode, type ValueError } from './errors.ts';
export type { components } from './generated/schema.ts';
export {
  redeemWhenFinal,
  type TopUp,
  type Transfer,
  topUpFromSolana,
  transferMemo,
  type WaitOptions,
} from './solana.ts';
export {
  buyWithX402,
  type Payer,
  type Settlement,
  type SignedPayment,
  UnsettledPaymentError,
  type X402Options,
  type X402Purchase,
} from './x402.ts';
export {
  payWith,
  type SigningAccount,
  type SpendingLimit,
  SpendingLimitError,
} from './x402-signer.ts';
