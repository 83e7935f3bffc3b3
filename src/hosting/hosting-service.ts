/**
 * The hosting service: GitHub's REST API, or what speaks like it. The one place that asks it:
 * Octokit spaces the requests and repeats those that fail in passing; here the tokens take turns, an
 * answer that was kept is asked for conditionally, and nothing is asked once a limit is used up.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { RequestError } from '@octokit/request-error';
import type { z } from 'zod';
import { HostingError, hostingError } from './hosting-error.ts';
import type { KeptAnswers } from './kept-answers.ts';

export type HostingOptions = {
  /** API tokens, used in turn; without one GitHub allows 60 requests an hour. */
  tokens: readonly string[];
  /** What its addresses begin with; no trailing slash. */
  apiUrl?: string;
  timeoutMs?: number;
  /** How often a request that fails in passing is repeated. */
  retries?: number;
  /** Milliseconds before the first repetition; four and nine times as many before the next ones. */
  retryDelayMs?: number;
  /** How long a request may wait for a limit to be lifted. */
  patienceSeconds?: number;
  /** Hears of such a wait before it begins. */
  onWait?: (seconds: number) => void;
  kept?: KeptAnswers;
};

export type Answer<T> = {
  value: T;
  /** Addresses of other pages of a list, as its `Link` header names them. */
  next: string | undefined;
  last: string | undefined;
};

type Question<T> = {
  /** Path and query, or a whole address that an answer named. */
  path: string;
  schema: z.ZodType<T>;
  accept?: string;
  signal?: AbortSignal | undefined;
};

/** A token with what is left of its budget, or the budget of those who bring none. */
type Account = { octokit: Octokit; blockedUntil: number };

const API_URL = 'https://api.github.com';
const TIMEOUT_MS = 15_000;
const RETRIES = 3;
const RETRY_DELAY_MS = 1_000;
const DEFAULT_ACCEPT = 'application/vnd.github+json';
/** A limit that returns is lifted for a moment only: somebody else uses the same token. */
const MAX_WAITS = 3;
const NEVER_REPEATED = [400, 401, 403, 404, 409, 410, 422, 429, 451];

const Client = Octokit.plugin(retry, throttling);

export class HostingService {
  readonly #options: HostingOptions;
  readonly #accounts: readonly Account[];
  #turn = 0;
  #requests = 0;

  constructor(options: HostingOptions) {
    this.#options = options;
    const tokens = options.tokens.length === 0 ? [undefined] : options.tokens;
    this.#accounts = tokens.map((token) => this.#account(token));
  }

  /** What went over the wire so far. */
  get requests(): number {
    return this.#requests;
  }

  /** @throws HostingError */
  async get<T>(question: Question<T>): Promise<Answer<T>> {
    const { schema } = question;
    const url = this.#addressOf(question.path);
    const known = await this.#options.kept?.get(url);
    const kept = known && schema.safeParse(known.value).success ? known : undefined;
    const response = await this.#ask({ ...question, url }, kept?.etag);
    if (response === 'unchanged' && kept)
      return { value: schema.parse(kept.value), ...pagesIn(kept.link) };
    if (response === 'unchanged')
      throw new HostingError('unreachable', 'it says that an answer is unchanged which nobody has');
    const { data, headers } = response;
    const read = schema.safeParse(data);
    if (!read.success)
      throw new HostingError('unreachable', 'its answer is not what its API describes', {
        cause: read.error,
      });
    const { etag, link = '' } = headers;
    if (etag) await this.#options.kept?.put({ url, etag, link, value: read.data });
    return { value: read.data, ...pagesIn(link) };
  }

  /**
   * The pages of a list, one after the other.
   *
   * @throws HostingError
   */
  async *pages<T>(question: Question<T>): AsyncGenerator<T> {
    for (let path: string | undefined = question.path; path !== undefined; ) {
      const page: Answer<T> = await this.get({ ...question, path });
      yield page.value;
      path = page.next;
    }
  }

