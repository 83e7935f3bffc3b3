import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { isLocked, lockPath } from '../../src/lib/path-lock.ts';
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

it('a lock is free as soon as its holder was killed, without regard to the clock', async (t) => {
  const path = join(await temporaryFolder(t), 'copy');
  const module = JSON.stringify(import.meta.resolve('../../src/lib/path-lock.ts'));
  const script = `await (await import(${module})).lockPath(process.argv[1]); console.log('held'); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script, path]);
  await once(holder.stdout, 'data');
  assert.equal(await isLocked(path), true);
  await assert.rejects(lockPath(path), { code: 'ELOCKED' });
  // As a clock that was set back leaves it.
  await utimes(`${path}.held`, new Date('2100-01-01'), new Date('2100-01-01'));
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  assert.equal(await isLocked(path), false);
  const release = await lockPath(path);
  await assert.rejects(lockPath(path), { code: 'ELOCKED' }, 'also against its own process');
  assert.equal(await isLocked(path), true);
  await release();
});
