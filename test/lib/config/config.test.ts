import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Config, loadConfig } from '../../../src/lib/config/config.ts';
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
      disk: { maxCopies: 50e9 },
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

  it('are taken from the environment before the .env file, which an empty value takes back', async (t) => {
    const folder = await temporaryFolder(t);
    const file = 'PORT=1\nHOST="::1"\n# comment\nX402_PAY_TO=\nREDIS_URL=redis://localhost\n';
    await writeFile(join(folder, '.env'), file);
    const { config, settings } = loadConfig({ PORT: '9000', REDIS_URL: '' }, folder);
    const { port, host, baseUrl, redisUrl } = config;
    assert.deepEqual(
      { port, host, baseUrl, redisUrl },
      { port: 9000, host: '::1', baseUrl: 'http://localhost:9000', redisUrl: undefined },
    );
    const source = (name: string) => settings.find((setting) => setting.name === name)?.source;
    assert.deepEqual(['PORT', 'HOST', 'REDIS_URL'].map(source), ['environment', '.env', 'default']);
  });

  const taken: [setting: string, text: string, member: keyof Config, value: unknown][] = [
    ['BASE_URL', 'https://signals.example.org//', 'baseUrl', 'https://signals.example.org'],
    ['TRUSTED_PROXIES', '2', 'trustedProxies', 2],
    ['TRUSTED_PROXIES', '127.0.0.1', 'trustedProxies', ['127.0.0.1']],
    ['TRUSTED_PROXIES', ' 10.0.0.0/8 , ::1', 'trustedProxies', ['10.0.0.0/8', '::1']],
    ['OPERATOR_NAME', 'Example', 'operator', { name: 'Example', email: undefined }],
    ['CONTACT_EMAIL', 'a@example.org', 'operator', { name: undefined, email: 'a@example.org' }],
    ['REDIS_URL', 'rediss://u:hunter2@h:6380/3', 'redisUrl', 'rediss://u:hunter2@h:6380/3'],
    ['GIT_BASE_URL', 'https://u:hunter2@h/m/', 'gitBaseUrl', 'https://u:hunter2@h/m'],
    ['GITHUB_API_URL', 'https://h/api/v3/', 'gitHubApiUrl', 'https://h/api/v3'],
  ];
  for (const [name, text, member, value] of taken)
    it(`take ${name} from ${text}, and show no password`, () => {
      const { config, settings } = loadConfig({ [name]: text }, '/nowhere');
      assert.deepEqual(config[member], value);
      assert.ok(!JSON.stringify(settings).includes('hunter2'));
    });

  /** Separated by two spaces. */
  const refused: Readonly<Record<string, string>> = {
    PORT: '0  -1  1.5  NaN  0x  70000',
    BASE_URL:
      'example.org  ftp://example.org  https://example.org/?x  https://example.org/a  https://',
    LOG_LEVEL: 'loud',
    CONTACT_EMAIL: 'contact  a@b  a b@example.org  a@example.org\nx',
    OPERATOR_NAME: `a\nb  ${'a'.repeat(101)}`,
    TRUSTED_PROXIES:
      '0  -1  10  1.5  true  *  loopback  example.org  10.0.0.0/33  10.0.0.0/  10.0.0.0/8/8  ::1/129  fe80::1%eth0  1,10.0.0.0/8  10.0.0.1,,10.0.0.2  10.0.0.256',
    REDIS_URL:
      'localhost:6379  http://:hunter2@localhost  redis://  redis:hunter2  redis://:hunter2@localhost/db  redis://:hunter2@localhost:port',
    GIT_BASE_URL: 'git.example.org  ftp://x  https://x/?hunter2  git@x:y',
    GITHUB_API_URL: 'api  ssh://x',
    DATABASE_URL: 'mysql://user:hunter2@host/db',
    X402_PAY_TO: '0x12',
    X402_PRIVATE_KEY: 'hunter2',
    X402_CONFIRMATIONS: '0',
    X402_WALLET_FACTORIES: 'all',
    SOLANA_PAY_TO: '0OIl',
    SOLANA_CLUSTER: 'moon',
    SMTP_URL: 'mail.example.org',
    MAIL_FROM: 'postmaster',
  };
  it('are refused with what would be right, without showing secrets', () => {
    for (const [name, texts] of Object.entries(refused))
      for (const text of texts.split('  '))
        assert.throws(
          () => loadConfig({ [name]: text }, '/nowhere'),
          ({ message }: Error) =>
            new RegExp(`^${name} is .*: it must `, 'm').test(message) &&
            !message.includes('hunter2'),
          `${name}=${text}`,
        );
  });

  it('are refused all at once, and together', () => {
    const bad = { PORT: '70000', LOG_LEVEL: 'loud', BELLWETHER_X: '1' };
    assert.throws(() => loadConfig(bad, '/nowhere'), {
      code: 'settings-invalid',
      message: /^BELLWETHER_X is no setting[\s\S]*^PORT is "70000"[\s\S]*^LOG_LEVEL is "loud"/m,
    });
    for (const [pair, message] of [
      [{ PORT: '80', METRICS_PORT: '80' }, /METRICS_PORT is/],
      [{ SCHEDULE_JOBS: '0' }, /without DATABASE_URL/],
      [{ READER_MODEL: 'm' }, /are set together/],
    ] as const)
      assert.throws(() => loadConfig(pair, '/nowhere'), { message });
  });

  it('of a way to pay are complete or name the missing ones', async (t) => {
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

  it('are all documented, and nothing else is', async () => {
    const path = join(PROJECT_ROOT, 'docs', 'settings.md');
    const rows = (await readFile(path, 'utf8')).matchAll(/^\| `([A-Z0-9_]+)` \|/gm);
    assert.deepEqual([...rows].map(([, name]) => name).sort(), [...SETTING_NAMES].sort());
  });
});
