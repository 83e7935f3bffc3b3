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
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
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
  type Signer,
  type Transaction,
} from './transaction.ts';

/**
 * Records the hash of the transaction in the store's transaction that records its nonce, before it is
 * submitted. If it rejects, nothing is submitted.
 */
export type Sending = (transaction: Hash, database: StoreTransaction) => Promise<void>;

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

export class SettlingWallet {
  readonly address: Address;
  readonly #client: Chain['client'];
  readonly #store: Store;
  readonly #settings: WalletSettings;
  readonly #account: PrivateKeyAccount;
  readonly #signer: Signer;
  /** An estimate of gas sees the transactions before, which may spend the same balance. */
  readonly #inTurn = pLimit(1);

  constructor({ client, chainId }: Chain, store: Store, settings: WalletSettings) {
    this.#client = client;
    this.#store = store;
    this.#settings = settings;
    this.#account = privateKeyToAccount(settings.privateKey);
    this.address = this.#account.address;
    this.#signer = { chainId, address: this.address };
  }

  /**
   * Submits a transaction, or once more the one that is recorded for the same call and not mined yet.
   *
   * @throws Error if it would fail, or was not submitted
   */
  async send({ to, data }: Call, sending: Sending): Promise<Hash> {
    if (!isSettlement({ to, data }, this.#settings))
      throw new Error('the wallet signs nothing but transfers with an authorization');
    return this.#inTurn(() => this.#settle({ to, data }, sending));
  }

  /** Submits what is recorded and missing in the mempool, which later transactions wait for. */
  resend(): Promise<void> {
    return this.#inTurn(async () => {
      const state = await this.#readChain();
      const { unsent } = await this.#store.transaction((database) =>
        this.#lockAndRaise(database, state),
      );
      await this.#submitAll(unsent);
    });
  }

  async #settle(call: Call, sending: Sending): Promise<Hash> {
    const [state, gas] = await Promise.all([
      this.#readChain(),
      // Fails here, at no cost, if the transaction would fail. The estimate includes pending
      // transactions, which may spend the same balance.
      this.#client.estimateGas({
        account: this.address,
        gas: MAX_GAS,
        blockTag: 'pending',
        ...call,
      }),
    ]);
    // Not every node enforces the gas limit of the call.
    if (gas > MAX_GAS) throw new Error(`it takes ${gas} gas`);
    const { own, others } = await this.#store.transaction(async (database) => {
      const { recorded, unsent } = await this.#lockAndRaise(database, state);
      const own =
        recorded.find((transaction) => isSameCall(transaction, call)) ??
        (await this.#signAndRecord(database, {
          chainId: this.#signer.chainId,
          nonce: freeNonce(recorded, state.pending),
          ...call,
          gas: (gas * 5n) / 4n,
          ...state.fees,
        }));
      await sending(own.hash, database);
      return { own, others: unsent.filter((transaction) => transaction !== own) };
    });
    await this.#submitAll(others);
    await this.#submit(own).catch(async (error: unknown) => {
      if (!(await this.#isKnown(own))) throw error;
    });
    return own.hash;
  }

  async #readChain(): Promise<ChainState> {
    const { address } = this;
    const [mined, pending, fees] = await Promise.all([
      this.#client.getTransactionCount({ address, blockTag: 'latest' }),
      this.#client.getTransactionCount({ address, blockTag: 'pending' }),
      this.#client.estimateFeesPerGas(),
    ]);
    return { mined, pending: Math.max(mined, pending), fees };
  }

  /** Locks the wallet. The lock waits for no node: all that it takes from one has been asked before. */
  async #lockAndRaise(database: StoreTransaction, { mined, pending, fees }: ChainState) {
    const recorded: SignedTransaction[] = [];
    const unsent: SignedTransaction[] = [];
    for (const left of await lockTransactions(database, this.#signer, mined)) {
      const isStuck = isUnderpriced(left, fees);
      const current = isStuck ? await this.#signAndRecord(database, raiseFees(left, fees)) : left;
      recorded.push(current);
      if (isStuck || current.nonce >= pending) unsent.push(current);
    }
    return { recorded, unsent };
  }

  async #signAndRecord(
    database: StoreTransaction,
    transaction: Transaction,
  ): Promise<SignedTransaction> {
    const serialized = await this.#account.signTransaction({ type: 'eip1559', ...transaction });
    const signed = { ...transaction, serialized, hash: keccak256(serialized) };
    await recordTransaction(database, this.#signer, signed);
    return signed;
  }

  #submit({ serialized }: SignedTransaction): Promise<Hash> {
    return this.#client.sendRawTransaction({ serializedTransaction: serialized });
  }

  /** One that a node refuses may have been submitted by another process; the next one tries again. */
  async #submitAll(transactions: readonly SignedTransaction[]): Promise<void> {
    for (const transaction of transactions) await this.#submit(transaction).catch(() => undefined);
  }

  #isKnown({ hash }: SignedTransaction): Promise<boolean> {
    return this.#client.getTransaction({ hash }).then(Boolean, () => false);
  }
}

/** The only calls that are signed; a request for another one is a mistake. */
function isSettlement(
  { to, data }: Call,
  { asset, walletFactories }: Omit<WalletSettings, 'privateKey'>,
): boolean {
  if (walletFactories.some((factory) => isAddressEqual(factory as Address, to))) return true;
  return isAddressEqual(to, asset) && TRANSFERS.some((selector) => data.startsWith(selector));
}
