/** Processes that are killed (SIGKILL) at random moments. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sha256 } from '../../src/lib/atomic-files.ts';
import { StateFile } from '../../src/pipeline/schedule/state.ts';
import type { Fault, Found } from './fault.ts';
import { type Installation, type Running, said } from './installation.ts';
import { currentPeriod, watch } from './watch.ts';

/** Shorter than any command takes. */
const SHORTEST_MS = 20;

type Killed = {
  name: string;
  command: string;
  /** A data folder in which the command has work to do. */
  folder: (installation: Installation) => Promise<string>;
  /** Lets it finish once, and throws unless the result is the same as without kills. */
  finish: (installation: Installation, folder: string) => Promise<void>;
  recovery: string;
};

/** Kills the command that many times, each time within the time that the last one left. */
function killed({ name, command, folder: make, finish, recovery }: Killed): Fault {
  return {
    name,
    inject: async (installation, rounds, random): Promise<Found> => {
      const folder = await make(installation);
      const whole =
        installation.durations.get(command) ??
        (await timeOf(installation, command, await make(installation)));
      const { child: server, origin } = await installation.serve(folder);
      const watching = watch(origin);
      let deaths = 0;
      // If a command finished before it was killed, kill the next one sooner.
      let within = whole;
      for (let round = 0; round < rounds || (deaths === 0 && within > SHORTEST_MS); round++) {
        const child = installation.start([command], folder);
        await delay(random() * within);
        const died = await kill(child);
        deaths += died;
        if (!died) within /= 2;
        await installation.holds(folder);
      }
      await finish(installation, folder);
      const { answered } = await watching.end();
      server.kill('SIGTERM');
      await once(server, 'close');
      assert.ok(deaths > 0, 'none was killed');
      return {
        served: `the last publication; all ${answered} requests were answered`,
        lost: `nothing, in ${deaths} kills`,
        recovery,
      };
    },
  };
}

export const KILLS: readonly Fault[] = [
  killed({
    name: 'the collector is killed',
    command: 'collect',
    folder: (installation) => installation.old(),
    finish: async (installation, folder) => {
      await installation.runs(['collect'], folder);
      await installation.hasWholeLedger(folder);
    },
    recovery: 'the next collection continues with the unfinished companies',
  }),
  killed({
    name: 'the publisher is killed',
    command: 'publish',
    folder: (installation) => installation.collected(),
    finish: async (installation, folder) => {
      await installation.runs(['publish'], folder);
      await installation.isSound(folder);
    },
    recovery: 'publish again; stored bodies are reused',
  }),
  killed({
    name: 'the scheduler is killed',
    command: 'schedule',
    folder: (installation) => installation.old(),
    finish: finishSchedule,
    recovery: 'a new scheduler reads from ledger and catalog what was done, and does the rest',
  }),
  killed({
    name: 'pruning is killed',
    command: 'prune',
    folder: async (installation) => withOrphans(installation, await installation.old()),
    finish: async (installation, folder) => {
      await installation.runs(['prune'], folder);
      assert.match(await installation.runs(['prune'], folder), /^Removed 0 files/m);
      await installation.holds(folder);
    },
    recovery: 'prune again; only unused files are ever deleted',
  }),
  {
    name: 'the server is killed',
    inject: async (installation, rounds, random): Promise<Found> => {
      const folder = await installation.old();
      let { child, origin } = await installation.serve(folder);
      const period = await currentPeriod(origin);
      const starts: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const asked = Array.from({ length: 8 }, () => currentPeriod(origin).catch(() => period));
        await delay(random() * 100);
        assert.equal(await kill(child), 1);
        for (const answer of await Promise.all(asked)) assert.equal(answer, period);
        const since = performance.now();
        ({ child, origin } = await installation.serve(folder));
        starts.push(performance.now() - since);
        assert.equal(await currentPeriod(origin), period);
      }
      await installation.holds(folder);
      child.kill('SIGTERM');
      await once(child, 'close');
      const median = starts.sort((a, b) => a - b)[Math.floor(starts.length / 2)] ?? 0;
      return {
        served: 'nothing until the process is restarted',
        lost: `nothing, in ${rounds} kills; no answer was incomplete`,
        recovery: `restarted, it serves the same bytes after ${(median / 1000).toFixed(1)} s`,
      };
    },
  },
];

/** @returns 1, or 0 if it had already ended */
async function kill(child: Running): Promise<number> {
  if (child.exitCode !== null) return 0;
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
  return child.signalCode === 'SIGKILL' ? 1 : 0;
}

/** Milliseconds that a command takes undisturbed. */
async function timeOf(installation: Installation, command: string, folder: string) {
  const started = performance.now();
  if (command === 'schedule') await finishSchedule(installation, folder);
  else await installation.runs([command], folder);
  return performance.now() - started;
}

async function finishSchedule(installation: Installation, folder: string): Promise<void> {
  const child = installation.start(['schedule'], folder);
  await said(child, 'scheduling for');
  const state = new StateFile(folder);
  for (const until = performance.now() + 60_000; ; await delay(100)) {
    const { next, doneAt } = (await state.read()) ?? {};
    if (next && doneAt?.publish && doneAt.prune) break;
    assert.ok(performance.now() < until, child.text());
  }
  child.kill('SIGTERM');
  await once(child, 'close');
  assert.equal(child.exitCode, 0, child.text());
  await installation.isSound(folder);
}

const ORPHANS = 2_000;
const HOUR_MS = 3_600_000;

/** Adds unreferenced bodies to a publication that is more than an hour old. */
async function withOrphans(installation: Installation, folder: string): Promise<string> {
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
