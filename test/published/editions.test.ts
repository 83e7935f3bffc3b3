import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { it } from 'node:test';
import { Editions } from '../../src/published/editions.ts';
import { shippedPublication } from '../../tools/shipped.ts';
import { FOUR_WEEKS, publishedExample } from '../support/publication.ts';
import { temporaryFolder } from '../support/temporary.ts';

it('an edition that could not be read is read again', async (t) => {
  const { store } = await publishedExample(await temporaryFolder(t), FOUR_WEEKS);
  const editions = await Editions.open(store);
  assert.ok(editions);
  const path = store.pathOf((await editions.file('2025-w26', 'signals.json')).sha256);
  await rename(path, `${path}.away`);
  await assert.rejects(editions.signals('2025-w26'), { code: 'editions-damaged' });
  await rename(`${path}.away`, path);
  assert.equal((await editions.signals('2025-w26')).meta.period.slug, '2025-w26');
});

it('all weeks as shipped stay in memory for look-ups of single startups', async (t) => {
  const { editions } = await shippedPublication();
  const lookUp = async () => {
    for (const { slug } of editions.periods) await editions.startupLine(slug, 'langfuse');
  };
  await lookUp();
  const read = t.mock.method(editions.store, 'read');
  await lookUp();
  assert.equal(read.mock.callCount(), 0);
});
