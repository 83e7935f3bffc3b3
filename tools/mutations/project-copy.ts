/** The committed project in a folder of its own, with the packages that are installed here. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';

export function copyProject(folder: string): void {
  if (existsSync(folder)) git('worktree', 'remove', '--force', folder);
  git('worktree', 'prune');
  git('worktree', 'add', '--quiet', '--detach', folder, 'HEAD');
  for (const packages of globSync('{.,test/*}/node_modules', { cwd: PROJECT_ROOT }))
    symlinkSync(join(PROJECT_ROOT, packages), join(folder, packages));
}

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: PROJECT_ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}
