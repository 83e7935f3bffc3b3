/**
 * Every setting: how its text is parsed, its default, and whether it is a secret, which is never
 * shown, only whether it is set. Every address is one but BASE_URL, since many hold a password or a
 * key. To add a setting, add an entry here and a row in docs/settings.md.
 */
import { isIP } from 'node:net';
import { z } from 'zod';
import { BUCKET_URL_FORM, parseBucketUrl } from '../bucket/bucket-url.ts';

const Text = z.string().min(1);
const matching = (pattern: RegExp, message: string) => z.string().regex(pattern, message);
const satisfying = (isRight: (text: string) => boolean, message: string) =>
  z.string().refine(isRight, message);
const addressWith = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `must be an address like ${example}` });

const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const BaseUrl = addressWith(/^https?$/, 'https://signals.example.org')
  .refine(
    (url) => /^https?:\/\/[^/?#@]+\/*$/.test(url),
    'must have no path, query, fragment or password: pages link from the root, and show it',
  )
  .transform(withoutSlash);
const Port = wholeNumber('port number', 1, 65_535);
const LogLevel = oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent');
const Flag = z.enum(['true', 'false'], { error: 'must be true or false' });
const GitBaseUrl = satisfying(
  isRepositoryBase,
  'must be an address like https://git.example.org/mirrors',
).transform(withoutSlash);
const GitHubApiUrl = addressWith(/^https?$/, 'https://git.example.org/api/v3').transform(
  withoutSlash,
);
const Tokens = matching(/^[\w-]+(?:,[\w-]+)*$/, 'must be tokens, separated by commas');
/** The proxies in front of the service: a number of hops, or their addresses. */
const TrustedProxies = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => (parts.length === 1 && isHopCount(parts[0] ?? '')) || parts.every(isNetwork),
    'must be a number of proxies from 1 to 9, or addresses and networks like 10.0.0.0/8, separated by commas',
  )
  .transform((parts) => (isHopCount(parts[0] ?? '') ? Number(parts[0]) : parts));
const RedisUrl = satisfying(
  isRedisUrl,
  'must be an address like redis://localhost:6379 or rediss://user:password@host:6379/0',
);
const OperatorName = matching(/^\P{Cc}+$/u, 'must be one line').max(
  100,
  'must have at most 100 characters',
);
const EvmAddress = matching(
  /^0x[0-9a-fA-F]{40}$/,
  'must be an address like 0x036CbD53842c5426634e7929541eC2318f3dCF7e',
);
const EvmAddresses = matching(
  /^(?:0x[0-9a-fA-F]{40}(?:,|$))*$/,
  'must be addresses of contracts, separated by commas',
);
const PrivateKey = matching(
  /^0x[0-9a-fA-F]{64}$/,
  'must be a private key: 0x and 64 hexadecimal digits',
);
const EvmNetwork = matching(
  /^(?:eip155:[1-9]\d{0,14}|[a-z][a-z-]+)$/,
  'must be a network like base or eip155:8453',
);
const SolanaAddress = matching(
  /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  'must be a Solana address in base58',
);
const DatabaseUrl = addressWith(
  /^postgres(?:ql)?$/,
  'postgres://user:password@host:5432/bellwether',
);
const BucketUrl = satisfying((text) => parseBucketUrl(text) !== undefined, BUCKET_URL_FORM);
const SmtpUrl = addressWith(/^smtps?$/, 'smtp://user:password@host:587');
const MailFrom = z.string().max(320).includes('@', { error: 'must hold an e-mail address' });

