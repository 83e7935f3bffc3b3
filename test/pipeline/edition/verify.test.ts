import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { PublishOptions } from '../../../src/pipeline/edition/publish.ts';
import { signatureHolds, signingKey } from '../../../src/pipeline/edition/signing.ts';
import { Editions } from '../../../src/published/editions.ts';
import { verifyEditions, verifyFile } from '../../../src/published/verify.ts';
import { FOUR_WEEKS, publishedExample } from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';

function otherKey(): string {
  const { publicKey } = generateKeyPairSync('ed25519');
  return publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

describe('the signing key', () => {
  it('is made once, readable by its owner alone, and stays', async (t) => {
    const folder = await temporaryFolder(t);
    const first = await signingKey(folder);
    const second = await signingKey(folder);
    assert.equal(second.publicKeyPem, first.publicKeyPem);
    const { mode } = await stat(join(folder, 'keys', 'signing-key.pem'));
    assert.equal(mode & 0o777, 0o600);
    assert.equal((await stat(join(folder, 'keys'))).mode & 0o777, 0o700);
  });

  it('is one even when two processes make it at the same time', async (t) => {
    const folder = await temporaryFolder(t);
    const keys = await Promise.all(Array.from({ length: 8 }, () => signingKey(folder)));
    assert.equal(new Set(keys.map(({ publicKeyPem }) => publicKeyPem)).size, 1);
  });

  it('is refused when its file holds something else', async (t) => {
    const folder = await temporaryFolder(t);
    await mkdir(join(folder, 'keys'));
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const pem = rsa.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const text of ['', 'not a key', pem]) {
      await writeFile(join(folder, 'keys', 'signing-key.pem'), text);
      await assert.rejects(signingKey(folder), { code: 'key-invalid' });
    }
  });

  it('signs what its public half verifies, and nothing else', async (t) => {
    const { sign, publicKeyPem } = await signingKey(await temporaryFolder(t));
    const signature = sign(Buffer.from('bytes'));
    assert.ok(signatureHolds(Buffer.from('bytes'), signature, publicKeyPem));
    assert.ok(!signatureHolds(Buffer.from('bytez'), signature, publicKeyPem));
    assert.ok(!signatureHolds(Buffer.from('bytes'), signature, otherKey()));
    assert.ok(!signatureHolds(Buffer.from('bytes'), '', publicKeyPem));
    assert.throws(() => signatureHolds(Buffer.from('x'), signature, 'no key'), {
      code: 'key-invalid',
    });
  });
});

describe('verification', () => {
  let options: PublishOptions;
  let key: string;
  let hash: string;
  const bodyPath = () => options.store.pathOf(hash);

  before(async () => {
    options = await publishedExample(await temporaryFolder(), FOUR_WEEKS);
    key = (await signingKey(options.dataFolder)).publicKeyPem;
    const editions = await Editions.open(options.store);
    assert.ok(editions);
    hash = (await editions.file('2025-w26', 'signals.json')).sha256;
  });

  it('holds for what was published', async () => {
    const verified = await verifyEditions(options.store, key);
    assert.equal(verified.length, 5);
    const [one] = await verifyEditions(options.store, key, '2025-w26');
    assert.equal(one?.files, 7);
  });

  it('fails under another key', async () => {
    await assert.rejects(verifyEditions(options.store, otherKey()), {
      code: 'verification-failed',
      message: /names another key than the one that signed/,
    });
  });

  it('fails when a byte of a body was changed', async () => {
    const good = await readFile(bodyPath());
    const bad = Buffer.from(good);
    bad.writeUInt8(bad.readUInt8(100) ^ 1, 100);
    await writeFile(bodyPath(), bad);
    await assert.rejects(verifyEditions(options.store, key), {
      code: 'editions-damaged',
      message: /is not what was published/,
    });
    await writeFile(bodyPath(), good);
    await verifyEditions(options.store, key);
  });

  it('fails where the catalog gives a manifest another signature, though it is signed itself', async () => {
    const { store, dataFolder } = options;
    const catalog = await store.catalog();
    assert.ok(catalog);
    const [first, ...others] = catalog.editions;
    assert.ok(first);
    const editions = [{ ...first, signature: catalog.all.signature }, ...others];
    const own = await signingKey(dataFolder);
    await store.replaceCatalog({ ...catalog, editions }, own);
    await assert.rejects(verifyEditions(store, key), /the manifest of \S+ was not signed/);
    await store.replaceCatalog(catalog, own);
  });

  it('does not know an edition that is not there', async () => {
    await assert.rejects(verifyEditions(options.store, key, '1999-w01'), {
      code: 'unknown-period',
    });
  });

  it('tells which file of an edition a downloaded one is', async () => {
    const catalog = await options.store.catalog();
    const edition = catalog?.editions.at(-1);
    assert.ok(edition);
    const manifest = await options.store.read(edition.manifest);
    const file = await options.store.read(hash);
    const verified = verifyFile(file, manifest, edition.signature, [key]);
    assert.equal(verified.file.name, 'signals.json');
    assert.equal(verified.manifest.edition, '2025-w26');
    const changed = Buffer.concat([file, Buffer.from(' ')]);
    assert.throws(() => verifyFile(changed, manifest, edition.signature, [key]), {
      code: 'verification-failed',
      message: /is none of edition 2025-w26: signals\.json/,
    });
    const forged = Buffer.from(manifest.toString().replace('"revision": 1', '"revision": 2'));
    assert.throws(() => verifyFile(file, forged, edition.signature, [key]), {
      code: 'verification-failed',
      message: /was changed since/,
    });
  });
});
