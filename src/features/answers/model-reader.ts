/**
 * An optional second reader of questions: an endpoint with the chat-completions interface of OpenAI. It
 * is asked only what the built-in reader declined, proposes how a question can be read, and never writes
 * an answer. What it says is a proposal that is checked (`proposals.ts`).
 */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

export type ModelReaderOptions = {
  /** Base URL, to which `/chat/completions` is appended. */
  url: string;
  model: string;
  /** Undefined for endpoints that need none. */
  key: string | undefined;
  timeLimitMs?: number;
  perMinute?: number;
  perDay?: number;
};

const TIME_LIMIT_MS = 4_000;
const PER_MINUTE = 30;
const PER_DAY = 2_000;
const MAX_REMEMBERED = 2_000;
const MAX_ANSWER_TOKENS = 400;
const MAX_ANSWER_BYTES = 64 * 1024;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

export class ModelReader {
  readonly #options: ModelReaderOptions;
  readonly #remembered = new LRUCache<string, { said: unknown }>({ max: MAX_REMEMBERED });
  readonly #budgets: readonly Budget[];

  constructor(options: ModelReaderOptions) {
    this.#options = options;
    const { perMinute = PER_MINUTE, perDay = PER_DAY } = options;
    this.#budgets = [new Budget(perMinute, MINUTE_MS), new Budget(perDay, DAY_MS)];
  }

  /**
   * The endpoint's reply to a question, as JSON; undefined if it is unusable, or if the endpoint fails,
   * is slow, or the budget is spent.
   *
   * @param instructions what may be answered, the same for every question
   */
  async ask(instructions: string, question: string): Promise<unknown> {
    const known = this.#remembered.get(question);
    if (known) return known.said;
    if (!this.#budgets.every((budget) => budget.hasLeft())) return undefined;
    for (const budget of this.#budgets) budget.spend();
    try {
      const said = await this.#completion(instructions, question);
      // An unusable proposal would be unusable the next time as well.
      this.#remembered.set(question, { said });
      return said;
    } catch {
      return undefined;
    }
  }

  async #completion(instructions: string, question: string): Promise<unknown> {
    const { url, model, key, timeLimitMs = TIME_LIMIT_MS } = this.#options;
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        model,
        temperature: 0,
        max_tokens: MAX_ANSWER_TOKENS,
        response_format: { type: 'json_object' },
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: JSON.stringify({ question }) },
        ],
      }),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const text = await textUpTo(response, MAX_ANSWER_BYTES);
    const completion = Completion.safeParse(parsed(text));
    return parsed(completion.data?.choices[0]?.message.content ?? '');
  }
}

/** A number of questions per interval; the next interval begins with the first question after it. */
class Budget {
  readonly #most: number;
  readonly #timeMs: number;
  #since = 0;
  #spent = 0;

  constructor(most: number, timeMs: number) {
    this.#most = most;
    this.#timeMs = timeMs;
  }

  hasLeft(): boolean {
    if (Date.now() - this.#since >= this.#timeMs) [this.#since, this.#spent] = [Date.now(), 0];
    return this.#spent < this.#most;
  }

  spend(): void {
    this.#spent++;
  }
}

async function textUpTo(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > most) throw new Error('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Undefined for text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