export const SETTINGS = {
  PORT: shown(Port.default(8080)),
  HOST: shown(Text.default('127.0.0.1')),
  BASE_URL: shown(BaseUrl.optional()),
  DATA_DIR: shown(Text.default('var')),
  LOG_LEVEL: shown(LogLevel.default('warn')),
  LOG_CLIENT_ADDRESS: shown(Flag.default('false')),
  METRICS_PORT: shown(Port.optional()),
  GIT_BASE_URL: secret(GitBaseUrl.default('https://github.com')),
  GITHUB_API_URL: secret(GitHubApiUrl.default('https://api.github.com')),
  GITHUB_TOKENS: secret(Tokens.default('')),
  SCHEDULE_GRACE_HOURS: shown(wholeNumber('number of hours', 1, 72).default(3)),
  SCHEDULE_JOBS: shown(wholeNumber('number of repositories', 0, 64).default(4)),
  SCHEDULE_PAUSE_SECONDS: shown(wholeNumber('number of seconds', 0, 3600).default(1)),
  COLLECT_PER_HOST: shown(wholeNumber('number of companies', 1, 1000).default(8)),
  GIT_IDLE_SECONDS: shown(wholeNumber('number of seconds', 1, 86_400).default(600)),
  GIT_TOTAL_SECONDS: shown(wholeNumber('number of seconds', 1, 604_800).default(21_600)),
  COPIES_MAX_GB: shown(wholeNumber('number of gigabytes', 1, 100_000).default(50)),
  TRUSTED_PROXIES: shown(TrustedProxies.optional()),
  REDIS_URL: secret(RedisUrl.optional()),
  CLICKHOUSE_URL: secret(HttpUrl.optional()),
  CONTACT_EMAIL: shown(z.email('must be an address like contact@example.org').max(254).optional()),
  OPERATOR_NAME: shown(OperatorName.optional()),
  X402_PRIVATE_KEY: secret(PrivateKey.optional()),
  X402_FACILITATOR_URL: secret(HttpUrl.optional()),
  DATABASE_URL: secret(DatabaseUrl.optional()),
  EDITIONS_URL: secret(BucketUrl.optional()),
  X402_PAY_TO: shown(EvmAddress.optional()),
  X402_NETWORK: shown(EvmNetwork.optional()),
  X402_ASSET: shown(EvmAddress.optional()),
  X402_RPC_URL: secret(HttpUrl.optional()),
  X402_CONFIRMATIONS: shown(wholeNumber('number of blocks', 1, 1000).default(1)),
  X402_WALLET_FACTORIES: shown(EvmAddresses.default('')),
  SOLANA_RPC_URL: secret(HttpUrl.optional()),
  SOLANA_PAY_TO: shown(SolanaAddress.optional()),
  SOLANA_MINT: shown(SolanaAddress.optional()),
  SOLANA_CLUSTER: shown(oneOf('devnet', 'testnet', 'mainnet-beta').default('devnet')),
  STRIPE_SECRET_KEY: secret(Text.optional()),
  STRIPE_WEBHOOK_SECRET: secret(Text.optional()),
  STRIPE_PRICE_ID: shown(Text.optional()),
  SMTP_URL: secret(SmtpUrl.optional()),
  MAIL_FROM: shown(MailFrom.optional()),
  READER_URL: secret(HttpUrl.transform(withoutSlash).optional()),
  READER_MODEL: shown(Text.max(200).optional()),
  READER_KEY: secret(Text.optional()),
  BELLWETHER_API_KEY: secret(Text.optional()),
} as const;

export type SettingName = keyof typeof SETTINGS;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export type SettingValues = { [N in SettingName]: z.infer<(typeof SETTINGS)[N]['schema']> };

function shown<S extends z.ZodType>(schema: S) {
  return { schema, isSecret: false };
}

function secret<S extends z.ZodType>(schema: S) {
  return { schema, isSecret: true };
}

function oneOf<const V extends readonly string[]>(...values: V) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

/** @param noun `number of hours` */
function wholeNumber(noun: string, min: number, max: number) {
  return z.coerce
    .number(`must be a ${noun}`)
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

function isHopCount(text: string): boolean {
  return /^[1-9]$/.test(text);
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits < 0 || address.includes('%') || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

/** A base address that git can clone from once a repository's name is appended. */
function isRepositoryBase(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^(?:https?|ssh|git|file):$/.test(url.protocol) && !/[?#\s]/.test(text);
}

/** Has a host, and no path except a database number. */
function isRedisUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^rediss?:$/.test(url.protocol)) return false;
  return url.hostname !== '' && /^\/?\d{0,4}$/.test(url.pathname);
}
