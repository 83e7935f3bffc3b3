/**
 * Kills, a full disk, a hosting service that refuses, each once. `npm run faults` injects each of them
 * many times: set FAULT_ROUNDS, FAULT_SEED, and words of a fault's name in FAULT_ONLY.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { seeded } from '../../src/features/research/random.ts';
import { sha256 } from '../../src/lib/atomic-files.ts';
import { StateFile } from '../../src/pipeline/schedule/state.ts';
import type { Behaviour } from '../../tools/git-http.ts';
import { output, type RunningCli } from '../support/cli.ts';
import { skipConfined } from '../support/namespaces.ts';
import { currentPeriod, Installation, stop, watch } from './installation.ts';

const { FAULT_ROUNDS = '1', FAULT_SEED = String(Date.now() % 1e9), FAULT_ONLY = '' } = process.env;
const KILLS = Number(FAULT_ROUNDS);
/** A round takes half a minute if a disk or a hosting service has to recover. */
const RECOVERIES = Math.ceil(KILLS / 10);
/** Faults mostly wait for recovery. */
const AT_ONCE = 4;
/** Shorter than any command takes. */
const SHORTEST_MS = 20;
/** Longer than git itself retries a request. */
const TROUBLE_SECONDS = 14;
const ORPHANS = 2_000;
const HOUR_MS = 3_600_000;

type Killed = {
  command: string;
  /** A data folder in which the command has work to do. */
  make: () => Promise<string>;
  /** Lets it finish once, and throws unless the result is the same as without kills. */
  finish: (folder: string) => Promise<void>;
};

