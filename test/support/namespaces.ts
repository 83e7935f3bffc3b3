/** Whether a process can have namespaces of its own, with file systems that only it sees. */
import { spawnSync } from 'node:child_process';
import { skipUnless } from './tier.ts';

const { status } = spawnSync('unshare', ['--map-root-user', '--mount', 'true']);

/** The reason to skip tests that confine a process. */
export const skipConfined = skipUnless(status === 0, 'no unprivileged namespaces here (unshare)');
