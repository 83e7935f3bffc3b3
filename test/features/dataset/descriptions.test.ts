/** The dataset's descriptions: what each vocabulary requires, and the files as they are. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import packageJson from '../../../package.json' with { type: 'json' };
import { sha256 } from '../../../src/lib/atomic-files.ts';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { COLUMNS } from '../../../src/pipeline/edition/record-table.ts';
import { BASE_URL } from '../../support/publication.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());

const get = (path: string) => fetch(`${served.origin}${path}`);

const Distribution = z.array(
  z.looseObject({
    name: z.string(),
    contentUrl: z.url(),
    contentSize: z.string().regex(/^\d+ B$/),
    encodingFormat: z.string(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
);

/** Every file is where the description says it is, with that size and checksum. */
async function agreesWithFiles(distribution: unknown): Promise<void> {
  const files = Distribution.parse(distribution);
  assert.ok(files.length >= 4);
  for (const { contentUrl, contentSize, sha256: hash } of files) {
    assert.ok(contentUrl.startsWith(`${BASE_URL}/api/`), contentUrl);
    const response = await get(contentUrl.slice(BASE_URL.length));
    assert.equal(response.status, 200, contentUrl);
    const body = Buffer.from(await response.arrayBuffer());
    assert.equal(`${body.length} B`, contentSize, contentUrl);
    assert.equal(sha256(body), hash, contentUrl);
  }
}

describe('GET /api/dataset-metadata.json', () => {
  it('is a schema.org Dataset whose files are as described', async () => {
    const response = await get('/api/dataset-metadata.json');
    assert.equal(response.headers.get('content-type'), 'application/ld+json; charset=utf-8');
    const dataset = z
      .looseObject({
        '@context': z.literal('https://schema.org'),
        '@type': z.literal('Dataset'),
        name: z.string(),
        // Required by dataset search engines.
        description: z.string().min(50).max(5000),
        license: z.url(),
        temporalCoverage: z.literal('2024-12-30/2025-06-29'),
        variableMeasured: z.array(z.looseObject({ name: z.string(), description: z.string() })),
        distribution: z.unknown(),
      })
      .parse(await response.json());
    await agreesWithFiles(dataset.distribution);
  });
});

describe('GET /api/croissant.json', () => {
  const Croissant = z.looseObject({
    '@context': z.looseObject({ '@vocab': z.literal('https://schema.org/') }),
    '@type': z.literal('sc:Dataset'),
    conformsTo: z.literal('http://mlcommons.org/croissant/1.1'),
    name: z.string().min(1),
    description: z.string().min(1),
    license: z.url(),
    url: z.url(),
    creator: z.looseObject({ '@type': z.literal('sc:Organization'), name: z.string() }),
    datePublished: z.iso.datetime(),
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    distribution: z.array(
      z.looseObject({ '@type': z.literal('cr:FileObject'), '@id': z.string() }),
    ),
    recordSet: z
      .array(
        z.looseObject({
          '@type': z.literal('cr:RecordSet'),
          '@id': z.string(),
          key: z.array(z.object({ '@id': z.string() })),
          field: z.array(
            z.looseObject({
              '@type': z.literal('cr:Field'),
              '@id': z.string(),
              name: z.string(),
              description: z.string().min(1),
              dataType: z.enum(['sc:Text', 'sc:URL', 'sc:Integer', 'sc:Float']),
              source: z.object({
                fileObject: z.object({ '@id': z.string() }),
                extract: z.object({ column: z.string() }),
              }),
            }),
          ),
        }),
      )
      .length(1),
  });

  it('has what Croissant requires, and files as described', async () => {
    const response = await get('/api/croissant.json');
    assert.equal(response.headers.get('content-type'), 'application/ld+json; charset=utf-8');
    const croissant = Croissant.parse(await response.json());
    await agreesWithFiles(croissant.distribution);
    const fields = new Map(croissant.recordSet[0]?.field.map((field) => [field.name, field]));
    const described = (name: string) => fields.get(name)?.description;
    assert.equal(described('commitVelocity14d'), 'Counted commits in the 14 days to its end');
    assert.equal(described('commits30d'), 'composition30d.commits: Counted commits');
    assert.equal(fields.get('githubUrl')?.dataType, 'sc:URL');
  });

  it('names a column of the file for every field, and only identifiers that exist', async () => {
    const { distribution, recordSet } = Croissant.parse(
      await (await get('/api/croissant.json')).json(),
    );
    const files = new Set(distribution.map((file) => file['@id']));
    const [records] = recordSet;
    assert.ok(records);
    const fields = new Set(records.field.map((field) => field['@id']));
    assert.equal(fields.size, records.field.length);
    for (const { '@id': id } of records.key) assert.ok(fields.has(id), id);
    for (const { source } of records.field) assert.ok(files.has(source.fileObject['@id']));
    assert.deepEqual(
      records.field.map(({ source }) => source.extract.column),
      COLUMNS.map(({ name }) => name),
    );
  });

  it('defines every term that it uses in its context', async () => {
    const { '@context': context, ...rest } = Croissant.parse(
      await (await get('/api/croissant.json')).json(),
    );
    const own = ['recordSet', 'field', 'key', 'source', 'extract', 'column', 'dataType', 'isArray'];
    const text = JSON.stringify(rest);
    for (const term of [
      ...own,
      'fileObject',
      'arrayShape',
      'citeAs',
      'isLiveDataset',
      'conformsTo',
    ]) {
      assert.ok(text.includes(`"${term}":`), term);
      assert.ok(term in context, term);
    }
  });
});

