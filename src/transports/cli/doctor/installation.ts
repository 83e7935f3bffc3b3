/** The installation itself: Node, git, the data folder, the clock, the settings, and the data. */
import { existsSync } from 'node:fs';
import { mkdtemp, rmdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import { verifyForecastLog } from '../../../features/forecasts/log.ts';
import { openMarkets } from '../../../features/markets/market.ts';
import { type Config, loadConfig } from '../../../lib/config/config.ts';
import { messageOf } from '../../../lib/errors.ts';
import { today } from '../../../lib/period.ts';
import { counted } from '../../../lib/prose.ts';
import { runGit } from '../../../pipeline/collect/git/run-git.ts';
import { verifyLedger } from '../../../pipeline/ledger/ledger.ts';
import { Editions } from '../../../published/editions.ts';
import { verifyEditions } from '../../../published/verify.ts';
import { keptRegistry } from '../../../registry/kept-registry.ts';
import { forecastKeys } from '../forecast-log.ts';
import { type Project, REGISTRY_FOLDER } from '../project.ts';
import { type Check, error, warning } from './finding.ts';

const MIN_GIT = [2, 37] as const;
/** An edition of every period, and once more for a correction of all. */
const COMFORTABLE_BYTES = 2e9;
/** Bytes that a week adds, with room to spare. */
const NEEDED_BYTES = 1e8;
/** Weeks end at midnight, and payments expire within minutes. */
const TOLERATED_SKEW_S = 60;
const HARMFUL_SKEW_S = 3_600;
const TIMEOUT_MS = 5_000;

export async function nodeVersion(version = process.versions.node): Promise<string> {
  const needed = Number(/\d+/.exec(packageJson.engines.node)?.[0]);
  if (Number.parseInt(version, 10) >= needed) return `Node ${version}`;
  return error(
    `Node ${version}; ${needed} or newer is needed`,
    'Install it from https://nodejs.org.',
  );
}

export async function gitVersion(): Promise<string> {
  const remedy = `Install git ${MIN_GIT.join('.')} or newer. Only collecting needs it.`;
  const { output } = await runGit(['--version']).catch((thrown: unknown) =>
    warning(messageOf(thrown), remedy),
  );
  const [version = '', major = 0, minor = 0] = /(\d+)\.(\d+)[\w.]*/.exec(output) ?? [];
  const [minMajor, minMinor] = MIN_GIT;
  const isEnough =
    Number(major) > minMajor || (Number(major) === minMajor && Number(minor) >= minMinor);
  return isEnough ? `git ${version}` : warning(`git ${version} is too old`, remedy);
}

export async function dataFolder(folder: string, freeBytes = freeBytesIn): Promise<string> {
  const nearest = nearestFolder(folder);
  try {
    await rmdir(await mkdtemp(join(nearest, '.doctor-')));
  } catch (thrown) {
    error(
      `${folder} cannot be written: ${messageOf(thrown)}`,
      'Make it writable for the user that runs the service, or set DATA_DIR to another folder.',
    );
  }
  const free = await freeBytes(nearest);
  const says = `${folder} is writable, with ${(free / 1e9).toFixed(1)} GB free`;
  if (free >= COMFORTABLE_BYTES) return says;
  const remedy = 'Free some space, or set DATA_DIR to a folder on another disk.';
  return free < NEEDED_BYTES ? error(says, remedy) : warning(says, remedy);
}

async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The folder itself, or the one that it would be made in. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

/**
 * Compares the clock with that of the hosting service, and with what was written before.
 *
 * @param written when editions or a ledger were last written
 */
export async function clock(
  apiUrl: string,
  written: readonly (Date | undefined)[],
  now = () => Date.now(),
): Promise<string> {
  const remedy = 'Have the clock set over the network (systemd-timesyncd, chrony or ntpd).';
  const latest = Math.max(0, ...written.map((at) => at?.getTime() ?? 0));
  if (latest > now() + TOLERATED_SKEW_S * 1000)
    error(
      `the clock says ${new Date(now()).toISOString()}, and editions or a ledger were written later`,
      remedy,
    );
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(apiUrl, { method: 'HEAD', signal }).catch(() => undefined);
  const theirs = Date.parse(response?.headers.get('date') ?? '');
  if (Number.isNaN(theirs))
    return 'the clock is not behind what was written; there was no other clock to compare with';
  const skew = Math.round(Math.abs(theirs - now()) / 1000);
  const says = `the clock is ${skew} s from that of ${new URL(apiUrl).host}`;
  if (skew <= TOLERATED_SKEW_S) return says;
  return skew > HARMFUL_SKEW_S ? error(says, remedy) : warning(says, remedy);
}

/** The settings, if they can be used, and the check that tells what is wrong with them. */
export function settings(variables: NodeJS.ProcessEnv): { config?: Config; check: Check } {
  try {
    const { config, warnings } = loadConfig(variables);
    const faults = [...warnings, ...contradictions(config)];
    const check = async () =>
      faults.length === 0
        ? 'no fault found; bellwether config prints them'
        : warning(
            faults.join('; '),
            'Change them in .env or the environment; see docs/settings.md.',
          );
    return { config, check };
  } catch (thrown) {
    const check = async () => error(messageOf(thrown), 'Change them in .env or the environment.');
    return { check };
  }
}

function contradictions({ baseUrl, host, trustedProxies, payments }: Config): string[] {
  const { hostname, protocol } = new URL(baseUrl);
  const isPublic = !isLocal(hostname);
  const { x402, solana, checkout } = payments;
  const sells = [x402, solana, checkout].some(({ isComplete }) => isComplete);
  const faults: [boolean, string][] = [
    [
      isPublic && isLocal(host) && trustedProxies === 0,
      `BASE_URL is public and HOST is ${host}, so there is a proxy in front that TRUSTED_PROXIES does not name: all clients share one limit`,
    ],
    [
      typeof trustedProxies === 'number' && trustedProxies > 0 && !isLocal(host),
      `TRUSTED_PROXIES counts proxies, and HOST ${host} can be reached without them: clients could claim any address; list the proxies’ addresses instead`,
    ],
    [
      isPublic && protocol === 'http:' && sells,
      'BASE_URL is http, and bought keys would be sent in the clear',
    ],
    [!isPublic && sells, `something is sold, but nobody else can reach BASE_URL ${baseUrl}`],
  ];
  return faults.flatMap(([isSo, fault]) => (isSo ? [fault] : []));
}

function isLocal(hostname: string): boolean {
  return /^(?:localhost|\[::1\]|::1|127\..*)$/.test(hostname);
}

/** @param project undefined if the settings cannot be used, and with them the operator's companies */
export async function registry(project: Project | undefined): Promise<string> {
  const { companies } = await (project?.registry() ?? keptRegistry(REGISTRY_FOLDER, undefined));
  return `${counted(companies.length, 'company', 'companies')} without a fault in their files`;
}

export async function ledger(project: Project): Promise<string> {
  const current = await project.ledger();
  await verifyLedger(current);
  return `intact (${current.beneath ? 'your own on top of the shipped one' : current.folder})`;
}

/** Looks at the current period; `bellwether verify` looks at all of them. */
export async function editions(project: Project): Promise<string> {
  const { store, baseUrl } = project;
  const published = await Editions.open(store, project.now());
  if (!published)
    return warning(
      `nothing is published under ${baseUrl} in ${store.folder}`,
      'Run bellwether publish, or bellwether start.',
    );
  const isServed = await project.onlyServes();
  const key = isServed ? undefined : await project.signingKey();
  await verifyEditions(store, key?.publicKeyPem, published.latest);
  const says = `${published.latest} is published and signed`;
  if (published.isOld)
    warning(`${says}, and out of date`, 'Run bellwether collect and bellwether publish.');
  if (isServed) return `${says}; it came from the bucket`;
  if (published.catalog.inputs === (await project.fingerprint())) return `${says}, and current`;
  return warning(
    `${says}; registry, ledger or method have changed since`,
    'Run bellwether publish.',
  );
}

export async function forecasts(project: Project): Promise<string> {
  const { store } = project;
  if (!(await store.publishedAt())) return 'nothing is published, so there are no forecasts';
  const { entries } = await verifyForecastLog(store.folder, await forecastKeys(project));
  if (entries.length > 0)
    return `${counted(entries.length, 'entry', 'entries')} in an unbroken, signed log`;
  if (openMarkets(await project.registry(), today()).length === 0)
    return 'no market is open, and none has been forecast';
  return warning('none has been logged', 'Run bellwether markets log; publishing does this too.');
}
