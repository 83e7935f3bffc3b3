/**
 * A hosting service on this machine: the part of GitHub's REST API that is used, with its paging,
 * conditional requests and limits, and git over HTTP for the same repositories. Every answer is
 * compared with the published description of the API.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { serve } from '../git-http.ts';
import { type DescribedPath, described, exampleOf } from './described-answer.ts';

export type HostedRepository = {
  /** Without its owner. */
  name: string;
  id: number;
  /** A bare repository on this machine; without it there is nothing to copy. */
  gitDir?: string;
  fork?: boolean;
  archived?: boolean;
  createdAt?: string;
  pushedAt?: string;
  /** In KiB. */
  size?: number;
  stars?: number;
  description?: string | null;
  topics?: string[];
  /** Commits that the API counts, on any day. */
  commits?: number;
};

export type HostedOrganization = {
  name?: string | null;
  description?: string | null;
  blog?: string | null;
  repositories: HostedRepository[];
};

/** A fault that a request meets instead of its answer. */
export type Trouble =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'hang'
  | 'cut';

export class LocalHosting {
  /** By login. */
  readonly organizations = new Map<string, HostedOrganization>();
  readonly people = new Set<string>();
  /** Requested paths of the API, with their query; and the number answered as unchanged. */
  readonly asked: string[] = [];
  unchanged = 0;
  /** Requests left for each token, and for requests without one. */
  budget = Number.POSITIVE_INFINITY;
  resetAt = Math.floor(Date.now() / 1000) + 3600;
  trouble: (path: string, asked: number) => Trouble | undefined = () => undefined;
  /** Bandwidth of git, shared by all clients. */
  bytesPerSecond = Number.POSITIVE_INFINITY;
  #lineFreeAt = 0;
  readonly #spent = new Map<string, number>();
  readonly #server = createServer((request, response) => this.#answer(request, response));

  static async start(t?: TestContext): Promise<LocalHosting> {
    const hosting = new LocalHosting();
    await once(hosting.#server.listen(0, '127.0.0.1'), 'listening');
    t?.after(() => hosting.close());
    return hosting;
  }

  get url(): string {
    // Only sockets of other families have an address that is no AddressInfo.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Settings of a command that works with it. */
  get settings() {
    return { GITHUB_API_URL: `${this.url}/api/v3`, GIT_BASE_URL: this.url };
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    const isApi = path.startsWith('/api/v3/');
    if (isApi) this.asked.push(path.slice('/api/v3'.length));
    const trouble = this.trouble(path, this.asked.length);
    if (trouble === 'hang') return;
    if (trouble === 'cut') request.socket.destroy();
    else if (trouble)
      response.writeHead(trouble.status, { ...JSON_TYPE, ...trouble.headers }).end(trouble.body);
    else if (isApi)
      this.#answerApi(request, response, new URL(path.slice(7), `${this.url}/api/v3`));
    else this.#answerGit(request, response, path);
  }

  #answerApi(request: IncomingMessage, response: ServerResponse, url: URL): void {
    const token = request.headers.authorization ?? '';
    const spent = this.#spent.get(token) ?? 0;
    const isLimited = spent >= this.budget;
    const found = isLimited ? undefined : this.#find(url);
    const body = JSON.stringify(found?.body ?? { message: isLimited ? LIMITED : 'Not Found' });
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
    const isUnchanged = found?.status === 200 && request.headers['if-none-match'] === etag;
    if (!isLimited && !isUnchanged) this.#spent.set(token, spent + 1);
    const left = Math.max(0, this.budget - (this.#spent.get(token) ?? 0));
    const headers = {
      ...JSON_TYPE,
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': String(Number.isFinite(left) ? left : 59),
      'x-ratelimit-reset': String(this.resetAt),
      ...found?.headers,
      ...(found?.status === 200 && { etag }),
    };
    if (isUnchanged) {
      this.unchanged++;
      response.writeHead(304, headers).end();
      return;
    }
    response.writeHead(isLimited ? 403 : (found?.status ?? 404), headers).end(body);
  }

  #find(url: URL): Found | undefined {
    const [, kind = '', owner = '', name = ''] = url.pathname.split('/');
    const organization = this.#organization(owner);
    if (kind === 'orgs' && organization && name === '') return profile(owner, organization);
    if (kind === 'orgs' && organization && name === 'repos')
      return this.#page(
        url,
        organization.repositories.map((one) => this.#repository(owner, one)),
        '/orgs/{org}/repos',
      );
    if (kind === 'users' && (organization || this.people.has(owner)))
      return found('/users/{username}', {
        ...exampleOf('/users/{username}'),
        user_view_type: 'public',
        login: owner,
        type: organization ? 'Organization' : 'User',
      });
    const repository = organization?.repositories.find((one) => one.name === name);
    if (kind !== 'repos' || !repository) return undefined;
    const path = '/repos/{owner}/{repo}/commits';
    if (repository.size === 0)
      return { status: 409, headers: {}, body: { message: 'Git Repository is empty.' } };
    return this.#page(url, Array(repository.commits ?? 0).fill(exampleOf(path)), path);
  }

  #organization(login: string): HostedOrganization | undefined {
    const known = [...this.organizations].find(
      ([one]) => one.toLowerCase() === login.toLowerCase(),
    );
    return known?.[1];
  }

  #repository(owner: string, one: HostedRepository): Record<string, unknown> {
    const created = one.createdAt ?? '2024-01-01T00:00:00Z';
    return {
      ...exampleOf('/orgs/{org}/repos'),
      id: one.id,
      name: one.name,
      full_name: `${owner}/${one.name}`,
      fork: one.fork ?? false,
      archived: one.archived ?? false,
      disabled: false,
      is_template: false,
      mirror_url: null,
      size: one.size ?? 100,
      stargazers_count: one.stars ?? 0,
      description: one.description ?? null,
      topics: one.topics ?? [],
      created_at: created,
      pushed_at: one.pushedAt ?? STARTED,
    };
  }

