/** A disk that is full at any one file of a publication: nothing half-made is visible, and the next one completes. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { type PublishOptions, publish } from '../../../src/pipeline/edition/publish.ts';
import { signingKey } from '../../../src/pipeline/edition/signing.ts';
import { verifyEditions } from '../../../src/published/verify.ts';
import { FOUR_WEEKS, publishedExample } from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const { writeFile } = fs.promises;
const { createWriteStream } = fs;

/** Files as they are written, by their final names; those that get their names last, by their turn. */
let written: string[] = [];
let fullAt: string | undefined;
let folder = '';

function isFull(path: string): boolean {
  const isNamed = path.startsWith(folder) && !/^\d+\.[0-9a-f]{8}\.tmp/.test(basename(path));
  const name = isNamed
    ? relative(folder, path).replace(/\.\d+\.[0-9a-f]{8}\.tmp$/, '')
    : `unnamed ${written.filter((file) => file.startsWith('unnamed')).length + 1}`;
  written.push(name);
  return name === fullAt;
}

function noSpace(): NodeJS.ErrnoException {
  return Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
}

/** Writes half of what it is given, and fails. */
const writeFileOrFail: typeof writeFile = async (path, data, options) => {
  if (typeof path !== 'string' || !isFull(path)) return writeFile(path, data, options);
  const text = Buffer.from(data as Buffer);
  await writeFile(path, text.subarray(0, text.length / 2), options);
  throw noSpace();
};

const createStreamOrFail: typeof createWriteStream = (path, options) => {
  const stream = createWriteStream(path, options);
  if (isFull(String(path))) stream._write = (_, __, done) => done(noSpace());
  return stream;
};

describe('where the disk is full at any one file', () => {
  let options: PublishOptions;
  let key: string;
  let catalog: Buffer;

  before(async () => {
    options = await publishedExample(await temporaryFolder(), FOUR_WEEKS);
    key = (await signingKey(options.dataFolder)).publicKeyPem;
    catalog = fs.readFileSync(join(options.store.folder, 'catalog.json'));
    const [company, ...others] = options.registry.companies;
    assert.ok(company);
    const companies = [{ ...company, description: 'Makes other examples.' }, ...others];
    options = { ...options, registry: { ...options.registry, companies } };
    Object.assign(fs.promises, { writeFile: writeFileOrFail });
    Object.assign(fs, { createWriteStream: createStreamOrFail });
    syncBuiltinESMExports();
  });
  after(() => {
    Object.assign(fs.promises, { writeFile });
    Object.assign(fs, { createWriteStream });
    syncBuiltinESMExports();
  });

  /** Corrects the newest week in a copy of what is published. */
  async function correct(file: string | undefined) {
    folder = join(await temporaryFolder(), 'editions');
    fs.cpSync(options.store.folder, folder, { recursive: true });
    fs.rmSync(join(folder, 'row-digests.json'));
    [written, fullAt] = [[], file];
    const store = new EditionStore(folder);
    const correction = { correction: 'reworded', correctFrom: '2025-w26' };
    const failure: unknown = await publish({ ...options, ...correction, store }).catch(
      (error: unknown) => error,
    );
    return { store, failure };
  }

  it('what was published before stays, and the next publication is whole', async () => {
    await correct(undefined);
    const files = [...new Set(written)];
    for (const name of ['catalog.json', 'publications.head', 'row-digests.json', 'unnamed 4'])
      assert.ok(files.includes(name), `${name} is not among ${files.join(', ')}`);
    for (const file of files) {
      const { store, failure } = await correct(file);
      fullAt = undefined;
      assert.match(String(failure), /the disk is full .* What was published before/, file);
      assert.ok(fs.readFileSync(join(folder, 'catalog.json')).equals(catalog), file);
      await verifyEditions(store, key);
      await publish({ ...options, store, correction: 'reworded', correctFrom: '2025-w26' });
      const leftovers = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
      assert.deepEqual(
        leftovers.filter((path) => path.endsWith('.tmp')),
        [],
        file,
      );
      await verifyEditions(store, key);
    }
  });
});
