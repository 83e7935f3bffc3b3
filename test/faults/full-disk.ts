/** A full disk: a real file system, in its own namespace. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { counted } from '../../src/lib/prose.ts';
import { skipConfined } from '../support/namespaces.ts';
import type { Fault } from './fault.ts';
import { said } from './installation.ts';
import { watch } from './watch.ts';

export const FULL_DISK: Fault = {
  name: 'the disk is full',
  skip: skipConfined,
  inject: async (installation, rounds, random) => {
    let answered = 0;
    for (let round = 0; round < rounds; round++) {
      const spare = Math.floor(random() * 300);
      const { child, origin, seen } = await installation.startOnFullDisk(
        await installation.old(),
        spare,
      );
      const watching = watch(origin);
      await said(child, / failed \(|cannot be written/);
      await installation.holds(seen);
      child.stdin?.write('room\n');
      await said(child, 'Z published: ');
      await said(child, 'Z pruned: ');
      answered += (await watching.end()).answered;
      await installation.isSound(seen);
      child.stdin?.write('end\n');
      await once(child, 'close');
      assert.equal(child.exitCode, 0, child.text());
    }
    return {
      served: `the last publication; all ${answered} requests were answered`,
      lost: `nothing, in ${counted(rounds, 'full disk')}`,
      recovery:
        'the scheduler prunes, and tries again after 10 s and after 1, 5, 15 and 60 minutes',
    };
  },
};
