/**
 * Client of the hosting service: the REST and GraphQL APIs of GitHub or a compatible server. All
 * requests go through here. Octokit spaces requests and retries transient failures; this class
 * rotates the tokens, revalidates cached answers with conditional requests, and sends nothing once a
 * limit is used up.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { RequestError } from '@octokit/request-error';
import { z } from 'zod';
import { parsedJson } from '../lib/parse-json.ts';
import { HostingError, hostingError, limited } from './hosting-error.ts';
import type { AnswerKeeper } from './kept-answers.ts';

export type HostingOptions = {
  /** API tokens, used in turn; without any, GitHub allows 60 requests an hour. */
  tokens: readonly string[];
  /** Base address of the API, without a trailing slash. */
  apiUrl?: string;
  timeoutMs?: number;
  /** How often a request is retried after a transient failure. */
  retries?: number;
  /** Milliseconds before the first retry; four and nine times as long before the next ones. */
  retryDelayMs?: number;
  /**
   * Send requests immediately and without retries, for callers that a person waits for: Octokit's
   * spacing and retrying take some 20 ms a request even when neither is needed.
   */
  isDirect?: boolean;
  /** How long a request may wait for a rate limit to reset. */
  patienceSeconds?: number;
  /** Called before such a wait begins. */
  onWait?: (seconds: number) => void;
  kept?: AnswerKeeper;
};

export type Answer<T> = {
  value: T;
  /** Addresses of the next and last page of a list, from its `Link` header. */
  next: string | undefined;
  last: string | undefined;
};

type Question<T> = {
  /** Path and query, or a full address taken from an earlier response. */
  path: string;
  schema: z.ZodType<T>;
  accept?: string;
  signal?: AbortSignal | undefined;
  /** Cache for this request's answer, instead of the service's own. */
  kept?: AnswerKeeper | undefined;
};

/** A GraphQL query: its text and variables. */
type Query<T> = {
  query: string;
  variables: Readonly<Record<string, unknown>>;
  /** Schema of the member `data`. */
  schema: z.ZodType<T>;
  signal?: AbortSignal | undefined;
};

type Asked = {
  method: 'GET' | 'POST';
  url: string;
  accept?: string;
  etag?: string | undefined;
  body?: Readonly<Record<string, unknown>>;
  signal?: AbortSignal | undefined;
};

/** A token and its remaining budget, or the budget of requests without a token. */
type Account = { octokit: Octokit; blockedUntil: number };

const API_URL = 'https://api.github.com';
const TIMEOUT_MS = 15_000;
const RETRIES = 3;
const RETRY_DELAY_MS = 1_000;
const DEFAULT_ACCEPT = 'application/vnd.github+json';
/** If a limit is exhausted again right after each reset, another program uses the same token. */
const MAX_WAITS = 3;
const NEVER_REPEATED = [400, 401, 403, 404, 409, 410, 422, 429, 451];

const GraphQlAnswer = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ type: z.string().optional(), message: z.string() })).optional(),
});

const Client = Octokit.plugin(retry, throttling);

export class HostingService {
  readonly #options: HostingOptions;
  readonly #accounts: readonly Account[];
  #turn = 0;

  constructor(options: HostingOptions) {
    this.#options = options;
    const tokens = options.tokens.length === 0 ? [undefined] : options.tokens;
    this.#accounts = tokens.map((token) => this.#account(token));
  }

