/**
 * Answers that are computed for each request: requests a second and 99th percentile of the look-up, of
 * answers and of search, against a bare `node:http` server that sends the same bytes; the time to
 * the first answer after a start; and memory after a million requests.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { shippedPublication } from '../tools/shipped.ts';
import { CONNECTIONS, type Load, load, type Measured } from './load.ts';
import { manyRequests } from './many-requests.ts';
import { processorSeconds } from './processor-time.ts';
import { median, milliseconds, printTable } from './report.ts';
import { sentAnswer } from './serve.ts';
import { memoryOf, type Server, startBare, startServiceIn } from './servers.ts';

const ROUNDS = 3;
const SECONDS = 3;
/** A load goes through its paths in as many requests, each from an address of its own. */
const ALL_ADDRESSES = 16_384;
const MANY_REQUESTS = 1_000_000;
const WARM_UP_SECONDS = 10;
/** Least ratio of the bare server's processor time to ours. */
const AGAIN = 'at least 0.35';
const FIRST_TIME = 'at least 0.15';
const FIRST = '/api/signal?company=langfuse';

const COMPANIES =
  'langfuse prefect pydantic posthog convex temporal qdrant weaviate estuary rerun openobserve bruno unsloth netbird cline e2b'.split(
    ' ',
  );
const asked = (path: string, name: string, texts: readonly string[]) =>
  texts.map((text) => `${path}?${name}=${encodeURIComponent(text)}`);
const QUESTIONS = [
  ...COMPANIES.map((name) => `Is ${name} growing its engineering team?`),
  ...COMPANIES.map((name) => `How much of the code of ${name} do agents write?`),
  'Which fintech startups accelerate fastest?',
  'What is commit velocity?',
  'How often are editions published?',
];

/** A load: one address requested again and again, or many in turn. */
type Case = {
  what: string;
  paths: readonly string[];
  /** Measures first requests apart from repeated ones, which find bodies that are rendered already. */
  isCounted?: true;
};
const CASES: readonly Case[] = [
  { what: 'signal, one startup', paths: [FIRST] },
  { what: 'signal, many', paths: asked('/api/signal', 'company', COMPANIES) },
  { what: 'answer, one question', paths: asked('/api/answer', 'q', QUESTIONS.slice(0, 1)) },
  { what: 'answer, many', paths: asked('/api/answer', 'q', QUESTIONS) },
  { what: 'llms-search, one', paths: asked('/api/llms-search', 'q', ['open source database']) },
  { what: 'llms-search, many', paths: asked('/api/llms-search', 'q', QUESTIONS) },
];

