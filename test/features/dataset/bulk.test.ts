/** The files of all periods say the same in every format. */
import assert from 'node:assert/strict';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { parquetReadObjects } from 'hyparquet';
import { bulkFiles } from '../../../src/pipeline/edition/all-periods.ts';
import { artifact, json } from '../../../src/pipeline/edition/artifacts.ts';
import { EditionSummary } from '../../../src/pipeline/edition/catalog.ts';
import {
  fileHash,
  parseManifest,
  sealManifest,
} from '../../../src/pipeline/edition/edition-manifest.ts';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { METHOD_VERSION } from '../../../src/pipeline/edition/method.ts';
import { PublicationLog } from '../../../src/pipeline/edition/publication-log.ts';
import { publish } from '../../../src/pipeline/edition/publish.ts';
import { SignalsResponse, Startup } from '../../../src/pipeline/edition/record.ts';
import {
  COLUMNS,
  CSV_HEADER,
  csvLines,
  rankedStartups,
} from '../../../src/pipeline/edition/record-table.ts';
import { signingKey } from '../../../src/pipeline/edition/signing.ts';
import { sqlString } from '../../../src/pipeline/ledger/connection.ts';
import { withEngine } from '../../../src/pipeline/ledger/duckdb.ts';
import { ALL_PERIODS } from '../../../src/published/editions.ts';
import type { Published } from '../../../src/published/published.ts';
import { publishedExample } from '../../support/publication.ts';
import { examplePublished } from '../../support/published.ts';
import { temporaryFolder } from '../../support/temporary.ts';

let published: Published;
before(async () => {
  published = await examplePublished();
});

const stored = async (name: string) =>
  published.editions.store.read((await published.editions.file(ALL_PERIODS, name)).sha256);

/** The SHA-256 of a file of all periods. */
async function hashIn(store: EditionStore, name: string): Promise<string> {
  const catalog = await store.catalog();
  assert.ok(catalog);
  return fileHash(parseManifest('all', await store.read(catalog.all.manifest)), name);
}

/** Rows of a file as another program's reader gives them. */
async function rowsOf(
  t: TestContext,
  name: string,
  reader: string,
): Promise<Record<string, unknown>[]> {
  const path = join(await temporaryFolder(t), name);
  await writeFile(path, await stored(name));
  return withEngine(async (connection) => {
    const result = await connection.runAndReadAll(
      `SELECT * FROM ${reader.replaceAll('?', () => sqlString(path))}`,
    );
    return result.getRowObjectsJS();
  });
}

/** Fields that have several columns of other names. */
const FLATTENED = [
  'scores',
  'composition14d',
  'composition30d',
  'evidence',
  'stageBasis',
  'lastRound',
  'statusBasis',
];
const key = ({ period, slug }: Record<string, unknown>) => `${period} ${slug}`;
const byKey = (rows: readonly Record<string, unknown>[]) =>
  rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));

async function records(): Promise<Startup[]> {
  const lines = (await stored('dataset.jsonl')).toString('utf8').trimEnd().split('\n');
  return lines.map((line) => Startup.parse(JSON.parse(line)));
}

