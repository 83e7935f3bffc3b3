/**
 * Fingerprints of all that the service publishes and answers on the shipped data: two checkouts that print
 * the same lines answer the same. A line has the request, the status, and SHA-256 of headers and body, for
 * every operation's examples with five malformed requests each, every address of the site map with one past
 * period, every file of every edition, the kept questions, and MCP.
 *
 * Usage: npm run -s fingerprint > before.txt
 *        npm run -s fingerprint -- --answers FOLDER > before.txt    keeps the answers, to look at differences
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { z } from 'zod';
import { freePort } from '../free-port.ts';
import { keptQuestions } from '../questions.ts';
import { normalizeAnswer } from './answers.ts';
import { MALFORMED_BODIES, malformedAddresses } from './bad-inputs.ts';

const CONCURRENCY = 8;
const PAST_PERIOD = '2026-w20';

const Parameter = z.object({ name: z.string(), in: z.string(), example: z.unknown().optional() });
const Method = z.object({ parameters: z.array(Parameter).default([]) });
const OpenApi = z.object({
  paths: z.record(z.string(), z.object({ get: Method.optional(), post: Method.optional() })),
});
const Changelog = z.object({ periods: z.array(z.object({ slug: z.string() })) });
const Manifest = z.object({ files: z.array(z.object({ name: z.string() })) });

async function json<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  return schema.parse(await (await ask(path)).json());
}

const { values } = parseArgs({ options: { answers: { type: 'string' } } });
if (values.answers !== undefined) await mkdir(values.answers, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), 'bellwether-fingerprint-'));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
// A process of its own, so that asking does not keep it from answering.
const program = join(import.meta.dirname, 'fixed-service.ts');
const service = fork(program, [folder, String(port)], { cwd: folder });
await once(service, 'message');

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

const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest('hex');

async function fingerprint(path: string, init: RequestInit = {}): Promise<string> {
  const { method = 'GET', headers, body } = init;
  const name = `${method} ${path}${headers || body ? ` ${JSON.stringify({ headers, body })}` : ''}`;
  const answer = await normalizeAnswer(path, await ask(path, init));
  if (values.answers !== undefined)
    await writeFile(
      join(values.answers, sha256(name)),
      `${name}\n${answer.status}\n${answer.headers}\n${answer.body}`,
    );
  const { status } = answer;
  return `${name.slice(0, 300)}\t${status}\t${sha256(answer.headers)}\t${sha256(answer.body)}`;
}

type Request = { path: string; init?: RequestInit };

/** The addresses of every operation, filled with the examples of its parameters, and malformed requests. */
async function operationRequests(): Promise<Request[]> {
  const { paths } = await json('/api/openapi.json', OpenApi);
  return Object.entries(paths).flatMap(([template, { get, post }]) => {
    let path = template;
    const query = new URLSearchParams();
    for (const { name, in: place, example } of (get ?? post)?.parameters ?? []) {
      if (example === undefined || place === 'header') continue;
      if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(example)));
      else query.set(name, String(example));
    }
    const posted = post ? MALFORMED_BODIES.map((init) => ({ path, init })) : [];
    if (!get) return posted;
    const address = query.size > 0 ? `${path}?${query}` : path;
    const [parameter] = query.keys();
    const asked = [path, address, ...malformedAddresses(address, parameter)];
    return [
      ...asked.map((each) => ({ path: each })),
      { path: address, init: { method: 'HEAD' } },
      { path: address, init: { headers: { range: 'bytes=10-99' } } },
      ...posted,
    ];
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
  const { periods } = await json('/api/changelog.json', Changelog);
  const folders = [...periods.map(({ slug }) => slug), 'all'].map((slug) => `/editions/${slug}`);
  const files = folders.map(async (folder) => {
    const { files } = await json(`${folder}/manifest.json`, Manifest);
    return ['manifest.json', ...files.map(({ name }) => name)].map((name) => `${folder}/${name}`);
  });
  return (await Promise.all(files)).flat();
}

/** Addresses that compute something for any text: answers, searches and their page. */
async function questionPaths(): Promise<string[]> {
  const questions = await keptQuestions();
  return questions.flatMap(({ text }) => {
    const query = new URLSearchParams({ q: text });
    return ['/api/answer', '/api/ask', '/api/llms-search', '/search'].map(
      (path) => `${path}?${query}`,
    );
  });
}

function mcp(method: string, params: unknown = {}): Request {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return { path: '/api/mcp/rpc', init: { method: 'POST', headers, body } };
}

const MCP_CALLS = [
  mcp('tools/list'),
  mcp('prompts/list'),
  mcp('resources/list'),
  mcp('resources/templates/list'),
  mcp('tools/call', { name: 'get_startup_signal', arguments: { name: 'langfuse' } }),
  mcp('tools/call', { name: 'answer_question', arguments: { q: 'Do bots count?' } }),
  mcp('tools/call', { name: 'answer_question', arguments: { q: 7 } }),
  mcp('tools/call', { name: 'no_such_tool' }),
];

const OTHER_ADDRESSES = [
  ...['/healthz', '/readyz', '/metrics', '/robots.txt', '/favicon.ico', '/.well-known/agent.json'],
  ...['/no-such-page', '/api/no-such-operation', '/editions/2026-w99/manifest.json'],
];

const withMethods = (path: string): Request[] => [
  { path },
  { path, init: { method: 'HEAD' } },
  { path: `${path}${path.includes('?') ? '&' : '?'}period=${PAST_PERIOD}` },
];

const [operations, pages, editions, questions] = await Promise.all([
  operationRequests(),
  sitePaths(),
  editionPaths(),
  questionPaths(),
]);
const requests: Request[] = [
  ...operations,
  ...[...new Set([...pages, ...OTHER_ADDRESSES])].flatMap(withMethods),
  ...[...editions, ...questions].map((path) => ({ path })),
  ...editions.slice(0, 20).map((path) => ({ path, init: { headers: { range: 'bytes=10-99' } } })),
  ...MCP_CALLS,
];
const limited = pLimit(CONCURRENCY);
const lines = await Promise.all(
  requests.map(({ path, init }) => limited(() => fingerprint(path, init))),
);
process.stdout.write(`${[...new Set(lines)].sort().join('\n')}\n`);
service.kill();
await once(service, 'exit');
await rm(folder, { recursive: true });
