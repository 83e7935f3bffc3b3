/** `bellwether doctor`: each check, with the fault that it is there for. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, cp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, before, describe, it, type TestContext } from 'node:test';
import type { Bucket } from '../../../src/lib/bucket/bucket.ts';
import { probeBucket } from '../../../src/lib/bucket/probe.ts';
import { loadConfig } from '../../../src/lib/config/config.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { MIGRATIONS } from '../../../src/store/migrations.ts';
import { openStore } from '../../../src/store/store.ts';
import { look } from '../../../src/transports/cli/doctor.ts';
import { CHECKS, dataFolder } from '../../../src/transports/cli/doctor-checks.ts';
import { Project, SHIPPED_LEDGER } from '../../../src/transports/cli/project.ts';
import { freePort } from '../../../tools/free-port.ts';
import { migrateThrough } from '../../payments/support/stores.ts';
import { BUCKET_CREDENTIALS, startBucketServer } from '../../support/bucket-server.ts';
import { cli, shippedEnvironment } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const PATH = process.env['PATH'];
afterEach(() => {
  process.env['PATH'] = PATH;
});

type Variables = Record<string, string>;

const project = (variables: Variables, now?: Date) =>
  new Project(loadConfig(variables, '/nowhere').config, now && (() => now));

/** Says what a check of the project finds: `warning: git 2.36.9 is too old`. */
async function find(name: keyof typeof CHECKS, variables: Variables, now?: Date): Promise<string> {
  const { state, says, remedy } = await look(name, CHECKS[name], project(variables, now));
  if (state === 'warning') assert.ok(remedy);
  return `${state}: ${says}`;
}

