/** The chain: transactions one after another, each executed by the VM and recorded in a slot. */

import {
  type Blockhash,
  type Commitment,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  commitmentComparator,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  type Signature,
  type Transaction,
} from '@solana/kit';
import { LiteSVM } from '../../chains/litesvm.ts';
import {
  LEGACY_MEMO_PROGRAM_ADDRESS_V1,
  LEGACY_MEMO_PROGRAM_ADDRESS_V3,
  MEMO_PROGRAM_ADDRESS,
} from '../../chains/solana-memo.ts';
import { lamportsOf, type TokenBalance, tokenBalancesOf } from './account-balances.ts';
import { type Execution, executionOf } from './execution.ts';
import { type LoadedAddresses, loadedAddresses } from './lookup-table.ts';

export type RecordedTransaction = {
  readonly signature: Signature;
  readonly slot: bigint;
  /** in seconds since 1970 */
  blockTime: number | null;
  /** the highest level that the transaction has reached */
  commitment: Commitment;
  readonly transaction: Transaction;
  readonly message: CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;
  readonly meta: Execution & {
    preBalances: number[];
    postBalances: number[];
    preTokenBalances: TokenBalance[];
    postTokenBalances: TokenBalance[];
    loadedAddresses: LoadedAddresses;
  };
};

export function hasReached(recorded: RecordedTransaction, commitment: Commitment): boolean {
  return commitmentComparator(recorded.commitment, commitment) >= 0;
}

export class Chain {
  readonly vm = new LiteSVM();
  readonly #recorded = new Map<string, RecordedTransaction>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor() {
    const memo = this.vm.getAccount(LEGACY_MEMO_PROGRAM_ADDRESS_V3);
    if (!memo.exists) throw new Error('litesvm has no memo program');
    // The program of one address serves the others: all of them log a UTF-8 memo and its signers.
    for (const address of [LEGACY_MEMO_PROGRAM_ADDRESS_V1, MEMO_PROGRAM_ADDRESS]) {
      this.vm.addProgram(address, Uint8Array.from(memo.data));
    }
  }

  /** The highest slot of which a transaction has reached this level. */
  slotAt(commitment: Commitment): bigint {
    const reached = this.all().findLast((recorded) => hasReached(recorded, commitment));
    return reached?.slot ?? 0n;
  }

  /** Every recorded transaction, oldest first. */
  all(): RecordedTransaction[] {
    return [...this.#recorded.values()];
  }

  find(signature: string): RecordedTransaction | undefined {
    return this.#recorded.get(signature);
  }

  get(signature: string): RecordedTransaction {
    const recorded = this.find(signature);
    if (!recorded) throw new Error(`The cluster has no transaction ${signature}`);
    return recorded;
  }

  /**
   * Executes a transaction when those submitted before it are done.
   *
   * @param sign makes the transaction, valid with this blockhash only
   * @throws if the VM refuses the transaction, so that no validator would record it
   */
  submit(
    sign: (blockhash: Blockhash) => Promise<Transaction>,
    commitment: Commitment = 'finalized',
  ): Promise<RecordedTransaction> {
    const turn = this.#turn.then(async () => {
      const transaction = await sign(this.vm.latestBlockhash());
      try {
        return this.#execute(transaction, commitment);
      } finally {
        // Else an equal payment would be the same transaction, which no cluster executes twice.
        this.vm.expireBlockhash();
      }
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  #execute(transaction: Transaction, commitment: Commitment): RecordedTransaction {
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    const loaded = loadedAddresses(this.vm, message);
    const accounts = [...message.staticAccounts, ...loaded.writable, ...loaded.readonly];
    const blockTime = this.#nextSlot();
    const preBalances = lamportsOf(this.vm, accounts);
    const preTokenBalances = tokenBalancesOf(this.vm, accounts);
    const execution = executionOf(this.vm.sendTransaction(transaction));
    const postBalances = lamportsOf(this.vm, accounts);
    // Validators record a failed transaction if it could at least be charged for.
    if (execution.err !== null && postBalances[0] === preBalances[0]) {
      throw new Error(`The cluster refuses the transaction: ${JSON.stringify(execution.err)}`);
    }
    const postTokenBalances = tokenBalancesOf(this.vm, accounts);
    const balances = { preBalances, postBalances, preTokenBalances, postTokenBalances };
    const signature = getSignatureFromTransaction(transaction);
    const recorded: RecordedTransaction = {
      signature,
      slot: this.vm.getClock().slot,
      blockTime,
      commitment,
      transaction,
      message,
      meta: { ...execution, ...balances, loadedAddresses: loaded },
    };
    this.#recorded.set(signature, recorded);
    return recorded;
  }

  /** @returns the time of the slot, in seconds since 1970 */
  #nextSlot(): number {
    const clock = this.vm.getClock();
    const now = Math.floor(Date.now() / 1000);
    clock.slot += 1n;
    clock.unixTimestamp = BigInt(now);
    this.vm.setClock(clock);
    return now;
  }
}
