/** The DATA_DIRs that earlier releases wrote: test/upgrade. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from './temporary.ts';

const FOLDER = join(import.meta.dirname, '..', 'upgrade');

export const ARCHIVES = readdirSync(FOLDER).filter((name) => name.endsWith('.tar.gz'));

/** @returns a folder for `DATA_DIR`, published for http://signals.example.org */
export async function unpacked(archive = ARCHIVES.at(-1) ?? '', t?: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  const path = join(FOLDER, archive);
  await promisify(execFile)('tar', ['--extract', '--gzip', '--file', path, '--directory', folder]);
  return folder;
}
