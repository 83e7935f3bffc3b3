/** A page of a past period is rendered once for a publication, however many ask for it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { publish } from '../../../src/pipeline/edition/publish.ts';
import { CURRENT_PERIOD, page } from '../../../src/web/page/page.ts';
import { FOUR_WEEKS } from '../../support/publication.ts';
import { serveExample } from '../../support/service.ts';

it('a page that fifty clients ask for at once is rendered once, and again when more is published', async (t) => {
  const renderings: string[] = [];
  const counted = page({
    path: '/counted',
    shownPeriod: CURRENT_PERIOD,
    render: async ({ period, published }) => {
      renderings.push(period);
      await delay(5);
      const { meta } = await published.editions.signals(period);
      return `revision ${meta.revision} of ${period}`;
    },
  });
  const { options, service, origin } = await serveExample(true, { pages: [counted] }, FOUR_WEEKS);
  t.after(() => service.close());
  const ask = async () => (await fetch(`${origin}/counted?period=2025-w24`)).text();
  const answers = await Promise.all(Array.from({ length: 50 }, ask));
  assert.deepEqual([...new Set([...answers, await ask()])], ['revision 1 of 2025-w24']);
  assert.deepEqual(renderings, ['2025-w24']);
  const companies = options.registry.companies.map((each) => ({ ...each, description: 'Other.' }));
  const registry = { ...options.registry, companies };
  await publish({ ...options, registry, correction: 'Descriptions were wrong.' });
  await service.refresh();
  assert.equal(await ask(), 'revision 2 of 2025-w24');
});
