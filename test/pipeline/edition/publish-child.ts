/**
 * Publishes corrections into a folder of the test, in a process of its own that can be killed or
 * confined, then checks what is published and prints both as JSON.
 *
 * Arguments: data folder, edition folder, milliseconds that storing each body takes.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BellwetherError } from '../../../src/lib/errors.ts';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { publish } from '../../../src/pipeline/edition/publish.ts';
import { signingKey } from '../../../src/pipeline/edition/signing.ts';
import { openLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { verifyEditions } from '../../../src/published/verify.ts';
import { BASE_URL, exampleRegistry } from '../../support/publication.ts';

const [dataFolder = '', editionFolder = '', pause = '0'] = process.argv.slice(2);

class UnhurriedStore extends EditionStore {
  override async put(body: Buffer): Promise<string> {
    await delay(Number(pause));
    return super.put(body);
  }
}

const ledger = await openLedger(join(dataFolder, 'ledger'));
if (!ledger) throw new Error(`no ledger in ${dataFolder}`);
const registry = await exampleRegistry();
const companies = registry.companies.map((one) => ({ ...one, description: 'Other words.' }));
const store = new UnhurriedStore(editionFolder);
const failure = await publish({
  ledger,
  registry: { ...registry, companies },
  store,
  dataFolder,
  baseUrl: BASE_URL,
  correction: 'reworded',
}).then(
  () => null,
  (error: unknown) => error,
);
const { publicKeyPem } = await signingKey(dataFolder);
const verified = await verifyEditions(store, publicKeyPem);
const said =
  failure instanceof BellwetherError
    ? { code: failure.code, message: failure.message }
    : { code: null, message: String(failure) };
process.stdout.write(JSON.stringify({ ...said, verified: verified.length }));
