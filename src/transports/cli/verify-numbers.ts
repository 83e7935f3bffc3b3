/** `bellwether verify --recompute`: published numbers against the ledger's own. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Addresses } from '../../lib/addresses.ts';
import { sha256 } from '../../lib/atomic-files.ts';
import { BellwetherError, messageOf, NotFoundError, UnavailableError } from '../../lib/errors.ts';
import { counted } from '../../lib/prose.ts';
import { CORE_FILE, computeCores, differences, parseCore } from '../../pipeline/edition/core.ts';
import type { EditionStore } from '../../pipeline/edition/edition-store.ts';
import { say, withProgress } from './command.ts';
import { openProject } from './project.ts';

const MAX_NAMED = 10;
const TIMEOUT_MS = 30_000;

type PublishedCore = { period: string; sha256: string; body: () => Promise<Buffer> };

/**
 * Computes editions again and compares them with what is published here, or elsewhere.
 *
 * @param edition a period's slug; without it, every edition that has a core
 * @param from another service's address, or a folder with files of the edition
 * @throws BellwetherError `verification-failed`, naming what differs
 */
export async function verifyNumbers(
  edition: string | undefined,
  from: string | undefined,
): Promise<void> {
  const project = await openProject();
  const cores =
    from === undefined ? await ownCores(project.store, edition) : [await coreFrom(from, edition)];
  const editions = counted(cores.length, 'edition');
  const [ledger, registry] = [await project.ledger(), await project.registry()];
  const periods = cores.map(({ period }) => period);
  const computed = await withProgress(
    `Computing ${editions} again …`,
    () => `Computed ${editions} again`,
    () => computeCores(ledger, registry, periods),
  );
  const faults: string[] = [];
  for (const { period, sha256: hash, body } of cores) {
    const own = computed.get(period);
    if (!own) faults.push(`${period}: the ledger does not cover it`);
    else if (own.sha256 !== hash) {
      const what = differences(parseCore(period, await body()), own.core);
      faults.push(`${period}: ${what.length === 0 ? 'its evidence differs' : what.join(', ')}`);
    }
  }
  if (faults.length > 0) {
    const named = faults.slice(0, MAX_NAMED);
    const rest = faults.length - named.length;
    const lines = rest > 0 ? [...named, `and ${rest} more`] : named;
    throw new BellwetherError(
      'verification-failed',
      `${faults.length} of ${editions} are different when computed from this ledger:\n  ${lines.join('\n  ')}`,
    );
  }
  say(`${editions} computed again: every core is the same as the published one.`);
}

async function ownCores(
  store: EditionStore,
  edition: string | undefined,
): Promise<PublishedCore[]> {
  const catalog = await store.catalog();
  if (!catalog)
    throw new UnavailableError('not-published', `Nothing is published in ${store.folder} yet.`);
  const cores = catalog.editions.flatMap(({ period, core }) =>
    edition === undefined || period === edition
      ? [{ period, sha256: core, body: () => store.read(core) }]
      : [],
  );
  if (cores.length > 0) return cores;
  throw new NotFoundError('unknown-period', `There is no edition ${edition}.`);
}

async function coreFrom(from: string, edition: string | undefined): Promise<PublishedCore> {
  const body = await read(locate(from, edition, CORE_FILE));
  // Where a folder holds the files of one edition, its name has to be given too.
  if (edition === undefined) throw needsEdition();
  return { period: edition, sha256: sha256(body), body: async () => body };
}

function needsEdition(): BellwetherError {
  return new BellwetherError('usage', '--from needs the edition, like 2026-w31.');
}

export function isAddress(from: string): boolean {
  return /^https?:/.test(from);
}

/** The addresses of another service, whose own may end with slashes. */
export function addressesAt(from: string): Addresses {
  return new Addresses(from.replace(/\/+$/, ''));
}

/** The location of a file of an edition. @throws BellwetherError `usage` without the edition at an address */
export function locate(from: string, edition: string | undefined, name: string): string {
  if (!isAddress(from)) return join(from, name);
  if (edition !== undefined) return addressesAt(from).editionFile(edition, name);
  throw needsEdition();
}

/** The bytes at a location. @throws BellwetherError `download-failed`, `file-unreadable` */
export async function read(location: string): Promise<Buffer> {
  try {
    if (!isAddress(location)) return await readFile(location);
    const response = await fetch(location, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    throw new Error(`the service answered ${response.status}`);
  } catch (error) {
    const [code, verb] = isAddress(location)
      ? (['download-failed', 'fetched'] as const)
      : (['file-unreadable', 'read'] as const);
    throw new BellwetherError(code, `${location} cannot be ${verb}: ${messageOf(error)}.`);
  }
}
