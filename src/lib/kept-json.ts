/** JSON files that can be made again: a missing or damaged one is read as none. */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { writeFileAtomically } from './atomic-files.ts';

export async function readKeptJson<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes the file atomically, and creates its folder if missing. */
export async function keepJson(path: string, value: unknown, options?: { flush: boolean }) {
  await mkdir(dirname(path), { recursive: true });
  await writeFileAtomically(path, `${JSON.stringify(value)}\n`, options);
}
