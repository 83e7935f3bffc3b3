/** `bellwether verify`: signatures and numbers, against what was published. */
import { z } from 'zod';
import { BellwetherError } from '../../lib/errors.ts';
import { parsedJson } from '../../lib/parse-json.ts';
import { periodSlug } from '../../lib/period.ts';
import { count, counted } from '../../lib/prose.ts';
import { publishedStores } from '../../pipeline/edition/edition-store.ts';
import {
  heldSigningKey,
  PUBLIC_KEY_PATH,
  PUBLIC_KEYS_PATH,
} from '../../pipeline/edition/signing.ts';
import { verifyEditions, verifyFile } from '../../published/verify.ts';
import { defineCommand, say, withProgress } from './command.ts';
import { Project } from './project.ts';
import { addressesAt, isAddress, locate, read, verifyNumbers } from './verify-numbers.ts';

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
