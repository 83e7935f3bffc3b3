import assert from 'node:assert/strict';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { artifact, JSON_TYPE, json } from '../../src/pipeline/edition/artifacts.ts';
import { filesOf, Sealer } from '../../src/pipeline/edition/edition-manifest.ts';
import { EditionStore } from '../../src/pipeline/edition/edition-store.ts';
import { Editions } from '../../src/published/editions.ts';
import { temporaryFolder } from '../support/temporary.ts';

it('an edition that could not be read is read again', async (t) => {
  const store = new EditionStore(join(await temporaryFolder(t), 'editions'));
  await mkdir(store.folder);
  const signals = artifact('signals.json', JSON_TYPE, json({ trending: [] }));
  const sealer = new Sealer(store, '');
  const sealed = sealer.seal('2025-w26', '', 1, filesOf([signals]));
  const signed = { manifest: await sealer.store(sealed, [signals]), signature: '' };
  const edition = { ...signed, period: '2025-w26', name: '', revision: 1, superseded: [] };
  await store.replaceCatalog({
    format: 1,
    inputs: '',
    keys: [],
    editions: [edition],
    all: signed,
  });
  const editions = await Editions.open(store);
  assert.ok(editions);

  const path = join(store.folder, 'bodies', signed.manifest.slice(0, 2), signed.manifest);
  await rename(path, `${path}.away`);
  for (const read of [() => editions.manifest('2025-w26'), () => editions.signals('2025-w26')])
    await assert.rejects(read(), { code: 'editions-damaged' });
  await rename(`${path}.away`, path);
  assert.equal((await editions.manifest('2025-w26')).edition, '2025-w26');
  assert.deepEqual(await editions.signals('2025-w26'), { trending: [] });
});
