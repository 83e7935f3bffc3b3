import { z } from 'zod';
import { isSignature, REDEEMABLE_SECONDS, type SolanaRail } from '../../../payments/solana/rail.ts';
import { type OperationContext, Reply } from '../../operation/context.ts';
import { documented, NoInput, operation } from '../../operation/operation.ts';
import {
  KEY_LIMIT,
  keyHolder,
  NOT_CONFIGURED,
  notConfigured,
  paymentsOf,
  SUSPENDED,
  UNAUTHORIZED,
  UNAVAILABLE,
} from '../../operation/paid.ts';

const PATH = '/api/agent/deep-signal/solana';
const EXAMPLE =
  '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

function railOf(context: OperationContext): SolanaRail {
  const { solana } = paymentsOf(context);
  if (solana) return solana;
  throw notConfigured('Payment on Solana is not configured here.');
}

/** Specification, section 4: what a top-up costs and where it is paid. */
const requirements = operation({
  name: 'get_solana_requirements',
  summary: 'What a top-up of a credit key on Solana costs, and where it is paid',
  description:
    'The cluster, the mint, the owner to pay and the amount; the transfer is then redeemed with its signature by POST.',
  tag: 'Paid',
  input: NoInput,
  output: z.object({
    accepts: z.array(
      z.object({
        scheme: z.literal('spl-transfer'),
        cluster: z.enum(['devnet', 'testnet', 'mainnet-beta']),
        mint: z.string().meta({ description: 'Of the stablecoin' }),
        payTo: z.string().meta({ description: 'Owner of the token account that is paid to' }),
        amount: z.string().meta({ description: 'Of a pack, in the mint’s smallest unit' }),
        decimals: z.int(),
        creditsGranted: z.int().min(1).meta({ description: 'For each whole amount' }),
        commitment: z.literal('finalized'),
        redeemableForSeconds: z.int(),
        memo: z.string().meta({
          description:
            'Optional memo of the transaction: with it, only the key of that public id can redeem the transfer',
        }),
      }),
    ),
    redeemUrl: z.url().meta({ description: 'POST {"signature"} with the key there' }),
  }),
  rest: { path: PATH, type: 'application/json' },
  errors: documented(NOT_CONFIGURED),
  examples: [{}],
  isLive: true,
  run: async (_, context) => {
    const { cluster, mint, payTo, price, decimals, credits } = railOf(context).settings;
    const transfer = {
      scheme: 'spl-transfer',
      cluster,
      mint,
      payTo,
      amount: price.toString(),
      decimals,
      creditsGranted: credits,
      commitment: 'finalized',
      redeemableForSeconds: REDEEMABLE_SECONDS,
      memo: 'bellwether:<the 12 characters after bw_ of your key>',
    };
    return { accepts: [transfer], redeemUrl: context.published.addresses.at(PATH) };
  },
});

/** Specification, section 4: a top-up. */
const redemption = operation({
  name: 'redeem_solana_payment',
  summary: 'Tops a credit key up for a stablecoin transfer on Solana',
  description:
    'The transfer counts once it is final, with any instructions: the amount paid is what the recipient’s token accounts of the mint gained. Each signature is redeemed once, within seven days.',
  tag: 'Paid',
  input: z.strictObject({
    signature: z
      .string('must be a transaction signature')
      .refine(isSignature, 'must be a transaction signature: 64 bytes in base58')
      .meta({ description: 'Of the transfer, base58', example: EXAMPLE }),
  }),
  output: z.object({
    balance: z.int().nonnegative().meta({ description: 'Of the key, after it' }),
    creditsGranted: z.int().min(1),
  }),
  rest: { methods: ['POST'], path: PATH, type: 'application/json' },
  effects: { isIdempotent: false, isOnChain: true },
  needs: 'credit-key',
  keyLimit: KEY_LIMIT,
  replyHeaders: { 'X-Credits-Balance': 'Credits that there are now' },
  errors: documented({
    ...UNAUTHORIZED,
    '402 payment-not-found': 'no final transaction has the signature yet; ask again later',
    '402 payment-too-small': 'it paid less than a pack costs',
    '409 already-redeemed': 'the signature was redeemed before',
    '422 payment-failed': 'the transaction failed on chain',
    '422 wrong-recipient': 'it paid nothing of the mint to the recipient',
    '422 payment-too-old': 'it is older than seven days',
    '422 payment-of-another-key': 'its memo names another key',
    '422 memo-unclear':
      'its memo is meant for a key, but it is unclear which one; it cannot be redeemed',
    '422 balance-too-large': 'the key would have more than 2⁵³ − 1 credits; nothing is redeemed',
    ...NOT_CONFIGURED,
    ...UNAVAILABLE,
    ...SUSPENDED,
  }),
  examples: [{ signature: EXAMPLE }],
  isLive: true,
  run: async ({ signature }, context, caller) => {
    const solana = railOf(context);
    const holder = await keyHolder(caller);
    const { balance, granted } = await solana.redeem(holder, signature);
    const body = { balance, creditsGranted: granted };
    return new Reply(body, { 'x-credits-balance': String(balance) });
  },
});

export default [requirements, redemption];
