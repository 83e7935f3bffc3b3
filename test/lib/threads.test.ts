/** Work that is shared out among threads. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BellwetherError } from '../../src/lib/errors.ts';
import { onThreads } from '../../src/lib/threads.ts';

const FILE = new URL('../support/thread-work.ts', import.meta.url);
const THREADS = { file: FILE, threads: 2 };

describe('work on threads', () => {
  it('gives its results in the order of the inputs, and what it posts on the way', async () => {
    const posted: string[] = [];
    const onMessage = (message: string) => posted.push(message);
    const results = await onThreads<string, string, string>(['one', 'two', 'three'], {
      ...THREADS,
      onMessage,
    });
    assert.deepEqual(results, ['done: one', 'done: two', 'done: three']);
    assert.deepEqual(posted.sort(), ['begun: one', 'begun: three', 'begun: two']);
  });

  it('refuses with the code, the status and the details that it would have on this thread', async () => {
    await assert.rejects(onThreads(['one', 'refuse'], THREADS), (error: BellwetherError) => {
      assert.ok(error instanceof BellwetherError);
      const { code, status, message, details } = error;
      assert.deepEqual([code, status, message], ['no-such-thing', 404, 'there is none']);
      assert.deepEqual(details, { thing: 'one' });
      return true;
    });
  });

  it('fails with the code of the system', async () => {
    await assert.rejects(onThreads(['read'], THREADS), { code: 'ENOENT' });
  });

  it('fails with the message and the stack of a bug', async () => {
    await assert.rejects(onThreads(['fail'], THREADS), ({ message, stack }: Error) => {
      assert.equal(message, 'a bug');
      assert.match(stack ?? '', /thread-work/);
      return true;
    });
  });

  it('fails where the module cannot be loaded', async () => {
    const file = new URL('../support/no-such-module.ts', import.meta.url);
    await assert.rejects(onThreads(['one'], { file, threads: 1 }), /no-such-module/);
  });
});
