/** A Hardhat node in this process, configured in memory and heard over HTTP. */

import type { Hex } from 'viem';
import { createHardhatRuntimeEnvironment } from '../../chains/hardhat.ts';

export type Node = {
  rpcUrl: string;
  /** Closes the port. What the node mined is gone. */
  stop: () => Promise<void>;
};

/** @param port of 127.0.0.1; 0 for a free one */
export async function startNode(options: {
  chainId: number;
  port: number;
  /** who has gas money, and how much of it in wei */
  funded: readonly { privateKey: Hex; balance: bigint }[];
}): Promise<Node> {
  // Hardhat reports its use over the network when a test's output is a terminal.
  process.env['HARDHAT_DISABLE_TELEMETRY'] = 'true';
  const environment = await createHardhatRuntimeEnvironment(
    {
      networks: {
        local: {
          type: 'edr-simulated',
          chainType: 'generic',
          chainId: options.chainId,
          accounts: [...options.funded],
          // Else each block is a second later than the last: the chain would outrun the clock.
          allowBlocksWithSameTimestamp: true,
          // As a public node does: a transaction that reverts has a hash and a receipt.
          throwOnTransactionFailures: false,
        },
      },
    },
    {},
    import.meta.dirname,
  );
  const server = await environment.network.createServer('local', '127.0.0.1', options.port);
  const { port } = await server.listen();
  return { rpcUrl: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
