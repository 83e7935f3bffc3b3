import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import { parsedJson } from '../../lib/parse-json.ts';
import { periodSlug } from '../../lib/period.ts';
import { count, counted } from '../../lib/prose.ts';
import { publishedStores } from '../../pipeline/edition/data-folder-stores.ts';
import {
  heldSigningKey,
  PUBLIC_KEY_PATH,
  PUBLIC_KEYS_PATH,
} from '../../pipeline/edition/signing.ts';
import { verifyEditions, verifyFile } from '../../published/verify.ts';
import { Command } from './options.ts';
import { Project } from './project.ts';
import { say } from './terminal.ts';
import { addressesOf, download, noEdition, verifyNumbers } from './verify-numbers.ts';

const VerifyingKey = z.object({ publicKey: z.string(), validUntil: z.string().nullable() });
type VerifyingKey = z.infer<typeof VerifyingKey>;
const PublishedKeys = z.object({ keys: z.array(VerifyingKey).min(1) });

type VerifyOptions = {
  file?: string;
  manifest?: string;
  key?: string;
  from?: string;
  recompute?: boolean;
};

export function verifyCommand(): Command {
  return new Command('verify')
    .summary('check editions, or one downloaded file, against their signatures')
    .description(
      'Without options: checks every file of the editions under DATA_DIR, their catalog and their log. With --recompute: computes the editions again from the ledger and compares their cores; with --from, compares them with the cores of another service. With --file: checks a downloaded file against a signed manifest, read from a file (with its signature in <manifest>.sig) or from a service.',
    )
    .argument('[edition]', 'a period like 2026-w31, or all', (text) => periodSlug(text))
    .option('--file <path>', 'a downloaded file')
    .option('--manifest <path>', 'the manifest of its edition')
    .option(
      '--key <path>',
      'the publisher’s public key (PEM), or its list of keys (JSON); the default is your own',
    )
    .option(
      '--from <address>',
      'a service that provides the manifest, the signature and (without --key) the key',
    )
    .option('--recompute', 'compute the numbers again from the ledger and compare them')
    .examples(
      'bellwether verify',
      'bellwether verify 2026-w31',
      'bellwether verify --recompute',
      'bellwether verify 2026-w31 --recompute --from https://signals.example.org',
      'bellwether verify 2026-w31 --file signals.json --from https://signals.example.org --key publisher.pem',
      'bellwether verify --file signals.json --manifest manifest.json --key publisher.pem',
    )
    .action(async (edition: string | undefined, options: VerifyOptions) => {
      if (options.recompute) await verifyNumbers(edition, options);
      else if (options.file === undefined) await verifyOwn(edition, options);
      else await verifyDownload(edition, options.file, options);
    });
}

async function verifyOwn(edition: string | undefined, options: VerifyOptions): Promise<void> {
  if (options.manifest !== undefined || options.from !== undefined)
    throw usage('--manifest and --from are for checking a downloaded file; name it with --file.');
  const { store, settings } = new Project();
  const key =
    options.key === undefined
      ? (await heldSigningKey(settings.dataFolder))?.publicKeyPem
      : (await readInput(options.key)).toString('utf8');
  const verified = await verifyEditions(store, key, edition);
  const files = verified.reduce((sum, one) => sum + one.files, 0);
  const bytes = verified.reduce((sum, one) => sum + one.bytes, 0);
  say(
    `${counted(verified.length, 'edition')} verified: ${counted(files, 'file')}, ${count(bytes)} bytes, every signature holds.`,
  );
}

async function verifyDownload(
  edition: string | undefined,
  path: string,
  options: VerifyOptions,
): Promise<void> {
  const { manifest, signature, keys } = await signedManifest(edition, options);
  const file = await readInput(path);
  const verified = verifyFile(
    file,
    manifest,
    signature,
    keys.map(({ publicKey }) => publicKey),
  );
  const until = keys.find(({ publicKey }) => publicKey === verified.key)?.validUntil ?? undefined;
  say(
    `${path} matches ${verified.file.name} of ${verified.manifest.name}, revision ${verified.manifest.revision}, as signed by the publisher${until === undefined ? '' : ` with a key that was valid until ${until}`}.`,
  );
}

async function signedManifest(edition: string | undefined, options: VerifyOptions) {
  const { location, read, keys } = manifestSource(edition, options);
  return {
    manifest: await read(location),
    signature: (await read(`${location}.sig`)).toString('utf8').trim(),
    keys: options.key === undefined ? await keys() : publishedKeys(await readInput(options.key)),
  };
}

/** Where the manifest and its signature are, how to read them, and whose keys are the default. */
function manifestSource(edition: string | undefined, { manifest, from }: VerifyOptions) {
  if (from === undefined) {
    if (manifest === undefined) throw usage('--file needs --manifest or --from.');
    return { location: manifest, read: readInput, keys: ownKeys };
  }
  const addresses = addressesOf(from);
  return {
    location: addresses.editionFile(edition ?? noEdition(), 'manifest.json'),
    read: download,
    keys: async () => publishedKeys(await download(addresses.at(PUBLIC_KEY_PATH))),
  };
}

/** Reads keys as a service publishes them: the current one as PEM, or all as JSON. */
function publishedKeys(bytes: Buffer): VerifyingKey[] {
  const text = bytes.toString('utf8');
  if (!text.trimStart().startsWith('{')) return [{ publicKey: text, validUntil: null }];
  const read = PublishedKeys.safeParse(parsedJson(text));
  if (read.success) return read.data.keys;
  throw usage(
    `the keys do not have the form of ${PUBLIC_KEYS_PATH}: ${z.prettifyError(read.error)}`,
  );
}

async function ownKeys(): Promise<VerifyingKey[]> {
  const { dataFolder } = new Project().settings;
  const stores = await publishedStores(dataFolder);
  const catalogs = await Promise.all(stores.map((store) => store.catalog()));
  const keys = catalogs.flatMap((catalog) => catalog?.keys ?? []);
  const held = await heldSigningKey(dataFolder);
  if (held) keys.push({ publicKey: held.publicKeyPem, validFrom: held.madeAt, validUntil: null });
  if (keys.length > 0) return keys;
  throw usage(`${dataFolder} has no signing key; name the publisher’s with --key.`);
}

async function readInput(path: string): Promise<Buffer> {
  return readFile(path).catch((error: unknown) => {
    throw new BellwetherError('file-unreadable', `${path} cannot be read: ${messageOf(error)}`);
  });
}

function usage(message: string): BellwetherError {
  return new BellwetherError('usage', message);
}
