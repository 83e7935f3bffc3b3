import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { PUBLIC_KEY_PATH, signingKey } from '../../pipeline/edition/signing.ts';
import { verifyEditions, verifyFile } from '../../published/verify.ts';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import { config, editionStore } from './project.ts';
import { counted, grouped, say } from '../../transports/cli/terminal.ts';

type VerifyOptions = { file?: string; manifest?: string; key?: string; from?: string };

export function verifyCommand(): Command {
  return new Command('verify')
    .summary('check editions, or one downloaded file, against their signatures')
    .description(
      'Without options: checks every file of the editions under DATA_DIR. With --file: checks a downloaded file against a signed manifest, read from a file (its signature beside it as <manifest>.sig) or from a service.',
    )
    .argument('[edition]', 'a period like 2026-w31, or all')
    .option('--file <path>', 'a downloaded file')
    .option('--manifest <path>', 'the manifest of its edition')
    .option('--key <path>', 'the publisher’s public key (PEM); without it, your own')
    .option('--from <address>', 'a service to get manifest, signature and (without --key) key from')
    .addHelpText(
      'after',
      `
Examples:
  $ bellwether verify
  $ bellwether verify 2026-w31
  $ bellwether verify 2026-w31 --file signals.json --from https://signals.example.org --key publisher.pem
  $ bellwether verify --file signals.json --manifest manifest.json --key publisher.pem`,
    )
    .action(async (edition: string | undefined, options: VerifyOptions) => {
      if (options.file === undefined) await verifyOwn(edition, options);
      else await verifyDownload(edition, options.file, options);
    });
}

async function verifyOwn(edition: string | undefined, options: VerifyOptions): Promise<void> {
  if (options.manifest !== undefined || options.from !== undefined)
    throw usage('--manifest and --from check a downloaded file; name it with --file.');
  const settings = config();
  const key = await publicKey(options);
  const verified = await verifyEditions(editionStore(settings), key, edition);
  const files = verified.reduce((sum, one) => sum + one.files, 0);
  const bytes = verified.reduce((sum, one) => sum + one.bytes, 0);
  say(
    `${counted(verified.length, 'edition')} verified: ${counted(files, 'file')}, ${grouped(bytes)} bytes, every signature holds.`,
  );
}

async function verifyDownload(
  edition: string | undefined,
  path: string,
  options: VerifyOptions,
): Promise<void> {
  const { manifest, signature, key } = await signedManifest(edition, options);
  const file = await readInput(path);
  const verified = verifyFile(file, manifest, signature, key);
  say(
    `${path} is ${verified.file.name} of ${verified.manifest.name}, revision ${verified.manifest.revision}, as signed by the publisher.`,
  );
}

async function signedManifest(edition: string | undefined, options: VerifyOptions) {
  if (options.from !== undefined) {
    if (edition === undefined) throw usage('--from needs the edition, like 2026-w31.');
    const base = options.from.replace(/\/+$/, '');
    const address = `${base}/editions/${encodeURIComponent(edition)}/manifest.json`;
    return {
      manifest: await download(address),
      signature: (await download(`${address}.sig`)).toString('utf8').trim(),
      key:
        options.key === undefined
          ? (await download(`${base}${PUBLIC_KEY_PATH}`)).toString('utf8')
          : (await readInput(options.key)).toString('utf8'),
    };
  }
  if (options.manifest === undefined) throw usage('--file needs --manifest or --from.');
  return {
    manifest: await readInput(options.manifest),
    signature: (await readInput(`${options.manifest}.sig`)).toString('utf8').trim(),
    key: await publicKey(options),
  };
}

async function publicKey({ key }: VerifyOptions): Promise<string> {
  if (key !== undefined) return (await readInput(key)).toString('utf8');
  return (await signingKey(config().dataFolder)).publicKeyPem;
}

async function readInput(path: string): Promise<Buffer> {
  return readFile(path).catch((error: unknown) => {
    throw new BellwetherError('file-unreadable', `${path} cannot be read: ${messageOf(error)}`);
  });
}

async function download(address: string): Promise<Buffer> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(30_000) });
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    throw new Error(`the service answered ${response.status}`);
  } catch (error) {
    throw new BellwetherError('download-failed', `${address} cannot be had: ${messageOf(error)}.`);
  }
}

function usage(message: string): BellwetherError {
  return new BellwetherError('usage', message);
}
