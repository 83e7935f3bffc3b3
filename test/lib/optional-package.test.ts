/** A service without the packages that are optional: it serves, and says what a rail lacks. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { freePort } from '../../tools/free-port.ts';
import { cliProcess, output, startCli } from '../support/cli.ts';
import { smallDataFolder } from '../support/small-data.ts';

const LEAN = {
  OMIT: 'optional',
  NODE_OPTIONS: `--import=${join(PROJECT_ROOT, 'test', 'support', 'production-only.ts')}`,
};
const NOWHERE = 'http://127.0.0.1:9';
const ADDRESS = `0x${'0'.repeat(39)}1`;
const X402 = {
  ...{ X402_NETWORK: 'eip155:84532', X402_PAY_TO: ADDRESS, X402_ASSET: ADDRESS },
  ...{ X402_RPC_URL: NOWHERE, X402_FACILITATOR_URL: NOWHERE },
};

const PUBLISHED = { DATA_DIR: await smallDataFolder(), BASE_URL: 'http://signals.example.org' };
const { status: publishStatus } = await cliProcess(['publish'], PUBLISHED);
assert.equal(publishStatus, 0);

describe('without optional packages', () => {
  it('what is published is served', async (t) => {
    const port = await freePort();
    const settings = { HOST: '127.0.0.1', PORT: String(port), ...PUBLISHED };
    const service = startCli(['serve'], { ...settings, ...LEAN });
    t.after(() => service.kill());
    await output(service, 'Ctrl+C');
    assert.equal((await fetch(`http://127.0.0.1:${port}/api/signals.json`)).status, 200);
  });

  it('a start with a rail configured says what to install', async () => {
    const { status, stderr } = await cliProcess(['serve'], { ...PUBLISHED, ...X402, ...LEAN });
    assert.equal(status, 1, stderr);
    const line =
      'The rail x402 is configured, but its library is not installed. Install it with: npm install --no-save --omit=dev @x402/core @x402/evm viem';
    assert.ok(stderr.split('\n').includes(line), stderr);
  });

  it('the ledger says how its engine is installed', async () => {
    const { status, stderr } = await cliProcess(['publish'], {
      ...PUBLISHED,
      ...LEAN,
    });
    assert.equal(status, 1, stderr);
    assert.match(
      stderr,
      /^DuckDB reads the ledger, but its library is not installed\. Install it with: npm install --no-save --omit=dev --omit=optional @duckdb\/node-bindings-\w+-\w+$/m,
    );
  });
});
