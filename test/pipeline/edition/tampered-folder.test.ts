/** A folder of editions that an intruder wrote into: the change is found, and nothing is served from it. */
import assert from 'node:assert/strict';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, beforeEach, describe, it } from 'node:test';
import { type Catalog, sealCatalog } from '../../../src/pipeline/edition/catalog.ts';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { pruneEditions } from '../../../src/pipeline/edition/prune.ts';
import { type PublishOptions, publish } from '../../../src/pipeline/edition/publish.ts';
import { signingKey } from '../../../src/pipeline/edition/signing.ts';
import { Editions } from '../../../src/published/editions.ts';
import { verifyEditions, verifyFile } from '../../../src/published/verify.ts';
import { FOUR_WEEKS, publishedExample } from '../../support/publication.ts';
import { TAMPERINGS } from '../../support/tampering.ts';
import { temporaryFolder } from '../../support/temporary.ts';

describe('a folder of editions', () => {
  let options: PublishOptions;
  let sound: Catalog;
  let soundBytes: Buffer;
  let oldBytes: Buffer;
  const catalogPath = () => join(options.store.folder, 'catalog.json');
  /** As a process that starts now sees it. */
  const store = (ownKey?: string) => new EditionStore(options.store.folder, async () => ownKey);

  before(async () => {
    options = await publishedExample(await temporaryFolder(), FOUR_WEEKS);
    oldBytes = await readFile(catalogPath());
    const [company, ...others] = options.registry.companies;
    assert.ok(company);
    const companies = [{ ...company, name: 'Renamed' }, ...others];
    options = { ...options, registry: { ...options.registry, companies } };
    const correction = { correction: 'another name', correctFrom: '2025-w26' };
    ({ catalog: sound } = await publish({ ...options, ...correction }));
    soundBytes = await readFile(catalogPath());
    assert.equal(sound.editions.at(-1)?.revision, 2);
  });
  beforeEach(() => writeFile(catalogPath(), soundBytes));

  async function isRefused(expected: { code: string; message?: RegExp }): Promise<void> {
    await assert.rejects(verifyEditions(store(), undefined), expected);
    await assert.rejects(Editions.open(store()), expected);
  }

  it('is verified and opened as it was published, as a whole or an edition alone', async () => {
    assert.equal((await verifyEditions(store(), undefined)).length, 6);
    const latest = await verifyEditions(store(), undefined, '2025-w26');
    assert.deepEqual(
      latest.map(({ revision, files }) => [revision, files]),
      [
        [1, 1],
        [2, 7],
      ],
    );
    assert.ok(await Editions.open(store()));
    const code = 'unknown-period';
    await assert.rejects(verifyEditions(store(), undefined, '1999-w01'), { code });
  });

  for (const { what, change } of TAMPERINGS)
    it(`is refused where ${what}`, async () => {
      await writeFile(catalogPath(), change(soundBytes));
      await isRefused({ code: 'verification-failed', message: /catalog\.json was not signed/ });
    });

  it('is refused where another key signed its catalog', async () => {
    const other = await signingKey(await temporaryFolder());
    const [key] = sound.keys;
    const keys: Catalog['keys'] = [key, { ...key, publicKey: other.publicKeyPem }];
    await writeFile(catalogPath(), sealCatalog({ ...sound, keys }, other));
    const refusal = { code: 'verification-failed', message: /names another key/ };
    await assert.rejects(Editions.open(store(key.publicKey)), refusal);
    await assert.rejects(verifyEditions(store(), key.publicKey), refusal);
  });

  for (const [what, change] of [
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -9)],
    ['emptied', () => Buffer.alloc(0)],
    ['removed', () => undefined],
  ] as const)
    it(`is refused where the file of its log, or of another body, is ${what}`, async () => {
      const damaged = async (hash: string, refused: () => Promise<void>) => {
        const path = options.store.pathOf(hash);
        const bytes = await readFile(path);
        const changed = change(bytes);
        await (changed ? writeFile(path, changed) : rm(path));
        await refused();
        await writeFile(path, bytes);
      };
      const code = 'editions-damaged';
      await damaged(sound.log, () => isRefused({ code }));
      const { sha256 } =
        (await (await Editions.open(store()))?.file('all', 'history.json')) ?? assert.fail();
      await damaged(sha256, () => assert.rejects(verifyEditions(store(), undefined), { code }));
    });

  it('is refused where a manifest bears the signature of another', async () => {
    const own = await signingKey(options.dataFolder);
    const [first, ...others] = sound.editions;
    assert.ok(first);
    const editions = [{ ...first, signature: sound.all.signature }, ...others];
    await writeFile(catalogPath(), sealCatalog({ ...sound, editions }, own));
    await assert.rejects(verifyEditions(store(), undefined), /the manifest of \S+ was not signed/);
  });

  it('tells which file of an edition a downloaded one is', async () => {
    const { manifest: hash, signature } = sound.editions.at(-1) ?? assert.fail();
    const keys = sound.keys.map(({ publicKey }) => publicKey);
    const manifest = await options.store.read(hash);
    const file = await options.store.fileOf(hash, 'signals.json');
    const verified = verifyFile(file, manifest, signature, keys);
    assert.equal(verified.file.name, 'signals.json');
    assert.equal(verified.manifest.edition, '2025-w26');
    const code = 'verification-failed';
    const changed = Buffer.concat([file, Buffer.from(' ')]);
    const message = /is none of edition 2025-w26: signals\.json/;
    assert.throws(() => verifyFile(changed, manifest, signature, keys), { code, message });
    const forged = Buffer.from(manifest.toString().replace('"revision": 2', '"revision": 3'));
    const refusal = { code, message: /was changed since/ };
    assert.throws(() => verifyFile(file, forged, signature, keys), refusal);
  });

  it('is opened again where a back-up was restored, after what the refusal says', async (t) => {
    const folder = await temporaryFolder(t);
    await cp(options.store.folder, folder, { recursive: true });
    await writeFile(join(folder, 'catalog.json'), oldBytes);
    const restored = new EditionStore(folder);
    await assert.rejects(Editions.open(restored), {
      code: 'publication-older',
      message: /an older publication, or another one: .* If a back-up was restored on purpose/,
    });
    await rm(join(folder, 'publications.head'));
    const editions = await Editions.open(restored);
    await editions?.keepHead();
    assert.equal((await restored.heads()).length, 2);
  });

  it('is neither published into nor pruned where it was changed', async () => {
    const changed = { ...sound, editions: sound.editions.slice(2) };
    const { signature } = JSON.parse(soundBytes.toString());
    await writeFile(catalogPath(), JSON.stringify({ ...changed, signature }));
    const code = 'verification-failed';
    await assert.rejects(publish(options), { code });
    const now = new Date(Date.now() + 86_400_000);
    await assert.rejects(pruneEditions(store(), { isDryRun: false, now }), { code });
    await rm(catalogPath());
    await assert.rejects(publish(options), { code: 'publication-older' });
    await writeFile(catalogPath(), soundBytes);
    await verifyEditions(store(), undefined);
  });
});
