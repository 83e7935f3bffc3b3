/**
 * Notices a fetch without end. If a remote is a shallow clone, git 2.39 fetches the parents that it lacks,
 * in a process that does the same: thirty more a second, each of four megabytes.
 */
import type { Readable } from 'node:stream';
import { BellwetherError } from '../../../lib/errors.ts';

/** A partial clone may fetch single objects in between; this many times it never does. */
const MAX_NESTED_FETCHES = 20;
const NESTED_FETCH = 'run_command: git -c fetch.negotiationAlgorithm=noop fetch';

/**
 * @param trace what git says of the processes that it starts (`GIT_TRACE`)
 * @param onEndless called with the reason to end git
 */
export function watchNestedFetches(
  trace: Readable,
  onEndless: (reason: BellwetherError) => void,
): void {
  let nested = 0;
  trace.setEncoding('latin1').on('data', (chunk: string) => {
    nested += chunk.split(NESTED_FETCH).length - 1;
    if (nested <= MAX_NESTED_FETCHES) return;
    const message =
      'the remote lacks its older history; if it is a shallow clone, run git fetch --unshallow in it';
    onEndless(new BellwetherError('git-shallow', message));
  });
}
