/**
 * The service on the shipped data, published into an empty folder, with a fixed clock and a fixed key. Run
 * as a process with the folder and a port, it sends its parent a message when it is ready.
 */
import './fixed-clock.ts';
import { createHash, createPrivateKey } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '../../src/lib/config/config.ts';
import { signingKeyPath } from '../../src/pipeline/edition/signing.ts';
import { Project } from '../../src/transports/cli/project.ts';
import { publishEditions } from '../../src/transports/cli/publish.ts';
import { serve } from '../../src/transports/cli/serve.ts';

/** PKCS #8 around the 32 bytes of an Ed25519 key (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
/** The time at which files were written, which answers tell. */
const WRITTEN_AT = new Date('2026-11-01T06:00:00Z');
const POLL_MS = 250;

const [folder = '', port = ''] = process.argv.slice(2);
const variables = {
  ...{ DATA_DIR: folder, PORT: port, BASE_URL: 'http://signals.example.org', LOG_LEVEL: 'silent' },
  TRUSTED_PROXIES: '127.0.0.1',
  // Nothing listens there.
  GITHUB_API_URL: 'http://127.0.0.1:9',
};
const project = new Project(loadConfig(variables, folder).config);
await writeKey(folder);
await publishEditions(project);
for (const name of await readdir(folder, { recursive: true }))
  await utimes(join(folder, name), WRITTEN_AT, WRITTEN_AT);
await serve(project);
while (!(await fetch(`http://127.0.0.1:${port}/readyz`)).ok) await delay(POLL_MS);
process.send?.('ready');

/** The same bytes in every run; no secret, since it signs nothing that is ever published. */
async function writeKey(dataFolder: string): Promise<void> {
  const seed = createHash('sha256').update('fingerprint').digest();
  const key = createPrivateKey({
    ...{ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' },
  });
  const path = signingKeyPath(dataFolder);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
}
