/**
 * Every setting, read once from the environment (and a `.env` file, which never overrides it) and
 * checked. Settings are documented in docs/settings.md; a test compares the two.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { BellwetherError, messageOf, systemCode } from './errors.ts';

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
} as const;

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
      faults.push(`${name} is ${JSON.stringify(text)}: it ${why}`);
      return undefined;
    }
    const source = given !== undefined ? 'environment' : text !== undefined ? '.env' : 'default';
    settings.push({ name, value: String(parsed.data ?? ''), source });
    // The schema of this very name has just parsed it.
    return parsed.data as z.infer<(typeof SETTINGS)[N]>;
  };
  const port = read('PORT') ?? 0;
  const host = read('HOST') ?? '';
  const baseUrl = read('BASE_URL') ?? `http://localhost:${port}`;
  const dataFolder = resolve(folder, read('DATA_DIR') ?? '');
  const logLevel = read('LOG_LEVEL') ?? 'warn';
  if (faults.length > 0)
    throw new BellwetherError(
      'settings-invalid',
      `The settings cannot be used:\n${faults.join('\n')}`,
    );
  for (const setting of settings) if (setting.name === 'BASE_URL') setting.value = baseUrl;
  return { config: { port, host, baseUrl, dataFolder, logLevel }, settings };
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
    .filter((name) => name.startsWith('BELLWETHER_'))
    .map((name) => `${name} is no setting; the settings are ${SETTING_NAMES.join(', ')}`);
}