export async function benchAnswers(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  try {
    await benchStart(folder);
    const service = await startServiceIn(folder, '/readyz');
    try {
      const { signals, questions, searches } = await manyRequests(await shippedPublication());
      const cases: Case[] = [
        ...CASES,
        { what: 'signal, ten thousand', paths: signals, isCounted: true },
        { what: 'answer, ten thousand', paths: questions, isCounted: true },
        { what: 'llms-search, ten thousand', paths: searches, isCounted: true },
      ];
      for (const one of cases) await benchCase(one, service);
      await benchMemory(service, cases);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Time from the start of the process to the first answer, with nothing published and with all of it. */
async function benchStart(folder: string): Promise<void> {
  const start = async () => {
    let stop = async () => {};
    const took = await milliseconds(async () => {
      ({ stop } = await startServiceIn(folder, FIRST));
    });
    await stop();
    return took;
  };
  const first = await start();
  const later = [await start(), await start(), await start()];
  printTable('Time from the start to the first answer of /api/signal', [
    { what: 'nothing published yet', value: `${(first / 1000).toFixed(1)} s` },
    { what: 'published before', value: `${(median(later) / 1000).toFixed(2)} s` },
  ]);
}

async function benchCase({ what, paths, isCounted }: Case, service: Server): Promise<void> {
  const { headers, body } = await sentAnswer(service.origin + (paths[0] ?? ''), 'identity');
  const bare = await startBare(headers, body);
  try {
    const title = `${what} (${body.length} bytes)`;
    if (isCounted) {
      printRounds(
        `${title}, each for the first time`,
        await askEachOnce(paths, service, bare),
        FIRST_TIME,
      );
      for (let asked = 0; asked < 2 * ALL_ADDRESSES; )
        asked += (await load(loadOf(service, paths, SECONDS))).requests;
    }
    const rounds = await askInTurn(paths, service, bare);
    printRounds(isCounted ? `${title}, again and again` : title, rounds);
  } finally {
    await bare.stop();
  }
}

type Round = Measured & { processorSeconds: number };
/** Measurements of the same requests to both servers, which take turns. */
type Rounds = { ours: Round[]; bare: Round[] };

async function askInTurn(paths: readonly string[], service: Server, bare: Server) {
  const rounds: Rounds = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rounds.ours.push(await measureLoad(service, loadOf(service, paths, SECONDS)));
    rounds.bare.push(await measureLoad(bare, loadOf(bare, paths, SECONDS)));
  }
  return rounds;
}

/** Each load goes on where the one before ended, while there is enough left for another. */
async function askEachOnce(paths: readonly string[], service: Server, bare: Server) {
  const rounds: Rounds = { ours: [], bare: [] };
  for (let left = paths; left.length > 1.5 * (rounds.ours.at(-1)?.requests ?? 0); ) {
    const round = await measureLoad(service, loadOf(service, left, 1));
    rounds.ours.push(round);
    rounds.bare.push(await measureLoad(bare, loadOf(bare, left, 1)));
    // Some were sent and not waited for.
    left = left.slice(round.requests + CONNECTIONS);
  }
  return rounds;
}

function loadOf({ origin }: Server, paths: readonly string[], seconds: number): Load {
  return { origin, paths, encoding: 'identity', seconds, fromMany: true };
}

async function measureLoad({ pid }: Server, sent: Load): Promise<Round> {
  const before = await processorSeconds(pid);
  const result = await load(sent);
  return { ...result, processorSeconds: (await processorSeconds(pid)) - before };
}

/** Compares by the clock, and by processor time, which depends less on the machine's other work. */
function printRounds(title: string, { ours, bare }: Rounds, aim = AGAIN): void {
  const value = (rounds: readonly Round[]) =>
    `${rate(rounds).toFixed(0)} a second, p99 ${median(rounds.map(({ p99 }) => p99)).toFixed(1)} ms, ${processorMs(rounds).toFixed(3)} ms of processor time each`;
  printTable(title, [
    { what: 'ours', value: value(ours) },
    { what: 'bare node:http', value: value(bare) },
    {
      what: 'ours / it',
      value: `${(rate(ours) / rate(bare)).toFixed(2)}; for the same processor time ${(processorMs(bare) / processorMs(ours)).toFixed(2)}`,
      aim,
    },
    { what: 'load', value: `${loadavg()[0]?.toFixed(1)} processes on ${cpus().length} cores` },
  ]);
}

const rate = (rounds: readonly Round[]) => median(rounds.map((round) => round.rate));

function processorMs(rounds: readonly Round[]): number {
  const sum = (of: (round: Round) => number) => rounds.reduce((total, each) => total + of(each), 0);
  return (1000 * sum((round) => round.processorSeconds)) / sum(({ requests }) => requests);
}

/** Resident memory while a million requests are answered, all kinds in turn. */
async function benchMemory(service: Server, cases: readonly Case[]): Promise<void> {
  const paths = cases.flatMap((one) => one.paths);
  const mixed = { origin: service.origin, paths, encoding: 'identity', fromMany: true } as const;
  await load({ ...mixed, seconds: WARM_UP_SECONDS });
  const lines = [{ what: 'warm', value: await memoryOf(service) }];
  for (let sent = 0, step = 0; sent < MANY_REQUESTS; ) {
    sent += (await load({ ...mixed, seconds: WARM_UP_SECONDS })).requests;
    if (++step % 4 === 0 || sent >= MANY_REQUESTS)
      lines.push({ what: `after ${sent} requests`, value: await memoryOf(service) });
  }
  printTable('Memory', lines);
}
