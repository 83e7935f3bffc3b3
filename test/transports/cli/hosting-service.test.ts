/** Collecting from a git server of one's own, as `GIT_BASE_URL` names it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { openLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { rowsIn } from '../../../src/pipeline/ledger/ledger-manifest.ts';
import { GitFixture } from '../../pipeline/collect/git-fixture.ts';
import { serveGit } from '../../pipeline/collect/git-server.ts';
import { cli } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';

it('collects from the git server that is named, with the repositories’ own names', async (t) => {
  const DATA_DIR = await temporaryFolder(t);
  const origin = new GitFixture(t);
  origin.commit({ files: { 'src/main.rs': 'fn main() {}' } });
  const asked: string[] = [];
  const url = await serveGit(t, origin, (path) => {
    asked.push(path);
    return 'serve';
  });
  const environment = { DATA_DIR, GIT_BASE_URL: `${url}/` };
  const { status, stdout, stderr } = await cli(['collect', 'chroma'], environment);
  assert.equal(status, 0, stderr + stdout);
  assert.match(stdout, /, on top of the shipped one, holds 1 repository, 1 rows of activity/);
  assert.ok(asked.length > 0);
  for (const path of asked) assert.match(path, /^\/chroma-core\/chroma\.git\//);
  const ledger = await openLedger(join(DATA_DIR, 'ledger'));
  assert.equal(ledger && rowsIn(ledger.manifest, 'repositories'), 1);
});
