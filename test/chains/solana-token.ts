/** Solana's token program. Imported once it is known to be there. */
import './installed.ts';

export const {
  TOKEN_PROGRAM_ADDRESS,
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getInitializeAccount3Instruction,
  getInitializeMint2Instruction,
  getMintDecoder,
  getMintSize,
  getMintToInstruction,
  getTokenDecoder,
  getTokenSize,
  getTransferCheckedInstruction,
  getTransferInstruction,
} = await import('@solana-program/token');
