/**
 * Digests of weeks that were made before: a collection changes few of them, and writing the rows of the
 * others as lines again is most of the work.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomically } from '../../lib/atomic-files.ts';
import { parsedJson } from '../../lib/parse-json.ts';

/** Digests by the identity of their week's rows. */
const Kept = z.object({ format: z.literal(1), digests: z.record(z.string(), z.string()) });

export class KeptDigests {
  readonly #path: string;
  readonly #before: Readonly<Record<string, string>>;
  /** The digests of the present ledger; digests of rows that it no longer has are dropped. */
  readonly #current: Record<string, string> = {};

  private constructor(path: string, before: Readonly<Record<string, string>>) {
    this.#path = path;
    this.#before = before;
  }

  /** A file that cannot be read is as good as none. */
  static async open(path: string): Promise<KeptDigests> {
    const text = await readFile(path, 'utf8').catch(() => 'null');
    const { data } = Kept.safeParse(parsedJson(text));
    return new KeptDigests(path, data?.digests ?? {});
  }

  find(rows: string): string | undefined {
    return this.#before[rows];
  }

  keep(rows: string, digest: string): void {
    this.#current[rows] = digest;
  }

  /** Keeps them for the next publication; losing them costs nothing but time. */
  async save(): Promise<void> {
    const text = JSON.stringify({ format: 1, digests: this.#current });
    await writeFileAtomically(this.#path, text, { flush: false });
  }
}
