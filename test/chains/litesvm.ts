/** The embedded Solana VM. Imported once it is known to be there. */
import './installed.ts';

export const { FailedTransactionMetadata, LiteSVM } = await import('litesvm');
export type FailedTransactionMetadata = import('litesvm').FailedTransactionMetadata;
export type LiteSVM = import('litesvm').LiteSVM;
export type TransactionMetadata = import('litesvm').TransactionMetadata;
