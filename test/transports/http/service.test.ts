import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { PUBLIC_KEY_PATH } from '../../../src/pipeline/edition/signing.ts';
import { Editions } from '../../../src/published/editions.ts';
import { verifyFile } from '../../../src/published/verify.ts';
import { FOUR_WEEKS } from '../../support/publication.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';

describe('a service', () => {
  let served: ServedExample;
  before(async () => {
    served = await serveExample();
  });
  after(() => served.service.close());
  const get = (path: string) => fetch(served.origin + path);
  const bytes = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());

  it('hands out what is needed to check a download', async () => {
    const manifest = await bytes('/editions/2025-w26/manifest.json');
    const signature = (await bytes('/editions/2025-w26/manifest.json.sig')).toString().trim();
    const key = (await bytes(PUBLIC_KEY_PATH)).toString();
    const file = await bytes('/api/signals.json');
    assert.equal(verifyFile(file, manifest, signature, [key]).file.name, 'signals.json');
    for (const name of ['signals.csv', 'dataset.jsonl', 'evidence.jsonl'])
      verifyFile(await bytes(`/editions/2025-w26/${name}`), manifest, signature, [key]);
  });

  it('shows what is known of a startup that is not covered now, and why it is not', async () => {
    const html = (await bytes('/startups/cedar')).toString();
    assert.match(html, /Not covered in this period: the copy of cedar\/core ends on 2025-05-04\./);
    assert.match(html, /href="\/startups\/cedar\?period=2025-w18"/);
    assert.match(html, /As of Week 18, 2025, .*>33 <small>of 100/s);
    assert.ok(!html.includes('<script>alert'), 'names are escaped');
  });

  it('shows pages under a policy that lets only the site’s own modules run', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'.*script-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|\*/);
  });

  it('says 503, and nothing of its insides, when a body is gone from the disk', async () => {
    const { options } = served;
    const editions = await Editions.open(options.store);
    const { sha256 = '' } = (await editions?.file('2025-w10', 'signals.json')) ?? {};
    await rm(options.store.pathOf(sha256));
    const response = await get('/api/signals.json?period=2025-w10');
    assert.equal(response.status, 503);
    const text = await response.text();
    assert.match(text, /editions-damaged/);
    assert.ok(!text.includes(options.store.folder));
    assert.equal((await get('/api/signals.json')).status, 200);
  });
});

it('a service says that its numbers are old once they are, without a new publication', async (t) => {
  // Ten days after 29 June, and a day later.
  t.mock.timers.enable({ apis: ['Date'], now: new Date('2025-07-10T12:00:00Z') });
  const { service, origin } = await serveExample(true, {}, FOUR_WEEKS);
  t.after(() => service.close());
  const page = async () => (await fetch(`${origin}/`)).text();
  const old = /Latest complete week: 23–29 June 2025\. Newer weeks are not collected yet\./;
  assert.doesNotMatch(await page(), old);
  t.mock.timers.setTime(Date.parse('2025-07-11T12:00:00Z'));
  await service.refresh();
  assert.match(await page(), old);
});
