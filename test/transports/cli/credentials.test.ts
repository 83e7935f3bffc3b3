/** Passwords and keys inside addresses of the settings: nothing prints, logs or answers them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { before, describe, it, type TestContext } from 'node:test';
import { loadConfig } from '../../../src/lib/config/config.ts';
import { SETTING_NAMES, SETTINGS } from '../../../src/lib/config/settings.ts';
import { withoutCredentials } from '../../../src/lib/errors.ts';
import { freePort } from '../../../tools/free-port.ts';
import { cli, output, shippedEnvironment, startCli, untilReady } from '../../support/cli.ts';

const CANARY = 'c4narY';
const EVM = `0x${'1'.repeat(40)}`;
const SOLANA = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU';

/** Settings that are addresses on a port where nothing listens, each with a password and a key. */
function addresses(port: number): Record<string, string> {
  const place = `u:${CANARY}@127.0.0.1:${port}`;
  const web = `http://${place}/${CANARY}`;
  return {
    GIT_BASE_URL: `http://${place}`,
    GITHUB_API_URL: web,
    REDIS_URL: `redis://${place}`,
    CLICKHOUSE_URL: `http://${place}/ledger`,
    DATABASE_URL: `postgres://${place}/books`,
    X402_RPC_URL: web,
    X402_FACILITATOR_URL: web,
    SOLANA_RPC_URL: web,
    SMTP_URL: `smtp://${place}`,
    READER_URL: web,
  };
}

/** Settings that make every address be used. */
const COMPLETE = {
  ...{ X402_PAY_TO: EVM, X402_ASSET: EVM, X402_NETWORK: 'base' },
  ...{ SOLANA_PAY_TO: SOLANA, SOLANA_MINT: SOLANA, READER_MODEL: 'm', MAIL_FROM: 'a@example.org' },
  ...{ STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec', STRIPE_PRICE_ID: 'price' },
};

function holdsNone(text: string): void {
  assert.ok(!text.includes(CANARY), text);
}

describe('secrets, and credentials inside addresses', () => {
  let port: number;
  let environment: Record<string, string>;
  before(async () => {
    port = await freePort();
    environment = { ...(await shippedEnvironment()), ...COMPLETE };
  });

  it('are not shown by the settings, whichever setting they are in', () => {
    const hosts = ['example.org', 'example.org:5432', 'example.org/a', ''];
    const users = [`u:${CANARY}@`, `${CANARY}@`, `:${CANARY}@`, `u:p@${CANARY}@`];
    const schemes = ['http', 'https', 'ssh', 'redis', 'rediss', 'postgres', 'smtp', 's3', 'mysql'];
    for (const name of SETTING_NAMES)
      for (const scheme of schemes)
        for (const user of users)
          for (const host of hosts) holdsNone(shown({ [name]: `${scheme}://${user}${host}` }));
    for (const name of SETTING_NAMES)
      if (SETTINGS[name].isSecret) holdsNone(shown({ [name]: CANARY }));
  });

  it('are not shown where they are the path or the query; the database of the books is', () => {
    const ends = [`/v2/${CANARY}`, `?key=${CANARY}`, `/a?key=${CANARY}`];
    for (const name of SETTING_NAMES.filter((name) => name.endsWith('_URL')))
      for (const scheme of ['https', 'redis', 'postgres', 'smtp', 's3'])
        for (const end of ends)
          if (name !== 'BASE_URL' && !(name === 'DATABASE_URL' && end.startsWith('/v2/')))
            holdsNone(shown({ [name]: `${scheme}://example.org${end}` }));
    for (const [place, shownPlace] of [
      ['u:p@db.example.org:5432/books?password=p', 'db.example.org:5432/books'],
      ['/books?host=/run/pg&password=p', '/run/pg/books'],
      ['%2Frun%2Fpg/books', '%2Frun%2Fpg/books'],
    ] as const)
      assert.match(
        shown({ DATABASE_URL: `postgres://${place}` }),
        new RegExp(`"DATABASE_URL","value":"\\(set: ${shownPlace}\\)"`),
      );
  });

  it('are refused where the address is published', () => {
    for (const user of ['u:p@', 'u@', ':p@'])
      assert.throws(() => loadConfig({ BASE_URL: `https://${user}example.org` }, '/nowhere'), {
        code: 'settings-invalid',
        message: /BASE_URL is .* or password/,
      });
  });

  it('are in nothing that commands print, even while services are away', async () => {
    const given = { ...environment, ...addresses(port) };
    for (const line of [
      ...['config', 'doctor', 'doctor --json', 'keys list', 'books status', 'publish'],
      ...['books audit', 'collect prefect', 'call get_scout_receipt --username octocat'],
    ]) {
      const { stdout, stderr } = await cli(line.split(' '), given);
      assert.ok(stdout.length + stderr.length > 0, line);
      holdsNone(stdout + stderr);
    }
    // Once the books can be opened, the rails are contacted.
    const { stdout, stderr } = await cli(['books', 'audit'], { ...given, DATABASE_URL: '' });
    holdsNone(stdout + stderr);
  });

  it('are in nothing that a service logs or answers', async (t) => {
    const PORT = String(await freePort());
    const given = { ...environment, ...addresses(port), DATABASE_URL: '' };
    const service = await serveWith(t, { ...given, PORT, LOG_LEVEL: 'trace' });
    const { status, stdout: key } = await cli(['keys', 'issue'], given);
    assert.equal(status, 0);
    const ask = async (path: string, body?: unknown) => {
      const response = await fetch(`http://127.0.0.1:${PORT}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key.trim()}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      holdsNone(text);
      return response.status;
    };
    for (const [status, path, body] of [
      [200, '/readyz'],
      [200, '/api/ask?q=which%20of%20them%20frobnicates%20most'],
      [503, '/api/receipts/octocat'],
      [503, '/api/agent/deep-signal/x402', { name: 'langfuse' }],
      [503, '/api/agent/deep-signal/solana', { signature: '1'.repeat(64) }],
    ] as const)
      assert.equal(await ask(path, body), status, path);
    const { stdout, stderr } = service.output();
    holdsNone(stdout + stderr);
    assert.match(stdout, /payment/);
  });
});

async function serveWith(t: TestContext, variables: Record<string, string>) {
  const service = startCli(['serve'], variables);
  t.after(async () => {
    service.kill();
    if (service.exitCode === null) await once(service, 'close');
  });
  await output(service, 'Bellwether serves');
  await untilReady(variables['PORT'] ?? '');
  return service;
}

/** The output of `bellwether config` for these variables, or the refusal. */
function shown(variables: Record<string, string>): string {
  try {
    return JSON.stringify(loadConfig(variables, '/nowhere').settings);
  } catch (error) {
    return String(error);
  }
}

it('withoutCredentials changes addresses with credentials only, in lines of JSON too', () => {
  for (const text of ['https://example.org/a@b', 'a@b', '{"url":"http://x","mail":"a@b"}', ''])
    assert.equal(withoutCredentials(text), text);
  for (const [text, expected] of [
    [
      'no route to redis://u:p@h:1/2 and http://u:p@q@h?x',
      'no route to redis://h:1/2 and http://h?x',
    ],
    ['{"a":"ssh://u:\\"p@h","b":"c@d"}', '{"a":"ssh://h","b":"c@d"}'],
  ] as const)
    assert.equal(withoutCredentials(text), expected);
});
