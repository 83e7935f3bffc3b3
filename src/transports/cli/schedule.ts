/** `bellwether schedule`: the weekly cycle, in the foreground. */

import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parsePeriod, weekIndex } from '../../lib/period.ts';
import { causeLines, repositoryFailure } from '../../pipeline/collect/causes.ts';
import type { CollectResult, RepositoryOutcome } from '../../pipeline/collect/collect-companies.ts';
import { publish } from '../../pipeline/edition/publish.ts';
import { companyAges, heldDays } from '../../pipeline/schedule/company-ages.ts';
import { askHostingService } from '../../pipeline/schedule/hosting-service.ts';
import { runSchedule, type Trouble, type World } from '../../pipeline/schedule/scheduler.ts';
import { StateFile } from '../../pipeline/schedule/state.ts';
import { gradePicks } from './cohort.ts';
import { collectInto, progressText } from './collection.ts';
import { atIntervals, COVERED_FROM, defineCommand, sayNow } from './command.ts';
import { stopSignal } from './interrupts.ts';
import { Project } from './project.ts';
import { pruneAll, removalWords } from './prune.ts';
import { logForecasts, publicationWords } from './publish.ts';

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
    const { signal } = stopSignal();
    sayNow(`scheduling for ${settings.dataFolder}`);
    const batch = settings.payments.databaseUrl === undefined ? BATCH : SHARED_BATCH;
    await runSchedule(scheduledWork(project, sayNow, { batch, napMs: NAP_MS, signal }));
    sayNow('stopped');
  });
}

/** With less, a failed collection is put down to the full disk, even if git names another cause. */
const MIN_FREE_BYTES = 16_000_000;
const WAITING = 'another scheduler is working on this data folder; waiting for it to end';
const PROGRESS_MS = 60_000;

export function scheduledWork(
  project: Project,
  log: (line: string) => void,
  options: Pick<World, 'batch' | 'napMs' | 'signal'>,
): World {
  const { settings, store } = project;
  const { dataFolder, gitBaseUrl, schedule } = settings;
  const file = new StateFile(dataFolder);
  const { signal } = options;
  return {
    ...options,
    graceMs: schedule.graceMs,
    now: Date.now,
    sleep: (ms) => delay(ms, undefined, { signal }).catch(() => undefined),
    lease: () =>
      file
        .lease({ waitSeconds: Number.POSITIVE_INFINITY, signal, onHeld: () => log(WAITING) })
        .catch((error: unknown) => {
          if (signal.aborted) return undefined;
          throw error;
        }),
    read: () => file.read(),
    write: (state) => file.write(state),
    facts: async () => {
      const ledger = await project.ledgerIfAny();
      const held = ledger ? await heldDays(ledger) : new Map();
      const catalog = await store.catalog();
      const last = catalog?.editions.findLast(({ isPartial }) => !isPartial);
      const period = last && parsePeriod(last.period);
      return {
        companies: companyAges(await project.registry(), held),
        publishedWeek: period ? weekIndex(period.lastDay) : null,
        inputs: ledger ? await project.fingerprint() : null,
        publishedFrom: catalog?.inputs ?? null,
      };
    },
    ask: async (company) => {
      const { companies } = await project.registry();
      const [first] = companies.find(({ slug }) => slug === company)?.repositories ?? [];
      return askHostingService(gitBaseUrl, first?.name ?? company, Date.now);
    },
    collect: async (slugs) => {
      const registry = await project.registry();
      const companies = registry.companies.filter(({ slug }) => slugs.includes(slug));
      const { pauseMs, jobs } = schedule;
      const result = await collectInto(
        project,
        { companies, signal },
        { since: COVERED_FROM, jobs, pauseMs },
        { onProgress: atIntervals(PROGRESS_MS, (now) => log(progressText(now))), warn: log },
      );
      const troubles = troublesOf(slugs, result);
      const { bavail, bsize } = await statfs(dataFolder);
      // git says in its own words that there is no room; it is not the companies' fault.
      const isFull = troubles.size > 0 && bavail * bsize < MIN_FREE_BYTES;
      return { troubles, fault: isFull ? `the disk of ${dataFolder} is full` : undefined };
    },
    publish: async () => {
      const result = await publish(await project.inputs());
      // If these fail or never begin, the scheduler publishes again, which changes nothing else.
      await logForecasts(project);
      await gradePicks(project, log);
      return { line: publicationWords(result), inputs: result.catalog.inputs };
    },
    prune: async () => removalWords(await pruneAll(project, false)),
    log,
  };
}

const FAILED: ReadonlySet<RepositoryOutcome['status']> = new Set(['failed', 'gone', 'incomplete']);
/** More tries rarely change these. */
const FINAL: ReadonlySet<RepositoryOutcome['status']> = new Set(['gone', 'incomplete']);

/** An older copy that replaces an unreachable one does not count as collected this week. */
function troublesOf(slugs: readonly string[], { outcomes, kept }: CollectResult) {
  const troubles = new Map<string, Trouble>();
  for (const slug of slugs) {
    const failed = outcomes.filter(({ company, status }) => company === slug && FAILED.has(status));
    if (failed.length === 0 && !kept.includes(slug)) continue;
    const causes = new Set(failed.map((outcome) => repositoryFailure(outcome).cause));
    troubles.set(slug, {
      message: causeLines(failed).join('; ') || 'nothing could be read',
      cause: [...causes].join('; ') || 'nothing could be read',
      isFinal: failed.length > 0 && failed.every(({ status }) => FINAL.has(status)),
    });
  }
  return troubles;
}