  /** @throws HostingError */
  async get<T>(question: Question<T>): Promise<Answer<T>> {
    const { schema, accept, signal, kept: keeper = this.#options.kept } = question;
    const url = this.#addressOf(question.path);
    const known = await keeper?.get(url);
    const kept = known && schema.safeParse(known.value).success ? known : undefined;
    const response = await this.#ask({
      ...{ method: 'GET', url, etag: kept?.etag, signal },
      ...(accept !== undefined && { accept }),
    });
    if (response === 'unchanged' && kept)
      return { value: schema.parse(kept.value), ...pagesIn(kept.link) };
    if (response === 'unchanged')
      throw new HostingError(
        'unreachable',
        'it says that an answer is unchanged, but none was stored',
      );
    const { data, headers } = response;
    const read = schema.safeParse(data);
    if (!read.success)
      throw new HostingError('unreachable', 'its answer is not what its API describes', {
        cause: read.error,
      });
    const { etag, link = '' } = headers;
    if (etag) await keeper?.put({ url, etag, link, value: read.data });
    return { value: read.data, ...pagesIn(link) };
  }

  /** Whether GraphQL can be used: it requires a token. */
  get hasTokens(): boolean {
    return this.#options.tokens.length > 0;
  }

  /** If parts of the answer are missing, the schema decides. @throws HostingError */
  async query<T>({ query, variables, schema, signal }: Query<T>): Promise<T> {
    const { apiUrl = API_URL } = this.#options;
    // A self-hosted server has GraphQL next to REST: /api/v3 and /api/graphql.
    const url = `${apiUrl.replace(/\/v3$/, '')}/graphql`;
    const response = await this.#ask({ method: 'POST', url, body: { query, variables }, signal });
    const answer = response === 'unchanged' ? undefined : GraphQlAnswer.safeParse(response.data);
    const read = schema.safeParse(answer?.data?.data);
    if (read.success) return read.data;
    const [fault] = answer?.data?.errors ?? [];
    const why = fault
      ? `it says: ${fault.message.slice(0, 200)}`
      : 'its answer is not what its API describes';
    throw new HostingError('unreachable', why, { cause: read.error });
  }

  /** Requests the pages of a list in turn. @throws HostingError */
  async *pages<T>(question: Question<T>): AsyncGenerator<T> {
    for (let path: string | undefined = question.path; path !== undefined; ) {
      const page: Answer<T> = await this.get({ ...question, path });
      yield page.value;
      path = page.next;
    }
  }

  /**
   * Resolves a path, refusing other hosts, so that no answer can send tokens elsewhere by what it names
   * as its next page.
   */
  #addressOf(path: string): string {
    const { apiUrl = API_URL } = this.#options;
    if (path.startsWith('/')) return `${apiUrl}${path}`;
    if (path.startsWith(`${apiUrl}/`)) return path;
    throw new HostingError('unreachable', `it names a page that is not its own, ${path}`);
  }

  async #ask({ method, url, accept = DEFAULT_ACCEPT, etag, body, signal }: Asked) {
    const { isDirect = false } = this.#options;
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
          ...{ method, url, ...body },
          headers: { accept, ...(etag && { 'if-none-match': etag }) },
          // Octokit scans every response for large integers, which takes longer than everything else.
          request: { fetch: this.#fetch(signal), parseSuccessResponseBody: !isDirect },
        });
        noteBudget(account, response.headers);
        const { headers } = response;
        const data = isDirect
          ? parsedJson(await new Response(response.data).text())
          : response.data;
        if (body && isGraphQlLimit(data)) throw limited(headers);
        return { data, headers };
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

  /** The next account in turn that is not blocked; if all are, the one that is free first. */
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
    const { retries = RETRIES, retryDelayMs = RETRY_DELAY_MS, isDirect = false } = this.#options;
    const block = (retryAfter: number) => {
      account.blockedUntil = Date.now() + retryAfter * 1000;
    };
    const account: Account = {
      blockedUntil: 0,
      octokit: new Client({
        ...(token !== undefined && { auth: token }),
        userAgent: 'bellwether',
        retry: isDirect
          ? { enabled: false }
          : { retries, retryAfterBaseValue: retryDelayMs, doNotRetry: NEVER_REPEATED },
        // Octokit must not retry on a limit: another token may have budget left, and the code above
        // decides whether to wait.
        throttle: isDirect
          ? { enabled: false }
          : { onRateLimit: block, onSecondaryRateLimit: block },
      }),
    };
    return account;
  }

  #fetch(signal: AbortSignal | undefined): typeof fetch {
    const timeout = this.#options.timeoutMs ?? TIMEOUT_MS;
    return (input, init) => {
      const signals = [AbortSignal.timeout(timeout), ...(signal ? [signal] : [])];
      return fetch(input, { ...init, signal: AbortSignal.any(signals) });
    };
  }
}

/** GraphQL reports an exhausted budget with status 200. */
function isGraphQlLimit(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('errors' in data)) return false;
  return (
    GraphQlAnswer.safeParse(data).data?.errors?.some(({ type }) => type === 'RATE_LIMITED') === true
  );
}

type Headers = Readonly<Record<string, string | number | undefined>>;

/** After its last request, an account is blocked until its limit resets. */
function noteBudget(account: Account, headers: Headers): void {
  const reset = Number(headers['x-ratelimit-reset']);
  if (Number(headers['x-ratelimit-remaining'] ?? 1) === 0 && reset > 0)
    account.blockedUntil = Math.max(account.blockedUntil, reset * 1000);
}

/** The next and last page from a `Link` header (RFC 8288). */
function pagesIn(link: string): Pick<Answer<unknown>, 'next' | 'last'> {
  const of = (relation: string) => new RegExp(`<([^>]+)>; rel="${relation}"`).exec(link)?.[1];
  return { next: of('next'), last: of('last') };
}
