/**
 * Files that `npm pack` needs in addition to the project's: compiled modules, since Node strips no types
 * inside `node_modules`, and the commit that they are of.
 *
 * Usage: node tools/package.ts make|remove
 */

import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { build } from '../src/transports/build.ts';

const DIST = join(PROJECT_ROOT, 'dist');

const step = process.argv[2];
if (step !== 'make' && step !== 'remove') {
  console.error('Usage: node tools/package.ts make|remove');
  process.exit(1);
}
rmSync(DIST, { recursive: true, force: true });
if (step === 'make') {
  // `npm run check` checks the types.
  for (const project of ['tsconfig.build.json', 'src/web/browser', 'client'])
    execFileSync('tsc', ['--project', project, '--noCheck'], {
      cwd: PROJECT_ROOT,
      stdio: 'inherit',
    });
  writeFileSync(join(DIST, 'COMMIT'), `${(await build()).commit}\n`);
}
