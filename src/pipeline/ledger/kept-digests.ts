/**
 * Digests of weeks that were made before: a collection changes few of them, and writing the rows of the
 * others as lines again is most of the work.
 */
import { z } from 'zod';
import { keepJson, readKeptJson } from '../../lib/atomic-files.ts';

/** Digests by the identity of their week's rows. */
const Kept = z.object({ format: z.literal(1), digests: z.record(z.string(), z.string()) });

export type KeptDigests = Awaited<ReturnType<typeof openKeptDigests>>;

/** A file that cannot be read is as good as none. */
export async function openKeptDigests(path: string) {
  const before = (await readKeptJson(path, Kept))?.digests ?? {};
  /** The digests of the present ledger; digests of rows that it no longer has are dropped. */
  const digests: Record<string, string> = {};
  return {
    find: (rows: string): string | undefined => before[rows],
    keep: (rows: string, digest: string): void => {
      digests[rows] = digest;
    },
    /** Keeps them for the next publication; losing them costs nothing but time. */
    save: () => keepJson(path, { format: 1, digests }, { flush: false }),
  };
}
