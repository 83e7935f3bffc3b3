/**
 * Imported by tests that need this folder's package, which is not part of the root's. Without the
 * package a test file is reported as skipped; with CI set, it fails.
 */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';

if (!existsSync(join(import.meta.dirname, 'node_modules')) && !process.env['CI']) {
  const file = relative(process.cwd(), process.argv[1] ?? '');
  test(file, { skip: 'not installed: npm ci --prefix test/chains' });
  // The report is written when nothing is left to do; the importing file goes no further.
  process.once('beforeExit', () => setImmediate(() => process.exit(0)));
  await new Promise(() => undefined);
}
