/** Whether this folder's own package is installed; it is not part of the root's. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Why its tests are skipped; with CI set they are not, and fail for want of what they import. */
export const skip: false | string =
  existsSync(join(import.meta.dirname, 'node_modules')) || process.env['CI']
    ? false
    : 'not installed: npm ci --prefix test/clickhouse';
