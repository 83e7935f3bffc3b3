/** The disk space of an installation, against the figures in docs/operating.md. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';

const Lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })),
});
/** Libraries differ by platform, and grow with small updates. */
const TOLERANCE = 0.15;
const read = (...path: string[]) => readFile(join(PROJECT_ROOT, ...path), 'utf8');

function megabytes(folders: readonly string[]): number {
  const args = ['-c', '-D', '--block-size=1000000', '--exclude=.cache', ...folders];
  const sums = execFileSync('du', args, { cwd: PROJECT_ROOT, encoding: 'utf8' });
  return Number(/(\d+)\ttotal/.exec(sums)?.[1]);
}

it('node_modules takes what docs/operating.md says, with and without development', {
  skip: process.platform !== 'linux' && 'the figures are for Linux',
}, async () => {
  const { packages } = Lock.parse(JSON.parse(await read('package-lock.json')));
  const development = Object.keys(packages).filter(
    (folder) => packages[folder]?.dev && existsSync(join(PROJECT_ROOT, folder)),
  );
  const all = megabytes(['node_modules']);
  const told = /takes (\d+) MB with `--omit=dev` and (\d+) MB/.exec(
    await read('docs/operating.md'),
  );
  for (const [place, size] of [all - megabytes(development), all].entries()) {
    const said = Number(told?.[place + 1]);
    assert.ok(Math.abs(said - size) <= TOLERANCE * size, `${said} MB, measured ${size}`);
  }
});
