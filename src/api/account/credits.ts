import { z } from 'zod';
import { creditAccount } from '../../payments/credits/credits.ts';
import { Reply } from '../operation/context.ts';
import { documented, NoInput, operation } from '../operation/operation.ts';
import {
  KEY_LIMIT,
  keyHolder,
  NOT_CONFIGURED,
  paymentsOf,
  SUSPENDED,
  UNAUTHORIZED,
} from '../operation/paid.ts';

const Count = z.int().nonnegative();

/** Specification, section 4: GET /api/account/credits. */
export default operation({
  name: 'get_credits',
  summary: 'The balance of a credit key',
  description:
    'What was bought, what was used and what is left of the key in the Authorization header, and where more is sold.',
  tag: 'Paid',
  input: NoInput,
  output: z
    .object({
      balance: Count,
      purchased: Count.meta({ description: 'Bought, granted and topped up, all together' }),
      consumed: Count.meta({ description: 'Spent and not given back' }),
      lastConsumedAt: z.iso.datetime().nullable(),
      purchaseUrl: z.url(),
    })
    .meta({ id: 'CreditAccount', description: 'Specification, section 2' }),
  rest: { path: '/api/account/credits', type: 'application/json' },
  needs: 'credit-key',
  keyLimit: KEY_LIMIT,
  replyHeaders: { 'X-Credits-Balance': 'Credits that are left' },
  errors: documented({ ...UNAUTHORIZED, ...NOT_CONFIGURED, ...SUSPENDED }),
  examples: [{}],
  isLive: true,
  run: async (_, context, caller) => {
    const payments = paymentsOf(context);
    const { accountId } = await keyHolder(caller);
    const account = await creditAccount(payments.books.open(), accountId);
    const purchaseUrl = context.published.addresses.at('/pricing');
    return new Reply({ ...account, purchaseUrl }, { 'x-credits-balance': String(account.balance) });
  },
});
