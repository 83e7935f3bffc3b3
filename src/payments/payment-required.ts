/** 402 of x402, which has a body of its own: requirements of version 1; those of 2 in a header. */
import { BellwetherError } from '../lib/errors.ts';

export class PaymentRequiredError extends BellwetherError {
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Those of version 2 themselves, for faces without headers. */
  readonly requirements: Readonly<Record<string, unknown>>;

  /** @param reason why what was sent did not do, in words or as a stable code */
  constructor(
    reason: string,
    sent: Pick<PaymentRequiredError, 'body' | 'headers' | 'requirements'>,
  ) {
    super('payment-required', reason);
    this.body = sent.body;
    this.headers = sent.headers;
    this.requirements = sent.requirements;
  }
}