  #page(url: URL, entries: readonly unknown[], path: DescribedPath): Found {
    const size = Number(url.searchParams.get('per_page') ?? 30);
    const page = Number(url.searchParams.get('page') ?? 1);
    const last = Math.max(1, Math.ceil(entries.length / size));
    const link = (to: number, relation: string) => {
      const query = new URLSearchParams(url.searchParams);
      query.set('page', String(to));
      return `<${this.url}/api/v3${url.pathname}?${query}>; rel="${relation}"`;
    };
    const links = page < last ? [link(page + 1, 'next'), link(last, 'last')] : [];
    const body = entries.slice((page - 1) * size, page * size);
    return found(path, body, links.length > 0 ? { link: links.join(', ') } : {});
  }

  #answerGit(request: IncomingMessage, response: ServerResponse, path: string): void {
    const [, owner = '', folder = ''] = path.split(/[/?]/);
    const name = folder.replace(/\.git$/, '');
    const gitDir = this.#organization(owner)?.repositories.find((one) => one.name === name)?.gitDir;
    if (gitDir === undefined) response.writeHead(404).end('Repository not found.');
    else serve(gitDir, request, response, (bytes) => this.#send(bytes));
  }

  /** Resolves when the bytes have gone through the line, which all clients share. */
  async #send(bytes: number): Promise<void> {
    if (!Number.isFinite(this.bytesPerSecond)) return;
    const now = Date.now();
    this.#lineFreeAt = Math.max(now, this.#lineFreeAt) + (bytes / this.bytesPerSecond) * 1000;
    await delay(this.#lineFreeAt - now);
  }
}

type Found = { status: number; headers: Record<string, string>; body: unknown };

const STARTED = new Date().toISOString();
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const LIMITED = 'API rate limit exceeded for 127.0.0.1.';

function found(path: DescribedPath, body: unknown, headers: Record<string, string> = {}): Found {
  return { status: 200, headers, body: described(path, body) };
}

function profile(
  login: string,
  { name = null, description = null, blog = null }: HostedOrganization,
) {
  const html_url = `https://github.com/${login}`;
  const example = exampleOf('/orgs/{org}');
  // The API's description types these as texts, so null ones are left out.
  const texts = { ...(name !== null && { name }), ...(blog !== null && { blog }) };
  const { name: _, blog: __, ...rest } = example;
  const times = { created_at: '2020-01-01T00:00:00Z', archived_at: null };
  return found('/orgs/{org}', { ...rest, ...times, ...texts, login, html_url, description });
}
