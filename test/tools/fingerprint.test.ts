import assert from 'node:assert/strict';
import { it } from 'node:test';
import { normalizeAnswer } from '../../tools/fingerprint/answers.ts';

const page = (version: string, text: string, status = 200) =>
  normalizeAnswer(
    '/faq',
    new Response(`<link rel="stylesheet" href="/assets/${version}/site.css">${text}`, {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        etag: version,
        link: `</assets/${version}/site.css>; rel=preload`,
      },
    }),
  );

it('a page is the same under another version of the style sheet, and no other page is', async () => {
  for (const status of [200, 404]) {
    const before = await page('0123456789ab', 'text', status);
    assert.deepEqual(await page('ba9876543210', 'text', status), before);
    assert.notDeepEqual(await page('0123456789ab', 'other', status), before);
  }
});
