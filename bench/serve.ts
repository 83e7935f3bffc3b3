/**
 * Serving: requests a second of the service, of a bare `node:http` server that answers the same
 * bytes with the same headers, and of nginx serving them as a file, where nginx is installed. The
 * servers take turns.
 */
import { request } from 'node:http';
import { LOADER, load } from './load.ts';
import { median, printTable } from './report.ts';
import { type Server, startBare, startNginx, startService } from './servers.ts';

const ROUNDS = 5;
const SECONDS = 2;

type Case = { path: string; encoding: string; aim?: string };
const CASES: readonly Case[] = [
  { path: '/api/signals.json', encoding: 'br', aim: 'at least 0.9' },
  { path: '/api/signals.json', encoding: 'identity', aim: 'at least 0.9' },
  { path: '/api/signals.csv', encoding: 'br', aim: 'at least 0.9' },
  { path: '/', encoding: 'br', aim: 'at least 0.9' },
  { path: '/startups/langfuse', encoding: 'br', aim: 'at least 0.9' },
];

export async function benchServe(): Promise<void> {
  console.log(`\n${LOADER}`);
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
  const nginx = await startNginx(body);
  if (nginx) peers.defer(nginx.stop);
  const rates = { ours: [] as number[], bare: [] as number[], nginx: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.ours.push(await requestsASecond(service.origin, path, encoding));
    rates.bare.push(await requestsASecond(bare.origin, path, encoding));
    if (nginx) rates.nginx.push(await requestsASecond(nginx.origin, '/body', encoding));
  }
  const ours = median(rates.ours);
  const against = (peer: readonly number[]) =>
    `${median(peer).toFixed(0)} a second, ours / it ${(ours / median(peer)).toFixed(2)}`;
  printTable(`Serving ${path} (${encoding}, ${body.length} bytes)`, [
    { what: 'ours', value: `${ours.toFixed(0)} a second` },
    { what: 'bare node:http', value: against(rates.bare), ...(aim !== undefined && { aim }) },
    {
      what: 'nginx, the same file',
      value: nginx ? against(rates.nginx) : 'cannot be measured: nginx is not installed',
    },
  ]);
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

async function requestsASecond(origin: string, path: string, encoding: string): Promise<number> {
  return (await load({ origin, paths: [path], encoding, seconds: SECONDS })).rate;
}
