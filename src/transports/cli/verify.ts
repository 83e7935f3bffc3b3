/** `bellwether verify`: signatures and numbers, against what was published. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyForecastLog } from '../../features/forecasts/log.ts';
import { Addresses } from '../../lib/addresses.ts';
import { sha256 } from '../../lib/atomic-files.ts';
import { sum } from '../../lib/averages.ts';
import { BellwetherError, messageOf, NotFoundError } from '../../lib/errors.ts';
import { periodSlug } from '../../lib/period.ts';
import { count, counted, listedWith } from '../../lib/prose.ts';
import { CORE_FILE, computeCores, differences, parseCore } from '../../pipeline/edition/core.ts';
import {
  heldSigningKey,
  PUBLIC_KEY_PATH,
  verificationError,
} from '../../pipeline/edition/signing.ts';
import { notPublished } from '../../published/editions.ts';
import { verifyEditions, verifyFile } from '../../published/verify.ts';
import { defineCommand, say, withProgress } from './command.ts';
import { openProject, Project } from './project.ts';

export function command() {
  return defineCommand(
    'verify',
    'Without options: checks every file of the editions under DATA_DIR, their catalog and their logs. With --recompute: computes the editions again from the ledger and compares their cores; with --from, compares them with the core of another service. With --file: checks a downloaded file against the signed manifest of a service, or of a folder that holds manifest.json and manifest.json.sig.',
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
    .option('--key <path>', 'the publisher’s public key (PEM), if not the service’s or your own')
    .option('--recompute', 'compute the numbers again from the ledger and compare them')
    .option('--contains <sha256>', 'a head that the log of forecasts must once have had')
    .action(async (edition, { file, from, key, recompute, contains }) => {
      if (recompute) await verifyNumbers(edition, from);
      else if (file !== undefined && from !== undefined)
        await verifyDownload(edition, file, from, key);
      else if (file !== undefined) throw usage('--file needs --from.');
      else if (from !== undefined) throw usage('--from needs --file or --recompute.');
      else await verifyOwn(edition, key, contains);
    });
}

async function verifyOwn(
  edition: string | undefined,
  keyPath: string | undefined,
  keptHead: string | undefined,
): Promise<void> {
  const { store, settings } = new Project();
  const key = keyPath
    ? await read(keyPath)
    : (await heldSigningKey(settings.dataFolder))?.publicKeyPem;
  const check = () => verifyEditions(store, key?.toString(), edition);
  const verified = await withProgress('Checking every file', check);
  const files = sum(verified.map((each) => each.files));
  const bytes = sum(verified.map((each) => each.bytes));
  say(
    `${counted(verified.length, 'edition')} verified: ${counted(files, 'file')}, ${count(bytes)} bytes, every signature holds.`,
  );
  const keys = (await store.catalog())?.keys ?? [];
  const pems = keys.map(({ publicKey }) => publicKey);
  const { entries, head } = await verifyForecastLog(store, pems, keptHead?.toLowerCase());
  say(
    `Log of forecasts: ${counted(entries.length, 'entry', 'entries')} in an unbroken chain, signed. Head: ${head}`,
  );
}

async function verifyDownload(
  edition: string | undefined,
  path: string,
  from: string,
  keyPath: string | undefined,
): Promise<void> {
  const manifest = await readOfEdition(from, edition, 'manifest.json');
  const signature = await readOfEdition(from, edition, 'manifest.json.sig');
  const location = keyPath ?? serviceAt(from)?.at(PUBLIC_KEY_PATH);
  if (location === undefined) throw usage('Name the publisher’s key with --key.');
  const key = await read(location);
  const verified = verifyFile(await read(path), manifest, `${signature}`.trim(), [`${key}`]);
  const { name, revision } = verified.manifest;
  say(
    `${path} matches ${verified.file.name} of ${name}, revision ${revision}, as signed by the publisher.`,
  );
}

/**
 * Computes editions again and compares them with what is published here, or elsewhere.
 *
 * @param edition a period's slug; without it, every edition that is published here
 * @throws BellwetherError `verification-failed`, naming what differs
 */
async function verifyNumbers(edition: string | undefined, from: string | undefined): Promise<void> {
  const project = await openProject();
  const cores =
    from === undefined
      ? await ownCores(project, edition)
      : new Map([[named(edition), await readOfEdition(from, edition, CORE_FILE)]]);
  const [ledger, registry] = [await project.ledger(), await project.registry()];
  const editions = counted(cores.size, 'edition');
  const computed = await withProgress(`Computing ${editions} again`, () =>
    computeCores(ledger, registry, [...cores.keys()]),
  );
  const faults = [...cores].flatMap(([period, body]) => {
    const own = computed.get(period);
    if (!own) return [`${period} is not covered by the ledger`];
    if (own.sha256 === sha256(body)) return [];
    const what = differences(parseCore(period, body), own.core);
    return [`${period} differs in ${what.length === 0 ? 'its evidence' : what.join(', ')}`];
  });
  if (faults.length > 0)
    throw verificationError(
      `${faults.length} of ${editions} differ when computed from this ledger: ${listedWith(faults, 10, 'editions').join('')}`,
    );
  say(`${editions} computed again: every core is the same as the published one.`);
}

/** Published cores, by period. */
async function ownCores({ store }: Project, edition: string | undefined) {
  const catalog = await store.catalog();
  if (!catalog) throw notPublished();
  const cores = new Map<string, Buffer>();
  for (const { period, core } of catalog.editions)
    if (edition === undefined || period === edition) cores.set(period, await store.read(core));
  if (cores.size > 0) return cores;
  throw new NotFoundError('unknown-period', `There is no edition ${edition}.`);
}

function usage(message: string): BellwetherError {
  return new BellwetherError('usage', message);
}

function named(edition: string | undefined): string {
  if (edition !== undefined) return edition;
  throw usage('--from needs the edition, like 2026-w31.');
}

/** The addresses of a service, whose own may end with slashes; undefined for a folder. */
function serviceAt(from: string): Addresses | undefined {
  return /^https?:/.test(from) ? new Addresses(from.replace(/\/+$/, '')) : undefined;
}

/** A file of an edition: a service has many, a folder the files of one. */
function readOfEdition(from: string, edition: string | undefined, name: string): Promise<Buffer> {
  return read(serviceAt(from)?.editionFile(named(edition), name) ?? join(from, name));
}

const TIMEOUT_MS = 30_000;

/** The bytes at a location. @throws BellwetherError `unreadable` */
async function read(location: string): Promise<Buffer> {
  try {
    if (!serviceAt(location)) return await readFile(location);
    const response = await fetch(location, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    throw new Error(`the service answered ${response.status}`);
  } catch (error) {
    throw new BellwetherError('unreadable', `${location} cannot be read: ${messageOf(error)}.`);
  }
}
