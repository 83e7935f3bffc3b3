/**
 * Loaded into a process with `--import`: packages that an install leaves out cannot be imported. The
 * lock file says which those are. `npm ci --omit=dev` is meant, unless OMIT=optional adds the others.
 */

import { readFileSync, realpathSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';

const Flag = z.boolean().default(false);
const Lock = z.object({
  packages: z.record(z.string(), z.object({ dev: Flag, optional: Flag, devOptional: Flag })),
});
const lock = Lock.parse(JSON.parse(readFileSync(join(PROJECT_ROOT, 'package-lock.json'), 'utf8')));
/** Modules are loaded from there where the folder is a link, as in a second worktree. */
const PACKAGES = realpathSync(join(PROJECT_ROOT, 'node_modules'));
const omitsOptional = process.env['OMIT'] === 'optional';
const left = new Set(
  Object.entries(lock.packages)
    .filter(
      ([, { dev, optional, devOptional }]) => dev || (omitsOptional && (optional || devOptional)),
    )
    .map(([path]) => pathToFileURL(join(PACKAGES, '..', path)).href),
);

/** The folder of the package that a module is in. */
function packageOf(url: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(url)?.[0];
}

registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context);
    if (!left.has(packageOf(resolved.url) ?? '')) return resolved;
    // As Node says it.
    const message = `Cannot find package '${specifier}' imported from ${context.parentURL}`;
    throw Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
  },
});
