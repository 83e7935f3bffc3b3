/** Metrics by Prometheus' rules, also on a port of their own. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PaymentEvents } from '../../../src/payments/payment-events.ts';
import { openPayments, type Payments } from '../../../src/payments/payments.ts';
import { openStore } from '../../../src/store/store.ts';
import { NO_STARS } from '../../support/no-stars.ts';
import { FOUR_WEEKS } from '../../support/publication.ts';
import { type ServedExample, serveExample, servePublication } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { IS_INTEGRATION, skipUnless } from '../../support/tier.ts';

let payments: Payments;
let served: ServedExample;
const COLLECTED = new Date('2026-11-16T02:30:00Z');

before(async () => {
  const store = openStore(join(await temporaryFolder(), 'books.sqlite'));
  const rails = { x402: undefined, solana: undefined, checkout: undefined };
  const ignored = { audited: () => {}, failed: () => {} };
  payments = openPayments(store, rails, new PaymentEvents(), ignored);
  await payments.books.opened;
  const build = { version: '1.2.3', commit: 'a'.repeat(40) };
  const change = { payments, build, collectedAt: async () => COLLECTED };
  served = await serveExample(true, change, FOUR_WEEKS);
});
after(async () => {
  await served.service.close();
  await payments.books.close();
});

const metrics = async () => (await fetch(`${served.origin}/metrics`)).text();
const sample = (name: string, text: string) =>
  Number(new RegExp(`^bellwether_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 'NaN');

describe('metrics', () => {
  it('say what runs, what is served, and how it stands with collecting and the books', async () => {
    const text = await metrics();
    assert.match(text, /^bellwether_build_info\{version="1\.2\.3",commit="a{40}"\} 1$/m);
    const at = (name: string) => sample(`${name}_timestamp_seconds`, text) * 1000;
    assert.equal(at('edition_end'), Date.UTC(2025, 5, 30), 'week 26 ends with 29 June');
    assert.equal(at('last_collection'), COLLECTED.getTime());
    assert.ok(Math.abs(at('last_publication') - Date.now()) < 60_000);
    assert.equal(sample('edition_info\\{period="2025-w26"\\}', text), 1);
    assert.equal(sample('store_state\\{state="ready"\\}', text), 1);
    assert.equal(sample('audit_faults', text), 0);
  });

  it('count and time answers by the kind of route, published bodies included', async () => {
    for (const path of [
      '/api/signals.json',
      '/api/signals.json',
      '/',
      '/api/signal?company=acorn',
      '/',
      '/editions/all/x',
    ])
      await (await fetch(served.origin + path)).arrayBuffer();
    const text = await metrics();
    for (const [kind, route, status, times] of [
      ['file', '/api/signals.json', 200, 2],
      ['file', '/editions/:edition/:file', 404, 1],
      ['operation', '/api/signal', 200, 1],
      ['page', '/', 200, 2],
    ] as const) {
      const labels = `route="${route}",method="GET",status="${status}"`;
      assert.equal(sample(`http_requests_total\\{${labels}\\}`, text), times, route);
      const seconds = `http_request_seconds_count\\{kind="${kind}",route="${route}"\\}`;
      assert.equal(sample(seconds, text), times, route);
      const bucket = `http_request_seconds_bucket\\{le="\\+Inf",kind="${kind}",route="${route}"\\}`;
      assert.equal(sample(bucket, text), times, route);
    }
  });

  it('have names by the rules: units last, counters end in _total and nothing else does', async () => {
    const text = await metrics();
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    assert.ok(types.length > 30);
    for (const [, name = '', type] of types) {
      assert.equal(name.endsWith('_total'), type === 'counter', `${name} is a ${type}`);
      assert.match(text, new RegExp(`^# HELP ${name} \\S`, 'm'));
      assert.doesNotMatch(name, /_(?:ms|s|milliseconds|minutes|kb|mb|count)$/);
    }
  });

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  if (IS_INTEGRATION)
    it('are accepted by promtool', {
      skip: skipUnless(hasPromtool, 'promtool is not installed'),
    }, async () => {
      const input = await metrics();
      const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], { input });
      assert.equal(status, 0, stderr.toString());
    });

  it('stand on a port of their own where there is one, and nowhere else', async (t) => {
    const own = await servePublication(served.options, { stars: NO_STARS, metricsPort: 0 });
    t.after(() => own.service.close());
    assert.equal((await fetch(`${own.origin}/metrics`)).status, 404);
    const origin = `http://127.0.0.1:${own.service.metricsPort()}`;
    const response = await fetch(`${origin}/metrics`);
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    assert.match(await response.text(), /^bellwether_edition_info\{period="2025-w26"\} 1$/m);
    assert.equal((await fetch(`${origin}/`)).status, 404);
  });

  it('leave out what is not known', async (t) => {
    const { origin, service } = await serveExample(false);
    t.after(() => service.close());
    const empty = await (await fetch(`${origin}/metrics`)).text();
    for (const name of ['edition_end', 'last_publication', 'last_collection'])
      assert.ok(!empty.includes(`\nbellwether_${name}_timestamp_seconds`), name);
    assert.ok(!empty.includes('\nbellwether_audit_faults'));
  });
});
