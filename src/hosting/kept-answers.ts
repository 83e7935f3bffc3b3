/**
 * Answers of the hosting service with their validators, so that the next question can be "has it
 * changed?" (RFC 9110, section 13): an answer that has not changed costs nothing of the rate limit.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { sha256, writeFileAtomically } from '../lib/files.ts';

export const KeptAnswer = z.object({
  url: z.string(),
  etag: z.string(),
  link: z.string(),
  /** What was read of the body. */
  value: z.unknown(),
});
export type KeptAnswer = z.infer<typeof KeptAnswer>;

/** Whatever keeps answers by their addresses. */
export type AnswerKeeper = {
  get: (url: string) => Promise<KeptAnswer | undefined>;
  put: (answer: KeptAnswer) => Promise<void>;
};

/** One file an address, in a folder that may be lost at any time. */
export class KeptAnswers implements AnswerKeeper {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A damaged file is as good as none. */
  async get(url: string): Promise<KeptAnswer | undefined> {
    try {
      const kept = KeptAnswer.parse(JSON.parse(await readFile(this.#file(url), 'utf8')));
      return kept.url === url ? kept : undefined;
    } catch {
      return undefined;
    }
  }

  /** An answer that cannot be kept is asked for again. */
  async put(answer: KeptAnswer): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFileAtomically(this.#file(answer.url), JSON.stringify(answer), { flush: false });
    } catch {}
  }

  #file(url: string): string {
    return join(this.#folder, `${sha256(url).slice(0, 32)}.json`);
  }
}
