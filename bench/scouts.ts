/**
 * Receipts: requests a second of one whose stars are known, against a bare `node:http` server that sends
 * the same bytes; and how long the first receipt of a user of 10 000 stars takes, against reading the
 * same pages from the same server and doing nothing with them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitHubStars } from '../src/features/scout/star-source.ts';
import { trackedRepositories } from '../src/features/scout/starred.ts';
import { HostingService } from '../src/hosting/hosting-service.ts';
import { shippedPublication } from '../tools/shipped.ts';
import { LOADER, load, type Measured } from './load.ts';
import { median, milliseconds, printTable } from './report.ts';
import { sentAnswer } from './serve.ts';
import { startBare, startGitHub, startServiceIn } from './servers.ts';

const ROUNDS = 3;
const SECONDS = 3;
const WARM_UP_SECONDS = 3;
const RECEIPT = '/api/receipts/ann';
const STARS = 10_000;
const PAGES = STARS / 100;
/** What an answer takes that comes from far away. */
const PAUSE_MS = 20;

export async function benchScouts(): Promise<void> {
  console.log(`\n${LOADER}`);
  await benchKnown();
  for (const access of ['REST', 'GraphQL'] as const) await benchReading(access);
}

async function benchKnown(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  await using servers = new AsyncDisposableStack();
  servers.defer(() => rm(folder, { recursive: true, force: true }));
  const gitHub = await startGitHub(300, 0);
  servers.defer(gitHub.stop);
  const settings = { GITHUB_API_URL: gitHub.origin };
  const service = await startServiceIn(folder, '/readyz', undefined, [], settings);
  servers.defer(service.stop);
  const encoding = 'identity';
  const { headers, body } = await sentAnswer(service.origin + RECEIPT, encoding);
  const bare = await startBare(headers, body);
  servers.defer(bare.stop);
  const shared = { paths: [RECEIPT], encoding, fromMany: true } as const;
  const measure = ({ origin }: { origin: string }, seconds = SECONDS) =>
    load({ ...shared, origin, seconds });
  for (const server of [service, bare]) await measure(server, WARM_UP_SECONDS);
  const ours: Measured[] = [];
  const least: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await measure(service));
    least.push(await measure(bare));
  }
  const rate = (all: readonly Measured[]) => median(all.map((one) => one.rate));
  const p99 = (all: readonly Measured[]) => median(all.map((one) => one.p99));
  printTable(`A receipt of ${body.length} bytes whose stars are known`, [
    { what: 'served', value: `${rate(ours).toFixed(0)} a second, p99 ${p99(ours).toFixed(1)} ms` },
    { what: 'the same bytes by node:http', value: `${rate(least).toFixed(0)} a second` },
    { what: 'served / node:http', value: (rate(ours) / rate(least)).toFixed(2) },
  ]);
}

async function benchReading(access: 'REST' | 'GraphQL'): Promise<void> {
  const published = await shippedPublication();
  const tracked = await published.derived(trackedRepositories);
  await using servers = new AsyncDisposableStack();
  const gitHub = await startGitHub(STARS, PAUSE_MS);
  servers.defer(gitHub.stop);
  const tokens = access === 'GraphQL' ? ['token'] : [];
  const ours: number[] = [];
  const least: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    least.push(await milliseconds(() => readBare(gitHub.origin, access)));
    const hosting = new HostingService({ tokens, apiUrl: gitHub.origin, isDirect: true });
    const source = gitHubStars(hosting, { maxPages: PAGES });
    ours.push(await milliseconds(() => source.starsOf('ann', tracked)));
  }
  printTable(`${STARS} stars by ${access}, ${PAGES} pages of ${PAUSE_MS} ms each`, [
    { what: 'read', value: `${median(ours).toFixed(0)} ms` },
    {
      what: 'the server’s own time: the pages fetched and thrown away',
      value: `${median(least).toFixed(0)} ms`,
    },
    { what: 'read / the server’s own time', value: (median(ours) / median(least)).toFixed(2) },
  ]);
}

async function readBare(origin: string, access: 'REST' | 'GraphQL'): Promise<void> {
  for (let page = 0; page < PAGES; page++) {
    const response =
      access === 'REST'
        ? await fetch(`${origin}/users/ann/starred?page=${page + 1}`)
        : await fetch(`${origin}/graphql`, {
            method: 'POST',
            body: JSON.stringify({ variables: { after: page === 0 ? null : String(page) } }),
          });
    await response.arrayBuffer();
  }
}
