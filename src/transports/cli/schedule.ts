/** `bellwether schedule`: the weekly cycle, in the foreground. */
import { runSchedule } from '../../pipeline/schedule/scheduler.ts';
import { defineCommand, sayNow } from './command.ts';
import { stopSignal } from './interrupts.ts';
import { Project } from './project.ts';
import { scheduledWork } from './scheduled-work.ts';

/** Companies that are collected before the ledger is written: what a kill can cost is staged. */
const BATCH = 25;
/** The same where workers share the work: enough that all of them have something to do. */
const SHARED_BATCH = 500;
const NAP_MS = 60_000;

export function command() {
  return defineCommand(
    'schedule',
    'Runs until it is stopped, as a container or a systemd unit does. Collects the companies that are due, the oldest copies first, SCHEDULE_GRACE_HOURS after a week ends (Monday 00:00 UTC); publishes once each company was collected or has failed repeatedly; prunes once a day. Failures are tried again after growing intervals. Only one scheduler works on a data folder at a time; a second one waits. Prints a line for each action. On SIGTERM, it finishes a publication under way; an interrupted collection continues next time.',
    'bellwether schedule',
    'SCHEDULE_JOBS=2 bellwether schedule',
  ).action(async () => {
    const project = new Project();
    const { settings } = project;
    // A supervisor that reads that it schedules may stop it from then on.
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
