/** `bellwether verify --recompute` and `--findings`: published numbers against the ledger's own. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findingNumbers } from '../../features/research/certainty.ts';
import { allPeriods } from '../../features/research/finding-numbers.ts';
import { Addresses } from '../../lib/addresses.ts';
import { sha256 } from '../../lib/atomic-files.ts';
import { BellwetherError, messageOf, NotFoundError, UnavailableError } from '../../lib/errors.ts';
import { counted } from '../../lib/prose.ts';
import { CORE_FILE } from '../../pipeline/edition/core.ts';
import type { EditionStore } from '../../pipeline/edition/edition-store.ts';
import { computeCores, differences, parseCore } from '../../pipeline/edition/recompute.ts';
import { say, withProgress } from './command.ts';
import { openProject } from './project.ts';

const MAX_NAMED = 10;
const TIMEOUT_MS = 30_000;

/** A published core: its SHA-256, and the body where it is needed. */
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
  refuse(faults, `of ${editions} are different`);
  say(`${editions} computed again: every core is the same as the published one.`);
}

/** Prints the findings' numbers as the published editions give them, in the form of their file. */
export async function verifyFindings(): Promise<void> {
  const published = await (await openProject()).published();
  const { period, findings: all } = published.registry.findings;
  const findings = all.filter(({ command }) => command === undefined);
  const done = () => 'Computed the findings again';
  const computed = await withProgress('Computing the findings again …', done, async () =>
    findingNumbers(await allPeriods(published, published.editions.resolve(period))),
  );
  for (const [slug, numbers] of Object.entries(computed)) {
    const members = Object.entries(numbers).map(([name, value]) => `${name}: ${value}`);
    say(`${slug}: { ${members.join(', ')} }`);
  }
  const differing = findings.flatMap(({ slug, numbers }) =>
    Object.entries(numbers)
      .filter(([name, value]) => computed[slug]?.[name] !== value)
      .map(([name, value]) => `${slug}: ${name} is ${computed[slug]?.[name]}, not ${value}`),
  );
  refuse(differing, 'numbers of findings are different');
  say(`${counted(findings.length, 'finding')} computed again: every number is the same.`);
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

async function coreFrom(from: string, edition: string | undefined): Promise<PublishedCore> {
  if (edition === undefined)
    throw new BellwetherError('usage', '--from needs the edition, like 2026-w31.');
  const body = await read(locate(from, edition, CORE_FILE));
  return { period: edition, sha256: sha256(body), body: async () => body };
}

function refuse(faults: readonly string[], are: string): void {
  if (faults.length === 0) return;
  const named = faults.slice(0, MAX_NAMED).map((fault) => `\n  ${fault}`);
  const more = faults.length - named.length;
  throw new BellwetherError(
    'verification-failed',
    `${faults.length} ${are} when computed from this ledger:${named.join('')}${more > 0 ? `\n  and ${more} more` : ''}`,
  );
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
  throw new BellwetherError('usage', '--from needs the edition, like 2026-w31.');
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
