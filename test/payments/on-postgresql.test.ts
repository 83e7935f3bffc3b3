/** The tests of books once more, on PostgreSQL. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { findPostgresql } from '../../tools/postgresql.ts';

const TEST_FOLDER = join(import.meta.dirname, '..');
/** Matches imports of tests that run on each engine. */
const IMPORT =
  /^import \{[^}]*\b(?:onEachEngine|POSTGRESQL)\b[^}]*\} from '[^']*\/support\/stores\.ts';$/m;
const FILES = globSync('**/*.test.ts', { cwd: TEST_FOLDER, exclude: ['**/node_modules'] }).filter(
  (file) => IMPORT.test(readFileSync(join(TEST_FOLDER, file), 'utf8')),
);
const { skip } = await findPostgresql();

describe('on PostgreSQL', { skip, concurrency: 2 }, () => {
  for (const file of FILES)
    it(file, async () => {
      const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
      const env = { ...environment, TEST_ENGINE: 'PostgreSQL' };
      await promisify(execFile)(process.execPath, [join(TEST_FOLDER, file)], { env });
    });
});
