/** The bank of the cluster: it makes mints, opens accounts and funds them, in real transactions. */

import {
  type Address,
  generateKeyPairSigner,
  type Instruction,
  type KeyPairSigner,
  lamports,
} from '@solana/kit';
import {
  getCreateAccountInstruction,
  getTransferSolInstruction,
} from '../../chains/solana-system.ts';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getInitializeAccount3Instruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  getTokenSize,
  TOKEN_PROGRAM_ADDRESS,
} from '../../chains/solana-token.ts';
import type { Chain } from './chain.ts';
import { signedTransaction } from './message.ts';

/** @returns the associated token account of an owner, whether it is open or not */
export async function associatedTokenAccount(owner: Address, mint: Address): Promise<Address> {
  const seeds = { owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS };
  const [account] = await findAssociatedTokenPda(seeds);
  return account;
}

export class Bank {
  readonly #chain: Chain;
  readonly #signer: KeyPairSigner;

  private constructor(chain: Chain, signer: KeyPairSigner) {
    this.#chain = chain;
    this.#signer = signer;
  }

  static async open(chain: Chain): Promise<Bank> {
    const signer = await generateKeyPairSigner();
    chain.vm.airdrop(signer.address, lamports(500_000_000_000_000n));
    return new Bank(chain, signer);
  }

  /** Makes a mint that the bank is the authority of. */
  async createMint(decimals: number): Promise<Address> {
    const mint = await generateKeyPairSigner();
    await this.#carryOut([
      this.#createAccount(mint, getMintSize()),
      getInitializeMint2Instruction({
        mint: mint.address,
        decimals,
        mintAuthority: this.#signer.address,
      }),
    ]);
    return mint.address;
  }

  /** Opens the owner's associated token account, if it is not open yet. */
  async openTokenAccount(owner: Address, mint: Address): Promise<Address> {
    const ata = await associatedTokenAccount(owner, mint);
    if (this.#chain.vm.getAccount(ata).exists) return ata;
    const opening = { payer: this.#signer, ata, owner, mint };
    await this.#carryOut([await getCreateAssociatedTokenIdempotentInstructionAsync(opening)]);
    return ata;
  }

  /** Opens a further token account of the owner, which is not the associated one. */
  async openAuxiliaryAccount(owner: Address, mint: Address): Promise<Address> {
    const account = await generateKeyPairSigner();
    await this.#carryOut([
      this.#createAccount(account, getTokenSize()),
      getInitializeAccount3Instruction({ account: account.address, mint, owner }),
    ]);
    return account.address;
  }

  /** Mints units into the owner's associated token account. */
  async mintTo(owner: Address, mint: Address, amount: bigint): Promise<void> {
    const token = await this.openTokenAccount(owner, mint);
    const mintAuthority = this.#signer;
    await this.#carryOut([getMintToInstruction({ mint, token, mintAuthority, amount })]);
  }

  async sendSol(destination: Address, amount: bigint): Promise<void> {
    const transfer = { source: this.#signer, destination, amount };
    await this.#carryOut([getTransferSolInstruction(transfer)]);
  }

  #createAccount(newAccount: KeyPairSigner, size: number): Instruction {
    return getCreateAccountInstruction({
      payer: this.#signer,
      newAccount,
      lamports: this.#chain.vm.minimumBalanceForRentExemption(BigInt(size)),
      space: size,
      programAddress: TOKEN_PROGRAM_ADDRESS,
    });
  }

  async #carryOut(instructions: readonly Instruction[]): Promise<void> {
    const parts = { version: 'legacy', feePayer: this.#signer, instructions } as const;
    const { meta } = await this.#chain.submit((blockhash) => signedTransaction(parts, blockhash));
    if (meta.err !== null) throw new Error(`${JSON.stringify(meta.err)}: ${meta.logMessages}`);
  }
}
