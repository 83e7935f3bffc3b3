import { BellwetherError, messageOf } from '../../lib/errors.ts';

/** The bytes at an address. @throws BellwetherError `download-failed` */
export async function download(address: string): Promise<Buffer> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(30_000) });
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    throw new Error(`the service answered ${response.status}`);
  } catch (error) {
    throw new BellwetherError(
      'download-failed',
      `${address} cannot be fetched: ${messageOf(error)}.`,
    );
  }
}
