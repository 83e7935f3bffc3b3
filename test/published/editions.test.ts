import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { it } from 'node:test';
import { Editions } from '../../src/published/editions.ts';
import { FOUR_WEEKS, publishedExample } from '../support/publication.ts';
import { temporaryFolder } from '../support/temporary.ts';

it('an edition that could not be read is read again', async (t) => {
  const { store } = await publishedExample(await temporaryFolder(t), FOUR_WEEKS);
  const editions = await Editions.open(store);
  assert.ok(editions);
  const path = store.pathOf(editions.signed('2025-w26')?.manifest ?? '');
  await rename(path, `${path}.away`);
  for (const read of [() => editions.manifest('2025-w26'), () => editions.signals('2025-w26')])
    await assert.rejects(read(), { code: 'editions-damaged' });
  await rename(`${path}.away`, path);
  assert.equal((await editions.manifest('2025-w26')).edition, '2025-w26');
  assert.equal((await editions.signals('2025-w26')).meta.period.slug, '2025-w26');
});
