/** Work for the tests of threads: does what it is told, or throws. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { NotFoundError } from '../../src/lib/errors.ts';
import { threadWork } from '../../src/lib/threads.ts';

export default threadWork(async (what: string) => {
  if (what === 'refuse')
    throw new NotFoundError('no-such-thing', 'there is none', { details: { thing: 'one' } });
  if (what === 'read') await readFile('/nowhere/nothing');
  if (what === 'fail') throw new TypeError('a bug');
  parentPort?.postMessage(`begun: ${what}`);
  return `done: ${what}`;
});
