/** The settings, read once from a `.env` file and the environment, which takes precedence. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isWithinEditDistance } from '../edit-distance.ts';
import {
  BellwetherError,
  databaseName,
  messageOf,
  systemCode,
  withoutCredentials,
} from '../errors.ts';
import { paymentConfig } from './payment-config.ts';
import { SETTING_NAMES, SETTINGS, type SettingName, type SettingValues } from './settings.ts';

export type Config = ReturnType<typeof configOf>;

type ShownSetting = {
  name: SettingName;
  value: string;
  source: 'environment' | '.env' | 'default';
};
type LoadedConfig = {
  config: Config;
  settings: ShownSetting[];
  /** Names that look misspelled but may belong to another program. */
  warnings: string[];
};

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * @param variables usually `process.env`
 * @param folder where `.env` is looked for, and against which relative paths are resolved
 * @throws BellwetherError `settings-invalid`, listing all faults
 */
export function loadConfig(variables: Variables, folder = process.cwd()): LoadedConfig {
  const environment = withoutServiceLinks(variables);
  const file = readEnvFile(resolve(folder, '.env'));
  const { faults, warnings } = misspelledNames(environment, file);
  const read = SETTING_NAMES.map((name) => readSetting(name, environment, file));
  faults.push(...read.flatMap(({ fault }) => fault ?? []));
  // Each value was parsed by the schema of its name; `Object.fromEntries` loses that type.
  const values = Object.fromEntries(read.map(({ name, value }) => [name, value])) as SettingValues;
  if (values.METRICS_PORT !== undefined && values.METRICS_PORT === values.PORT)
    faults.push('METRICS_PORT is PORT: metrics need another one, or none to be at /metrics');
  if (values.SCHEDULE_JOBS === 0 && values.DATABASE_URL === undefined)
    faults.push('SCHEDULE_JOBS is 0: without DATABASE_URL, no other process collects');
  if ((values.READER_URL === undefined) !== (values.READER_MODEL === undefined))
    faults.push('READER_URL and READER_MODEL are set together, or neither is');
  if (faults.length > 0)
    throw new BellwetherError(
      'settings-invalid',
      `The settings cannot be used:\n${faults.join('\n')}`,
    );
  const config = configOf(values, folder);
  const settings = read.map(({ name, text, source }) => {
    const value = name === 'BASE_URL' ? config.baseUrl : text;
    const isHidden = SETTINGS[name].isSecret && value !== '' && source !== 'default';
    if (!isHidden) return { name, value: withoutCredentials(value), source };
    // The database's name shows which set of books is in use.
    const place = name === 'DATABASE_URL' ? databaseName(value) : undefined;
    return { name, value: place === undefined ? '(set)' : `(set: ${place})`, source };
  });
  return { config, settings, warnings };
}

function configOf(values: SettingValues, folder: string) {
  return {
    port: values.PORT,
    host: values.HOST,
    /** Prefix of published addresses, without a trailing slash. */
    baseUrl: values.BASE_URL ?? `http://localhost:${values.PORT}`,
    /** Absolute path of the folder for everything that the service writes. */
    dataFolder: resolve(folder, values.DATA_DIR),
    logLevel: values.LOG_LEVEL,
    logsClientAddress: values.LOG_CLIENT_ADDRESS === 'true',
    /** A separate port for metrics; if undefined, they are served at `/metrics`. */
    metricsPort: values.METRICS_PORT,
    /** Prefix of clone addresses, without a trailing slash. */
    gitBaseUrl: values.GIT_BASE_URL,
    gitHubApiUrl: values.GITHUB_API_URL,
    /** May be empty: light use of the hosting service's API needs no token. */
    gitHubTokens: values.GITHUB_TOKENS.split(',').filter((token) => token !== ''),
    /** When the scheduler collects, and how much load it puts on a host. */
    schedule: {
      graceMs: values.SCHEDULE_GRACE_HOURS * 3_600_000,
      jobs: values.SCHEDULE_JOBS,
      pauseMs: values.SCHEDULE_PAUSE_SECONDS * 1000,
    },
    /** How many companies on one host all workers together may clone at the same time. */
    maxPerHost: values.COLLECT_PER_HOST,
    /** When a git process is ended: without progress, and in any case. */
    git: { idleMs: values.GIT_IDLE_SECONDS * 1000, totalMs: values.GIT_TOTAL_SECONDS * 1000 },
    /** Size limits for the data folder, in bytes. */
    disk: {
      maxCopies: values.COPIES_MAX_GB * 1e9,
    },
    /** Proxies trusted for the client's address: a number of hops, or addresses and networks. */
    trustedProxies: values.TRUSTED_PROXIES ?? 0,
    /** Where rate limits are kept; in memory if undefined. */
    redisUrl: values.REDIS_URL,
    /** The ClickHouse server that the ledger is queried on; if undefined, DuckDB in this process. */
    clickHouseUrl: values.CLICKHOUSE_URL,
    operator: { name: values.OPERATOR_NAME, email: values.CONTACT_EMAIL },
    /** The bucket that editions are published to and read from; undefined if they are in a folder. */
    editionsUrl: values.EDITIONS_URL,
    /** The language model for questions that the rules decline; undefined if there is none. */
    reader:
      values.READER_URL === undefined || values.READER_MODEL === undefined
        ? undefined
        : { url: values.READER_URL, model: values.READER_MODEL, key: values.READER_KEY },
    payments: paymentConfig(values),
  };
}

