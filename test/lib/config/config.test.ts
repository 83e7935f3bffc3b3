import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { loadConfig } from '../../../src/lib/config/config.ts';
import { SETTING_NAMES } from '../../../src/lib/config/settings.ts';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { temporaryFolder } from '../../support/temporary.ts';

describe('the settings', () => {
  it('have defaults', async (t) => {
    const folder = await temporaryFolder(t);
    assert.deepEqual(loadConfig({}, folder).config, {
      port: 8080,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:8080',
      dataFolder: join(folder, 'var'),
      logLevel: 'warn',
      logsClientAddress: false,
      metricsPort: undefined,
      gitBaseUrl: 'https://github.com',
      gitHubApiUrl: 'https://api.github.com',
      gitHubTokens: [],
      schedule: { graceMs: 10_800_000, jobs: 4, pauseMs: 1000 },
      maxPerHost: 8,
      git: { idleMs: 600_000, totalMs: 21_600_000 },
      disk: { maxCopies: 50e9, maxSuperseded: 5e9 },
      trustedProxies: 0,
      reader: undefined,
      redisUrl: undefined,
      clickHouseUrl: undefined,
      editionsUrl: undefined,
      operator: { name: undefined, email: undefined },
      payments: {
        databaseUrl: undefined,
        x402: { isComplete: false, missing: [] },
        solana: { isComplete: false, missing: [] },
        checkout: { isComplete: false, missing: [] },
        apiKey: undefined,
      },
    });
  });

  it('are taken from the environment before the .env file', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, '.env'), 'PORT=1\nHOST="::1"\n# comment\n');
    const { config } = loadConfig({ PORT: '9000' }, folder);
    assert.equal(config.port, 9000);
    assert.equal(config.host, '::1');
    assert.equal(config.baseUrl, 'http://localhost:9000');
  });

  it('of the .env file are taken back by an empty value in the environment', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(
      join(folder, '.env'),
      'HOST="::1"\nX402_PAY_TO=\nREDIS_URL=redis://localhost\n',
    );
    const { config, settings } = loadConfig({ HOST: '', REDIS_URL: '' }, folder);
    assert.equal(config.host, '127.0.0.1');
    assert.equal(config.redisUrl, undefined);
    assert.equal(settings.find(({ name }) => name === 'HOST')?.source, 'default');
  });

  it('drop the slash at the end of the address', async (t) => {
    const folder = await temporaryFolder(t);
    const { config } = loadConfig({ BASE_URL: 'https://signals.example.org//' }, folder);
    assert.equal(config.baseUrl, 'https://signals.example.org');
  });

  it('are refused with what would be right, all at once', async (t) => {
    const folder = await temporaryFolder(t);
    const bad = { PORT: '70000', BASE_URL: 'example.org', LOG_LEVEL: 'loud', BELLWETHER_X: '1' };
    assert.throws(
      () => loadConfig(bad, folder),
      (error: Error) => {
        assert.match(error.message, /PORT is "70000": it must be at most 65535/);
        assert.match(error.message, /BASE_URL is "example\.org": it must be an address like/);
        assert.match(error.message, /LOG_LEVEL is "loud": it must be one of trace, debug/);
        assert.match(error.message, /BELLWETHER_X is no setting/);
        return true;
      },
    );
    assert.throws(() => loadConfig({ PORT: '80', METRICS_PORT: '80' }, folder), /METRICS_PORT is/);
    for (const PORT of ['0', '-1', '1.5', 'NaN', '0x'])
      assert.throws(() => loadConfig({ PORT }, folder), { code: 'settings-invalid' }, PORT);
    for (const BASE_URL of [
      'ftp://example.org',
      'https://example.org/?x',
      'https://example.org/sub',
      'https://',
    ])
      assert.throws(() => loadConfig({ BASE_URL }, folder), { code: 'settings-invalid' }, BASE_URL);
  });

  it('that an earlier version had get one warning, which says what to do', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, '.env'), 'LEDGER_URL=s3://user:secret@bucket/ledger\n');
    const [warning, ...others] = loadConfig({ LEDGER_URL: 's3://bucket' }, folder).warnings;
    assert.match(
      warning ?? '',
      /^LEDGER_URL is no longer a setting: .*DATA_DIR\/ledger.* unset it$/,
    );
    assert.deepEqual(others, []);
    assert.deepEqual(loadConfig({ LEDGER_URL: '' }, folder).warnings, [], 'taken back');
  });

  it('name the operator', async (t) => {
    const folder = await temporaryFolder(t);
    const named = { CONTACT_EMAIL: 'contact@example.org', OPERATOR_NAME: 'Example Observatory' };
    assert.deepEqual(loadConfig(named, folder).config.operator, {
      name: 'Example Observatory',
      email: 'contact@example.org',
    });
    for (const CONTACT_EMAIL of ['contact', 'a@b', 'a b@example.org', 'a@example.org\nx'])
      assert.throws(() => loadConfig({ CONTACT_EMAIL }, folder), { code: 'settings-invalid' });
    for (const OPERATOR_NAME of ['a\nb', 'a'.repeat(101)])
      assert.throws(() => loadConfig({ OPERATOR_NAME }, folder), { code: 'settings-invalid' });
  });

  it('name the proxies that are trusted, by number or by address', async (t) => {
    const folder = await temporaryFolder(t);
    const proxies = (TRUSTED_PROXIES: string) =>
      loadConfig({ TRUSTED_PROXIES }, folder).config.trustedProxies;
    assert.equal(proxies('2'), 2);
    assert.deepEqual(proxies('127.0.0.1'), ['127.0.0.1']);
    assert.deepEqual(proxies(' 10.0.0.0/8 , fd00::/8,::1'), ['10.0.0.0/8', 'fd00::/8', '::1']);
    for (const text of [
      '0',
      '-1',
      '10',
      '1.5',
      'true',
      '*',
      'loopback',
      'example.org',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '::1/129',
      'fe80::1%eth0',
      '1,10.0.0.0/8',
      '10.0.0.1,,10.0.0.2',
      '10.0.0.256',
    ])
      assert.throws(() => proxies(text), { code: 'settings-invalid' }, text);
  });

  it('name a Redis, whose password is never shown', async (t) => {
    const folder = await temporaryFolder(t);
    const REDIS_URL = 'rediss://user:hunter2@redis.example.org:6380/3';
    const { config, settings } = loadConfig({ REDIS_URL }, folder);
    assert.equal(config.redisUrl, REDIS_URL);
    assert.deepEqual(
      settings.find(({ name }) => name === 'REDIS_URL'),
      { name: 'REDIS_URL', value: '(set)', source: 'environment' },
    );
    for (const url of [
      'localhost:6379',
      'http://:hunter2@localhost',
      'redis://',
      'redis:hunter2',
      'redis://:hunter2@localhost/db',
      'redis://:hunter2@localhost:port',
      'nonsense hunter2',
    ])
      assert.throws(
        () => loadConfig({ REDIS_URL: url }, folder),
        (error: Error) =>
          /REDIS_URL is set: it must be an address like/.test(error.message) &&
          !error.message.includes('hunter2'),
        url,
      );
  });

  it('name another hosting service, whose password is never shown', async (t) => {
    const folder = await temporaryFolder(t);
    const given = {
      GIT_BASE_URL: 'https://reader:hunter2@git.example.org/mirrors/',
      GITHUB_API_URL: 'https://git.example.org/api/v3/',
    };
    const { config, settings } = loadConfig(given, folder);
    assert.equal(config.gitBaseUrl, 'https://reader:hunter2@git.example.org/mirrors');
    assert.equal(config.gitHubApiUrl, 'https://git.example.org/api/v3');
    assert.ok(!JSON.stringify(settings).includes('hunter2'));
    for (const GIT_BASE_URL of ['git.example.org', 'ftp://x', 'https://x/?hunter2', 'git@x:y'])
      assert.throws(
        () => loadConfig({ GIT_BASE_URL }, folder),
        ({ message }: Error) =>
          /GIT_BASE_URL is set: it must be an/.test(message) && !message.includes('hunter2'),
      );
    for (const GITHUB_API_URL of ['api', 'ssh://x'])
      assert.throws(() => loadConfig({ GITHUB_API_URL }, folder), { code: 'settings-invalid' });
  });

  it('of a way to pay are complete or name what is missing', async (t) => {
    const folder = await temporaryFolder(t);
    const address = `0x${'1'.repeat(40)}`;
    const some = { X402_PAY_TO: address, X402_NETWORK: 'base', X402_ASSET: address };
    assert.deepEqual(loadConfig(some, folder).config.payments.x402, {
      isComplete: false,
      missing: ['X402_RPC_URL', 'X402_PRIVATE_KEY or X402_FACILITATOR_URL'],
    });
    const X402_RPC_URL = 'https://node.example.org/secret';
    const X402_PRIVATE_KEY = `0x${'2'.repeat(64)}`;
    const { config, settings } = loadConfig({ ...some, X402_RPC_URL, X402_PRIVATE_KEY }, folder);
    assert.deepEqual(config.payments.x402, {
      isComplete: true,
      settings: {
        payTo: address,
        network: 'base',
        asset: address,
        rpcUrl: X402_RPC_URL,
        settleBy: { privateKey: X402_PRIVATE_KEY },
        confirmations: 1,
        walletFactories: [],
      },
    });
    const shown = JSON.stringify(settings);
    assert.ok(!shown.includes(X402_PRIVATE_KEY) && !shown.includes('secret'));
  });

  it('of payments are refused when they are malformed, without showing secrets', async (t) => {
    const folder = await temporaryFolder(t);
    const bad = {
      DATABASE_URL: 'mysql://user:hunter2@host/db',
      X402_PAY_TO: '0x12',
      X402_PRIVATE_KEY: 'hunter2',
      X402_CONFIRMATIONS: '0',
      X402_WALLET_FACTORIES: 'all',
      SOLANA_PAY_TO: '0OIl',
      SOLANA_CLUSTER: 'moon',
      SMTP_URL: 'mail.example.org',
      MAIL_FROM: 'nobody',
    };
    assert.throws(
      () => loadConfig(bad, folder),
      ({ message }: Error) => {
        for (const name of Object.keys(bad)) assert.match(message, new RegExp(`^${name} is`, 'm'));
        return !message.includes('hunter2');
      },
    );
  });

  it('are all documented, and nothing else is', async () => {
    const path = join(PROJECT_ROOT, 'docs', 'settings.md');
    const rows = (await readFile(path, 'utf8')).matchAll(/^\| `([A-Z0-9_]+)` \|/gm);
    assert.deepEqual([...rows].map(([, name]) => name).sort(), [...SETTING_NAMES].sort());
  });
});
