/** Solana's system program. Imported once it is known to be there. */
import './installed.ts';

export const { getCreateAccountInstruction, getTransferSolInstruction } = await import(
  '@solana-program/system'
);
