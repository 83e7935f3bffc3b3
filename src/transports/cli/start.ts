/** `bellwether start`: publishes if needed, then serves. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockPath } from '../../lib/path-lock.ts';
import { defineCommand, note } from './command.ts';
import { openProject, type Project } from './project.ts';
import { SHARE_PORT, serve } from './serve.ts';

export function command() {
  return defineCommand(
    'start',
    'Publishes if nothing is published yet, or if registry, ledger or method have changed since, then serves. `npm start` does the same. To stay current, run bellwether schedule as well.',
    'bellwether start',
    'PORT=9000 bellwether start',
  )
    .option('--share-port', SHARE_PORT)
    .action(async ({ sharePort }) => {
      const project = await openProject();
      await publishIfNeeded(project);
      await serve(project, sharePort);
    });
}

/** Processes that start together take turns here: the first publishes for all of them. */
async function publishIfNeeded(project: Project): Promise<void> {
  const { dataFolder } = project.settings;
  // The same mode as where the signing key creates the folder.
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await using locks = new AsyncDisposableStack();
  const release = await lockPath(join(dataFolder, 'start'), {
    waitSeconds: Number.POSITIVE_INFINITY,
    onHeld: () => note('Another process prepares what is served; waiting for it …'),
  });
  locks.defer(release);
  const inputs = await project.fingerprint();
  await project.fetchEditions();
  // Before anything is computed: a lost key is for the operator to find.
  await project.signingKey();
  if ((await project.store.catalog())?.inputs === inputs) return;
  // Loaded where it is used: most starts do not publish.
  const { publishEditions } = await import('./publish.ts');
  await publishEditions(project);
}
