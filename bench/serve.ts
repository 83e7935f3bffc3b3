/**
 * Serving: the service, a bare `node:http` server that answers the same bytes with the same headers,
 * and nginx that serves them as a file, where it is installed. The servers take turns, and are compared
 * by the processor time of a request, which depends least on what else the machine does.
 */
import { request } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { CONNECTIONS, load } from './load.ts';
import { childrenSeconds, processorSeconds } from './processor-time.ts';
import { median, printTable } from './report.ts';
import { type Server, startBare, startNginx, startService } from './servers.ts';

const TURNS = 9;
const SECONDS = 1;

type Case = { path: string; encoding: string; aim: string };
const CASES: readonly Case[] = [
  { path: '/api/signals.json', encoding: 'br', aim: 'at least 0.8' },
  { path: '/api/signals.json', encoding: 'identity', aim: 'at least 0.95' },
  { path: '/api/signals.csv', encoding: 'br', aim: 'at least 0.8' },
  { path: '/', encoding: 'br', aim: 'at least 0.8' },
  { path: '/startups/langfuse', encoding: 'br', aim: 'at least 0.8' },
];

export async function benchServe(): Promise<void> {
  const service = await startService();
  try {
    for (const one of CASES) await benchCase(one, service);
  } finally {
    await service.stop();
  }
}

async function benchCase({ path, encoding, aim }: Case, service: Server): Promise<void> {
  const { headers, body } = await sentAnswer(service.origin + path, encoding);
  await using peers = new AsyncDisposableStack();
  const bare = await startBare(headers, body);
  peers.defer(bare.stop);
  const nginx = await startNginx(headers, body);
  if (nginx) peers.defer(nginx.stop);
  const turns = { ours: [] as Turn[], bare: [] as Turn[], nginx: [] as Turn[] };
  for (let turn = 0; turn < TURNS; turn++) {
    turns.ours.push(await measure(service, path, encoding));
    turns.bare.push(await measure(bare, path, encoding));
    if (nginx) turns.nginx.push(await measure(nginx, '/body', encoding));
  }
  const ours = cost(turns.ours, 'answering');
  const against = (peer: readonly Turn[]) => {
    const asking = cost(peer, 'asking');
    const ratio = (cost(peer, 'answering') / ours).toFixed(2);
    return cost(peer, 'answering') < asking
      ? `refused: wrk takes ${asking.toFixed(1)} µs to ask, more than it to answer (${words(peer)})`
      : `${words(peer)}, it / ours ${ratio}`;
  };
  printTable(`Serving ${path} (${encoding}, ${body.length} bytes)`, [
    {
      what: 'ours',
      value: words(turns.ours),
      aim: `p99 under 10 ms with ${CONNECTIONS} connections`,
    },
    { what: 'bare node:http', value: against(turns.bare), aim },
    {
      what: 'nginx, the same file',
      value: nginx ? against(turns.nginx) : 'cannot be measured: nginx is not installed',
    },
    { what: 'load', value: `${loadavg()[0]?.toFixed(1)} processes on ${cpus().length} cores` },
  ]);
}

/** Microseconds of processor time that a request takes the server and wrk, and milliseconds. */
type Turn = { answering: number; asking: number; p99: number };

async function measure({ origin, pid }: Server, path: string, encoding: string): Promise<Turn> {
  const [server, client] = [await processorSeconds(pid), await childrenSeconds()];
  const { requests, p99 } = await load({ origin, paths: [path], encoding, seconds: SECONDS });
  const perRequest = (seconds: number) => (1e6 * seconds) / requests;
  const answering = perRequest((await processorSeconds(pid)) - server);
  return { answering, asking: perRequest((await childrenSeconds()) - client), p99 };
}

const cost = (turns: readonly Turn[], of: 'answering' | 'asking') =>
  median(turns.map((turn) => turn[of]));

function words(turns: readonly Turn[]): string {
  const p99 = median(turns.map((turn) => turn.p99));
  return `${cost(turns, 'answering').toFixed(1)} µs of processor time, p99 ${p99.toFixed(1)} ms`;
}

/** Headers that Node adds to every answer by itself. */
const PER_CONNECTION = new Set(['date', 'connection', 'keep-alive']);

/** An answer as it is sent: `fetch` would unpack its body. */
export async function sentAnswer(
  url: string,
  encoding: string,
  further: Readonly<Record<string, string>> = {},
): Promise<{ headers: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': encoding, ...further } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const headers = Object.entries(response.headersDistinct)
          .filter(([name]) => !PER_CONNECTION.has(name))
          .flatMap(([name, values]) => (values ?? []).flatMap((value) => [name, value]));
        resolve({ headers, body: Buffer.concat(chunks) });
      });
    })
      .on('error', reject)
      .end();
  });
}
