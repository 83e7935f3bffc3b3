/** An EVM chain on this machine: a Hardhat node with a dollar, funded wallets and smart wallets. */
import {
  type Address,
  concat,
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseEther,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createHardhatRuntimeEnvironment } from '../../chains/hardhat.ts';
// By solc 0.8.37 for cancun with 200 runs of the optimizer, from the sources in the same folder.
import compiled from './contracts/compiled.json' with { type: 'json' };

export const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
]);
const factoryAbi = parseAbi(['function deploy(address owner, bytes32 salt)']);

/** Base Sepolia's, which clients of x402 version 1 know as base-sepolia. */
const CHAIN_ID = 84_532;
/** The address of Multicall3 on public chains, which @x402/evm and viem call. */
export const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11';

export type Wallet = ReturnType<typeof walletOf>;

function walletOf(privateKey: Hex) {
  return { privateKey, account: privateKeyToAccount(privateKey) };
}

/** A wallet with nothing in it. */
export const newWallet = (): Wallet => walletOf(generatePrivateKey());

const [deployer, payer, merchant, stranger] = [newWallet(), newWallet(), newWallet(), newWallet()];

export type EvmChain = Awaited<ReturnType<typeof startChain>>;

/** Wallets have gas money and no dollars. Transactions are mined at once by default. */
export async function startChain() {
  // Hardhat reports its use over the network when a test's output is a terminal.
  process.env['HARDHAT_DISABLE_TELEMETRY'] = 'true';
  const accounts = [deployer, payer, merchant, stranger].map(({ privateKey }) => ({
    privateKey,
    balance: parseEther('10000'),
  }));
  const environment = await createHardhatRuntimeEnvironment(
    {
      networks: {
        local: {
          ...{ type: 'edr-simulated', chainType: 'generic', chainId: CHAIN_ID, accounts },
          // Otherwise each block is a second later than the last, and the chain outruns the clock.
          allowBlocksWithSameTimestamp: true,
          // As on a public node, a transaction that reverts has a hash and a receipt.
          throwOnTransactionFailures: false,
        },
      },
    },
    {},
    import.meta.dirname,
  );
  const server = await environment.network.createServer('local', '127.0.0.1', 0);
  const rpcUrl = `http://127.0.0.1:${(await server.listen()).port}`;
  const chain = defineChain({
    id: CHAIN_ID,
    name: 'Test chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    contracts: { multicall3: { address: MULTICALL } },
  });
  const clients = { chain, transport: http(rpcUrl), pollingInterval: 20, cacheTime: 0 };
  const publicClient = createPublicClient(clients);
  const testClient = createTestClient({ ...clients, mode: 'hardhat' });
  const walletClient = createWalletClient({ ...clients, account: deployer.account });

  const succeed = async (hash: Hex): Promise<void> => {
    const { status } = await publicClient.waitForTransactionReceipt({ hash });
    if (status !== 'success') throw new Error(`the transaction ${hash} reverted`);
  };
  const deploy = async ({ creationCode }: { creationCode: string }): Promise<Address> => {
    const nonce = await publicClient.getTransactionCount(deployer.account);
    await succeed(await walletClient.sendTransaction({ data: creationCode as Hex }));
    return getContractAddress({ from: deployer.account.address, nonce: BigInt(nonce) });
  };
  const { runtimeCode } = compiled.Multicall3;
  await testClient.setCode({ address: MULTICALL, bytecode: runtimeCode as Hex });
  const token = { address: await deploy(compiled.TestDollar), abi: tokenAbi } as const;
  const factory = await deploy(compiled.OwnedWalletFactory);
  const setIntervalMining = async (milliseconds: number): Promise<void> => {
    // viem's own takes seconds.
    await testClient.request({ method: 'evm_setIntervalMining', params: [milliseconds] });
  };

  return {
    rpcUrl,
    chainId: CHAIN_ID,
    /** The test dollar's contract: 6 decimals, EIP-712 name "Test Dollar", version "2". */
    token: token.address,
    wallets: { payer, merchant, stranger },
    publicClient,
    testClient,
    /** Gives dollars, in millionths. */
    mint: async (to: Address, units: bigint): Promise<void> => {
      const call = { ...token, functionName: 'mint', args: [to, units] } as const;
      await succeed(await walletClient.writeContract(call));
    },
    /** In millionths of a dollar. */
    balanceOf: (address: Address): Promise<bigint> =>
      publicClient.readContract({ ...token, functionName: 'balanceOf', args: [address] }),
    isUsed: ({ from, nonce }: { from: Address; nonce: Hex }): Promise<boolean> =>
      publicClient.readContract({
        ...token,
        functionName: 'authorizationState',
        args: [from, nonce],
      }),
    mine: (blocks: number): Promise<void> => testClient.mine({ blocks }),
    setAutomine: (isOn: boolean): Promise<void> => testClient.setAutomine(isOn),
    setIntervalMining,
    /** The address of an ERC-1271 wallet that accepts the owner's signatures, and the call that deploys it. */
    smartWallet: (owner: Address) => {
      const salt = numberToHex(BigInt(generatePrivateKey()), { size: 32 });
      const argument = encodeAbiParameters([{ type: 'address' }], [owner]);
      const bytecode = concat([compiled.OwnedWallet.creationCode as Hex, argument]);
      const call = { abi: factoryAbi, functionName: 'deploy', args: [owner, salt] } as const;
      return {
        address: getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode }),
        factory,
        factoryCalldata: encodeFunctionData(call),
        deploy: async () =>
          succeed(
            await walletClient.sendTransaction({ to: factory, data: encodeFunctionData(call) }),
          ),
      };
    },
    stop: async (): Promise<void> => {
      await setIntervalMining(0);
      await server.close();
    },
  };
}
