/** An x402 facilitator of the official packages, on the test chain, behind HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { x402Facilitator } from '@x402/core/facilitator';
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator';
import type { EvmChain } from '../evm/chain.ts';
import { facilitatorSigner } from '../evm/facilitator.ts';
import type { Wallet } from '../evm/wallets.ts';

export type FacilitatorServer = {
  url: string;
  /** What it was asked for, in turn. */
  asked: string[];
  /** Breaks the connection instead of answering a settlement that it has made. */
  losesAnswers: boolean;
  /** Sends settlements, and says that they failed as it has not seen them mined. */
  givesUp: boolean;
  /** Answers refusals with 400 instead of 200. */
  refusesByStatus: boolean;
  /** What it really was that it gave up. */
  lastSettled: Promise<unknown> | undefined;
  stop: () => Promise<void>;
};

export async function startFacilitator(
  chain: EvmChain,
  wallet: Wallet,
): Promise<FacilitatorServer> {
  const facilitator = registerExactEvmScheme(new x402Facilitator(), {
    signer: facilitatorSigner(chain, wallet),
    networks: `eip155:${chain.chainId}`,
  });
  const settle: typeof facilitator.settle = (payment, requirements) => {
    const settled = facilitator.settle(payment, requirements);
    if (!own.givesUp) return settled;
    // Whoever is interested asks for it.
    settled.catch(() => undefined);
    own.lastSettled = settled;
    const { network } = requirements;
    return Promise.resolve({
      success: false,
      errorReason: 'invalid_exact_evm_transaction_failed',
      transaction: '',
      network,
    });
  };
  const asked: string[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    asked.push(path);
    if (path === '/supported') {
      response.end(JSON.stringify(facilitator.getSupported()));
      return;
    }
    const { paymentPayload, paymentRequirements } = JSON.parse(await textOf(request));
    const answer =
      path === '/verify'
        ? await facilitator.verify(paymentPayload, paymentRequirements)
        : await settle(paymentPayload, paymentRequirements);
    const isRefusal = 'isValid' in answer ? !answer.isValid : !answer.success;
    if (isRefusal && own.refusesByStatus) response.statusCode = 400;
    if (path === '/settle' && own.losesAnswers) {
      response.destroy();
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  };
  const server = createServer((request, response) => {
    // Its own node does not answer, or its wallet cannot pay.
    handle(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const own: FacilitatorServer = {
    url: `http://127.0.0.1:${port}`,
    asked,
    losesAnswers: false,
    givesUp: false,
    refusesByStatus: false,
    lastSettled: undefined,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return own;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
