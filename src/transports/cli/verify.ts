/** `bellwether verify`: signatures and numbers, against what was published. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Addresses } from '../../lib/addresses.ts';
import { sha256 } from '../../lib/atomic-files.ts';
import { BellwetherError, messageOf, NotFoundError, UnavailableError } from '../../lib/errors.ts';
import { parsedJson } from '../../lib/parse-json.ts';
import { periodSlug } from '../../lib/period.ts';
import { count, counted } from '../../lib/prose.ts';
import { CORE_FILE, computeCores, differences, parseCore } from '../../pipeline/edition/core.ts';
import { type EditionStore, publishedStores } from '../../pipeline/edition/edition-store.ts';
import {
  heldSigningKey,
  PUBLIC_KEY_PATH,
  PUBLIC_KEYS_PATH,
} from '../../pipeline/edition/signing.ts';
import { verifyEditions, verifyFile } from '../../published/verify.ts';
import { defineCommand, say, withProgress } from './command.ts';
import { openProject, Project } from './project.ts';

const VerifyingKey = z.object({ publicKey: z.string(), validUntil: z.string().nullable() });
type VerifyingKey = z.infer<typeof VerifyingKey>;
const PublishedKeys = z.object({ keys: z.array(VerifyingKey).min(1) });

type Source = { from: string; key?: string | undefined };

export function command() {
  return defineCommand(
    'verify',
    'Without options: checks every file of the editions under DATA_DIR, their catalog and their log. With --recompute: computes the editions again from the ledger and compares their cores; with --from, compares them with the core of another service. With --file: checks a downloaded file against the signed manifest of a service, or of a folder that holds manifest.json and manifest.json.sig.',
    'bellwether verify',
    'bellwether verify 2026-w31',
    'bellwether verify --recompute',
    'bellwether verify 2026-w31 --recompute --from https://signals.example.org',
    'bellwether verify 2026-w31 --file signals.json --from https://signals.example.org --key publisher.pem',
    'bellwether verify --file signals.json --from . --key publisher.pem',
  )
    .argument('[edition]', 'a period like 2026-w31, or all', (text) => periodSlug(text))
    .option('--file <path>', 'a downloaded file')
    .option('--from <place>', 'the address of a service, or a folder with files of an edition')
    .option(
      '--key <path>',
      'the publisher’s public key (PEM), or its list of keys (JSON); the default is that of the service, or your own',
    )
    .option('--recompute', 'compute the numbers again from the ledger and compare them')
    .action(async (edition, { file, from, key, recompute }) => {
      if (recompute) await verifyNumbers(edition, from);
      else if (file === undefined && from === undefined) await verifyOwn(edition, key);
      else if (file === undefined)
        throw usage('--from is for a downloaded file; name it with --file.');
      else if (from === undefined) throw usage('--file needs --from.');
      else await verifyDownload(edition, file, { from, key });
    });
}

async function verifyOwn(edition: string | undefined, keyPath: string | undefined): Promise<void> {
  const { store, settings } = new Project();
  const key =
    keyPath === undefined
      ? (await heldSigningKey(settings.dataFolder))?.publicKeyPem
      : (await read(keyPath)).toString('utf8');
  const done = () => 'Checked every file';
  const checking = () => verifyEditions(store, key, edition);
  const verified = await withProgress('Checking every file …', done, checking);
  const sum = (name: 'files' | 'bytes') => verified.reduce((total, one) => total + one[name], 0);
  say(
    `${counted(verified.length, 'edition')} verified: ${counted(sum('files'), 'file')}, ${count(sum('bytes'))} bytes, every signature holds.`,
  );
}

async function verifyDownload(
  edition: string | undefined,
  path: string,
  source: Source,
): Promise<void> {
  const location = locate(source.from, edition, 'manifest.json');
  const manifest = await read(location);
  const signature = (await read(`${location}.sig`)).toString('utf8').trim();
  const keys = await keysFor(source);
  const pems = keys.map(({ publicKey }) => publicKey);
  const verified = verifyFile(await read(path), manifest, signature, pems);
  const until = keys.find(({ publicKey }) => publicKey === verified.key)?.validUntil ?? undefined;
  say(
    `${path} matches ${verified.file.name} of ${verified.manifest.name}, revision ${verified.manifest.revision}, as signed by the publisher${until === undefined ? '' : ` with a key that was valid until ${until}`}.`,
  );
}

/** The keys that are named, or the service's, or this installation's own. */
async function keysFor({ from, key }: Source): Promise<VerifyingKey[]> {
  if (key !== undefined) return parseKeys(await read(key));
  return isAddress(from) ? parseKeys(await read(addressesAt(from).at(PUBLIC_KEY_PATH))) : ownKeys();
}

/** Parses keys as a service publishes them: the current one as PEM, or all as JSON. */
function parseKeys(bytes: Buffer): VerifyingKey[] {
  const text = bytes.toString('utf8');
  if (!text.trimStart().startsWith('{')) return [{ publicKey: text, validUntil: null }];
  const { data, error } = PublishedKeys.safeParse(parsedJson(text));
  if (data) return data.keys;
  throw usage(`the keys do not have the form of ${PUBLIC_KEYS_PATH}: ${z.prettifyError(error)}`);
}

async function ownKeys(): Promise<VerifyingKey[]> {
  const { dataFolder } = new Project().settings;
  const stores = await publishedStores(dataFolder);
  const catalogs = await Promise.all(stores.map((store) => store.catalog()));
  const keys: VerifyingKey[] = catalogs.flatMap((catalog) => catalog?.keys ?? []);
  const current = await heldSigningKey(dataFolder);
  if (current) keys.push({ publicKey: current.publicKeyPem, validUntil: null });
  if (keys.length > 0) return keys;
  throw usage(`${dataFolder} has no signing key; name the publisher’s with --key.`);
}

function usage(message: string): BellwetherError {
  return new BellwetherError('usage', message);
}

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
