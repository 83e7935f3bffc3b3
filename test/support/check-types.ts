/**
 * Type-checks the sources and all tests at once, since most of the work is on what they share. Some tests
 * need a package of their own; where one is not installed, they are left out and the others checked. What
 * was found is kept in `.cache/`, so that the next run reads only the files that changed and their readers.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';

const TESTS = join(PROJECT_ROOT, 'test');
const OWN_PACKAGES = ['chains', 'clickhouse', 'clients'].map((name) => join(TESTS, name));

const missing = process.env['CI']
  ? []
  : OWN_PACKAGES.filter((folder) => !existsSync(join(folder, 'node_modules')));
for (const folder of missing) console.log(`${folder} is not checked: npm ci --prefix ${folder}`);
const projects =
  missing.length === 0
    ? [TESTS]
    : [PROJECT_ROOT, ...OWN_PACKAGES.filter((folder) => !missing.includes(folder))];
for (const project of [...projects, join(PROJECT_ROOT, 'src', 'web', 'browser')]) {
  const name = relative(PROJECT_ROOT, project).replaceAll(sep, '-') || 'project';
  const remembered = join(PROJECT_ROOT, '.cache', `${name}.tsbuildinfo`);
  const { status } = spawnSync(
    'tsc',
    ['--noEmit', '--project', project, '--incremental', '--tsBuildInfoFile', remembered],
    { stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
