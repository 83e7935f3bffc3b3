/** `bellwether verify --recompute`: published numbers against the ledger's own. */
import { Addresses } from '../../lib/addresses.ts';
import { sha256 } from '../../lib/atomic-files.ts';
import { BellwetherError, messageOf, NotFoundError, UnavailableError } from '../../lib/errors.ts';
import { counted } from '../../lib/prose.ts';
import { CORE_FILE } from '../../pipeline/edition/core.ts';
import type { EditionStore } from '../../pipeline/edition/edition-store.ts';
import { computeCores, differences, parseCore } from '../../pipeline/edition/recompute.ts';
import { openProject } from './project.ts';
import { ProgressLine, say } from './terminal.ts';

const MAX_NAMED = 10;

/** A published core: its SHA-256, and the body where it is asked for. */
type PublishedCore = { period: string; sha256: string; body: () => Promise<Buffer> };

/**
 * Computes editions again and compares them with what is published here, or by another service.
 *
 * @param edition a period's slug; without it, every edition that has a core
 * @param from the other service's address
 * @throws BellwetherError `verification-failed`, naming what differs
 */
export async function verifyNumbers(
  edition: string | undefined,
  { from }: { from?: string | undefined },
): Promise<void> {
  const project = await openProject();
  const published =
    from === undefined ? await ownCores(project.store, edition) : [await coreOf(from, edition)];
  const progress = await ProgressLine.begin(
    `Computing ${counted(published.length, 'edition')} again …`,
  );
  const computed = await computeCores(
    await project.ledger(),
    await project.registry(),
    published.map(({ period }) => period),
  ).catch((error: unknown) => {
    progress.failed('Nothing was compared.');
    throw error;
  });
  const faults: string[] = [];
  for (const { period, sha256: hash, body } of published) {
    const own = computed.get(period);
    if (!own) faults.push(`${period}: the ledger does not cover it`);
    else if (own.sha256 !== hash) {
      const what = differences(parseCore(period, await body()), own.core);
      faults.push(`${period}: ${what.length === 0 ? 'its evidence differs' : what.join(', ')}`);
    }
  }
  progress.done(`Computed ${counted(computed.size, 'edition')} again`);
  if (faults.length > 0) throw differing(faults, published.length);
  say(
    `${counted(published.length, 'edition')} computed again: every core is the same as the published one.`,
  );
}

async function ownCores(
  store: EditionStore,
  edition: string | undefined,
): Promise<PublishedCore[]> {
  const catalog = await store.catalog();
  if (!catalog)
    throw new UnavailableError('not-published', `Nothing is published in ${store.folder} yet.`);
  const chosen = catalog.editions.filter(
    ({ period }) => edition === undefined || period === edition,
  );
  if (chosen.length === 0)
    throw new NotFoundError('unknown-period', `There is no edition ${edition}.`);
  return chosen.map(({ period, core }) => ({
    period,
    sha256: core,
    body: () => store.read(core),
  }));
}

async function coreOf(from: string, edition: string = noEdition()): Promise<PublishedCore> {
  const body = await download(addressesOf(from).editionFile(edition, CORE_FILE));
  return { period: edition, sha256: sha256(body), body: async () => body };
}

/** Of another service, whose address may end with slashes. */
export function addressesOf(from: string): Addresses {
  return new Addresses(from.replace(/\/+$/, ''));
}

export function noEdition(): never {
  throw new BellwetherError('usage', '--from needs the edition, like 2026-w31.');
}

function differing(faults: readonly string[], compared: number): BellwetherError {
  const named = faults.slice(0, MAX_NAMED).map((fault) => `\n  ${fault}`);
  const more = faults.length - named.length;
  return new BellwetherError(
    'verification-failed',
    `${faults.length} of ${counted(compared, 'edition')} are different when computed from this ledger:${named.join('')}${more > 0 ? `\n  and ${more} more` : ''}`,
  );
}

/** The bytes at an address. @throws BellwetherError `download-failed` */
export async function download(address: string): Promise<Buffer> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(30_000) });
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    throw new Error(`the service answered ${response.status}`);
  } catch (error) {
    throw new BellwetherError(
      'download-failed',
      `${address} cannot be fetched: ${messageOf(error)}.`,
    );
  }
}
