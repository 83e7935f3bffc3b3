/** Solana's memo program. Imported once it is known to be there. */
import './installed.ts';

export const {
  LEGACY_MEMO_PROGRAM_ADDRESS_V1,
  LEGACY_MEMO_PROGRAM_ADDRESS_V3,
  MEMO_PROGRAM_ADDRESS,
  SUPPORTED_MEMO_PROGRAM_ADDRESSES,
  getAddMemoInstruction,
} = await import('@solana-program/memo');
