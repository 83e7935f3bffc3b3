/** A folder of editions that an intruder wrote into: the change is found, and nothing is served from it. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, beforeEach, describe, it } from 'node:test';
import { type Catalog, catalogBytes } from '../../../src/pipeline/edition/catalog.ts';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { pruneEditions } from '../../../src/pipeline/edition/prune.ts';
import { type PublishOptions, publish } from '../../../src/pipeline/edition/publish.ts';
import { Editions } from '../../../src/published/editions.ts';
import { verifyEditions } from '../../../src/published/verify.ts';
import { publishedExample } from '../../support/publication.ts';
import { TAMPERINGS } from '../../support/tampering.ts';
import { temporaryFolder } from '../../support/temporary.ts';

describe('a folder of editions', () => {
  let options: PublishOptions;
  let sound: Catalog;
  let old: Catalog;
  const path = (name: string) => join(options.store.folder, name);
  /** As a process that starts now sees it. */
  const store = () => new EditionStore(options.store.folder);
  const bodyPath = (hash = '') => path(join('bodies', hash.slice(0, 2), hash));

  before(async () => {
    options = await publishedExample(await temporaryFolder());
    const catalog = await options.store.catalog();
    assert.ok(catalog);
    old = catalog;
    const [company, ...others] = options.registry.companies;
    assert.ok(company);
    const companies = [{ ...company, name: 'Renamed' }, ...others];
    options = { ...options, registry: { ...options.registry, companies } };
    const correction = { correction: 'another name', correctFrom: '2025-w26' };
    ({ catalog: sound } = await publish({ ...options, ...correction }));
    assert.equal(sound.editions.at(-1)?.revision, 2);
  });
  beforeEach(() => writeFile(path('catalog.json'), catalogBytes(sound)));

  async function isRefused(expected: { code: string; message?: RegExp }): Promise<void> {
    await assert.rejects(verifyEditions(store(), undefined), expected);
    await assert.rejects(Editions.open(store()), expected);
  }

  it('is verified and opened as it was published', async () => {
    await verifyEditions(store(), undefined);
    assert.ok(await Editions.open(store()));
  });

  for (const { what, change, says, code = 'verification-failed' } of TAMPERINGS)
    it(`is refused where ${what}`, async () => {
      await writeFile(path('catalog.json'), catalogBytes(change(sound, old)));
      await isRefused({ code, message: says });
    });

  it('is refused where its catalog names another key', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const other = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const [key] = sound.keys;
    const keys: Catalog['keys'] = [key, { ...key, publicKey: other }];
    const catalog = { ...sound, keys };
    await writeFile(path('catalog.json'), catalogBytes(catalog));
    await isRefused({ code: 'verification-failed', message: /not signed with this key/ });
    const operators = new EditionStore(options.store.folder, async () => key.publicKey);
    await assert.rejects(Editions.open(operators), { message: /names another key/ });
  });

  for (const [what, change] of [
    ['edited', (log: string) => appendFile(log, '\n')],
    ['emptied', (log: string) => writeFile(log, '')],
    ['removed', (log: string) => rm(log)],
  ] as const)
    it(`is refused where the log's file is ${what}`, async () => {
      const log = bodyPath(sound.log?.log);
      const bytes = await readFile(log);
      await change(log);
      await isRefused({ code: 'editions-damaged' });
      await writeFile(log, bytes);
    });

  it('is opened again where a back-up was restored, after what the refusal says', async (t) => {
    const folder = await temporaryFolder(t);
    await cp(options.store.folder, folder, { recursive: true });
    await writeFile(join(folder, 'catalog.json'), catalogBytes(old));
    const restored = new EditionStore(folder);
    await assert.rejects(Editions.open(restored), { code: 'publication-older' });
    await rm(join(folder, 'publications.head'));
    const editions = await Editions.open(restored);
    await editions?.keepHead();
    assert.equal((await restored.heads()).length, 2);
  });

  it('is neither published into nor pruned where it was changed', async () => {
    const changed = { ...sound, editions: sound.editions.slice(6) };
    await writeFile(path('catalog.json'), catalogBytes(changed));
    const code = 'verification-failed';
    await assert.rejects(publish(options), { code });
    const now = new Date(Date.now() + 86_400_000);
    const wet = { isDryRun: false, now };
    await assert.rejects(pruneEditions(store(), { maxSupersededBytes: 0 }, wet), { code });
    await rm(path('catalog.json'));
    await assert.rejects(publish(options), { code: 'publication-older' });
    await writeFile(path('catalog.json'), catalogBytes(sound));
    await verifyEditions(store(), undefined);
  });
});
