/** The context that an operation is called with, and the results that it may return. */
import type { ModelReader } from '../../features/answers/model-reader.ts';
import type { MemberHolder } from '../../features/cohort/members.ts';
import type { StarSource } from '../../features/scout/star-source.ts';
import type { Policy } from '../../lib/limits/limiter.ts';
import type { Holder } from '../../payments/credits/accounts.ts';
import type { Payments } from '../../payments/payments.ts';
import type { SentPayment } from '../../payments/x402/messages.ts';
import type { CycleSource } from '../../pipeline/schedule/cycle.ts';
import type { Published } from '../../published/published.ts';

/** Descriptions of the service that are derived from all of its operations. */
export type Catalog = 'openapi' | 'agent-card' | 'agent-tools';

export type OperationContext = {
  published: Published;
  stars: StarSource;
  cycle: CycleSource;
  /** A language model for questions that the rules decline; undefined if none is configured. */
  reader?: ModelReader | undefined;
  describe: (catalog: Catalog) => unknown;
  /** Undefined if nothing is sold. */
  payments: Payments | undefined;
};

/** The caller, as far as paid operations need to know. */
export type Caller = {
  /** A credit key or a member's key as sent, not yet verified. */
  key: string | undefined;
  /** The account of the key; set once the key has been verified. */
  holder: Holder | undefined;
  /** The holder of a member's key; set once the key has been verified. */
  member?: MemberHolder | undefined;
  /** As sent, not validated; some transports can send values that are not text. */
  idempotencyKey: unknown;
  payment: SentPayment | undefined;
  /** Whether one address serves all rails, so that the credentials decide which is used. */
  picksRail: boolean;
  /**
   * Counts the call towards a rate limit.
   *
   * @param client whose limit it is; the caller's address by default
   * @throws BellwetherError `rate-limited`
   */
  take: (policy: Policy, client?: string) => Promise<void>;
  /** Runs the work once the answer has been delivered. It does not run if delivery fails. */
  afterDelivery: (work: () => Promise<void>) => void;
};

/** A caller on the operator's own machine, with no means of payment. */
export const LOCAL_CALLER: Caller = {
  key: undefined,
  holder: undefined,
  idempotencyKey: undefined,
  payment: undefined,
  picksRail: true,
  take: async () => undefined,
  // A local caller does not confirm delivery, so returning the answer counts as delivery.
  afterDelivery: (work) => void work().catch(() => undefined),
};

/** An answer with headers, for transports that have them. */
export class Reply {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: unknown, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}
