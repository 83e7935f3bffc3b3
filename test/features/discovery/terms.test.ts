/** The operator's terms on resale: one text, wherever the licence of the data is named. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { RESALE_TERMS } from '../../../src/lib/terms.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

describe('the terms on resale', () => {
  it('stand in LICENSE-DATA', async () => {
    const file = await readFile(join(PROJECT_ROOT, 'LICENSE-DATA'), 'utf8');
    assert.ok(oneLine(file).includes(RESALE_TERMS));
  });

  for (const path of [
    '/llms.txt',
    '/pricing',
    '/api/v1/pricing.json',
    '/api/v1/faq.json',
    '/answers/what-is-the-licence-of-the-data',
    '/api/answer?q=Can%20I%20resell%20the%20data%3F',
  ])
    it(`stand at ${path}`, async () => {
      const response = await fetch(served.origin + path);
      assert.equal(response.status, 200);
      assert.ok(oneLine(await response.text()).includes(RESALE_TERMS));
    });
});
