/** The official client of x402 version 1; it is installed by `npm ci --prefix test/chains`. */
export { wrapFetchWithPayment } from 'x402-fetch';
