/** A reporter of the suites in which something failed, a line each; nothing else. */
import { join, relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { suiteOf } from './suites.ts';

const TEST_FOLDER = join(import.meta.dirname, '..');

export default async function* failedSuites(events: AsyncIterable<TestEvent>) {
  const failed = new Set<string>();
  for await (const { type, data } of events)
    if (type === 'test:fail' && data.file !== undefined) {
      const suite = suiteIn(data.file);
      if (suite !== undefined) failed.add(suite);
    }
  for (const suite of failed) yield `test/suites/${suite}.test.ts\n`;
}

/** @param file a test file, or the file of a suite */
function suiteIn(file: string): string | undefined {
  const path = relative(TEST_FOLDER, file);
  return suiteOf(path) ?? /^suites\/(.*)\.test\.ts$/.exec(path)?.[1];
}
