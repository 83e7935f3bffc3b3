/** Settings of everything that is sold: where books are kept, and the rails that money comes on. */
import { z } from 'zod';

const EvmAddress = z
  .string()
  .regex(
    /^0x[0-9a-fA-F]{40}$/,
    'must be an address like 0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  );
const SolanaAddress = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'must be a Solana address in base58');
const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

export const PAYMENT_SETTINGS = {
  DATABASE_URL: z
    .string()
    .refine(
      (text) => /^postgres(?:ql)?:$/.test(URL.parse(text)?.protocol ?? ''),
      'must be an address like postgres://user:password@host:5432/bellwether',
    )
    .optional(),
  X402_PAY_TO: EvmAddress.optional(),
  X402_NETWORK: z
    .string()
    .regex(/^(?:eip155:[1-9]\d{0,14}|[a-z][a-z-]+)$/, 'must be a network like base or eip155:8453')
    .optional(),
  X402_ASSET: EvmAddress.optional(),
  X402_RPC_URL: HttpUrl.optional(),
  X402_PRIVATE_KEY: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'must be a private key: 0x and 64 hexadecimal digits')
    .optional(),
  X402_FACILITATOR_URL: HttpUrl.optional(),
  X402_CONFIRMATIONS: z.coerce
    .number('must be a number of blocks')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(1000, 'must be at most 1000')
    .default(1),
  X402_WALLET_FACTORIES: z
    .string()
    .regex(/^(?:0x[0-9a-fA-F]{40}(?:,|$))*$/, 'must be addresses of contracts, separated by commas')
    .default(''),
  SOLANA_RPC_URL: HttpUrl.optional(),
  SOLANA_PAY_TO: SolanaAddress.optional(),
  SOLANA_MINT: SolanaAddress.optional(),
  SOLANA_CLUSTER: z
    .enum(['devnet', 'testnet', 'mainnet-beta'], {
      error: 'must be one of devnet, testnet, mainnet-beta',
    })
    .default('devnet'),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_PRICE_ID: z.string().min(1).optional(),
  SMTP_URL: z
    .string()
    .refine(
      (text) => /^smtps?:$/.test(URL.parse(text)?.protocol ?? ''),
      'must be an address like smtp://user:password@host:587',
    )
    .optional(),
  MAIL_FROM: z.string().max(320).includes('@', { error: 'must hold an e-mail address' }).optional(),
  BELLWETHER_API_KEY: z.string().min(1).optional(),
} as const;

export const PAYMENT_SECRETS = [
  'DATABASE_URL',
  'X402_RPC_URL',
  'X402_PRIVATE_KEY',
  'SOLANA_RPC_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'BELLWETHER_API_KEY',
] as const;

type Values = { [N in keyof typeof PAYMENT_SETTINGS]: z.infer<(typeof PAYMENT_SETTINGS)[N]> };
type ReadSetting = <N extends keyof Values>(name: N) => Values[N] | undefined;

/** Settings of a rail, or the names that are missing for it; `[]` where none is set. */
export type RailSettings<T> =
  | { isComplete: true; settings: T }
  | { isComplete: false; missing: string[] };

export type PaymentConfig = {
  /** A `postgres://` address; SQLite in the data folder without it. */
  databaseUrl: string | undefined;
  x402: RailSettings<{
    payTo: string;
    network: string;
    asset: string;
    rpcUrl: string;
    settleBy: { privateKey: string } | { facilitatorUrl: string };
    confirmations: number;
    walletFactories: string[];
  }>;
  solana: RailSettings<{ rpcUrl: string; payTo: string; mint: string; cluster: string }>;
  checkout: RailSettings<{
    secretKey: string;
    webhookSecret: string;
    priceId: string;
    smtpUrl: string;
    mailFrom: string;
  }>;
  /** The caller's own key, where the service speaks MCP with the program that started it. */
  apiKey: string | undefined;
};

export function paymentConfig(read: ReadSetting): PaymentConfig {
  const privateKey = read('X402_PRIVATE_KEY');
  const facilitatorUrl = read('X402_FACILITATOR_URL');
  return {
    databaseUrl: read('DATABASE_URL'),
    x402: complete(
      {
        X402_PAY_TO: read('X402_PAY_TO'),
        X402_NETWORK: read('X402_NETWORK'),
        X402_ASSET: read('X402_ASSET'),
        X402_RPC_URL: read('X402_RPC_URL'),
        'X402_PRIVATE_KEY or X402_FACILITATOR_URL': privateKey ?? facilitatorUrl,
      },
      {
        confirmations: read('X402_CONFIRMATIONS') ?? 1,
        walletFactories: (read('X402_WALLET_FACTORIES') ?? '').split(',').filter(Boolean),
      },
      (given, others) => ({
        payTo: given.X402_PAY_TO,
        network: given.X402_NETWORK,
        asset: given.X402_ASSET,
        rpcUrl: given.X402_RPC_URL,
        settleBy:
          privateKey !== undefined
            ? { privateKey }
            : { facilitatorUrl: given['X402_PRIVATE_KEY or X402_FACILITATOR_URL'] },
        ...others,
      }),
    ),
    solana: complete(
      {
        SOLANA_RPC_URL: read('SOLANA_RPC_URL'),
        SOLANA_PAY_TO: read('SOLANA_PAY_TO'),
        SOLANA_MINT: read('SOLANA_MINT'),
      },
      { cluster: read('SOLANA_CLUSTER') ?? 'devnet' },
      (given, others) => ({
        rpcUrl: given.SOLANA_RPC_URL,
        payTo: given.SOLANA_PAY_TO,
        mint: given.SOLANA_MINT,
        ...others,
      }),
    ),
    checkout: complete(
      {
        STRIPE_SECRET_KEY: read('STRIPE_SECRET_KEY'),
        STRIPE_WEBHOOK_SECRET: read('STRIPE_WEBHOOK_SECRET'),
        STRIPE_PRICE_ID: read('STRIPE_PRICE_ID'),
        SMTP_URL: read('SMTP_URL'),
        MAIL_FROM: read('MAIL_FROM'),
      },
      {},
      (given) => ({
        secretKey: given.STRIPE_SECRET_KEY,
        webhookSecret: given.STRIPE_WEBHOOK_SECRET,
        priceId: given.STRIPE_PRICE_ID,
        smtpUrl: given.SMTP_URL,
        mailFrom: given.MAIL_FROM,
      }),
    ),
    apiKey: read('BELLWETHER_API_KEY'),
  };
}

function complete<N extends string, O, T>(
  given: Readonly<Record<N, string | undefined>>,
  others: O,
  settings: (given: Readonly<Record<N, string>>, others: O) => T,
): RailSettings<T> {
  const entries = Object.entries<string | undefined>(given);
  const missing = entries.filter(([, value]) => value === undefined).map(([name]) => name);
  // None is undefined where none is missing.
  if (missing.length === 0)
    return { isComplete: true, settings: settings(given as Record<N, string>, others) };
  return { isComplete: false, missing: missing.length === entries.length ? [] : missing };
}
