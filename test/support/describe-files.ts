/**
 * Test files that run in one process, each in a suite of its own: most take longer to load the service
 * than to ask it. The file's name says its tier:
 *
 *   x.test.ts               `npm test`: needs nothing but npm, and little time
 *   x.integration.test.ts   `npm run test:integration`: a chain, a browser, another program; kills and
 *                           floods; results computed again from all shipped data
 *   x.both.test.ts          both: the second tier adds engines and programs
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { messageOf, systemCode } from '../../src/lib/errors.ts';
import { IS_INTEGRATION } from './tier.ts';

const TEST_FOLDER = join(import.meta.dirname, '..');

/** @param folders below `test/`, also as patterns */
export function describeFiles(...folders: string[]): void {
  for (const file of testFiles(...folders))
    describe(file, async () => {
      await import(join(TEST_FOLDER, file)).catch(skipIfMissing);
    });
}

/** A package of `test/` that is not installed skips the files that import it; with CI set, they fail. */
function skipIfMissing(error: unknown): void {
  if (systemCode(error) !== 'ERR_MODULE_NOT_FOUND' || process.env['CI'] !== undefined) throw error;
  it('runs', { skip: messageOf(error) });
}

/** Files of this run's tier, in the order of their names. */
export function testFiles(...folders: string[]): string[] {
  return globSync(
    folders.map((folder) => `${folder}/**/*.test.ts`),
    { cwd: TEST_FOLDER, exclude: ['suites', '**/node_modules'] },
  )
    .filter((file) => tiersOf(file).includes(IS_INTEGRATION))
    .sort();
}

function tiersOf(file: string): boolean[] {
  if (file.endsWith('.both.test.ts')) return [true, false];
  return [file.endsWith('.integration.test.ts')];
}
