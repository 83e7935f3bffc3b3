/** Type-checks the tests that need a package of their own, where it is installed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const TESTS = join(import.meta.dirname, '..');

for (const name of ['chains', 'clickhouse', 'clients']) {
  const folder = join(TESTS, name);
  if (existsSync(join(folder, 'node_modules')) || process.env['CI']) {
    const { status } = spawnSync('tsc', ['--project', folder], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  } else console.log(`test/${name} is not checked: npm ci --prefix test/${name}`);
}
