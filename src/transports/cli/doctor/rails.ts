/** The ways to pay: their settings and libraries, and the nodes of their chains. */
import { z } from 'zod';
import type { Config } from '../../../lib/config/config.ts';
import { PaymentEvents } from '../../../payments/payment-events.ts';
import { configuredRails } from '../../../payments/rails.ts';
import { openStore } from '../../../store/store.ts';
import type { Project } from '../project.ts';
import { error, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;

export async function payments(project: Project): Promise<string> {
  const { x402, solana, checkout } = project.settings.payments;
  const on: string[] = [];
  const partial: string[] = [];
  for (const [name, rail] of Object.entries({ x402, Solana: solana, checkout }))
    if (rail.isComplete) on.push(name);
    else if (rail.missing.length > 0)
      partial.push(`${name} is off until ${rail.missing.join(', ')} is set`);
  if (on.length > 0) {
    await using store = openStore(':memory:');
    const parts = { store, watch: new PaymentEvents().emit };
    await configuredRails(project.settings.payments, parts, await project.seller());
    await askNodes(project.settings);
  }
  if (partial.length > 0)
    warning(partial.join('; '), 'Set what is missing, or none of its settings.');
  return on.length === 0
    ? 'nothing is sold, except through keys issued by hand'
    : `on: ${on.join(', ')}`;
}

async function askNodes({ payments: { x402, solana } }: Config): Promise<void> {
  if (x402.isComplete) {
    const { rpcUrl, network } = x402.settings;
    const chain = Number(await ask('X402_RPC_URL', rpcUrl, 'eth_chainId'));
    const [, expected] = /^eip155:(\d+)$/.exec(network) ?? [];
    if (expected !== undefined && chain !== Number(expected))
      error(
        `the node at X402_RPC_URL is on chain ${chain}, and X402_NETWORK is ${network}`,
        'Set both to the same chain.',
      );
  }
  if (solana.isComplete) await ask('SOLANA_RPC_URL', solana.settings.rpcUrl, 'getHealth');
}

const Reply = z.object({ result: z.string() });

/** Calls a method without parameters (JSON-RPC 2.0). @returns the node’s answer */
async function ask(setting: string, url: string, method: string): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return Reply.parse(await response.json()).result;
  } catch {
    // Their messages may hold the address, and with it a password.
    return error(`the node at ${setting} does not answer ${method}`, `Check ${setting}.`);
  }
}