describe('nothing is lost, and what is published is served, when', { concurrency: AT_ONCE }, () => {
  let installation: Installation;
  before(async () => {
    installation = await Installation.make();
  });
  after(() => installation.close());

  const fault = (
    name: string,
    inject: (random: () => number, t: TestContext) => Promise<void>,
    skip: string | boolean = false,
  ) =>
    it(name, { skip: skip || (!name.includes(FAULT_ONLY) && 'not asked for') }, async (t) => {
      t.diagnostic(`seed ${FAULT_SEED}`);
      await inject(seeded(Number(FAULT_SEED)), t);
    });

  const commands: Record<string, Killed> = {
    'the collector is killed': {
      command: 'collect',
      make: () => installation.old(),
      finish: async (folder) => {
        await installation.runs(['collect'], folder);
        await installation.hasWholeLedger(folder);
      },
    },
    'the publisher is killed': {
      command: 'publish',
      make: () => installation.collected(),
      finish: async (folder) => {
        await installation.runs(['publish'], folder);
        await installation.isSound(folder);
      },
    },
    'the scheduler is killed': {
      command: 'schedule',
      make: () => installation.old(),
      finish: finishSchedule,
    },
    'pruning is killed': {
      command: 'prune',
      make: async () => withOrphans(await installation.old()),
      finish: async (folder) => {
        await installation.runs(['prune'], folder);
        assert.match(await installation.runs(['prune'], folder), /^Removed 0 files/m);
        await installation.holds(folder);
      },
    },
  };
  for (const [name, { command, make, finish }] of Object.entries(commands))
    fault(name, async (random, t) => {
      const started = performance.now();
      await finish(await make());
      // Each kill falls within the time that the command takes; sooner if it finished before.
      let within = performance.now() - started;
      const folder = await make();
      const { child: server, origin } = await installation.serve(folder);
      const endWatch = watch(origin);
      let deaths = 0;
      for (let round = 0; round < KILLS || (deaths === 0 && within > SHORTEST_MS); round++) {
        const child = installation.start([command], folder);
        await delay(random() * within);
        const died = await kill(child);
        deaths += died;
        if (!died) within /= 2;
        await installation.holds(folder);
      }
      await finish(folder);
      await endWatch();
      await stop(server);
      assert.ok(deaths > 0, 'none was killed');
      t.diagnostic(`${deaths} kills in ${KILLS} rounds`);
    });

  fault('the server is killed', async (random) => {
    const folder = await installation.old();
    let { child, origin } = await installation.serve(folder);
    const period = await currentPeriod(origin);
    for (let round = 0; round < KILLS; round++) {
      const asked = Array.from({ length: 8 }, () => currentPeriod(origin).catch(() => period));
      await delay(random() * 100);
      assert.equal(await kill(child), 1);
      for (const answer of await Promise.all(asked)) assert.equal(answer, period);
      ({ child, origin } = await installation.serve(folder));
      assert.equal(await currentPeriod(origin), period);
    }
    await installation.holds(folder);
    await stop(child);
  });

  const onFullDisk = async (random: () => number) => {
    for (let round = 0; round < RECOVERIES; round++) {
      const spare = Math.floor(random() * 300);
      const old = await installation.old();
      const { child, origin, seen } = await installation.startOnFullDisk(old, spare);
      const endWatch = watch(origin);
      await output(child, / failed \(|cannot be written/);
      await installation.holds(seen);
      child.stdin?.write('room\n');
      await output(child, 'Z published: ');
      await output(child, 'Z pruned: ');
      await endWatch();
      await installation.isSound(seen);
      child.stdin?.write('end\n');
      await once(child, 'close');
      assert.equal(child.exitCode, 0, child.output().stderr);
    }
  };
  fault('the disk is full', onFullDisk, skipConfined);

  /** The answer to every request before `until`, in Unix seconds. */
  const refusals: Record<string, (until: number) => Behaviour> = {
    'the hosting service answers 403 with a reset time': (until) => ({
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(until) },
    }),
    'the hosting service answers 429': (until) => ({
      status: 429,
      headers: { 'retry-after': String(Math.ceil(until - Date.now() / 1000)) },
    }),
    'the hosting service answers 500': () => 500,
  };
  for (const [name, refusal] of Object.entries(refusals))
    fault(name, async (random) => {
      for (let round = 0; round < RECOVERIES; round++) {
        const folder = await installation.old();
        const { child: server, origin } = await installation.serve(folder);
        const endWatch = watch(origin);
        let served = 1 + Math.floor(random() * 10);
        let until: number | undefined;
        const { url, traffic } = await installation.hostingService(() => {
          if (served-- > 0) return 'serve';
          until ??= Math.ceil(Date.now() / 1000) + TROUBLE_SECONDS;
          return Date.now() / 1000 < until ? refusal(until) : 'serve';
        });
        const child = installation.start(['schedule'], folder, { GIT_BASE_URL: url });
        await output(child, 'nothing is collected until');
        const asked = traffic.requests;
        await delay((until ?? assert.fail()) * 1000 - Date.now() - 1000);
        assert.equal(traffic.requests, asked, 'it is left alone meanwhile');
        await output(child, 'Z pruned: ');
        await output(child, 'Z published: ');
        await stop(child);
        await endWatch();
        await stop(server);
        await installation.isSound(folder);
      }
    });

  async function finishSchedule(folder: string): Promise<void> {
    const child = installation.start(['schedule'], folder);
    await output(child, 'scheduling for');
    const state = new StateFile(folder);
    for (const until = performance.now() + 60_000; ; await delay(100)) {
      const { next, doneAt } = (await state.read()) ?? {};
      if (next && doneAt?.publish && doneAt.prune) break;
      assert.ok(performance.now() < until, child.output().stdout);
    }
    await stop(child);
    await installation.isSound(folder);
  }

  /** Adds unreferenced bodies to a publication that is more than an hour old. */
  async function withOrphans(folder: string): Promise<string> {
    const store = installation.store(folder);
    const [{ path = '' } = {}] = await store.storedFiles();
    for (let orphan = 0; orphan < ORPHANS; orphan++) {
      const body = `orphan ${orphan}`;
      await writeFile(join(dirname(path), `${sha256(body)}.zst`), body);
    }
    const hoursAgo = new Date(Date.now() - 2 * HOUR_MS);
    await utimes(join(store.folder, 'catalog.json'), hoursAgo, hoursAgo);
    return folder;
  }
});

/** @returns 1, or 0 if it had already ended */
async function kill(child: RunningCli): Promise<number> {
  if (child.exitCode !== null) return 0;
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
  return child.signalCode === 'SIGKILL' ? 1 : 0;
}
