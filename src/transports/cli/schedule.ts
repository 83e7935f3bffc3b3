import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { runSchedule } from '../../pipeline/schedule/scheduler.ts';
import { stopSignal } from './interrupts.ts';
import { Command } from './options.ts';
import { Project } from './project.ts';
import { scheduledWork } from './scheduled-work.ts';
import { note, sayNow } from './terminal.ts';

/** Companies that are collected before the ledger is written: what a kill can cost is staged. */
const BATCH = 25;
/** The same where workers share the work: enough that all of them have something to do. */
const SHARED_BATCH = 500;
const NAP_MS = 60_000;
const MAX_RESTART_MS = 60_000;
const RAN_WELL_MS = 600_000;

export function scheduleCommand(): Command {
  return new Command('schedule')
    .summary('collect, publish and prune automatically, every week')
    .description(
      'Runs until it is stopped. Collects the companies that are due, the oldest copies first, SCHEDULE_GRACE_HOURS after a week ends (Monday 00:00 UTC); publishes once each company was collected or has failed repeatedly; prunes once a day. Failures are tried again after growing intervals. Only one scheduler works on a data folder at a time; a second one waits. Prints a line for each action. On SIGTERM, it finishes a publication under way; an interrupted collection continues next time.',
    )
    .examples('bellwether schedule', 'SCHEDULE_JOBS=2 bellwether schedule')
    .action(async () => {
      const project = new Project();
      const { settings } = project;
      // Whoever reads that it schedules may stop it from then on.
      const signal = stopSignal();
      sayNow(`scheduling for ${settings.dataFolder}`);
      await runSchedule(scheduledWork(project, sayNow), {
        graceMs: settings.schedule.graceMs,
        batch: settings.payments.databaseUrl === undefined ? BATCH : SHARED_BATCH,
        napMs: NAP_MS,
        signal,
      });
      sayNow('stopped');
    });
}

/** Runs the scheduler in a process that is restarted when it dies. @returns ends it */
export function superviseSchedule(): () => Promise<void> {
  const controller = new AbortController();
  const running = supervise(controller.signal);
  return async () => {
    controller.abort();
    await running;
  };
}

async function supervise(signal: AbortSignal): Promise<void> {
  let pause = 1000;
  while (!signal.aborted) {
    const started = performance.now();
    const main = process.argv[1] ?? '';
    const child = spawn(process.execPath, [...process.execArgv, main, 'schedule'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const end = () => child.kill('SIGTERM');
    signal.addEventListener('abort', end, { once: true });
    const { promise, resolve } = Promise.withResolvers<string>();
    child.once('exit', (code, killedBy) => resolve(String(killedBy ?? code)));
    child.once('error', (error) => resolve(error.message));
    const why = await promise;
    signal.removeEventListener('abort', end);
    if (signal.aborted) return;
    if (performance.now() - started > RAN_WELL_MS) pause = 1000;
    note(`The scheduler ended (${why}); it is restarted in ${pause / 1000} s.`);
    await delay(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(2 * pause, MAX_RESTART_MS);
  }
}
