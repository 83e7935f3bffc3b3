/** Folders that are gone when the test, or the test's process, is over. */
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** @param t the test that owns the folder; without it, the whole file's tests share it */
export async function temporaryFolder(t?: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-test-'));
  if (t) t.after(() => rm(folder, { recursive: true, force: true }));
  else shared.push(folder);
  return folder;
}

const shared: string[] = [];
process.once('exit', () => {
  for (const folder of shared) rmSync(folder, { recursive: true, force: true });
});
