/** Changes of the signing key, with real folders and real processes. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { z } from 'zod';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { operatorKey, rotateSigningKey } from '../../../src/pipeline/edition/operator-key.ts';
import { type PublishOptions, publish } from '../../../src/pipeline/edition/publish.ts';
import {
  PUBLIC_KEY_PATH,
  PUBLIC_KEYS_PATH,
  signatureHolds,
  signingKey,
  signingKeyPath,
} from '../../../src/pipeline/edition/signing.ts';
import { verifyEditions } from '../../../src/published/verify.ts';
import { cli, cliProcess } from '../../support/cli.ts';
import { NO_STARS } from '../../support/no-stars.ts';
import { examplePublication, FOUR_WEEKS } from '../../support/publication.ts';
import { servePublication } from '../../support/service.ts';
import { smallDataFolder } from '../../support/small-data.ts';
import { temporaryFolder } from '../../support/temporary.ts';

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

describe('a signing key that is lost', () => {
  it('is not replaced in silence, and changing it is a step of its own', async (t) => {
    const folder = await smallDataFolder(t);
    const environment = { DATA_DIR: folder, PORT: '1' };
    assert.equal((await cli(['publish'], environment)).status, 0);
    const store = new EditionStore(join(folder, 'editions', 'http-localhost-1'));
    const published = await readFile(join(store.folder, 'catalog.json'), 'utf8');
    await rm(join(folder, 'keys'), { recursive: true });

    const [publishing, starting, verifying] = await Promise.all([
      cli(['publish'], environment),
      cliProcess(['start'], environment),
      cli(['verify'], environment),
    ]);
    for (const { status, stderr } of [publishing, starting]) {
      assert.equal(status, 1);
      assert.match(stderr, /signing-key\.pem is missing\. Restore it from your back-up\./);
      assert.match(stderr, /run bellwether keys signing rotate/);
      assert.doesNotMatch(stderr, /\n\s+at /);
    }
    assert.ok(!(await exists(signingKeyPath(folder))), 'no other key is made');
    assert.equal(await readFile(join(store.folder, 'catalog.json'), 'utf8'), published);
    assert.equal(verifying.status, 0, verifying.stderr);

    const rotated = await cli(['keys', 'signing', 'rotate'], environment);
    assert.equal(rotated.status, 0, rotated.stderr);
    assert.match(rotated.stdout, /^6 signatures made with the new key SHA256:\S{43}\.$/m);
    const [again, verified, listed] = await Promise.all([
      cli(['publish'], environment),
      cli(['verify'], environment),
      cli(['keys', 'signing', 'list'], environment),
    ]);
    assert.match(again.stdout, /0 new, 0 corrected, 5 unchanged/);
    assert.match(verified.stdout, /^6 editions verified/);
    assert.match(listed.stdout, /^SHA256:\S+ {2}from \S+ until 20\S+Z\nSHA256:\S+ .* until now\n$/);
  });
});

describe('changing the signing key', () => {
  let options: PublishOptions;
  before(async () => {
    const example = await examplePublication(await temporaryFolder(), FOUR_WEEKS);
    const store = new EditionStore(join(example.dataFolder, 'editions', 'http-one'));
    options = { ...example, store };
    await publish(options);
    const companies = options.registry.companies.map((one) => ({ ...one, description: 'Else.' }));
    const registry = { ...options.registry, companies };
    await publish({ ...options, registry, correction: 'reworded' });
  });

  it('signs all revisions anew, and old signatures verify with the old public key', async () => {
    const { store, dataFolder } = options;
    const catalog = await store.catalog();
    const old = await signingKey(dataFolder);
    const { publicKeyPem, signed } = await rotateSigningKey(dataFolder, [store]);
    assert.equal(signed, 4 * 2 + 1);
    assert.equal((await signingKey(dataFolder)).publicKeyPem, publicKeyPem);
    assert.equal((await verifyEditions(store, publicKeyPem)).length, 9);
    await assert.rejects(verifyEditions(store, old.publicKeyPem), { code: 'verification-failed' });
    const keys = (await store.catalog())?.keys ?? [];
    assert.deepEqual(
      keys.map(({ publicKey }) => publicKey),
      [old.publicKeyPem, publicKeyPem],
    );
    assert.equal(keys[0]?.validUntil, keys[1]?.validFrom);
    assert.ok(catalog);
    const bytes = await store.read(catalog.all.manifest);
    assert.ok(signatureHolds(bytes, catalog.all.signature, keys[0]?.publicKey ?? ''));
  });

  it('is taken up by a running service, which shows every key', async (t) => {
    const { origin, service } = await servePublication(options, {
      stars: NO_STARS,
    });
    t.after(() => service.close());
    const current = async () => (await fetch(origin + PUBLIC_KEY_PATH)).text();
    const before = await current();
    const { publicKeyPem } = await rotateSigningKey(options.dataFolder, [options.store]);
    await service.refresh();
    assert.notEqual(before, publicKeyPem);
    assert.equal(await current(), publicKeyPem);
    const key = z.object({ publicKey: z.string(), validUntil: z.iso.datetime().nullable() });
    const { keys } = z
      .object({ keys: z.array(key) })
      .parse(await (await fetch(origin + PUBLIC_KEYS_PATH)).json());
    assert.equal(keys[0]?.publicKey, publicKeyPem);
    assert.equal(keys[0]?.validUntil, null);
    assert.equal(keys[1]?.publicKey, before);
    for (const { validUntil } of keys.slice(1)) assert.ok(validUntil);
    const address = `${origin}/editions/all/manifest.json`;
    const manifest = Buffer.from(await (await fetch(address)).arrayBuffer());
    const signature = (await (await fetch(`${address}.sig`)).text()).trim();
    assert.ok(signatureHolds(manifest, signature, publicKeyPem));
  });

  it('is finished by the next run when it was interrupted', async () => {
    const { store, dataFolder } = options;
    const path = signingKeyPath(dataFolder);
    const old = await readFile(path, 'utf8');
    const { publicKeyPem } = await rotateSigningKey(dataFolder, [store]);
    // As it is when the process ends after the catalog was replaced and before the key was.
    await rename(path, `${path}.next`);
    await writeFile(path, old, { mode: 0o600 });
    await assert.rejects(publish(options), { code: 'signing-key-differs' });
    const again = await rotateSigningKey(dataFolder, [store]);
    assert.deepEqual(again, { publicKeyPem, signed: 0 });
    await verifyEditions(store, publicKeyPem);
    // And when it ends before: the key that was made is used.
    const { publicKeyPem: next } = await signingKey(dataFolder, `${path}.next`);
    assert.equal((await rotateSigningKey(dataFolder, [store])).publicKeyPem, next);
    await publish(options);
  });

  it('signs nothing where the catalog does not bear the signature of the old one', async () => {
    const { store, dataFolder } = options;
    const path = join(store.folder, 'catalog.json');
    const good = await readFile(path, 'utf8');
    await writeFile(path, good.replace(/"name": "Week/, '"name": "Month'));
    await assert.rejects(rotateSigningKey(dataFolder, [store]), { code: 'verification-failed' });
    await writeFile(path, good);
    await rotateSigningKey(dataFolder, [store]);
  });

  it('is no matter of putting another one in its place, or of publishing elsewhere', async () => {
    const { store, dataFolder } = options;
    const path = signingKeyPath(dataFolder);
    await rename(path, `${path}.aside`);
    const elsewhere = new EditionStore(join(dataFolder, 'editions', 'http-two'));
    await assert.rejects(publish({ ...options, store: elsewhere }), {
      code: 'signing-key-missing',
    });
    await signingKey(dataFolder);
    await assert.rejects(publish(options), { code: 'signing-key-differs' });
    await rename(`${path}.aside`, path);
    await operatorKey(store, await store.catalog(), dataFolder);
  });

  it('are not looked for in a catalog that is cut off, or without any, or without its log', async () => {
    const path = join(options.store.folder, 'catalog.json');
    const good = await readFile(path, 'utf8');
    const catalog = JSON.parse(good);
    const damages = [{ keys: [] }, { keys: undefined }, { log: undefined }];
    const damaged = damages.map((change) => JSON.stringify({ ...catalog, ...change }));
    for (const text of [good.slice(0, 100), ...damaged]) {
      await writeFile(path, text);
      await assert.rejects(publish(options), {
        code: 'editions-damaged',
        message: /catalog\.json/,
      });
    }
    await writeFile(path, good);
  });
});

describe('the signing key', () => {
  it('is made once, even by several at the same time, readable by its owner alone', async (t) => {
    const folder = await temporaryFolder(t);
    const keys = await Promise.all(Array.from({ length: 8 }, () => signingKey(folder)));
    assert.equal(new Set(keys.map(({ publicKeyPem }) => publicKeyPem)).size, 1);
    assert.equal((await stat(signingKeyPath(folder))).mode & 0o777, 0o600);
  });

  it('is refused when its file holds something else', async (t) => {
    const folder = await temporaryFolder(t);
    await mkdir(join(folder, 'keys'));
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const pem = rsa.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const text of ['', 'not a key', pem]) {
      await writeFile(signingKeyPath(folder), text);
      await assert.rejects(signingKey(folder), { code: 'key-invalid' });
    }
  });

  it('signs what its public half verifies, and nothing else', async (t) => {
    const { sign, publicKeyPem } = await signingKey(await temporaryFolder(t));
    const signature = sign(Buffer.from('bytes'));
    assert.ok(signatureHolds(Buffer.from('bytes'), signature, publicKeyPem));
    assert.ok(!signatureHolds(Buffer.from('bytez'), signature, publicKeyPem));
    const other = await signingKey(await temporaryFolder(t));
    assert.ok(!signatureHolds(Buffer.from('bytes'), signature, other.publicKeyPem));
    assert.ok(!signatureHolds(Buffer.from('bytes'), '', publicKeyPem));
    assert.throws(() => signatureHolds(Buffer.from('x'), signature, 'no key'), {
      code: 'key-invalid',
    });
  });
});