describe('GET /api/datacite.json', () => {
  it('has the properties that DataCite’s kernel 4 requires, and claims no DOI', async () => {
    const response = await get('/api/datacite.json');
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
    const metadata = z
      .looseObject({
        schemaVersion: z.literal('http://datacite.org/schema/kernel-4'),
        url: z.url(),
        alternateIdentifiers: z.tuple([
          z.object({ alternateIdentifier: z.url(), alternateIdentifierType: z.literal('URL') }),
        ]),
        types: z.looseObject({ resourceTypeGeneral: z.literal('Dataset') }),
        creators: z.tuple([
          z.object({ name: z.literal('Bellwether'), nameType: z.literal('Organizational') }),
        ]),
        titles: z.array(z.looseObject({ title: z.string().min(1) })).min(1),
        publisher: z.object({ name: z.string().min(1) }),
        publicationYear: z.literal('2025'),
      })
      .parse(await response.json());
    assert.ok(!('doi' in metadata));
  });
});

describe('the descriptions', () => {
  it('pass over parameters, which the files themselves do not where they mean another period', async () => {
    for (const name of ['croissant.json', 'datacite.json', 'dataset-metadata.json']) {
      assert.equal((await get(`/api/${name}?v=2`)).status, 200, name);
      assert.equal((await get(`/api/v1/${name}`)).status, 404, name);
    }
    for (const name of ['dataset.json', 'dataset.parquet', 'signals.parquet'])
      assert.equal((await get(`/api/${name}?period=2025-w20`)).status, 400, name);
  });
});

describe('CITATION.cff', () => {
  it('has what the Citation File Format 1.2.0 requires, and this version of the software', async () => {
    const text = await readFile(join(PROJECT_ROOT, 'CITATION.cff'), 'utf8');
    const Entities = z.array(z.strictObject({ name: z.string().min(1) })).min(1);
    const citation = z
      .looseObject({
        'cff-version': z.literal('1.2.0'),
        message: z.string().min(1),
        title: z.string().min(1),
        authors: Entities,
        type: z.literal('software'),
        version: z.literal(packageJson.version),
        license: z.literal(packageJson.license),
        'date-released': z.iso.date(),
        references: z.array(
          z.looseObject({ type: z.string(), title: z.string(), authors: Entities }),
        ),
      })
      .parse(parse(text));
    const report = await readFile(join(PROJECT_ROOT, 'docs', 'research.md'), 'utf8');
    assert.ok(report.startsWith(`# ${citation.references[0]?.title}\n`));
  });
});
