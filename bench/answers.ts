/**
 * What is computed for each request: requests a second and 99th percentile of the look-up, of
 * answers and of search, against a bare `node:http` server that sends the same bytes; the time to
 * the first answer after a start; and memory after a million requests.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shippedPublication } from '../tools/shipped.ts';
import { LOADER, type Load, load, type Measured } from './load.ts';
import { manyRequests } from './many-requests.ts';
import { median, milliseconds, printTable } from './report.ts';
import { sentAnswer } from './serve.ts';
import { memoryOf, type Server, startBare, startServiceIn } from './servers.ts';

const ROUNDS = 3;
const SECONDS = 3;
/** A load goes through its paths in as many requests, each from an address of its own. */
const ALL_ADDRESSES = 16_384;
const MANY_REQUESTS = 1_000_000;
const WARM_UP_SECONDS = 10;
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

/** Each with one question that is asked again and again, and with many that take turns. */
type Case = {
  what: string;
  paths: readonly string[];
  /** All different: the first pass computes each of them, later ones find them among rendered bodies. */
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
  console.log(`\n${LOADER}`);
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

/** From the start of the process to the first answer, with nothing published and with all of it. */
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
  const ours: Measured[] = [];
  const theirs: Measured[] = [];
  const from = (origin: string): Load => ({
    origin,
    paths,
    encoding: 'identity',
    seconds: SECONDS,
    fromMany: true,
  });
  try {
    const firstPass = await load(from(service.origin));
    if (isCounted) {
      const { rate: other } = await load(from(bare.origin));
      const ratio = (firstPass.rate / other).toFixed(2);
      console.log(
        `\n${what}, first asked: ${firstPass.rate.toFixed(0)} a second, ours / bare ${ratio}`,
      );
      for (let asked = firstPass.requests; asked < 2 * ALL_ADDRESSES; )
        asked += (await load(from(service.origin))).requests;
    }
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await load(from(service.origin)));
      theirs.push(await load(from(bare.origin)));
    }
  } finally {
    await bare.stop();
  }
  const rate = (all: readonly Measured[]) => median(all.map((each) => each.rate));
  const p99 = (all: readonly Measured[]) => median(all.map((each) => each.p99)).toFixed(1);
  printTable(`${what} (${body.length} bytes)`, [
    { what: 'ours', value: `${rate(ours).toFixed(0)} a second, p99 ${p99(ours)} ms` },
    {
      what: 'bare node:http',
      value: `${rate(theirs).toFixed(0)} a second, p99 ${p99(theirs)} ms, ours / it ${(rate(ours) / rate(theirs)).toFixed(2)}`,
      ...(isCounted && { aim: 'at least 0.4' }),
    },
  ]);
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
