import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { parseManifest } from '../../../src/pipeline/edition/edition-manifest.ts';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { PublicationLog } from '../../../src/pipeline/edition/publication-log.ts';
import { type PublishOptions, publish } from '../../../src/pipeline/edition/publish.ts';
import { SignalsResponse, Startup } from '../../../src/pipeline/edition/record.ts';
import { signingKey } from '../../../src/pipeline/edition/signing.ts';
import { withLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { TABLES } from '../../../src/pipeline/ledger/ledger-tables.ts';
import { writeLedger } from '../../../src/pipeline/ledger/write-ledger.ts';
import { Editions } from '../../../src/published/editions.ts';
import { verifyEditions } from '../../../src/published/verify.ts';
import { cli, ENVIRONMENT, MAIN } from '../../support/cli.ts';
import { skipConfined } from '../../support/namespaces.ts';
import {
  BASE_URL,
  COMPUTED_AT,
  examplePublication as exampleOf,
  FOUR_WEEKS,
  publishedExample as publishedOf,
  TEN_WEEKS,
} from '../../support/publication.ts';
import { smallDataFolder } from '../../support/small-data.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { IS_INTEGRATION } from '../../support/tier.ts';
import { wholeFile } from '../../support/whole-file.ts';

const examplePublication = (folder: string) => exampleOf(folder, FOUR_WEEKS);
const publishedExample = (folder: string) => publishedOf(folder, FOUR_WEEKS);
const PERIODS = 4;

async function openEditions(options: PublishOptions): Promise<Editions> {
  const editions = await Editions.open(options.store);
  assert.ok(editions);
  return editions;
}

/** The same publication with another description, so that every edition differs. */
function reworded(options: PublishOptions): PublishOptions {
  const companies = options.registry.companies.map((company) => ({
    ...company,
    description: 'Makes other examples.',
  }));
  return { ...options, registry: { ...options.registry, companies } };
}

describe('publishing', () => {
  let options: PublishOptions;
  before(async () => {
    options = await publishedOf(await temporaryFolder(), TEN_WEEKS);
  });

  it('publishes records that hold to their schemas', async () => {
    const editions = await openEditions(options);
    assert.deepEqual(
      [editions.periods.length, editions.periods.at(-1)?.slug, editions.latest],
      [10, '2025-w17', '2025-w26'],
    );
    const signals = SignalsResponse.parse(await editions.signals('2025-w18'));
    assert.deepEqual(signals.meta.period, {
      slug: '2025-w18',
      name: 'Week 18, 2025 (28 April – 4 May)',
    });
    assert.equal(signals.meta.totalStartups, 3);
    assert.equal(signals.meta.lastUpdated, COMPUTED_AT.toISOString());
    assert.equal(signals.meta.timing, 'backfilled');
    assert.equal((await editions.signals('2025-w26')).meta.timing, 'live');
    assert.deepEqual(
      signals.sectors.map(({ slug, startupCount }) => [slug, startupCount]),
      [
        ['databases', 2],
        ['security', 1],
      ],
    );
    const acorn = Startup.parse((await editions.startups('2025-w18')).get('acorn'));
    assert.equal(acorn.commitVelocity14d, 28);
    assert.equal(acorn.contributors, 5);
    assert.equal(acorn.url, `${BASE_URL}/startups/acorn`);
    assert.deepEqual(acorn.repositories, ['acorn/core']);
  });

  it('names who is not covered, and why', async () => {
    const { meta } = await (await openEditions(options)).signals('2025-w26');
    assert.equal(meta.totalStartups, 2);
    assert.deepEqual(meta.notCovered, [
      {
        name: 'Cedar <script>alert(1)</script>',
        slug: 'cedar',
        repository: 'cedar/core',
        reason: 'the copy of cedar/core ends on 2025-05-04',
        lastCovered: '2025-w18',
      },
    ]);
  });

  it('holds one record a startup and period in the dataset, and the same in the history', async () => {
    const editions = await openEditions(options);
    const file = await editions.file('all', 'dataset.jsonl');
    const lines = (await options.store.read(file.sha256)).toString().trimEnd().split('\n');
    const { periods, startups } = await editions.history();
    assert.equal(periods.length, 10);
    const known = Object.values(startups).flatMap(({ velocity }) => velocity);
    assert.equal(lines.length, known.filter((value) => value !== null).length);
    for (const line of lines.slice(0, 5)) Startup.parse(JSON.parse(line));
  });
});

describe('publishing again', () => {
  it('gives the same bytes, in the same place and in another', async (t) => {
    const options = await publishedExample(await temporaryFolder(t));
    const first = await options.store.catalog();
    const again = await publish(options);
    assert.deepEqual(again.catalog, first);
    assert.equal(again.unchanged.length, PERIODS);
    const elsewhere = new EditionStore(join(options.dataFolder, 'elsewhere'));
    const { catalog } = await publish({ ...options, store: elsewhere });
    // Since when the key is in use there is the one thing that depends on the clock.
    const { keys, ...rest } = catalog;
    assert.deepEqual({ ...rest, keys: [] }, { ...first, keys: [] });
    assert.deepEqual(
      keys.map(({ publicKey }) => publicKey),
      first?.keys.map(({ publicKey }) => publicKey),
    );
  });

  it('publishes a named correction as a new revision, and says so in the changelog', async (t) => {
    const options = await publishedExample(await temporaryFolder(t));
    const before = await options.store.catalog();
    const { catalog, corrected } = await publish({ ...reworded(options), correction: 'reworded' });
    assert.equal(corrected.length, PERIODS);
    const [old, edition] = [before?.editions[0], catalog.editions[0]];
    assert.equal(edition?.revision, 2);
    assert.deepEqual(
      edition?.superseded.map(({ revision, manifest, correction }) => [
        revision,
        manifest,
        correction,
      ]),
      [[1, old?.manifest, 'reworded']],
    );
    const editions = await openEditions(options);
    assert.equal((await editions.signals('2025-w23')).meta.revision, 2);
    const changelog = await editions.file('all', 'changelog.json');
    const { periods } = JSON.parse((await options.store.read(changelog.sha256)).toString());
    assert.deepEqual(periods.at(-1).corrections, [
      { revision: 2, replaces: old?.manifest, correction: 'reworded' },
    ]);
    const key = (await signingKey(options.dataFolder)).publicKeyPem;
    assert.equal((await verifyEditions(options.store, key)).length, PERIODS * 2 + 1);
  });

  it('revises what an earlier version of the method computed, and keeps it readable', async (t) => {
    const options = await publishedExample(await temporaryFolder(t));
    const { store } = options;
    const catalog = (await store.catalog()) ?? assert.fail();
    const key = await signingKey(options.dataFolder);
    const log = new PublicationLog();
    for (const edition of catalog.editions) log.add(edition, '2');
    const editions = catalog.editions.map(({ inputs: _, ...edition }) => edition);
    await store.replaceCatalog({ ...catalog, editions, log: await store.put(log.bytes) }, key);
    await store.keepHead(log.head);
    const { corrected, catalog: revised } = await publish(reworded(options));
    assert.equal(corrected.length, PERIODS);
    for (const [place, { manifest }] of catalog.editions.entries()) {
      const [past] = revised.editions[place]?.superseded ?? [];
      assert.equal(past?.correction, 'computed by version 2.1 of the method, not 2');
      assert.equal(past?.manifest, manifest);
      const { files } = parseManifest(manifest, await store.read(manifest));
      const signals = files.find(({ name }) => name === 'signals.json') ?? assert.fail();
      assert.equal(JSON.parse(String(await store.read(signals.sha256))).meta.revision, 1);
    }
    const published = await openEditions(options);
    const { meta } = await published.signals('2025-w23');
    assert.deepEqual([meta.revision, meta.methodVersion], [2, '2.1']);
    assert.equal((await verifyEditions(store, key.publicKeyPem)).length, PERIODS * 2 + 1);
  });

  it('corrects the editions alone that would come out otherwise', async (t) => {
    const options = await examplePublication(await temporaryFolder(t));
    const { catalog: before } = await publish(options);
    const ledger = await withLedger(options.ledger, async (connection) => {
      for (const table of TABLES)
        await connection.run(
          `CREATE VIEW new_${table} AS SELECT * FROM ${table} ${table === 'activity' ? "WHERE company <> 'acorn' OR day <= DATE '2025-06-22'" : ''}`,
        );
      return writeLedger(connection, join(options.dataFolder, 'changed'));
    });
    const { catalog, corrected, unchanged } = await publish({
      ...options,
      ledger,
      correction: 'counted twice',
    });
    assert.deepEqual(corrected, ['2025-w26']);
    assert.equal(unchanged.length, PERIODS - 1);
    assert.deepEqual(catalog.editions.slice(0, -1), before.editions.slice(0, -1));
    assert.equal(catalog.editions.at(-1)?.revision, 2);
  });

  it('looks at no edition before those to correct, and names it when asked for all', async (t) => {
    const options = await publishedExample(await temporaryFolder(t));
    const before = (await options.store.catalog())?.editions ?? [];
    const [correctFrom] = before.slice(-2).map(({ period }) => period);
    assert.ok(correctFrom);
    const looked: number[] = [];
    const corrected = await publish({
      ...reworded(options),
      ...{ correction: 'reworded', correctFrom },
      onProgress: (done) => looked.push(done),
    });
    assert.deepEqual(
      corrected.corrected,
      before.slice(-2).map(({ period }) => period),
    );
    assert.deepEqual(looked, [PERIODS - 1, PERIODS]);
    assert.deepEqual(corrected.differing, []);
    assert.deepEqual(corrected.catalog.editions.slice(0, -2), before.slice(0, -2));
    // Without a reason, an edition that is out is left as it is.
    const all = await publish(reworded(options));
    assert.equal(all.differing.length, PERIODS - 2);
    assert.deepEqual(all.catalog.editions, corrected.catalog.editions);
  });

  it('puts a body back that was removed', async (t) => {
    const options = await publishedExample(await temporaryFolder(t));
    const { sha256 } = await (await openEditions(options)).file('2025-w26', 'signals.json');
    await rm(options.store.pathOf(sha256));
    await assert.rejects(options.store.read(sha256), { code: 'editions-damaged' });
    await publish(options);
    assert.ok((await options.store.read(sha256)).length > 0);
  });

  it('waits for another process that publishes, so that neither loses anything', async (t) => {
    const options = await examplePublication(await temporaryFolder(t));
    const [one, other] = await Promise.all([publish(options), publish(options)]);
    assert.deepEqual(one.catalog, other.catalog);
    assert.deepEqual([one.added.length, other.added.length].sort(), [0, PERIODS]);
  });
});

describe('when publishing fails, the last good publication stays', () => {
  let options: PublishOptions;
  before(async () => {
    options = await publishedExample(await temporaryFolder());
  });
  afterEach(async () => {
    const key = (await signingKey(options.dataFolder)).publicKeyPem;
    assert.equal((await verifyEditions(options.store, key)).length, PERIODS + 1);
  });

  const unwritable = [
    ['read-only', 'mount --bind . .; mount -o remount,bind,ro .', '--map-root-user', '--mount'],
    ['not permitted', 'chmod -R a-w .', '--user'],
  ] as const;
  for (const [why, confine, ...unshare] of IS_INTEGRATION ? unwritable : [])
    it(`because writing is ${why}`, { skip: skipConfined }, async (t) => {
      const data = await smallDataFolder(t);
      const environment = { DATA_DIR: data, PORT: '1' };
      assert.equal((await cli(['publish'], environment)).status, 0);
      const cwd = join(data, 'editions', 'http-localhost-1');
      const shell = `set -e; ${confine}; cd /; exec "$0" '${MAIN}' publish`;
      const args = [...unshare, 'sh', '-c', shell, process.execPath];
      const run = promisify(execFile)('unshare', args, {
        cwd,
        env: { ...ENVIRONMENT, ...environment },
      });
      await assert.rejects(run, new RegExp(`Publishing into .* stopped: .*${why}.* untouched`));
      assert.equal((await cli(['verify'], environment)).status, 0);
    });

  it('because the ledger is damaged', async () => {
    const { file } = wholeFile(options.ledger, 'activity');
    const path = join(options.ledger.folder, file);
    const good = await readFile(path);
    await writeFile(path, Buffer.alloc(good.length));
    await assert.rejects(publish(options), { code: 'ledger-damaged' });
    await writeFile(path, good);
  });
});
