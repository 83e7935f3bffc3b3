/** `bellwether doctor`: each check, with the fault that it is there for. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, cp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, it, type TestContext } from 'node:test';
import type { Bucket } from '../../../src/lib/bucket/bucket.ts';
import { probeBucket } from '../../../src/lib/bucket/probe.ts';
import { type Config, loadConfig } from '../../../src/lib/config/config.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { MIGRATIONS } from '../../../src/store/migrations.ts';
import { openStore } from '../../../src/store/store.ts';
import { type Check, type Finding, runChecks } from '../../../src/transports/cli/doctor/finding.ts';
import {
  clock,
  dataFolder,
  editions,
  gitVersion,
  ledger,
  nodeVersion,
  registry,
  settings,
} from '../../../src/transports/cli/doctor/installation.ts';
import {
  baseUrl,
  database,
  editionsBucket,
  mail,
  payments,
  redis,
} from '../../../src/transports/cli/doctor/services.ts';
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

function config(variables: Record<string, string>): Config {
  return loadConfig(variables, '/nowhere').config;
}

const project = (variables: Record<string, string>, now?: Date) =>
  new Project(config(variables), now && (() => now));

/** The finding of one check, thrown or not. */
async function found(look: Check): Promise<Finding> {
  const [finding] = await runChecks({ it: look });
  assert.ok(finding);
  return finding;
}

async function finds(state: Finding['state'], says: RegExp, look: Check) {
  const finding = await found(look);
  assert.equal(finding.state, state, finding.says);
  assert.match(finding.says, says);
  if (state === 'warning') assert.ok(finding.remedy);
}

