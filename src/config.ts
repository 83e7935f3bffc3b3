/**
 * Every setting, read once from the environment (and a `.env` file, which never overrides it) and
 * checked. Settings are documented in docs/settings.md; a test compares the two.
 */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { BellwetherError, messageOf, systemCode } from './lib/errors.ts';
import {
  PAYMENT_SECRETS,
  PAYMENT_SETTINGS,
  type PaymentConfig,
  paymentConfig,
} from './payment-settings.ts';

const BaseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://signals.example.org' })
  .refine(
    (url) => /^https?:\/\/[^/?#]+\/*$/.test(url),
    'must have no path, query or fragment: pages link from the root',
  )
  .transform((url) => url.replace(/\/+$/, ''));

const Port = z.coerce
  .number('must be a port number')
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(65_535, 'must be at most 65535');

/** Proxies in front of the service: how many one after the other, or which addresses they have. */
const TrustedProxies = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => (parts.length === 1 && isHopCount(parts[0] ?? '')) || parts.every(isNetwork),
    'must be a number of proxies from 1 to 9, or addresses and networks like 10.0.0.0/8, separated by commas',
  )
  .transform((parts) => (isHopCount(parts[0] ?? '') ? Number(parts[0]) : parts));

/** Each setting: how it is checked, and what holds without it. */
const SETTINGS = {
  PORT: Port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  BASE_URL: BaseUrl.optional(),
  DATA_DIR: z.string().min(1).default('var'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, silent',
    })
    .default('warn'),
  GITHUB_TOKENS: z
    .string()
    .regex(/^[\w-]+(?:,[\w-]+)*$/, 'must be tokens, separated by commas')
    .default(''),
  TRUSTED_PROXIES: TrustedProxies.optional(),
  REDIS_URL: z
    .string()
    .refine(
      isRedisUrl,
      'must be an address like redis://localhost:6379 or rediss://user:password@host:6379/0',
    )
    .optional(),
  CONTACT_EMAIL: z.email('must be an address like contact@example.org').max(254).optional(),
  OPERATOR_NAME: z
    .string()
    .max(100, 'must have at most 100 characters')
    .regex(/^\P{Cc}+$/u, 'must be one line')
    .optional(),
  ...PAYMENT_SETTINGS,
} as const;

/** Shown as set or not, never as they are. */
const SECRETS: ReadonlySet<string> = new Set(['GITHUB_TOKENS', 'REDIS_URL', ...PAYMENT_SECRETS]);

type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export type Config = {
  port: number;
  host: string;
  /** What published addresses begin with; no trailing slash. */
  baseUrl: string;
  /** Absolute path of everything that the service writes. */
  dataFolder: string;
  logLevel: string;
  /** Of the hosting service's API; none is enough for little use. */
  gitHubTokens: readonly string[];
  /** Whose word on client addresses is believed: so many hops, or these addresses and networks. */
  trustedProxies: number | readonly string[];
  /** Where rate limits are kept; in memory without it. */
  redisUrl: string | undefined;
  /** Who runs the service, for its documents. */
  operator: { name: string | undefined; email: string | undefined };
  /** What is sold, and how it is paid. */
  payments: PaymentConfig;
};

type SettingSource = 'environment' | '.env' | 'default';
export type LoadedConfig = {
  config: Config;
  /** Each setting as text, and where it came from, in the order of the documentation. */
  settings: { name: SettingName; value: string; source: SettingSource }[];
};

/**
 * @param environment usually `process.env`
 * @param folder where `.env` is looked for, and what relative paths are resolved against
 * @throws BellwetherError `settings-invalid` with every fault at once
 */
export function loadConfig(
  environment: Readonly<Record<string, string | undefined>>,
  folder = process.cwd(),
): LoadedConfig {
  const file = readEnvFile(resolve(folder, '.env'));
  const faults = unknownNames({ ...file, ...environment });
  const settings: LoadedConfig['settings'] = [];
  const read = <N extends SettingName>(name: N): z.infer<(typeof SETTINGS)[N]> | undefined => {
    // An empty value means the same as none: container files cannot leave a name out.
    const given = environment[name] || undefined;
    const text = given ?? (file[name] || undefined);
    const parsed = SETTINGS[name].safeParse(text);
    if (!parsed.success) {
      const why = parsed.error.issues.map(({ message }) => message).join(', ');
      const shown = SECRETS.has(name) ? 'set' : JSON.stringify(text);
      faults.push(`${name} is ${shown}: it ${why}`);
      return undefined;
    }
    const source = given !== undefined ? 'environment' : text !== undefined ? '.env' : 'default';
    const value = String(parsed.data ?? '');
    settings.push({ name, value: SECRETS.has(name) && value !== '' ? '(set)' : value, source });
    // The schema of this very name has just parsed it.
    return parsed.data as z.infer<(typeof SETTINGS)[N]>;
  };
  const port = read('PORT') ?? 0;
  const host = read('HOST') ?? '';
  const baseUrl = read('BASE_URL') ?? `http://localhost:${port}`;
  const dataFolder = resolve(folder, read('DATA_DIR') ?? '');
  const logLevel = read('LOG_LEVEL') ?? 'warn';
  const gitHubTokens = (read('GITHUB_TOKENS') ?? '').split(',').filter((token) => token !== '');
  const trustedProxies = read('TRUSTED_PROXIES') ?? 0;
  const redisUrl = read('REDIS_URL');
  const operator = { email: read('CONTACT_EMAIL'), name: read('OPERATOR_NAME') };
  // The same schemas under the same names, which the compiler cannot see of a generic function.
  const payments = paymentConfig(read as Parameters<typeof paymentConfig>[0]);
  if (faults.length > 0)
    throw new BellwetherError(
      'settings-invalid',
      `The settings cannot be used:\n${faults.join('\n')}`,
    );
  for (const setting of settings) if (setting.name === 'BASE_URL') setting.value = baseUrl;
  return {
    config: {
      port,
      host,
      baseUrl,
      dataFolder,
      logLevel,
      gitHubTokens,
      trustedProxies,
      redisUrl,
      operator,
      payments,
    },
    settings,
  };
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

/** With a host, and nothing but the number of a database as its path. */
function isRedisUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^rediss?:$/.test(url.protocol)) return false;
  return url.hostname !== '' && /^\/?\d{0,4}$/.test(url.pathname);
}

function readEnvFile(path: string): Readonly<Record<string, string | undefined>> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return {};
    throw new BellwetherError('settings-invalid', `${path} cannot be read: ${messageOf(error)}`);
  }
}

/** A name of ours that we do not know is a typing error, and would silently do nothing. */
function unknownNames(names: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(names)
    .filter((name) => name.startsWith('BELLWETHER_') && !(name in SETTINGS))
    .map((name) => `${name} is no setting; the settings are ${SETTING_NAMES.join(', ')}`);
}