async function addressOf(t: TestContext, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${Object(server.address()).port}`;
}

const SOLANA = {
  SOLANA_RPC_URL: 'http://127.0.0.1:9',
  SOLANA_PAY_TO: 'So11111111111111111111111111111111111111112',
  SOLANA_MINT: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
};
const X402 = {
  X402_PAY_TO: `0x${'1'.repeat(40)}`,
  X402_ASSET: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  X402_FACILITATOR_URL: 'http://127.0.0.1:9',
};
const CHECKOUT = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  STRIPE_PRICE_ID: 'price_x',
  MAIL_FROM: 'keys@example.org',
};
const PUBLIC = { BASE_URL: 'https://signals.example.org' };
const PLAIN = { BASE_URL: 'http://signals.example.org' };
const PROXY = { TRUSTED_PROXIES: '127.0.0.1' };
const COUNTED_PROXY = { HOST: '0.0.0.0', TRUSTED_PROXIES: '1' };
const PART = { SOLANA_PAY_TO: SOLANA.SOLANA_PAY_TO };

describe('doctor', () => {
  let away: string;
  before(async () => {
    away = `127.0.0.1:${await freePort()}`;
  });

  const cases: [name: keyof typeof CHECKS, found: RegExp, variables?: () => Variables][] = [
    ['settings', /^ok: no fault/, () => ({ PORT: '9000' })],
    ['settings', /^warning: .*TRUSTED_PROXIES does not name/, () => PUBLIC],
    ['settings', /^ok/, () => ({ ...PUBLIC, ...PROXY })],
    ['settings', /^warning: .*clients could claim any/, () => ({ ...PUBLIC, ...COUNTED_PROXY })],
    ['settings', /^warning: .*only this machine can reach BASE_URL/, () => SOLANA],
    ['settings', /^warning: .*sent in the clear/, () => ({ ...SOLANA, ...PROXY, ...PLAIN })],
    ['database', /^error: Postgre.* cannot/, () => ({ DATABASE_URL: `postgres://${away}/x` })],
    ['payments', /^ok: nothing is sold/],
    ['payments', /^warning: solana is off until SOLANA_RPC_URL, SOLANA_MINT is set/, () => PART],
    [
      'payments',
      /^error: the node at SOLANA_RPC_URL does not answer getHealth$/,
      () => ({ ...SOLANA, SOLANA_RPC_URL: `http://${away}/secret-token` }),
    ],
    ['mail', /^error: .*ECONNREFUSED/, () => ({ ...CHECKOUT, SMTP_URL: `smtp://${away}` })],
    ...(['editions bucket', 'mail', 'workers'] as const).map((name): [typeof name, RegExp] => [
      name,
      /^ok: not used/,
    ]),
  ];
  for (const [name, found, variables = () => ({})] of cases)
    it(`finds of ${name}: ${found.source}`, async () => {
      assert.match(await find(name, variables()), found);
    });

  it('finds a git that is missing or too old', async (t) => {
    assert.match(await find('git', {}), /^ok: git 2\.\d/);
    const folder = await temporaryFolder(t);
    process.env['PATH'] = folder;
    assert.match(await find('git', {}), /^warning: git is not on the PATH/);
    const versions = { '2.36.9': 'warning', '2.37.0': 'ok', '3.0.1': 'ok' };
    for (const [version, state] of Object.entries(versions)) {
      await writeFile(join(folder, 'git'), `#!/bin/sh\necho git version ${version}\n`);
      await chmod(join(folder, 'git'), 0o755);
      assert.ok((await find('git', {})).startsWith(`${state}: git ${version}`));
    }
  });

  it('finds a data folder that cannot be written, or is nearly full', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'file'), '');
    assert.match(await find('data folder', { DATA_DIR: folder }), /: .*GB free/);
    assert.deepEqual(await readdir(folder), ['file'], 'it leaves nothing behind');
    const file = await find('data folder', { DATA_DIR: join(folder, 'file') });
    assert.match(file, /^error: .*cannot be written/);
    const withFree = async (bytes: number) => {
      const free = async () => ({ bavail: bytes, bsize: 1 });
      const check = [(own: Project) => dataFolder(own, free)] as const;
      return (await look('data folder', check, project({ DATA_DIR: folder }))).state;
    };
    assert.deepEqual(await Promise.all([2e9, 5e8].map(withFree)), ['ok', 'warning']);
  });

  it('finds a ledger that is damaged', async (t) => {
    const DATA_DIR = await temporaryFolder(t);
    await cp(SHIPPED_LEDGER, join(DATA_DIR, 'ledger'), { recursive: true });
    assert.match(await find('ledger', { DATA_DIR }), /^ok: intact/);
    const names = await readdir(join(DATA_DIR, 'ledger'));
    const file = names.find((name) => name.startsWith('activity')) ?? '';
    await writeFile(join(DATA_DIR, 'ledger', file), 'XXXX', { flag: 'r+' });
    assert.match(await find('ledger', { DATA_DIR }), /^error: .*checksum differs/);
  });

  it('finds editions that are missing, out of date, or not signed with the key', async () => {
    const shipped = await shippedEnvironment();
    const on = (day: string, variables: Variables = shipped) =>
      find('editions', variables, new Date(day));
    assert.match(await on('2026-08-12'), /^ok: 2026-w33 is published and signed, and current/);
    assert.match(await on('2026-09-05'), /^warning: .*out of date/);
    assert.match(await on('2026-08-12', { ...shipped, ...PUBLIC }), /^warning: nothing is/);
    await rm(join(shipped['DATA_DIR'] ?? '', 'keys'));
    assert.match(await on('2026-08-12'), /^error: .*signing-key\.pem is missing/);
  });

  it('finds a database that is damaged or behind', async (t) => {
    const DATA_DIR = await temporaryFolder(t);
    const path = join(DATA_DIR, 'bellwether.sqlite');
    assert.match(await find('database', { DATA_DIR }), /^ok: .*the first start makes/);
    assert.deepEqual(await readdir(DATA_DIR), [], 'it makes none');
    const store = openStore(path);
    await migrateThrough(store, Object.keys(MIGRATIONS).at(-2));
    assert.match(await find('database', { DATA_DIR }), /^warning: .*lacks 1 migration/);
    await migrate(store);
    assert.match(await find('database', { DATA_DIR }), /^ok: .*the books balance/);
    await store.close();
    await writeFile(path, 'no database at all, but a text that is long enough to be looked at');
    assert.match(await find('database', { DATA_DIR }), /^error: .*cannot be used/);
  });

  it('probes the bucket of editions, which has to keep the preconditions of writes', async (t) => {
    Object.assign(process.env, BUCKET_CREDENTIALS);
    const server = await startBucketServer();
    t.after(() => server.close());
    const bucket = { EDITIONS_URL: server.url('x') };
    assert.match(await find('editions bucket', bucket), /^ok: s3:\/\/test-bucket\/x\/ honours/);
    assert.equal(server.objects().size, 0);
    server.setFault({ kind: 'refusing', status: 403 });
    assert.match(await find('editions bucket', bucket), /^warning: .*cannot be written: .*403/);
    // Everything is written, and everything is sent.
    let held: Buffer | undefined;
    const put = (body: Buffer | undefined) => {
      held = body;
      return '"1"';
    };
    const faults = await probeBucket({
      name: 's3://careless/',
      // Only a real one says 'unchanged'.
      get: (async () => held && { etag: '"1"', bytes: held.length, body: held }) as Bucket['get'],
      list: async function* () {},
      put: async (_, body) => put(Buffer.from(body)),
      remove: async () => void put(undefined),
      close: () => undefined,
    });
    assert.equal(held, undefined);
    assert.deepEqual(faults, [
      'writes over an object with If-None-Match: *',
      'writes over an object with an If-Match that it does not have',
      'sends an unchanged object again in spite of If-None-Match',
    ]);
  });

  it('finds a node of another chain than the configured one', async (t) => {
    const word = (value: number) => value.toString(16).padStart(64, '0');
    const text = `0x${word(32)}${word(1)}${'31'.padEnd(64, '0')}`;
    const answers: Record<string, unknown> = {
      ...{ eth_chainId: '0x1', eth_getCode: '0x60', eth_blockNumber: '0x10', eth_getLogs: [] },
    };
    const node = createServer(async (request, response) => {
      const { id, method, params } = Object(await json(request));
      const isDecimals = params?.[0]?.data === '0x313ce567';
      const result = answers[method] ?? (isDecimals ? `0x${word(6)}` : text);
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
    const X402_RPC_URL = await addressOf(t, node);
    const on = (chain: number) => ({ ...X402, X402_RPC_URL, X402_NETWORK: `eip155:${chain}` });
    assert.equal(await find('payments', on(1)), 'ok: on: x402');
    const other = await find('payments', on(84532));
    assert.match(other, /^error: x402: X402_RPC_URL is of chain 1, and X402_NETWORK of 84532/);
  });

  it('exits with 1 for an error, and prints findings as JSON', async () => {
    const bad = await cli(['doctor', '--json'], { PORT: '0' });
    assert.equal(bad.status, 1);
    const [settings, ...others] = JSON.parse(bad.stdout).checks;
    assert.deepEqual(others, []);
    assert.equal(settings.state, 'error');
    assert.match(settings.says, /PORT is "0"/);
    assert.ok(settings.remedy);
  });
});
