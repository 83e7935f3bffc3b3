/** The wallet that settles payments and pays for gas. */
import pLimit from 'p-limit';
import {
  type Address,
  type Hash,
  type Hex,
  isAddressEqual,
  keccak256,
  parseAbi,
  toFunctionSelector,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Store, StoreTransaction } from '../../store/store.ts';
import type { Chain } from './chain.ts';
import { freeNonce, lockTransactions, recordTransaction } from './nonces.ts';
import {
  type Call,
  type Fees,
  isSameCall,
  isUnderpriced,
  raiseFees,
  type SignedTransaction,
  type Transaction,
} from './transaction.ts';

/**
 * Records the hash of the transaction in the store's transaction that records its nonce, before it is
 * submitted. If it rejects, nothing is submitted.
 */
export type Sending = (transaction: Hash, database: StoreTransaction) => Promise<void>;

export type Wallet = {
  address: Address;
  /**
   * Submits a transaction, or once more the one that is recorded for the same call and not mined yet.
   *
   * @throws Error if it would fail, or was not submitted
   */
  send: (call: Call, sending: Sending) => Promise<Hash>;
  /** Submits what is recorded and missing in the mempool, which later transactions wait for. */
  resend: () => Promise<void>;
};

export type WalletSettings = {
  privateKey: Hex;
  /** The asset's contract. */
  asset: Address;
  /** Factory contracts that may be called to deploy a payer's wallet (ERC-6492). */
  walletFactories: readonly string[];
};

/**
 * Maximum gas for a transaction. A smart wallet's code verifies the signature, and its deployment may
 * run arbitrary code, both at our expense. Verifying a passkey in Solidity takes up to half of this.
 */
const MAX_GAS = 1_000_000n;

/** EIP-3009, for signatures of plain keys and of contracts. */
const TRANSFERS = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
]).map(toFunctionSelector);

/** `mined` and `pending` are the wallet's first nonces that the chain, and the mempool, lack. */
type ChainState = { mined: number; pending: number; fees: Fees };

export function ownWallet(
  { client, chainId }: Chain,
  store: Store,
  settings: WalletSettings,
): Wallet {
  const account = privateKeyToAccount(settings.privateKey);
  const { address } = account;
  const wallet = { chainId, address };
  // An estimate of gas sees the transactions before, which may spend the same balance.
  const inTurn = pLimit(1);

  const chainState = async (): Promise<ChainState> => {
    const [mined, pending, fees] = await Promise.all([
      client.getTransactionCount({ address, blockTag: 'latest' }),
      client.getTransactionCount({ address, blockTag: 'pending' }),
      client.estimateFeesPerGas(),
    ]);
    return { mined, pending: Math.max(mined, pending), fees };
  };
  const signAndRecord = async (database: StoreTransaction, transaction: Transaction) => {
    const serialized = await account.signTransaction({ type: 'eip1559', ...transaction });
    const signed = { ...transaction, serialized, hash: keccak256(serialized) };
    await recordTransaction(database, wallet, signed);
    return signed;
  };
  /** Locks the wallet. The lock waits for no node: all that it takes from one has been asked before. */
  const lockAndRaise = async (database: StoreTransaction, { mined, pending, fees }: ChainState) => {
    const recorded: SignedTransaction[] = [];
    const unsent: SignedTransaction[] = [];
    for (const left of await lockTransactions(database, wallet, mined)) {
      const isStuck = isUnderpriced(left, fees);
      const current = isStuck ? await signAndRecord(database, raiseFees(left, fees)) : left;
      recorded.push(current);
      if (isStuck || current.nonce >= pending) unsent.push(current);
    }
    return { recorded, unsent };
  };
  const submit = ({ serialized }: SignedTransaction) =>
    client.sendRawTransaction({ serializedTransaction: serialized });
  /** One that a node refuses may have been submitted by another process; the next one tries again. */
  const submitAll = async (transactions: readonly SignedTransaction[]) => {
    for (const transaction of transactions) await submit(transaction).catch(() => undefined);
  };
  const settle = async (call: Call, sending: Sending) => {
    const [state, gas] = await Promise.all([
      chainState(),
      // Fails here, at no cost, if the transaction would fail. The estimate includes pending
      // transactions, which may spend the same balance.
      client.estimateGas({ account: address, gas: MAX_GAS, blockTag: 'pending', ...call }),
    ]);
    // Not every node enforces the gas limit of the call.
    if (gas > MAX_GAS) throw new Error(`it takes ${gas} gas`);
    const { own, others } = await store.transaction(async (database) => {
      const { recorded, unsent } = await lockAndRaise(database, state);
      const own =
        recorded.find((transaction) => isSameCall(transaction, call)) ??
        (await signAndRecord(database, {
          chainId,
          nonce: freeNonce(recorded, state.pending),
          ...call,
          gas: (gas * 5n) / 4n,
          ...state.fees,
        }));
      await sending(own.hash, database);
      return { own, others: unsent.filter((transaction) => transaction !== own) };
    });
    await submitAll(others);
    const isKnown = () => client.getTransaction({ hash: own.hash }).then(Boolean, () => false);
    await submit(own).catch(async (error: unknown) => {
      if (!(await isKnown())) throw error;
    });
    return own.hash;
  };
  return {
    address,
    send: async ({ to, data }, sending) => {
      if (!isSettlement({ to, data }, settings))
        throw new Error('the wallet signs nothing but transfers with an authorization');
      return inTurn(() => settle({ to, data }, sending));
    },
    resend: () =>
      inTurn(async () => {
        const state = await chainState();
        const { unsent } = await store.transaction((database) => lockAndRaise(database, state));
        await submitAll(unsent);
      }),
  };
}

/** The only calls that are signed; a request for another one is a mistake. */
function isSettlement(
  { to, data }: Call,
  { asset, walletFactories }: Omit<WalletSettings, 'privateKey'>,
): boolean {
  if (walletFactories.some((factory) => isAddressEqual(factory as Address, to))) return true;
  return isAddressEqual(to, asset) && TRANSFERS.some((selector) => data.startsWith(selector));
}