  /** Tokens go nowhere else, whatever an answer names as its next page. */
  #addressOf(path: string): string {
    const { apiUrl = API_URL } = this.#options;
    if (path.startsWith('/')) return `${apiUrl}${path}`;
    if (path.startsWith(`${apiUrl}/`)) return path;
    throw new HostingError('unreachable', `it names a page that is not its own, ${path}`);
  }

  async #ask(
    { url, accept, signal }: Pick<Question<unknown>, 'accept' | 'signal'> & { url: string },
    etag: string | undefined,
  ) {
    for (let waits = 0; ; ) {
      const account = this.#nextAccount();
      const wait = (account.blockedUntil - Date.now()) / 1000;
      if (wait > 0) {
        if (wait > (this.#options.patienceSeconds ?? 0) || waits++ >= MAX_WAITS)
          throw new HostingError('limited', 'its rate limit is used up', { retryAfter: wait });
        this.#options.onWait?.(Math.ceil(wait));
        await delay(wait * 1000, undefined, signal && { signal });
      }
      try {
        const response = await account.octokit.request({
          method: 'GET',
          url,
          headers: { accept: accept ?? DEFAULT_ACCEPT, ...(etag && { 'if-none-match': etag }) },
          request: { fetch: this.#fetch(signal) },
        });
        noteBudget(account, response.headers);
        return response;
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (error instanceof RequestError && error.status === 304) {
          noteBudget(account, error.response?.headers ?? {});
          return 'unchanged';
        }
        const fault = hostingError(error);
        if (fault.fault !== 'limited') throw fault;
        account.blockedUntil = Math.max(account.blockedUntil, Date.now() + fault.retryAfter * 1000);
      }
    }
  }

  /** The next one in turn that may be used; of blocked ones, the one that is free first. */
  #nextAccount(): Account {
    const inTurn = this.#accounts.map(
      (_, index) => this.#accounts[(this.#turn + index) % this.#accounts.length],
    );
    this.#turn++;
    const now = Date.now();
    const [first] = inTurn
      .filter((account) => account !== undefined)
      .sort((a, b) => Math.max(a.blockedUntil, now) - Math.max(b.blockedUntil, now));
    if (!first) throw new RangeError('there is no account');
    return first;
  }

  #account(token: string | undefined): Account {
    const { retries = RETRIES, retryDelayMs = RETRY_DELAY_MS } = this.#options;
    const block = (retryAfter: number) => {
      account.blockedUntil = Date.now() + retryAfter * 1000;
    };
    const account: Account = {
      blockedUntil: 0,
      octokit: new Client({
        ...(token !== undefined && { auth: token }),
        userAgent: 'bellwether',
        retry: { retries, retryAfterBaseValue: retryDelayMs, doNotRetry: NEVER_REPEATED },
        // Neither repeats: another token may be free, and who waits, and how long, is decided above.
        throttle: { onRateLimit: block, onSecondaryRateLimit: block },
      }),
    };
    return account;
  }

  #fetch(signal: AbortSignal | undefined): typeof fetch {
    const timeout = this.#options.timeoutMs ?? TIMEOUT_MS;
    return (input, init) => {
      this.#requests++;
      const signals = [AbortSignal.timeout(timeout), ...(signal ? [signal] : [])];
      return fetch(input, { ...init, signal: AbortSignal.any(signals) });
    };
  }
}

type Headers = Readonly<Record<string, string | number | undefined>>;

/** With its last request used, an account is left alone until its limit is lifted. */
function noteBudget(account: Account, headers: Headers): void {
  const reset = Number(headers['x-ratelimit-reset']);
  if (Number(headers['x-ratelimit-remaining'] ?? 1) === 0 && reset > 0)
    account.blockedUntil = Math.max(account.blockedUntil, reset * 1000);
}

/** What a `Link` header leads to (RFC 8288). */
function pagesIn(link: string): Pick<Answer<unknown>, 'next' | 'last'> {
  const of = (relation: string) => new RegExp(`<([^>]+)>; rel="${relation}"`).exec(link)?.[1];
  return { next: of('next'), last: of('last') };
}
