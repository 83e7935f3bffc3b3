/** The client's generated files say what the service says now. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { clientSource, OPERATIONS_FILE, SCHEMA_FILE } from '../clients/client-source.ts';

const BEHIND = 'it is behind: npm run generate:client';

it('the table of operations is the one that is generated', async () => {
  const source = await clientSource();
  assert.equal(await readFile(OPERATIONS_FILE, 'utf8'), source.operationsFile(), BEHIND);
});

it('types were generated from the OpenAPI document as it is', async () => {
  const source = await clientSource();
  const [, document] = /^\/\/ Document: (\S+)$/m.exec(await readFile(SCHEMA_FILE, 'utf8')) ?? [];
  assert.equal(document, source.fingerprint(), BEHIND);
});
