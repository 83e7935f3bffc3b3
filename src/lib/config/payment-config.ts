/** The configuration of sales: where the books are kept, and which rails accept payment. */
import type { SettingName, SettingValues } from './settings.ts';

/** Settings of a rail, or the names of missing ones; `missing` is `[]` if none is set. */
type RailSettings<T> = { isComplete: true; settings: T } | { isComplete: false; missing: string[] };

export type PaymentConfig = ReturnType<typeof paymentConfig>;

export function paymentConfig(values: SettingValues) {
  const required = <N extends SettingName>(name: N) => ({ name, value: values[name] });
  return {
    /** A `postgres://` address; if undefined, SQLite in the data folder. */
    databaseUrl: values.DATABASE_URL,
    x402: rail(
      {
        payTo: required('X402_PAY_TO'),
        network: required('X402_NETWORK'),
        asset: required('X402_ASSET'),
        rpcUrl: required('X402_RPC_URL'),
        settleBy: {
          name: 'X402_PRIVATE_KEY or X402_FACILITATOR_URL',
          value: x402Settlement(values),
        },
      },
      {
        confirmations: values.X402_CONFIRMATIONS,
        walletFactories: values.X402_WALLET_FACTORIES.split(',').filter(Boolean),
      },
    ),
    solana: rail(
      {
        rpcUrl: required('SOLANA_RPC_URL'),
        payTo: required('SOLANA_PAY_TO'),
        mint: required('SOLANA_MINT'),
      },
      { cluster: values.SOLANA_CLUSTER },
    ),
    checkout: rail(
      {
        secretKey: required('STRIPE_SECRET_KEY'),
        webhookSecret: required('STRIPE_WEBHOOK_SECRET'),
        priceId: required('STRIPE_PRICE_ID'),
        smtpUrl: required('SMTP_URL'),
        mailFrom: required('MAIL_FROM'),
      },
      {},
    ),
    /** The caller's own key, if the service speaks MCP over stdio with the program that started it. */
    apiKey: values.BELLWETHER_API_KEY,
  };
}

function x402Settlement({ X402_PRIVATE_KEY, X402_FACILITATOR_URL }: SettingValues) {
  if (X402_PRIVATE_KEY !== undefined) return { privateKey: X402_PRIVATE_KEY };
  return X402_FACILITATOR_URL === undefined ? undefined : { facilitatorUrl: X402_FACILITATOR_URL };
}

type Required<V> = { name: string; value: V | undefined };

function rail<R extends Record<string, unknown>, O>(
  required: { [F in keyof R]: Required<R[F]> },
  others: O,
): RailSettings<R & O> {
  const fields = Object.entries<Required<unknown>>(required);
  const missing = fields.filter(([, { value }]) => value === undefined);
  if (missing.length > 0)
    return {
      isComplete: false,
      missing: missing.length === fields.length ? [] : missing.map(([, { name }]) => name),
    };
  const values = Object.fromEntries(fields.map(([field, { value }]) => [field, value])) as R;
  return { isComplete: true, settings: { ...values, ...others } };
}
