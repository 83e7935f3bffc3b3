/**
 * Checks the hosting service before a collection, with the request that starts every clone. git
 * itself reports neither when a rate limit ends nor the service's time.
 */
import { resumption } from '../../hosting/resumption.ts';
import { messageOf } from '../../lib/errors.ts';
import type { HostingAnswer } from './scheduler.ts';

const TIMEOUT_MS = 15_000;

/**
 * @param origin prefix of repository addresses; only HTTP can be checked
 * @param now Unix milliseconds
 */
export async function askHostingService(
  origin: string,
  repository: string,
  now: () => number,
): Promise<HostingAnswer> {
  if (!/^https?:/.test(origin)) return { isServing: true, message: 'is not asked over HTTP' };
  const url = new URL(`${origin}/${repository}.git/info/refs?service=git-upload-pack`);
  // As a header, because fetch rejects credentials in an address.
  const credentials = decodeURIComponent(`${url.username}:${url.password}`);
  [url.username, url.password] = ['', ''];
  try {
    const response = await fetch(url, {
      headers: credentials === ':' ? {} : { authorization: `Basic ${btoa(credentials)}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    const { status, headers } = response;
    const date = Date.parse(headers.get('date') ?? '');
    const resumeAt = resumption((name) => headers.get(name), now());
    // A missing repository is not a fault of the service; a refusal that names its end is one.
    const isRefusal = status === 429 || (status === 403 && resumeAt !== undefined);
    return {
      isServing: !isRefusal && status < 500,
      message: `answers ${status}`,
      date: Number.isNaN(date) ? undefined : date,
      resumeAt,
    };
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    return { isServing: false, message: `cannot be reached (${messageOf(cause)})` };
  }
}
