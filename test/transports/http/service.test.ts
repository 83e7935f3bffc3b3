import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { publish } from '../../../src/pipeline/edition/publish.ts';
import { SignalsResponse } from '../../../src/pipeline/edition/record.ts';
import { PUBLIC_KEY_PATH } from '../../../src/pipeline/edition/signing.ts';
import { Editions } from '../../../src/published/editions.ts';
import { verifyFile } from '../../../src/published/verify.ts';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';

describe('a service without a publication', () => {
  let served: ServedExample;
  before(async () => {
    served = await serveExample(false);
  });
  after(() => served.service.close());

  it('is alive, not ready, and says so instead of failing', async () => {
    assert.equal((await fetch(`${served.origin}/healthz`)).status, 200);
    assert.equal((await fetch(`${served.origin}/readyz`)).status, 503);
    const response = await fetch(`${served.origin}/api/signals.json`);
    assert.equal(response.status, 503);
    assert.equal((await problemIn(response)).code, 'not-published');
  });

  it('takes up the first publication, and every later one', async () => {
    const { options, service, origin } = served;
    await publish(options);
    await service.refresh();
    const first = await fetch(`${origin}/api/signals.json`);
    assert.equal(first.status, 200);
    assert.deepEqual(await (await fetch(`${origin}/readyz`)).json(), {
      status: 'ready',
      period: '2025-w26',
    });
    const companies = options.registry.companies.map((one) => ({ ...one, description: 'New.' }));
    await publish({ ...options, registry: { ...options.registry, companies }, correction: 'new' });
    await service.refresh();
    const second = await fetch(`${origin}/api/signals.json`);
    assert.notEqual(second.headers.get('etag'), first.headers.get('etag'));
    assert.equal(SignalsResponse.parse(await second.json()).meta.revision, 2);
  });
});

describe('a service', () => {
  let served: ServedExample;
  before(async () => {
    served = await serveExample();
  });
  after(() => served.service.close());
  const bytes = async (path: string) =>
    Buffer.from(await (await fetch(`${served.origin}${path}`)).arrayBuffer());

  it('hands out what is needed to check a download', async () => {
    const file = await bytes('/api/signals.json');
    const manifest = await bytes('/editions/2025-w26/manifest.json');
    const signature = (await bytes('/editions/2025-w26/manifest.json.sig')).toString().trim();
    const key = (await bytes(PUBLIC_KEY_PATH)).toString();
    assert.equal(verifyFile(file, manifest, signature, [key]).file.name, 'signals.json');
    for (const name of ['signals.csv', 'dataset.jsonl', 'evidence.jsonl'])
      verifyFile(await bytes(`/editions/2025-w26/${name}`), manifest, signature, [key]);
  });

  it('counts what it answers', async () => {
    await fetch(`${served.origin}/api/signals.json`);
    await fetch(`${served.origin}/api/signal?company=acorn`);
    const text = await (await fetch(`${served.origin}/metrics`)).text();
    assert.match(
      text,
      /bellwether_http_requests_total\{route="\/api\/signals\.json",method="GET",status="200"\} [1-9]/,
    );
    assert.match(
      text,
      /bellwether_http_requests_total\{route="\/api\/signal",method="GET",status="200"\} [1-9]/,
    );
    assert.match(text, /bellwether_edition_info\{period="2025-w26"\} 1/);
  });

  it('shows what is known of a startup that is not covered now, and why it is not', async () => {
    const page = await fetch(`${served.origin}/startups/cedar`);
    assert.equal(page.status, 200);
    const html = await page.text();
    assert.match(html, /Not covered in this period: the copy of cedar\/core ends on 2025-05-04\./);
    assert.match(html, /href="\/startups\/cedar\?period=2025-w18"/);
    assert.match(html, /As of Week 18, 2025, .*>33 <small>of 100/s);
    assert.ok(!html.includes('<script>alert'), 'names are escaped');
    const covered = await fetch(`${served.origin}/startups/cedar?period=2025-w18`);
    assert.match(await covered.text(), /of 100/);
  });

  it('shows pages under a policy that lets only the site’s own modules run', async () => {
    const response = await fetch(`${served.origin}/`);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|\*/);
  });

  it('passes over campaign marks on pages', async () => {
    assert.equal((await fetch(`${served.origin}/?utm_source=x`)).status, 200);
    assert.equal((await fetch(`${served.origin}/?period=never`)).status, 400);
  });

  it('says 503, and nothing of its insides, when a body is gone from the disk', async () => {
    const { options, origin } = served;
    const editions = await Editions.open(options.store);
    const file = await editions?.file('2025-w10', 'signals.json');
    assert.ok(file);
    await rm(join(options.store.folder, 'bodies', file.sha256.slice(0, 2), file.sha256));
    const response = await fetch(`${origin}/api/signals.json?period=2025-w10`);
    assert.equal(response.status, 503);
    const text = await response.text();
    assert.match(text, /editions-damaged/);
    assert.ok(!text.includes(options.store.folder));
    assert.equal((await fetch(`${origin}/api/signals.json`)).status, 200);
  });

  it('says that its numbers are old once they are, without a new publication', async (t) => {
    // Ten days after 29 June, and a day later.
    t.mock.timers.enable({ apis: ['Date'], now: new Date('2025-07-10T12:00:00Z') });
    const other = await serveExample();
    t.after(() => other.service.close());
    const page = async () => (await fetch(`${other.origin}/`)).text();
    const old = /Latest complete week: 23–29 June 2025\. Newer weeks are not collected yet\./;
    assert.doesNotMatch(await page(), old);
    t.mock.timers.setTime(Date.parse('2025-07-11T12:00:00Z'));
    await other.service.refresh();
    assert.match(await page(), old);
  });

  it('stops after the answers under way', async () => {
    const other = await serveExample();
    const answers = Array.from({ length: 20 }, () =>
      fetch(`${other.origin}/api/dataset.jsonl`).then((response) => response.text()),
    );
    await Promise.all(answers);
    await other.service.close();
    await assert.rejects(fetch(`${other.origin}/healthz`));
  });
});
