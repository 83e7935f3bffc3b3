/** The official client of x402 version 1. Imported once it is known to be installed. */
import './installed.ts';

export const { wrapFetchWithPayment } = await import('x402-fetch');
