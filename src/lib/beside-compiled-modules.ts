/** Where values are kept that later processes would have to compute again. */
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';

/**
 * A folder beside the one in which Node keeps compiled modules.
 *
 * @returns undefined if Node keeps none, for example because the disk is read-only
 */
export function besideCompiledModules(name: string): string | undefined {
  const compiled = getCompileCacheDir();
  return compiled && join(compiled, '..', name);
}
