/**
 * Caches the hosting service's responses with their validators for conditional requests (RFC 9110,
 * section 13): a response of 304 Not Modified does not count against the rate limit.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { keepJson, readKeptJson, sha256 } from '../lib/atomic-files.ts';

export const KeptAnswer = z.object({
  url: z.string(),
  etag: z.string(),
  link: z.string(),
  /** The parsed part of the body. */
  value: z.unknown(),
});
export type KeptAnswer = z.infer<typeof KeptAnswer>;

/** A cache of answers by address. */
export type AnswerKeeper = {
  get: (url: string) => Promise<KeptAnswer | undefined>;
  put: (answer: KeptAnswer) => Promise<void>;
};

/** One file for each address. The folder may be deleted at any time. */
export class KeptAnswers implements AnswerKeeper {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined if there is no file, or a damaged one. */
  async get(url: string): Promise<KeptAnswer | undefined> {
    const kept = await readKeptJson(this.#file(url), KeptAnswer);
    return kept?.url === url ? kept : undefined;
  }

  /** Ignores failures: an answer that cannot be stored is requested again. */
  async put(answer: KeptAnswer): Promise<void> {
    await keepJson(this.#file(answer.url), answer, { flush: false }).catch(() => undefined);
  }

  #file(url: string): string {
    return join(this.#folder, `${sha256(url).slice(0, 32)}.json`);
  }
}
