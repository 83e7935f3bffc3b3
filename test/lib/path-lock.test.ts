import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { lockPath } from '../../src/lib/path-lock.ts';
import { temporaryFolder } from '../support/temporary.ts';

it('a lock is held by one at a time: others are refused, or wait', async (t) => {
  const path = join(await temporaryFolder(t), 'copy');
  const release = await lockPath(path);
  await assert.rejects(lockPath(path), { code: 'ELOCKED' });
  await assert.rejects(lockPath(path, { refusal: new Error('taken') }), /^Error: taken$/);
  const waiting = lockPath(path, { waitSeconds: 5 });
  await release();
  await (await waiting)();
});
