import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockPath } from '../../lib/path-lock.ts';
import { Command } from './options.ts';
import { openProject, type Project } from './project.ts';
import { SHARE_PORT, type Sharing, serve } from './serve.ts';
import { note } from './terminal.ts';

export function startCommand(): Command {
  return new Command('start')
    .summary('publish if needed, then serve')
    .description(
      'Publishes if nothing is published yet, or if registry, ledger or method have changed since, then serves. `npm start` does the same.',
    )
    .option('--share-port', SHARE_PORT)
    .option('--schedule', 'also run the scheduler (bellwether schedule), in a separate process')
    .examples(
      'bellwether start',
      'PORT=9000 bellwether start',
      'bellwether start --schedule      and stay current, week by week',
    )
    .action(async ({ schedule, sharePort }: Sharing & { schedule?: true }) => {
      const project = await openProject();
      await publishIfNeeded(project);
      // What publishes and schedules is loaded where it is used: `serve` does neither.
      const alongside = schedule && (await import('./schedule.ts')).superviseSchedule;
      await serve(project, sharePort, alongside);
    });
}

/** Processes that start together do this one after the other: the first publishes for all of them. */
async function publishIfNeeded(project: Project): Promise<void> {
  const { dataFolder } = project.settings;
  // As where it is made for the signing key.
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const release = await lockPath(join(dataFolder, 'start'), {
    waitSeconds: Number.POSITIVE_INFINITY,
    onHeld: () => note('Another process prepares what is served; waiting for it …'),
  });
  try {
    const inputs = await project.fingerprint();
    await project.fetchEditions();
    // Before anything is computed: a lost key is for the operator to find.
    await project.signingKey();
    if ((await project.store.catalog())?.inputs === inputs) return;
    const { publishEditions } = await import('./publish.ts');
    await publishEditions(project);
  } finally {
    await release();
  }
}
