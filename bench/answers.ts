/**
 * What is computed for each request: requests a second and 99th percentile of the look-up, of
 * answers and of search, against a bare `node:http` server that sends the same bytes; the time to
 * the first answer after a start; and memory after a million requests.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOADER, type Load, load, type Measured } from './load.ts';
import { median, milliseconds, printTable } from './report.ts';
import { sentAnswer } from './serve.ts';
import { type Server, startBare, startServiceIn } from './servers.ts';

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

/** Different inputs: the first pass computes each of them, later ones find them among rendered bodies. */
const DIFFERENT = 10_000;
const MANNERS = [
  'Is * growing?',
  'How fast does * ship?',
  'commits of *',
  'who funded *',
  'What does * do?',
];

function different(path: string, name: string, isName = false): string[] {
  const texts = Array.from({ length: DIFFERENT }, (_, index) => {
    const company = COMPANIES[index % COMPANIES.length] ?? '';
    const manner = isName ? '*' : (MANNERS[index % MANNERS.length] ?? '');
    return `${manner.replace('*', company)} ${index}`;
  });
  return asked(path, name, texts);
}

/** Each with one question that is asked again and again, and with many that take turns. */
type Case = { what: string; paths: readonly string[]; isCounted?: true };
const CASES: readonly Case[] = [
  { what: 'signal, one startup', paths: [FIRST] },
  { what: 'signal, many', paths: asked('/api/signal', 'company', COMPANIES) },
  { what: 'answer, one question', paths: asked('/api/answer', 'q', QUESTIONS.slice(0, 1)) },
  { what: 'answer, many', paths: asked('/api/answer', 'q', QUESTIONS) },
  { what: 'llms-search, one', paths: asked('/api/llms-search', 'q', ['open source database']) },
  { what: 'llms-search, many', paths: asked('/api/llms-search', 'q', QUESTIONS) },
  {
    what: 'signal, ten thousand',
    paths: different('/api/signal', 'company', true),
    isCounted: true,
  },
  { what: 'answer, ten thousand', paths: different('/api/answer', 'q'), isCounted: true },
  { what: 'llms-search, ten thousand', paths: different('/api/llms-search', 'q'), isCounted: true },
];

export async function benchAnswers(): Promise<void> {
  console.log(`\n${LOADER}`);
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  try {
    await benchStart(folder);
    const service = await startServiceIn(folder, '/readyz');
    try {
      for (const one of CASES) await benchCase(one, service);
      await benchMemory(service);
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
async function benchMemory(service: Server): Promise<void> {
  const paths = CASES.flatMap((one) => one.paths);
  const mixed = { origin: service.origin, paths, encoding: 'identity', fromMany: true } as const;
  await load({ ...mixed, seconds: WARM_UP_SECONDS });
  const lines = [{ what: 'warm', value: await memory(service) }];
  for (let sent = 0, step = 0; sent < MANY_REQUESTS; ) {
    sent += (await load({ ...mixed, seconds: WARM_UP_SECONDS })).requests;
    if (++step % 4 === 0 || sent >= MANY_REQUESTS)
      lines.push({ what: `after ${sent} requests`, value: await memory(service) });
  }
  printTable('Memory', lines);
}

async function memory({ origin }: Server): Promise<string> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  const value = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]) / 2 ** 20;
  return `${value('process_resident_memory_bytes').toFixed(0)} MiB resident, ${value('nodejs_heap_size_used_bytes').toFixed(0)} MiB heap used`;
}
