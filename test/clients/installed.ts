/** Whether this folder's own package is installed; it is not part of the root's. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Reason to skip its tests. With CI set they run, and fail if the package is missing. */
export const skip: false | string =
  existsSync(join(import.meta.dirname, 'node_modules')) || process.env['CI']
    ? false
    : 'not installed: npm ci --prefix test/clients';
