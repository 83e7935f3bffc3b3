/** The snippets of docs/payments.md, unchanged, do what the page says. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { X402_PATH } from '../../src/payments/rails.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { type EvmChain, startChain } from './evm/chain.ts';
import { type SolanaNode, startSolanaNode } from './solana/node.ts';
import { type PaidService, servePaid } from './support/paid-service.ts';
import { SOLANA_PATH, solanaConfig } from './support/solana-shop.ts';
import { PRICE, payTo, x402Settings } from './x402/merchant.ts';

const run = promisify(execFile);
const page = await readFile(join(PROJECT_ROOT, 'docs', 'payments.md'), 'utf8');

/** Code blocks in a language that contain a text, in order. */
function snippets(language: string, containing: string): string[] {
  const blocks = page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'));
  return [...blocks].map(([, code = '']) => code).filter((code) => code.includes(containing));
}

let chain: EvmChain;
let node: SolanaNode;
let served: PaidService;
before(async () => {
  [chain, node] = await Promise.all([startChain(), startSolanaNode()]);
  const config = {
    x402: { isComplete: true, settings: x402Settings(chain) },
    ...solanaConfig(node),
  } as const;
  served = await servePaid(`${await temporaryFolder()}/books.sqlite`, { config });
  await chain.mint(chain.wallets.payer.account.address, 10n * PRICE);
});
after(async () => {
  await served.stop();
  await Promise.all([chain.stop(), node.stop()]);
});

/** The snippet for the service and the token of this test. */
const adapt = (snippet: string) =>
  snippet
    .replaceAll('http://localhost:8080', served.origin)
    .replaceAll('langfuse', 'acorn')
    .replace(/(?<=asset: ')0x\w+/, chain.token);

describe('docs/payments.md', () => {
  const clients = snippets('js', 'wrapFetchWithPayment');
  it('has a snippet for each version of x402', () => assert.equal(clients.length, 2));

  for (const [index, snippet] of clients.entries())
    it(`pays with the official client, snippet ${index + 1}`, async () => {
      const { payer } = chain.wallets;
      const before = await chain.balanceOf(payTo(chain));
      const { stdout } = await run(
        process.execPath,
        ['--input-type=module', '--eval', adapt(snippet)],
        // Version 1's client is installed there.
        {
          cwd: join(PROJECT_ROOT, 'test', 'chains'),
          env: { ...process.env, PRIVATE_KEY: payer.privateKey },
        },
      );
      assert.equal((await chain.balanceOf(payTo(chain))) - before, PRICE);
      assert.match(stdout, /found: true,\s+name: 'Acorn Example'/);
      assert.match(stdout, /success: true/);
      assert.match(stdout, /txHash: '0x[0-9a-f]{64}'/);
      assert.ok(stdout.includes(payer.account.address));
    });

  const requests: Record<string, [path: string, begins: RegExp, holds: RegExp]> = {
    'a key': ['/deep-signal ', /^HTTP\/1.1 200 OK/, /x-credits-balance: 1[\s\S]*"found":true/],
    'x402, asking': [
      `${X402_PATH} `,
      /^HTTP\/1.1 402 /,
      /payment-required: eyJ[\s\S]*"x402Version":1/,
    ],
    'Solana, asking': [`${SOLANA_PATH}\n`, /^\{"accepts":/, /"amount":"19000000"/],
    'Solana, redeeming': [
      '{"signature":',
      /^HTTP\/1.1 200 OK/,
      /x-credits-balance: 102[\s\S]*"creditsGranted":100/,
    ],
  };
  for (const [what, [part, begins, holds]] of Object.entries(requests))
    it(`asks with curl by ${what}`, async () => {
      const [snippet = '', ...others] = snippets('sh', part);
      assert.equal(others.length, 0);
      const { key } = await served.issue(2);
      const command = adapt(snippet).replace(/(?<="signature":")\w+/, node.pay());
      const { stdout } = await run('sh', ['-c', command], { env: { ...process.env, KEY: key } });
      assert.match(stdout, begins);
      assert.match(stdout, holds);
    });
});
