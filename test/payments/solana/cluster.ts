/**
 * A Solana cluster of its own: an embedded VM with the real SPL programs, behind a JSON-RPC server
 * that answers for its transactions as a validator does.
 */
import { type Address, generateKeyPairSigner, getBase58Decoder, type Signature } from '@solana/kit';
import { LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '../../chains/solana-memo.ts';
import { associatedTokenAccount, Bank } from './bank.ts';
import { Chain } from './chain.ts';
import { payTogether, type TransactionOptions, type Transfer, type Wallet } from './payment.ts';
import { type AnswerFault, rpcMethods } from './rpc-methods.ts';
import { type RpcRequest, startRpcServer, type TransportFault } from './rpc-server.ts';

export type Fault = AnswerFault | TransportFault;

export type SolanaCluster = {
  readonly rpcUrl: string;
  /** a mint of 6 decimals */
  readonly mint: Address;
  /** what `getGenesisHash` answers; a test may set it to that of a public cluster */
  genesisHash: string;
  /** how the RPC server fails from now on */
  fault: Fault;
  /** how long the fault `slow` takes, in milliseconds */
  delay: number;
  /** what the RPC server was asked, oldest first */
  readonly requests: readonly RpcRequest[];
  /** Makes a wallet with 10 SOL and 1,000 of the cluster's token, unless told otherwise. */
  createWallet: (funds?: { units?: bigint; lamports?: bigint }) => Promise<Wallet>;
  createMint: (decimals?: number) => Promise<Address>;
  /** Mints units into the owner's associated token account, which it opens if need be. */
  fund: (owner: Address, units: bigint, mint?: Address) => Promise<void>;
  /** The owner's associated token account, whether it is open or not. */
  tokenAccountOf: (owner: Address, mint?: Address) => Promise<Address>;
  /** Opens a token account of the owner besides the associated one. */
  openAuxiliaryAccount: (owner: Address, mint?: Address) => Promise<Address>;
  /** One transfer in a transaction, which is recorded even if it fails. */
  pay: (payment: Transfer & TransactionOptions) => Promise<Signature>;
  /** Several transfers in one transaction, in this order. */
  payTogether: (transfers: readonly Transfer[], options?: TransactionOptions) => Promise<Signature>;
  /** Lets a transaction reach `confirmed`; it stays where it is if it is beyond. */
  confirm: (signature: string) => void;
  finalize: (signature: string) => void;
  /** @param seconds since 1970; null if the cluster does not know */
  setBlockTime: (signature: string, seconds: number | null) => void;
  /** Records that a program called the memo program, which the transaction names, with a text. */
  recordCalledMemo: (signature: string, memo: string) => void;
  stop: () => Promise<void>;
};

export async function startCluster(): Promise<SolanaCluster> {
  const chain = new Chain();
  const bank = await Bank.open(chain);
  const mint = await bank.createMint(6);
  // Any account's address has the form of a hash.
  const { address: genesisHash } = await generateKeyPairSigner();
  const requests: RpcRequest[] = [];
  const methods = rpcMethods(
    chain,
    () => cluster.genesisHash,
    () =>
      cluster.fault === 'null' || cluster.fault === 'wrong-transaction' ? cluster.fault : 'none',
  );
  const server = await startRpcServer({
    methods,
    fault: () => cluster.fault,
    delay: () => cluster.delay,
    received: (request) => requests.push(request),
  });
  const cluster: SolanaCluster = {
    rpcUrl: server.url,
    mint,
    genesisHash,
    fault: 'none',
    delay: 1000,
    requests,
    createWallet: async ({ units = 1_000_000_000n, lamports = 10_000_000_000n } = {}) => {
      const signer = await generateKeyPairSigner();
      const { address } = signer;
      await bank.sendSol(address, lamports);
      await bank.mintTo(address, mint, units);
      return { address, signer, tokenAccount: await associatedTokenAccount(address, mint) };
    },
    createMint: (decimals = 6) => bank.createMint(decimals),
    fund: (owner, units, of = mint) => bank.mintTo(owner, of, units),
    tokenAccountOf: (owner, of = mint) => associatedTokenAccount(owner, of),
    openAuxiliaryAccount: (owner, of = mint) => bank.openAuxiliaryAccount(owner, of),
    pay: (payment) => cluster.payTogether([payment], payment),
    payTogether: async (transfers, options = {}) =>
      (await payTogether(chain, bank, mint, transfers, options)).signature,
    confirm: (signature) => {
      const recorded = chain.get(signature);
      if (recorded.commitment === 'processed') recorded.commitment = 'confirmed';
    },
    finalize: (signature) => {
      chain.get(signature).commitment = 'finalized';
    },
    setBlockTime: (signature, seconds) => {
      chain.get(signature).blockTime = seconds;
    },
    recordCalledMemo: (signature, memo) => {
      const { message, meta } = chain.get(signature);
      const programIdIndex = message.staticAccounts.indexOf(LEGACY_MEMO_PROGRAM_ADDRESS_V3);
      const data = getBase58Decoder().decode(new TextEncoder().encode(memo));
      const called = { programIdIndex, accounts: [], data, stackHeight: 2 };
      meta.innerInstructions.push({ index: 0, instructions: [called] });
    },
    stop: server.stop,
  };
  return cluster;
}
