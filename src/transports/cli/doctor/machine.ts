/** The machine: Node, git, the data folder, and the clock. */
import { existsSync } from 'node:fs';
import { mkdtemp, rmdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import { messageOf } from '../../../lib/errors.ts';
import { runGit } from '../../../pipeline/collect/git/run-git.ts';
import { error, warning } from './finding.ts';

const MIN_GIT = [2, 37] as const;
/** An edition of every period, and once more for a correction of all. */
const COMFORTABLE_BYTES = 2e9;
/** What a week adds, with room to spare. */
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
