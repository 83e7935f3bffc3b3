/**
 * Fingerprints of all that a running service publishes: a SHA-256 for the answer to every operation's
 * examples, every address of the site map, every file of every edition, the kept questions, and every MCP
 * definition. Two services that print the same lines publish the same bytes.
 *
 * Usage: TRUSTED_PROXIES=127.0.0.1 npm start, then npm run fingerprint -- http://localhost:8080
 */
import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { z } from 'zod';
import { keptQuestions } from './questions.ts';

const origin = z
  .url()
  .parse(process.argv[2] ?? 'http://localhost:8080')
  .replace(/\/$/, '');
const CONCURRENCY = 8;

const Parameter = z.object({
  name: z.string(),
  in: z.enum(['query', 'path', 'header']),
  example: z.unknown().optional(),
});
const OpenApi = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ parameters: z.array(Parameter).optional() })),
  ),
});
const Changelog = z.object({ periods: z.array(z.object({ slug: z.string() })) });

let sent = 0;
/** Every request comes from another client, so that no limit is reached. */
async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  sent += 1;
  const client = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
  return fetch(`${origin}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { 'x-forwarded-for': client, ...init.headers },
  });
}

async function fingerprint(path: string, name = `GET ${path}`, init?: RequestInit) {
  const response = await ask(path, init);
  const hash = createHash('sha256').update(Buffer.from(await response.arrayBuffer()));
  const type = response.headers.get('content-type') ?? '-';
  return `${name}\t${response.status}\t${type}\t${hash.digest('hex')}`;
}

/** The addresses of every operation, filled with the examples of its parameters. */
async function operationPaths(): Promise<string[]> {
  const { paths } = OpenApi.parse(await (await ask('/api/openapi.json')).json());
  return Object.entries(paths).flatMap(([template, { get }]) => {
    if (!get) return [];
    let path = template;
    const query = new URLSearchParams();
    for (const { name, in: place, example } of get.parameters ?? []) {
      if (example === undefined || place === 'header') continue;
      if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(example)));
      else query.set(name, String(example));
    }
    return [path, query.size > 0 ? `${path}?${query}` : []].flat();
  });
}

async function sitePaths(map = '/sitemap.xml'): Promise<string[]> {
  const text = await (await ask(map)).text();
  const addresses = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => {
    const { pathname, search } = new URL((loc ?? '').replaceAll('&amp;', '&'));
    return pathname + search;
  });
  if (!text.includes('<sitemapindex')) return addresses;
  return (await Promise.all(addresses.map(sitePaths))).flat();
}

async function editionPaths(): Promise<string[]> {
  const { periods } = Changelog.parse(await (await ask('/api/changelog.json')).json());
  const folders = periods.map(({ slug }) => `/editions/${slug}`);
  const files = await Promise.all(
    [...folders, '/editions/all'].map(async (folder) => {
      const manifest: unknown = await (await ask(`${folder}/manifest.json`)).json();
      const names = z.object({ files: z.array(z.object({ name: z.string() })) }).parse(manifest);
      return ['manifest.json', ...names.files.map(({ name }) => name)].map(
        (name) => `${folder}/${name}`,
      );
    }),
  );
  return files.flat();
}

/** What is computed for any text: answers, searches and their page. */
async function questionPaths(): Promise<string[]> {
  const questions = await keptQuestions();
  return questions.flatMap(({ text }) => {
    const query = new URLSearchParams({ q: text });
    return [
      `/api/answer?${query}`,
      `/api/ask?${query}`,
      `/api/llms-search?${query}`,
      `/search?${query}`,
    ];
  });
}

function mcp(method: string, params: unknown = {}): [string, string, RequestInit] {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return [
    '/api/mcp/rpc',
    `MCP ${method} ${JSON.stringify(params)}`,
    { method: 'POST', headers, body },
  ];
}

const MCP_CALLS = [
  mcp('tools/list'),
  mcp('prompts/list'),
  mcp('resources/list'),
  mcp('resources/templates/list'),
  mcp('tools/call', { name: 'get_startup_signal', arguments: { name: 'langfuse' } }),
  mcp('tools/call', { name: 'answer_question', arguments: { q: 'Do bots count?' } }),
];

const paths = (
  await Promise.all([operationPaths(), sitePaths(), editionPaths(), questionPaths()])
).flat();
const limited = pLimit(CONCURRENCY);
const lines = await Promise.all([
  ...[...new Set(paths)].map((path) => limited(() => fingerprint(path))),
  ...MCP_CALLS.map((call) => limited(() => fingerprint(...call))),
]);
process.stdout.write(`${lines.sort().join('\n')}\n`);
