/** The API reference at /docs: complete and light. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { TAG_SLUGS } from '../../src/web/docs.ts';
import { type Reference, readReference } from '../../src/web/reference/document.ts';
import { kindOf } from '../../src/web/reference/schema-tree.ts';
import { type Served, serveShipped } from '../support/service.ts';
import { unescaped } from './markup.ts';

describe('the kind of a value, in words', () => {
  for (const [schema, words] of [
    [{ type: 'string', minLength: 1, maxLength: 80 }, 'text, 1 to 80 characters'],
    [{ type: 'integer', minimum: 1, maximum: 20 }, 'whole number, 1 to 20'],
    [{ type: 'array', items: { type: 'string' } }, 'list of text'],
    [{ type: 'string', format: 'date' }, 'text, a date, YYYY-MM-DD'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'whole number or null'],
    [{ enum: ['a', 'b'] }, 'one of <code>a</code>, <code>b</code>'],
    [{ const: true }, 'always <code>true</code>'],
    [{}, 'any value'],
    // Bounds that every whole number in JSON has are none.
    [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'whole number, at least 0'],
  ] as const)
    it(`is “${words}”`, () => {
      assert.equal(unescaped(kindOf(schema).toString()), words);
    });
});

describe('/docs', () => {
  let served: Served;
  let reference: Reference;
  let paths: string[];
  const pageAt = async (path: string) => (await fetch(served.origin + path)).text();
  before(async () => {
    served = await serveShipped();
    const document = JSON.parse(await pageAt('/api/openapi.json'));
    paths = Object.keys(document.paths);
    reference = readReference(document);
  });
  after(() => served.service.close());

  it('has every address of the document once, in the page of its group, and stays light', async () => {
    assert.deepEqual(
      reference.tags.map(({ slug }) => slug),
      TAG_SLUGS,
    );
    const overview = await pageAt('/docs');
    const shown: string[] = [];
    for (const { slug, operations } of reference.tags) {
      const page = await pageAt(`/docs/${slug}`);
      assert.ok(Buffer.byteLength(page) <= 100_000, `${slug}: ${Buffer.byteLength(page)} bytes`);
      assert.ok(gzipSync(page).length <= 30_000, slug);
      const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
      assert.deepEqual(ids, [...new Set(ids)]);
      for (const { operationId, path, mirrors } of operations) {
        assert.ok(overview.includes(`/docs/${slug}#${operationId}"`), operationId);
        assert.ok(ids.includes(operationId), operationId);
        for (const address of [path, ...mirrors])
          assert.ok(page.includes(`<code>${address}</code>`), address);
        shown.push(path, ...mirrors);
      }
    }
    assert.deepEqual([...new Set(shown)].sort(), paths.sort());
  });

  it('is where /api leads to, and a group that does not exist is not found', async () => {
    const response = await fetch(`${served.origin}/api`, { redirect: 'manual' });
    assert.equal(response.headers.get('location'), '/docs');
    assert.equal((await fetch(`${served.origin}/docs/no-such-group`)).status, 404);
  });

  it('shows a call of each operation, with what it takes', async () => {
    const signals = unescaped(await pageAt('/docs/signals'));
    assert.match(signals, /curl '[^']*\/api\/signal\?company=langfuse'/);
    const paid = unescaped(await pageAt('/docs/paid'));
    assert.match(paid, /-H 'Authorization: Bearer bw_YOUR_KEY' \\\n {2}-H 'Content-Type/);
  });
});