describe('the whole dataset', () => {
  it('has a column for every field of a record', () => {
    const columns = COLUMNS.map(({ name }) => name);
    for (const name of Object.keys(Startup.shape))
      if (!FLATTENED.includes(name)) assert.ok(columns.includes(name), name);
  });

  it('is the same in JSON as in NDJSON', async () => {
    const document = JSON.parse((await stored('dataset.json')).toString('utf8'));
    assert.deepEqual(document.records, await records());
    assert.equal(document.meta.totalRecords, document.records.length);
    const { periods } = published.editions;
    assert.deepEqual(document.meta.periods, {
      first: periods.at(-1)?.slug,
      last: periods[0]?.slug,
      total: periods.length,
    });
  });

  it('has types of its own in Parquet, and opens in a reader that knows Snappy alone', async (t) => {
    const rows = byKey(await rowsOf(t, 'dataset.parquet', 'read_parquet(?)'));
    const [first] = rows;
    assert.equal(typeof first?.['commitVelocity14d'], 'number');
    assert.ok(Array.isArray(first?.['repositories']));
    const { latest } = published.editions;
    const current = rows.filter(({ period }) => period === latest);
    for (const [name, held] of Object.entries({ dataset: rows, signals: current })) {
      const file = new Uint8Array(await stored(`${name}.parquet`)).buffer;
      assert.deepEqual(byKey(await parquetReadObjects({ file })), held, name);
    }
  });

  it('ranks as the signals of each period do', async (t) => {
    const rows = await rowsOf(t, 'dataset.parquet', 'read_parquet(?)');
    for (const { slug: period } of published.editions.periods) {
      const { sectors, trending } = await published.editions.signals(period);
      for (const { name, startups } of sectors)
        for (const [index, { slug }] of startups.entries()) {
          const row = rows.find((candidate) => key(candidate) === key({ period, slug }));
          const place = trending.findIndex((one) => one.slug === slug);
          assert.equal(row?.['sectorName'], name);
          assert.equal(row?.['sectorRank'], index + 1);
          assert.equal(row?.['trendingRank'], place < 0 ? null : place + 1);
        }
    }
  });

  // The fingerprint of the example holds the bytes of the table.
  it('is the same in Parquet as in a table, but for what a spreadsheet would run', async (t) => {
    const types = COLUMNS.map(({ name }) => `${sqlString(name)}: 'VARCHAR'`).join(', ');
    const reader = `read_csv(?, header = true, quote = '"', escape = '"', columns = {${types}})`;
    const text = (value: unknown) => {
      // An empty cell is an empty list and an unknown value alike.
      if (Array.isArray(value)) return value.join(' ') || null;
      if (typeof value === 'string' && value.startsWith('=')) return `'${value}`;
      return value === null ? null : String(value);
    };
    const rows = (await rowsOf(t, 'dataset.parquet', 'read_parquet(?)')).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, text(value)])),
    );
    assert.deepEqual(byKey(await rowsOf(t, 'dataset.csv', reader)), byKey(rows));
    assert.equal(rows.length, (await records()).length);
  });

  it('has the same bytes after what was published last as from nothing', async (t) => {
    const options = await publishedExample(await temporaryFolder(t));
    const { store } = options;
    const catalog = await store.catalog();
    assert.ok(catalog);
    // Two editions at the end and one in between are published again.
    const editions = catalog.editions.filter((_, place) => place !== 3).slice(0, -2);
    const log = new PublicationLog();
    for (const edition of editions) log.add(edition, METHOD_VERSION);
    const own = await signingKey(options.dataFolder);
    await store.replaceCatalog({ ...catalog, editions, log: await store.put(log.bytes) }, own);
    await store.keepHead(log.head);
    const again = await publish(options);
    assert.equal(again.added.length, 3);
    const filesIn = async ({ all }: typeof catalog) =>
      parseManifest('all', await store.read(all.manifest)).files;
    assert.deepEqual(await filesIn(again.catalog), await filesIn(catalog));
  });

  it('is published anew where only its files are missing, or cut off', async (t) => {
    const options = await publishedExample(await temporaryFolder(t));
    const { store } = options;
    for (const name of ['dataset.parquet', 'dataset.jsonl']) {
      const hash = await hashIn(store, name);
      await rm(store.pathOf(hash));
      await publish(options);
      await store.check(hash);
      await truncate(store.pathOf(hash), 9);
      await publish(options);
      await store.check(hash);
    }
  });
});

describe('bulk files of hostile and of no records', () => {
  const period = async () => {
    const { latest } = published.editions;
    return SignalsResponse.parse(await published.editions.signals(latest));
  };

  /** Reads the bulk files of one period by their names. */
  const bulkOf = async (t: TestContext, signals: SignalsResponse) => {
    const store = new EditionStore(await temporaryFolder(t));
    const startups = signals.sectors.flatMap((sector) => sector.startups);
    const own = [
      artifact('dataset.jsonl', 'text', startups.map(json).join('')),
      artifact('signals.csv', 'text', CSV_HEADER + csvLines(rankedStartups(signals))),
    ];
    const { slug: period, name } = signals.meta.period;
    const { bytes } = sealManifest('', period, name, 1, own);
    for (const { body } of own) await store.put(body);
    const summary = EditionSummary.parse({ ...signals.meta, notCovered: 0, sectors: [] });
    const one = { period, manifest: await store.put(bytes), summary };
    const { files } = await bulkFiles(store, [one], signals.meta, () => null);
    return async (name: string) =>
      store.read(files.find((file) => file.name === name)?.sha256 ?? '');
  };

  it('give back what a name holds', async (t) => {
    const signals = await period();
    const names = [
      '@SUM(1+1)',
      '-2+3',
      'quote " and , comma',
      '株式会社',
      'مثال',
      '\\N',
      'NULL',
      '[a]',
    ];
    const [startup] = signals.sectors.flatMap(({ startups }) => startups);
    assert.ok(startup);
    const startups = names.map((name, index) => ({ ...startup, name, slug: `s${index}` }));
    const [sector] = signals.sectors;
    assert.ok(sector);
    const hostile = { ...signals, sectors: [{ ...sector, startups }] };
    const body = await bulkOf(t, hostile);
    const path = join(await temporaryFolder(t), 'hostile.parquet');
    await writeFile(path, await body('dataset.parquet'));
    const rows = await withEngine(async (connection) =>
      (
        await connection.runAndReadAll(`SELECT name FROM read_parquet(${sqlString(path)})`)
      ).getRowsJS(),
    );
    assert.deepEqual(rows.flat(), names);
    const csv = (await body('dataset.csv')).toString('utf8');
    assert.ok(csv.includes(",'@SUM(1+1),") && csv.includes(",'-2+3,"));
    assert.ok(csv.includes('"quote "" and , comma"'));
  });

  it('are whole files without a record', async (t) => {
    const body = await bulkOf(t, { ...(await period()), trending: [], sectors: [] });
    const document = (await body('dataset.json')).toString('utf8');
    assert.deepEqual(JSON.parse(document).records, []);
    const parquet = await body('dataset.parquet');
    assert.equal(parquet.subarray(-4).toString('latin1'), 'PAR1');
  });
});
