/** A facilitator of the official packages on the test chain, over HTTP. */
import { text } from 'node:stream/consumers';
import { x402Facilitator } from '@x402/core/facilitator';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator';
import { type Abi, createWalletClient, http, type VerifyTypedDataParameters } from 'viem';
import { serveHttp } from '../../support/http-server.ts';
import type { EvmChain, Wallet } from './chain.ts';

export type Facilitator = Awaited<ReturnType<typeof startFacilitator>>;

export async function startFacilitator(chain: EvmChain, wallet: Pick<Wallet, 'account'>) {
  const facilitator = registerExactEvmScheme(new x402Facilitator(), {
    signer: facilitatorSigner(chain, wallet),
    networks: `eip155:${chain.chainId}`,
  });
  const settle: typeof facilitator.settle = async (payment, requirements) => {
    const settled = facilitator.settle(payment, requirements);
    if (!own.givesUp) return settled;
    own.lastSettled = settled.catch(() => undefined);
    const errorReason = 'invalid_exact_evm_transaction_failed';
    return { success: false, errorReason, transaction: '', network: requirements.network };
  };
  const answerTo = async (path: string, body: string) => {
    if (path === '/supported') return facilitator.getSupported();
    const { paymentPayload, paymentRequirements } = JSON.parse(body);
    return path === '/verify'
      ? facilitator.verify(paymentPayload, paymentRequirements)
      : settle(paymentPayload, paymentRequirements);
  };
  const { url, close: stop } = await serveHttp(async (request, response) => {
    const path = request.url ?? '';
    own.asked.push(path);
    // Its own node may not answer, or its wallet be empty.
    const answer = await answerTo(path, await text(request)).catch(() => undefined);
    if (!answer) return void response.writeHead(500).end();
    if (path === '/settle' && own.losesAnswers) return void response.destroy();
    const isRefusal =
      ('isValid' in answer && !answer.isValid) || ('success' in answer && !answer.success);
    response.statusCode = isRefusal && own.refusesByStatus ? 400 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  const own = {
    url,
    stop,
    /** Requested paths, in order. */
    asked: [] as string[],
    /** Breaks the connection instead of answering a settlement that it has made. */
    losesAnswers: false,
    /** Sends settlements, but reports them as failed because it did not see them mined. */
    givesUp: false,
    /** Refuses with 400 instead of 200. */
    refusesByStatus: false,
    /** The true result of the last settlement that it gave up. */
    lastSettled: undefined as Promise<unknown> | undefined,
  };
  return own;
}

/** Reads the chain, and settles with gas paid by the wallet. */
function facilitatorSigner(
  { publicClient, rpcUrl }: EvmChain,
  { account }: Pick<Wallet, 'account'>,
) {
  const { chain } = publicClient;
  const walletClient = createWalletClient({ account, chain, transport: http(rpcUrl) });
  return toFacilitatorEvmSigner({
    address: account.address,
    // x402's types are looser than viem's, which validates the values.
    readContract: ({ abi, args = [], ...call }) =>
      publicClient.readContract({ ...call, args, abi: abi as Abi }),
    writeContract: ({ abi, gas, dataSuffix, ...call }) =>
      walletClient.writeContract({
        ...call,
        abi: abi as Abi,
        ...(gas !== undefined && { gas }),
        ...(dataSuffix !== undefined && { dataSuffix }),
      }),
    verifyTypedData: (typedData) =>
      publicClient.verifyTypedData(typedData as VerifyTypedDataParameters),
    sendTransaction: (transaction) => walletClient.sendTransaction(transaction),
    waitForTransactionReceipt: ({ hash, timeout }) =>
      publicClient.waitForTransactionReceipt({
        hash,
        ...(timeout !== undefined && { timeout }),
      }),
    getCode: (contract) => publicClient.getCode(contract),
  });
}
