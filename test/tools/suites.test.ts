/** Every test file runs, and runs once. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { filesOf, SUITE_NAMES, suiteOf, testFiles, waitingModules } from '../support/suites.ts';

const TEST_FOLDER = join(import.meta.dirname, '..');

describe('the suites', () => {
  it('are the files of test/suites', () => {
    const files = readdirSync(join(TEST_FOLDER, 'suites'));
    assert.deepEqual(files.sort(), SUITE_NAMES.map((name) => `${name}.test.ts`).sort());
  });

  it('hold every test file once', () => {
    assert.deepEqual(
      testFiles().filter((file) => suiteOf(file) === undefined),
      [],
    );
    assert.deepEqual(SUITE_NAMES.flatMap(filesOf).sort(), testFiles());
  });

  it('load first what waits when it is loaded', () => {
    assert.deepEqual(waitingModules(['store/store.test.ts']), ['payments/support/stores.ts']);
    assert.deepEqual(waitingModules(['lib/period.test.ts']), []);
  });

  it('describe nothing that waits: the runner no longer knows then where it belongs', () => {
    const waits = (file: string) =>
      /\bdescribe\([^\n]*\basync\b/.test(readFileSync(join(TEST_FOLDER, file), 'utf8'));
    assert.deepEqual(testFiles().filter(waits), []);
  });

  it('are none of them empty', () => {
    assert.deepEqual(
      SUITE_NAMES.filter((name) => filesOf(name).length === 0),
      [],
    );
  });
});
