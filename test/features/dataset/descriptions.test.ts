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

const Croissant = z.looseObject({
  '@context': z.record(z.string(), z.unknown()),
  distribution: z.array(z.looseObject({ '@id': z.string() })),
  recordSet: z.tuple([
    z.looseObject({
      key: z.array(z.object({ '@id': z.string() })),
      field: z.array(
        z.looseObject({
          '@id': z.string(),
          source: z.object({
            fileObject: z.object({ '@id': z.string() }),
            extract: z.object({ column: z.string() }),
          }),
        }),
      ),
    }),
  ]),
});

describe('the descriptions', () => {
  // The fingerprint of the example holds their other members.
  for (const [name, type] of [
    ['dataset-metadata.json', 'application/ld+json'],
    ['croissant.json', 'application/ld+json'],
    ['datacite.json', 'application/json'],
  ] as const)
    it(`${name} has its media type, and passes over parameters`, async () => {
      const response = await get(`/api/${name}?v=2`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), `${type}; charset=utf-8`);
      const { distribution } = (await response.json()) as { distribution?: unknown };
      if (name !== 'datacite.json') await agreesWithFiles(distribution);
      assert.equal((await get(`/api/v1/${name}`)).status, 404);
    });

  it('pass over a period, which the files themselves do not', async () => {
    for (const name of ['dataset.json', 'dataset.parquet', 'signals.parquet'])
      assert.equal((await get(`/api/${name}?period=2025-w20`)).status, 400, name);
  });
});

describe('GET /api/croissant.json', () => {
  it('names a column of the file for every field, and only identifiers that exist', async () => {
    const { distribution, recordSet } = Croissant.parse(
      await (await get('/api/croissant.json')).json(),
    );
    const files = new Set(distribution.map((file) => file['@id']));
    const [records] = recordSet;
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
