/** docs/operating.md, "A day": its commands, run as they stand there, as a production install. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { freePort } from '../../../tools/free-port.ts';
import { DAY, GitFixture } from '../../pipeline/collect/git-fixture.ts';
import { serveGit } from '../../pipeline/collect/git-server.ts';
import { ENVIRONMENT } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const WEEKS = 14;

/** The commands of the section, with the places of this machine. */
async function commands(port: number): Promise<string> {
  const document = await readFile(join(PROJECT_ROOT, 'docs', 'operating.md'), 'utf8');
  const [, section = ''] = /^## A day, .*$([\s\S]*?)^## /m.exec(document) ?? [];
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block);
  assert.equal(blocks.length, 7);
  return blocks
    .join('')
    .replaceAll('/srv/bellwether', PROJECT_ROOT)
    .replaceAll('localhost:8080', `localhost:${port}`)
    .replace('PORT=8080', `PORT=${port}`);
}

it('runs from the first command to the last', async (t) => {
  const folder = await temporaryFolder(t);
  const origin = new GitFixture(t);
  const now = Math.floor(Date.now() / 1000);
  for (let week = WEEKS; week > 0; week--) origin.commit({ at: now - week * 7 * DAY });
  const script = await commands(await freePort());
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    // A group of its own, so that nothing is left of a script that failed.
    detached: true,
    // A socket there would have bash read its settings.
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...ENVIRONMENT,
      PATH: `${join(PROJECT_ROOT, 'node_modules', '.bin')}:${process.env['PATH']}`,
      HOME: folder,
      GIT_BASE_URL: await serveGit(t, origin),
      NODE_OPTIONS: `--import=${join(PROJECT_ROOT, 'test', 'support', 'production-only.ts')}`,
    },
  });
  t.after(() => {
    try {
      if (shell.pid !== undefined) process.kill(-shell.pid);
    } catch {
      // The process has ended, as it should.
    }
  });
  const [stdout, stderr] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    shell.exitCode ?? once(shell, 'close'),
  ]);
  assert.equal(shell.exitCode, 0, `${stdout}\n${stderr}`);
  for (const said of [
    /^1\.\d+\.\d+ \(commit [0-9a-f]{40}\)$/m,
    /^DATA_DIR +data +\.env$/m,
    /^GIT_BASE_URL +\(set\) {2,}environment$/m,
    /^The ledger in \S+ holds 1 repository, 14 rows of activity/m,
    /^\d+ editions, \S+ to \S+: \d+ new, 0 corrected, 0 unchanged, 0 left as published\.$/m,
    /"status":"ready","period":"20\d\d-w\d\d"/,
    /^bellwether_store_state\{state="ready"\} 1$/m,
    /^bellwether_last_collection_timestamp_seconds \d+$/m,
    /"slug":"chroma"/,
    /"balance":5\b/,
    /signatures made with the new key SHA256:/,
    /^Restored backup\/bellwether\.sqlite\.$/m,
    /research group .* - +5$/m,
  ])
    assert.match(stdout, said);
  assert.equal(stdout.match(/^\d+ editions verified: .* every signature holds\.$/gm)?.length, 2);
  const log = await readFile(join(folder, 'service.log'), 'utf8');
  for (const line of log.split('\n').filter(Boolean)) JSON.parse(line);
});