/** A server that answers everything so, and its address. */
async function answering(t: TestContext, body: string, headers = {}): Promise<string> {
  const server = createServer((_, response) => response.writeHead(200, headers).end(body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${Object(server.address()).port}`;
}

describe('doctor', () => {
  it('finds a Node that is too old', async () => {
    await finds('ok', /^Node \d/, () => nodeVersion());
    await finds('error', /Node 23\.9\.1; 24 or newer/, () => nodeVersion('23.9.1'));
  });

  it('finds a git that is missing or too old', async (t) => {
    await finds('ok', /^git 2\.\d/, gitVersion);
    const folder = await temporaryFolder(t);
    process.env['PATH'] = folder;
    await finds('warning', /git is not on the PATH/, gitVersion);
    await writeFile(join(folder, 'git'), '#!/bin/sh\necho git version 2.36.9\n');
    await chmod(join(folder, 'git'), 0o755);
    await finds('warning', /^git 2\.36\.9 is too old/, gitVersion);
  });

  it('finds a data folder that cannot be written, or is nearly full', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'file'), '');
    await finds('ok', /GB free$/, () => dataFolder(join(folder, 'not', 'yet')));
    assert.deepEqual(await readdir(folder), ['file'], 'it leaves nothing behind');
    await finds('error', /cannot be written/, () => dataFolder(join(folder, 'file')));
    await finds('warning', /0\.5 GB free/, () => dataFolder(folder, async () => 5e8));
    await finds('error', /0\.0 GB free/, () => dataFolder(folder, async () => 5e6));
  });

  it('finds settings that cannot be used, or contradict each other', async () => {
    const says = (variables: NodeJS.ProcessEnv) => settings(variables).check;
    await finds('ok', /no fault/, says({ PORT: '9000' }));
    await finds('error', /PORT is "x"/, says({ PORT: 'x' }));
    assert.equal(settings({ PORT: 'x' }).config, undefined);
    await finds('warning', /DATA_DIR was probably meant/, says({ DATADIR: '/x' }));
    const open = { BASE_URL: 'https://signals.example.org' };
    await finds('warning', /TRUSTED_PROXIES does not name/, says(open));
    await finds('ok', /no fault/, says({ ...open, TRUSTED_PROXIES: '127.0.0.1' }));
    const counted = { ...open, HOST: '0.0.0.0', TRUSTED_PROXIES: '1' };
    await finds('warning', /clients could claim any address/, says(counted));
    await finds('warning', /nobody else can reach BASE_URL/, says(SOLANA));
    const clear = {
      ...SOLANA,
      BASE_URL: 'http://signals.example.org',
      TRUSTED_PROXIES: '127.0.0.1',
    };
    await finds('warning', /sent in the clear/, says(clear));
  });

  it('finds a clock that is wrong', async (t) => {
    const now = Date.parse('2026-11-22T12:00:00Z');
    const api = await answering(t, '', { date: 'Sun, 22 Nov 2026 12:00:30 GMT' });
    const at = (minutes: number) => clock(api, [new Date(now)], () => now + minutes * 60_000);
    await finds('ok', /30 s from that of 127/, () => at(0));
    await finds('warning', /clock is 270 s/, () => at(5));
    await finds('error', /clock is 7170 s/, () => at(120));
    await finds('error', /were written later/, () => at(-5));
    const nobody = `http://127.0.0.1:${await freePort()}`;
    await finds('ok', /no other clock/, () => clock(nobody, [undefined], () => now));
  });

  it('finds a registry and a ledger that are damaged', async (t) => {
    const folder = await temporaryFolder(t);
    const own = project({ DATA_DIR: folder });
    await finds('ok', /^\d+ companies/, () => registry(own));
    await writeFile(join(folder, 'registry'), 'no folder');
    await finds('error', /ENOTDIR/, () => registry(project({ DATA_DIR: folder })));
    await rm(join(folder, 'registry'));
    await finds('ok', /^intact/, () => ledger(own));
    await cp(SHIPPED_LEDGER, join(folder, 'ledger'), { recursive: true });
    const [file = ''] = (await readdir(join(folder, 'ledger'))).filter((n) => /^activity/.test(n));
    await writeFile(join(folder, 'ledger', file), 'PAR1', { flag: 'r+' });
    await finds('ok', /^intact/, () => ledger(own));
    await writeFile(join(folder, 'ledger', file), 'XXXX', { flag: 'r+' });
    await finds('error', /checksum differs/, () => ledger(own));
  });

  it('finds editions that are missing, out of date, or not signed with the key', async () => {
    const environment = await shippedEnvironment();
    const shipped = project(environment, new Date('2026-08-12T00:00:00Z'));
    const later = project(environment, new Date('2026-09-05T00:00:00Z'));
    const elsewhere = project({ ...environment, BASE_URL: 'http://other.example.org' });
    await finds('ok', /^2026-w33 is published and signed, and current/, () => editions(shipped));
    await finds('warning', /out of date/, () => editions(later));
    await finds('warning', /nothing is published/, () => editions(elsewhere));
    await rm(join(shipped.settings.dataFolder, 'keys'));
    await finds('error', /signing-key\.pem is missing/, () => editions(shipped));
  });

  it('finds a database that is damaged, behind, or away', async (t) => {
    const folder = await temporaryFolder(t);
    const own = config({ DATA_DIR: folder });
    const path = join(folder, 'bellwether.sqlite');
    await finds('ok', /the first start makes/, () => database(own));
    assert.deepEqual(await readdir(folder), [], 'it makes none');
    const store = openStore(path);
    await migrateThrough(store, Object.keys(MIGRATIONS).at(-2));
    await finds('warning', /lacks 1 migration/, () => database(own));
    await migrate(store);
    await finds('ok', /the books balance/, () => database(own));
    await store.close();
    await writeFile(path, 'no database at all, but a text that is long enough to be looked at');
    await finds('error', /cannot be used/, () => database(own));
    const away = `postgres://127.0.0.1:${await freePort()}/x`;
    await finds('error', /PostgreSQL .* cannot be used/, () =>
      database(config({ DATABASE_URL: away })),
    );
  });

  it('finds a Redis that does not answer', async () => {
    await finds('ok', /not used; each process keeps its own limits/, () => redis(config({})));
    const away = `redis://127.0.0.1:${await freePort()}`;
    await finds('error', /Redis does not answer: .*ECONNREFUSED/, () =>
      redis(config({ REDIS_URL: away })),
    );
  });

  it('probes the bucket of editions, which has to keep the preconditions of writes', async (t) => {
    Object.assign(process.env, BUCKET_CREDENTIALS);
    await finds('ok', /not used/, () => editionsBucket(config({})));
    const server = await startBucketServer();
    t.after(() => server.close());
    const bucket = config({ EDITIONS_URL: server.url('x') });
    await finds('ok', /s3:\/\/test-bucket\/x\/ honours/, () => editionsBucket(bucket));
    assert.equal(server.objects().size, 0);
    server.setFault({ kind: 'refusing', status: 403 });
    await finds('warning', /cannot be written: .*403/, () => editionsBucket(bucket));
  });

  it('finds a bucket that ignores preconditions', async () => {
    // Everything is written, and everything is sent.
    let held: Buffer | undefined;
    const faults = await probeBucket({
      name: 's3://careless/',
      // Only a real one says 'unchanged'.
      get: (async () => held && { etag: '"1"', bytes: held.length, body: held }) as Bucket['get'],
      list: async function* () {},
      put: async (_, body) => {
        held = Buffer.from(body);
        return '"1"';
      },
      remove: async () => {
        held = undefined;
      },
      close: () => undefined,
    });
    assert.equal(held, undefined);
    assert.deepEqual(faults, [
      'writes over an object with If-None-Match: *',
      'writes over an object with an If-Match that it does not have',
      'sends an unchanged object again in spite of If-None-Match',
    ]);
  });

  it('finds an address where nobody or somebody else answers', async (t) => {
    const at = (address: string) => () => baseUrl(config({ BASE_URL: address }));
    await finds('ok', /the service answers/, at(await answering(t, '{"status":"ok"}')));
    await finds('error', /not from this service/, at(await answering(t, '<h1>It works!</h1>')));
    await finds('warning', /ECONNREFUSED/, at(`http://127.0.0.1:${await freePort()}`));
  });

  it('finds payments that are half configured, or whose node is of another chain', async (t) => {
    await finds('ok', /nothing is sold/, () => payments(project({})));
    const part = { SOLANA_PAY_TO: SOLANA.SOLANA_PAY_TO };
    await finds('warning', /Solana is off until SOLANA_RPC_URL, SOLANA_MINT is set/, () =>
      payments(project(part)),
    );
    const nobody = `http://127.0.0.1:${await freePort()}/secret-token`;
    const away = await found(() => payments(project({ ...SOLANA, SOLANA_RPC_URL: nobody })));
    assert.equal(away.state, 'error');
    assert.match(away.says, /^the node at SOLANA_RPC_URL does not answer getHealth$/);
    const node = await answering(t, '{"jsonrpc":"2.0","id":1,"result":"0x1"}');
    const other = project({ ...X402, X402_RPC_URL: node, X402_NETWORK: 'eip155:84532' });
    await finds('error', /is on chain 1, and X402_NETWORK is eip155:84532/, () => payments(other));
    const same = project({ ...X402, X402_RPC_URL: node, X402_NETWORK: 'eip155:1' });
    await finds('ok', /^on: x402$/, () => payments(same));
  });

  it('finds a mail server that takes no mail', async () => {
    await finds('ok', /not used/, () => mail(config({})));
    const away = { ...CHECKOUT, SMTP_URL: `smtp://127.0.0.1:${await freePort()}` };
    await finds('error', /cannot be used: .*ECONNREFUSED/, () => mail(config(away)));
  });

  it('exits with 1 for an error, and prints findings as JSON', async () => {
    const bad = await cli(['doctor', '--json'], { PORT: '0' });
    assert.equal(bad.status, 1);
    const { checks } = JSON.parse(bad.stdout);
    assert.deepEqual(
      checks.map(({ check }: { check: string }) => check),
      ['node', 'git', 'settings', 'registry'],
    );
    assert.equal(checks[2].state, 'error');
    assert.match(checks[2].says, /PORT is "0"/);
    assert.ok(checks[2].remedy);
  });
});

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
