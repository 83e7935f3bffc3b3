/** What accounts hold at a moment: lamports, and SPL tokens as the RPC's `TokenBalance` tells them. */
import type { Address } from '@solana/kit';
import type { LiteSVM } from '../../chains/litesvm.ts';
import {
  getMintDecoder,
  getMintSize,
  getTokenDecoder,
  getTokenSize,
  TOKEN_PROGRAM_ADDRESS,
} from '../../chains/solana-token.ts';

export type TokenBalance = {
  accountIndex: number;
  mint: Address;
  owner: Address;
  programId: Address;
  uiTokenAmount: {
    amount: string;
    decimals: number;
    uiAmount: number | null;
    uiAmountString: string;
  };
};

/** @returns lamports of each account; an account that does not exist has none */
export function lamportsOf(vm: LiteSVM, accounts: readonly Address[]): number[] {
  return accounts.map((account) => Number(vm.getBalance(account) ?? 0n));
}

/** @returns the balances of those that are token accounts, under their index */
export function tokenBalancesOf(vm: LiteSVM, accounts: readonly Address[]): TokenBalance[] {
  // A validator looks for token accounts only where a token program is among the accounts:
  // `collect_token_balances` of Agave's ledger/src/token_balances.rs.
  if (!accounts.includes(TOKEN_PROGRAM_ADDRESS)) return [];
  return accounts.flatMap((account, accountIndex) => {
    const holding = holdingOf(vm, account);
    return holding ? [{ accountIndex, ...holding }] : [];
  });
}

/** Decimals of a mint, or undefined if there is no such mint. */
export function decimalsOf(vm: LiteSVM, mint: Address): number | undefined {
  const data = tokenProgramData(vm, mint, getMintSize());
  return data && getMintDecoder().decode(data).decimals;
}

function holdingOf(vm: LiteSVM, account: Address): Omit<TokenBalance, 'accountIndex'> | undefined {
  const data = tokenProgramData(vm, account, getTokenSize());
  if (!data) return undefined;
  const { mint, owner, amount } = getTokenDecoder().decode(data);
  const decimals = decimalsOf(vm, mint);
  if (decimals === undefined) return undefined;
  const uiAmountString = decimalString(amount, decimals);
  return {
    mint,
    owner,
    programId: TOKEN_PROGRAM_ADDRESS,
    uiTokenAmount: {
      amount: String(amount),
      decimals,
      // Storage keeps no difference between zero and no amount, so validators answer null for zero.
      uiAmount: amount === 0n ? null : Number(uiAmountString),
      uiAmountString,
    },
  };
}

function tokenProgramData(vm: LiteSVM, address: Address, size: number) {
  const account = vm.getAccount(address);
  const expected =
    account.exists &&
    account.programAddress === TOKEN_PROGRAM_ADDRESS &&
    account.data.length === size;
  return expected ? account.data : undefined;
}

/** 1500000 of 6 decimals is `1.5`. */
function decimalString(amount: bigint, decimals: number): string {
  if (decimals === 0) return String(amount);
  const digits = String(amount).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
}
