/** An EVM chain on this machine: a Hardhat node with a dollar, funded wallets and smart wallets. */
import {
  type Address,
  type Chain,
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  getContractAddress,
  type Hex,
  type HttpTransport,
  http,
  type PublicClient,
  parseEther,
  type TestClient,
} from 'viem';
import { tokenAbi } from './abis.ts';
import { compiledContracts } from './contracts.ts';
import { startNode } from './node.ts';
import { type CounterfactualWallet, smartWallets, testWallets, type Wallet } from './wallets.ts';

/** Base Sepolia's, which x402 v1 clients know by the name base-sepolia. */
const CHAIN_ID = 84532;
/** Where public chains have Multicall3, and where @x402/evm and viem call it. */
export const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11';

export type EvmChain = {
  rpcUrl: string;
  chainId: number;
  /** the test dollar's contract: 6 decimals, EIP-712 name "Test Dollar", version "2" */
  token: Address;
  /** Each has gas money and no dollars. */
  wallets: { payer: Wallet; merchant: Wallet; stranger: Wallet };
  publicClient: PublicClient<HttpTransport, Chain>;
  testClient: TestClient<'hardhat', HttpTransport, Chain>;
  /** Gives dollars, in millionths; resolves when the block is mined. */
  mint: (to: Address, units: bigint) => Promise<void>;
  /** in millionths of a dollar */
  balanceOf: (address: Address) => Promise<bigint>;
  /** whether the token has seen this nonce used or canceled */
  authorizationUsed: (payer: Address, nonce: Hex) => Promise<boolean>;
  /** Mines blocks at once: they take no time, so their timestamps stay with the clock. */
  mine: (blocks: number) => Promise<void>;
  /** Whether each transaction is mined as it comes (at first it is), or waits for a block. */
  setAutomine: (on: boolean) => Promise<void>;
  /** Mines a block every so many milliseconds; 0 stops it. */
  setIntervalMining: (milliseconds: number) => Promise<void>;
  /**
   * The latest block's timestamp, in seconds since 1970. An `eth_call` sees this one, so that on a
   * chain which has been idle an authorization may not be valid yet until a block is mined.
   */
  now: () => Promise<number>;
  /** Deploys a new ERC-1271 wallet that accepts the owner's signatures. */
  deploySmartWallet: (owner: Address) => Promise<Address>;
  /** A new address for such a wallet, and the call that would deploy it. */
  counterfactualWallet: (owner: Address) => CounterfactualWallet;
  /** Ends the node; a second call does nothing more. */
  stop: () => Promise<void>;
};

/** @param options.port of 127.0.0.1; by default a free one */
export async function startChain({
  chainId = CHAIN_ID,
  port = 0,
}: {
  chainId?: number;
  port?: number;
} = {}): Promise<EvmChain> {
  const [deployer, payer, merchant, stranger] = testWallets();
  const [contracts, node] = await Promise.all([
    compiledContracts(),
    startNode({
      chainId,
      port,
      funded: [deployer, payer, merchant, stranger].map(({ privateKey }) => ({
        privateKey,
        balance: parseEther('10000'),
      })),
    }),
  ]);
  const chain = defineChain({
    id: chainId,
    name: 'Test chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [node.rpcUrl] } },
    contracts: { multicall3: { address: MULTICALL } },
  });
  const clients = { chain, transport: http(node.rpcUrl), pollingInterval: 20, cacheTime: 0 };
  const publicClient = createPublicClient(clients);
  const testClient = createTestClient({ ...clients, mode: 'hardhat' });
  const walletClient = createWalletClient({ ...clients, account: deployer.account });

  /** Waits for the deployer's transaction, which has to succeed. */
  async function mined(hash: Hex): Promise<void> {
    const { status } = await publicClient.waitForTransactionReceipt({ hash });
    if (status !== 'success') throw new Error(`Transaction ${hash} reverted`);
  }

  async function deploy(creationCode: Hex): Promise<Address> {
    const nonce = await publicClient.getTransactionCount(deployer.account);
    await mined(await walletClient.sendTransaction({ data: creationCode }));
    return getContractAddress({ from: deployer.account.address, nonce: BigInt(nonce) });
  }

  await testClient.setCode({ address: MULTICALL, bytecode: contracts.Multicall3.runtimeCode });
  const token = await deploy(contracts.TestDollar.creationCode);
  const factory = await deploy(contracts.OwnedWalletFactory.creationCode);
  const counterfactualWallet = smartWallets(factory, contracts);

  const setIntervalMining = async (milliseconds: number): Promise<void> => {
    // viem's own takes seconds.
    await testClient.request({ method: 'evm_setIntervalMining', params: [milliseconds] });
  };
  let stopped: Promise<void> | undefined;

  return {
    rpcUrl: node.rpcUrl,
    chainId,
    token,
    wallets: { payer, merchant, stranger },
    publicClient,
    testClient,
    mint: async (to, units) => {
      const args = [to, units] as const;
      const call = { address: token, abi: tokenAbi, functionName: 'mint', args } as const;
      await mined(await walletClient.writeContract(call));
    },
    balanceOf: (address) =>
      publicClient.readContract({
        address: token,
        abi: tokenAbi,
        functionName: 'balanceOf',
        args: [address],
      }),
    authorizationUsed: (authorizer, nonce) =>
      publicClient.readContract({
        address: token,
        abi: tokenAbi,
        functionName: 'authorizationState',
        args: [authorizer, nonce],
      }),
    mine: (blocks) => testClient.mine({ blocks }),
    setAutomine: (on) => testClient.setAutomine(on),
    setIntervalMining,
    now: async () => Number((await publicClient.getBlock()).timestamp),
    deploySmartWallet: async (owner) => {
      const wallet = counterfactualWallet(owner);
      const call = { to: wallet.factory, data: wallet.factoryCalldata };
      await mined(await walletClient.sendTransaction(call));
      return wallet.address;
    },
    counterfactualWallet,
    stop: () => {
      stopped ??= setIntervalMining(0).then(node.stop);
      return stopped;
    },
  };
}
