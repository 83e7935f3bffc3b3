/** Payments in SPL tokens, in each form that a payer's wallet may give them. */

import type { Address, Commitment, Instruction, KeyPairSigner } from '@solana/kit';
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '../../chains/solana-memo.ts';
import {
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getTransferCheckedInstruction,
  getTransferInstruction,
} from '../../chains/solana-token.ts';
import { decimalsOf } from './account-balances.ts';
import { associatedTokenAccount, type Bank } from './bank.ts';
import type { Chain, RecordedTransaction } from './chain.ts';
import { placeLookupTable } from './lookup-table.ts';
import { signedTransaction, type Version } from './message.ts';

export type Wallet = {
  address: Address;
  signer: KeyPairSigner;
  /** the associated token account of the cluster's mint */
  tokenAccount: Address;
};

export type Transfer = {
  from: Wallet;
  /** the owner of the account that receives */
  to: Address;
  /** in the mint's smallest units; more than the payer has makes the transaction fail */
  amount: bigint;
  /** the cluster's mint, unless another is given */
  mint?: Address;
  /** the recipient's associated token account, unless another is given */
  tokenAccount?: Address;
  /** `TransferChecked`, unless told otherwise */
  instruction?: 'Transfer' | 'TransferChecked';
};

export type TransactionOptions = {
  /** the payer of the first transfer, unless another is given */
  feePayer?: Wallet;
  /** text of an SPL memo */
  memo?: string;
  /** the program of version 3, which wallets use, unless another is given */
  memoProgram?: Address;
  /** `legacy`, or 0 if through a lookup table */
  version?: Version;
  /** recipients' token accounts and the mints are told by index into an address lookup table */
  throughLookupTable?: boolean;
  /** the transaction itself opens the associated token accounts; else they are open before it */
  opensTokenAccounts?: boolean;
  /** what the transaction has reached: `finalized`, unless told otherwise */
  commitment?: Commitment;
};

type SettledTransfer = Required<Transfer> & { toAssociatedAccount: boolean };

export async function payTogether(
  chain: Chain,
  bank: Bank,
  clusterMint: Address,
  transfers: readonly Transfer[],
  options: TransactionOptions,
): Promise<RecordedTransaction> {
  const settled = await Promise.all(transfers.map((one) => settledTransfer(one, clusterMint)));
  const feePayer = (options.feePayer ?? transfers[0]?.from)?.signer;
  if (!feePayer) throw new Error('Nobody pays: neither a transfer nor a fee payer is given');
  const instructions: Instruction[] = [];
  for (const transfer of settled) {
    if (transfer.toAssociatedAccount) {
      if (options.opensTokenAccounts) instructions.push(await opening(transfer, feePayer));
      else await bank.openTokenAccount(transfer.to, transfer.mint);
    }
    instructions.push(await transferInstruction(chain, transfer));
  }
  if (options.memo !== undefined) {
    const programAddress = options.memoProgram ?? LEGACY_MEMO_PROGRAM_ADDRESS_V3;
    instructions.push(getAddMemoInstruction({ memo: options.memo }, { programAddress }));
  }
  const parts = { feePayer, instructions };
  const { commitment, throughLookupTable, version = throughLookupTable ? 0 : 'legacy' } = options;
  if (!throughLookupTable) {
    return chain.submit((hash) => signedTransaction({ ...parts, version }, hash), commitment);
  }
  if (version !== 0) throw new Error('Only version 0 has address lookup tables');
  const addresses = settled.flatMap(({ tokenAccount, mint }) => [tokenAccount, mint]);
  const lookupTables = { [await placeLookupTable(chain.vm, addresses)]: addresses };
  const compressed = { ...parts, version, lookupTables };
  return chain.submit((blockhash) => signedTransaction(compressed, blockhash), commitment);
}

async function settledTransfer(transfer: Transfer, clusterMint: Address): Promise<SettledTransfer> {
  const mint = transfer.mint ?? clusterMint;
  return {
    ...transfer,
    mint,
    tokenAccount: transfer.tokenAccount ?? (await associatedTokenAccount(transfer.to, mint)),
    toAssociatedAccount: transfer.tokenAccount === undefined,
    instruction: transfer.instruction ?? 'TransferChecked',
  };
}

async function opening({ to, mint }: SettledTransfer, payer: KeyPairSigner): Promise<Instruction> {
  const ata = await associatedTokenAccount(to, mint);
  return getCreateAssociatedTokenIdempotentInstructionAsync({ payer, ata, owner: to, mint });
}

async function transferInstruction(chain: Chain, transfer: SettledTransfer): Promise<Instruction> {
  const { from, mint, tokenAccount: destination, amount } = transfer;
  const source = await associatedTokenAccount(from.address, mint);
  const movement = { source, destination, authority: from.signer, amount };
  if (transfer.instruction === 'Transfer') return getTransferInstruction(movement);
  const decimals = decimalsOf(chain.vm, mint);
  if (decimals === undefined) throw new Error(`No mint at ${mint}`);
  return getTransferCheckedInstruction({ ...movement, mint, decimals });
}
