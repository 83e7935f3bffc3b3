/**
 * The bytes of everything that is published of a small example, by their hashes in fingerprint.txt. A change
 * of them is written there by `FINGERPRINT=update npx node --test test/transports/http/fingerprint.test.ts`, and
 * the commit says why they changed.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { type RestOperation, restOperations } from '../../../src/api/operation/operation.ts';
import { sha256 } from '../../../src/lib/atomic-files.ts';
import { COMPUTED_AT, TEN_WEEKS } from '../../support/publication.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { serveExample } from '../../support/service.ts';
import { address, examplesOf } from './examples.ts';

const FILE = join(import.meta.dirname, 'fingerprint.txt');
const EDITIONS = ['all', '2025-w26', '2025-w18'];
/** The others answer from the shipped documents, whose every sentence would be told here. */
const TAGS = new Set(['Signals', 'Startups', 'Feeds', 'Badges', 'Citations', 'Diligence']);

/** Its bytes depend on nothing but the publication, and not on the version of an engine. */
function isPublished(operation: RestOperation): boolean {
  const isLive = 'run' in operation && operation.isLive === true;
  const { tag, name, rest } = operation;
  return !isLive && TAGS.has(tag) && !name.includes('llms') && !rest.type.includes('parquet');
}

it('what is published has the bytes that fingerprint.txt tells', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: COMPUTED_AT });
  const { service, origin } = await serveExample(true, {}, TEN_WEEKS);
  t.after(() => service.close());
  const ask = async (path: string) => (await rawRequest(origin, path)).body;
  const names = async (edition: string) => {
    const manifest = JSON.parse((await ask(`/editions/${edition}/manifest.json`)).toString());
    return (manifest as { files: { name: string }[] }).files.map(({ name }) => name);
  };
  const files = await Promise.all(
    EDITIONS.map(async (edition) =>
      (await names(edition))
        .filter((name) => !name.endsWith('.parquet'))
        .map((name) => `/editions/${edition}/${name}`),
    ),
  );
  const answers = restOperations(await loadOperations())
    .filter(isPublished)
    .flatMap((operation) =>
      [...examplesOf(operation), ...examplesOf(operation, { period: '2025-w18' })].map((values) =>
        address(operation.rest.path, values),
      ),
    );
  const lines: string[] = [];
  for (const path of [...new Set([...files.flat(), ...answers])].sort())
    lines.push(`${sha256(await ask(path)).slice(0, 16)} ${path}`);
  if (process.env['FINGERPRINT'] === 'update') await writeFile(FILE, `${lines.join('\n')}\n`);
  const recorded = (await readFile(FILE, 'utf8')).trimEnd().split('\n');
  const changed = new Set(lines).symmetricDifference(new Set(recorded));
  assert.deepEqual(
    [...new Set([...changed].map((line) => line.slice(17)))],
    [],
    'these addresses changed: if they should, run this test with FINGERPRINT=update, and say why in the commit',
  );
});
