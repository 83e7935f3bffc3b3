/** `bellwether prune`: removes what nothing needs, and what exceeds a limit. */
import { count, counted } from '../../lib/prose.ts';
import { type PruneOptions, type Removable, sumOf } from '../../lib/removal.ts';
import { pruneCopies } from '../../pipeline/collect/prune-copies.ts';
import { pruneStages } from '../../pipeline/collect/staging.ts';
import { pruneEditions } from '../../pipeline/edition/prune.ts';
import { pruneLedger } from '../../pipeline/ledger/leftovers.ts';
import { defineCommand, show } from './command.ts';
import { openProject, type Project } from './project.ts';

export function command() {
  return defineCommand(
    'prune',
    'Removes from DATA_DIR, and from the bucket of EDITIONS_URL, what no publication, ledger or tracked repository needs, and what exceeds the limit (COPIES_MAX_GB). Files that are served stay, and so do manifest and core of every revision in the publication log. The scheduler does the same once a day.',
    'bellwether prune --dry-run',
    'bellwether prune --json',
  )
    .option('--dry-run', 'list what would be removed, and remove nothing')
    .option('--json', 'as JSON')
    .action(async ({ dryRun = false, json }) => {
      const removed = await pruneAll(await openProject(), dryRun);
      show(json, { dryRun, removed }, () => [
        ...removed.map(({ path, bytes, why }) => `${count(bytes)} bytes  ${path}: ${why}`),
        `${dryRun ? 'Would remove' : 'Removed'} ${removalWords(removed)}.`,
      ]);
    });
}

/** `3 files and folders, 1,204 bytes` */
export function removalWords(removed: readonly Removable[]): string {
  return `${counted(removed.length, 'file or folder', 'files and folders')}, ${count(sumOf(removed))} bytes`;
}

/** Removes what exceeds a limit. @throws BellwetherError `collect-locked` during a collection */
export async function pruneAll(project: Project, isDryRun: boolean): Promise<readonly Removable[]> {
  const { settings, folders } = project;
  const { disk } = settings;
  const options: PruneOptions = { isDryRun, now: project.now() };
  const { companies } = await project.registry();
  const tracked = new Set(companies.flatMap((one) => one.repositories).map(({ name }) => name));
  await using _lock = await project.lockLedger();
  const copies = { maxBytes: disk.maxCopies, tracked };
  const removed: Removable[] = [
    ...(await pruneStages([folders.staged, folders.fresh], options)),
    ...(await pruneLedger(folders.ledger, options)),
    ...(await pruneCopies(folders.copies, copies, options)),
  ];
  for (const store of await project.allStores())
    removed.push(...(await pruneEditions(store, options)));
  return removed;
}
