/** What an operation is called with, and what it may answer with beside a body. */
import type { ModelReader } from '../../features/answers/model-reader.ts';
import type { MemberHolder } from '../../features/cohort/members.ts';
import type { StarSource } from '../../features/scout/star-source.ts';
import type { Policy } from '../../lib/limits/limiter.ts';
import type { Holder } from '../../payments/credits/accounts.ts';
import type { Payments } from '../../payments/payments.ts';
import type { SentPayment } from '../../payments/x402/messages.ts';
import type { CycleSource } from '../../pipeline/schedule/cycle.ts';
import type { Published } from '../../published/published.ts';

/** Descriptions of the service that are derived from all operations together. */
export type Catalog = 'openapi' | 'agent-card' | 'agent-tools';

export type OperationContext = {
  published: Published;
  /** Starring histories of the hosting service's users. */
  stars: StarSource;
  /** The weekly cycle, read when it is asked for. */
  cycle: CycleSource;
  /** Reads questions that the rules decline; undefined without one. */
  reader?: ModelReader | undefined;
  describe: (catalog: Catalog) => unknown;
  /** Undefined if nothing is sold. */
  payments: Payments | undefined;
};

/** Who asks, as far as paid operations need to know. */
export type Caller = {
  /** A credit key or a member's key, unchecked: from the Authorization header or the client's environment. */
  key: string | undefined;
  /** The account of a valid key, once it was checked (`authenticated`). */
  holder: Holder | undefined;
  /** Whose key it is, for operations that need a member's, once it was checked. */
  member?: MemberHolder | undefined;
  /** Unchecked; some transports can send something other than text. */
  idempotencyKey: unknown;
  payment: SentPayment | undefined;
  /** Whether the transport has one address for all rails, and what the caller sends picks one. */
  picksRail: boolean;
  /**
   * Counts the call on a policy.
   *
   * @param client whom it is counted for; the caller's address by default
   * @throws BellwetherError `rate-limited`
   */
  take: (policy: Policy, client?: string) => Promise<void>;
  /** Runs the work once the answer has been delivered, if it ever is. */
  afterDelivery: (work: () => Promise<void>) => void;
};

/** Somebody on the operator's own machine, with nothing to pay with. */
export const LOCAL_CALLER: Caller = {
  key: undefined,
  holder: undefined,
  idempotencyKey: undefined,
  payment: undefined,
  picksRail: true,
  take: async () => undefined,
  // Nothing tells whether the answer arrives, so returning it counts as delivery.
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