function readSetting(name: SettingName, environment: Variables, file: Variables) {
  // An empty value counts as unset, because container files cannot omit a name. In the environment it
  // also overrides the value in the file.
  const given = environment[name] || undefined;
  const text = environment[name] === undefined ? file[name] || undefined : given;
  const { schema, isSecret } = SETTINGS[name];
  const { data, error } = schema.safeParse(text);
  const why = error?.issues.map(({ message }) => message).join(', ');
  const shown = isSecret ? 'set' : JSON.stringify(text);
  const source: ShownSetting['source'] =
    given !== undefined ? 'environment' : text !== undefined ? '.env' : 'default';
  return {
    name,
    value: data,
    text: String(data ?? ''),
    source,
    fault: why === undefined ? undefined : `${name} is ${shown}: it ${why}`,
  };
}

function readEnvFile(path: string): Variables {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return {};
    throw new BellwetherError('settings-invalid', `${path} cannot be read: ${messageOf(error)}`);
  }
}

function withoutServiceLinks(variables: Variables): Variables {
  const entries = Object.entries(variables);
  return Object.fromEntries(entries.filter(([name, value]) => !isServiceLink(name, value ?? '')));
}

/**
 * Misspelled setting names, which would otherwise be ignored silently. They are faults in the `.env`
 * file, which is ours alone, and warnings in the environment, which is not.
 */
function misspelledNames(
  environment: Variables,
  file: Variables,
): { faults: string[]; warnings: string[] } {
  const faults: string[] = [];
  const warnings: string[] = [];
  const named = [
    ...Object.keys(environment).map((name) => ({ name, where: 'the environment' })),
    ...Object.keys(file).map((name) => ({ name, where: '.env' })),
  ];
  for (const { name, where } of named) {
    if (name in SETTINGS) continue;
    if (name.startsWith('BELLWETHER_')) {
      faults.push(`${name} is no setting; the settings are ${SETTING_NAMES.join(', ')}`);
      continue;
    }
    const meant = likelySetting(name, SETTING_NAMES);
    if (meant === undefined) continue;
    const slip = `${name} in ${where} is no setting; ${meant} was probably meant`;
    const isOurFile = where === '.env';
    const isOthers = OTHER_PROGRAMS_NAMES.has(name);
    if (isOurFile && !isOthers) faults.push(slip);
    else if (isOurFile || !isOthers) warnings.push(slip);
  }
  return { faults, warnings };
}

/** Names close to ours that belong to other programs. */
const OTHER_PROGRAMS_NAMES = new Set(['GITHUB_TOKEN', 'GITLAB_API_URL', 'PORTS']);

/** Numbered variables that a scheduler or supervisor sets: `PORT0`. */
const NUMBERED_VARIABLE = /^(?:PORT|HOST)_?\d+$/;

/** Two edits away, shorter names are other words: `PORT` and `POST`, `HOST` and `HOME`. */
const MIN_LENGTH_FOR_TWO_EDITS = 8;

/**
 * Variables in which an orchestrator describes other services (Docker's links, Kubernetes' service
 * variables). A service called `bellwether` or `metrics` produces variables with our names.
 */
function isServiceLink(name: string, value: string): boolean {
  if (/_SERVICE_(?:HOST|PORT)(?:_|$)/.test(name)) return true;
  if (/_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|$)/.test(name)) return true;
  return name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value);
}

/** The setting that a name was probably meant for; undefined if the name is correct or unrelated. */
function likelySetting(name: string, settings: readonly string[]): string | undefined {
  if (settings.includes(name) || NUMBERED_VARIABLE.test(name)) return undefined;
  const plain = normalizedName(name);
  for (const edits of [0, 1, 2]) {
    const meant = settings.find((setting) => {
      const other = normalizedName(setting);
      const most = other.length < MIN_LENGTH_FOR_TWO_EDITS ? 1 : 2;
      return edits <= most && isWithinEditDistance(plain, other, edits);
    });
    if (meant !== undefined) return meant;
  }
  return undefined;
}

/** Ignores case and underscores, where most misspellings are. */
function normalizedName(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
