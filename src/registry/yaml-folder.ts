/** Reads a folder of YAML files with a common schema. A file's name is its slug. */
import { readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { z } from 'zod';
import { messageOf, systemCode } from '../lib/errors.ts';
import { SlugText } from './schema.ts';
import { type Fault, readYamlFile, type YamlFile } from './yaml-file.ts';

export type YamlFolder<T> = {
  /** Sorted by slug. */
  entries: { slug: string; read: YamlFile<T> }[];
  /** Faults of the folder and of its files. */
  faults: Fault[];
};

/** A missing folder is treated as empty. */
export function readYamlFolder<T extends z.ZodType>(
  folder: string,
  schema: T,
): YamlFolder<z.infer<T>> {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { entries: [], faults: [] };
    return { entries: [], faults: [fileFault(folder, `cannot be read: ${messageOf(error)}`)] };
  }
  const strays: Fault[] = [];
  const slugs: string[] = [];
  for (const name of names) {
    const slug = basename(name, '.yaml');
    if (name.endsWith('.yaml') && SlugText.safeParse(slug).success) slugs.push(slug);
    else
      strays.push(
        fileFault(join(folder, name), 'must be named <slug>.yaml, in lower case with hyphens'),
      );
  }
  const entries = slugs.map((slug) => ({
    slug,
    read: readYamlFile(join(folder, `${slug}.yaml`), schema),
  }));
  return { entries, faults: [...strays, ...entries.flatMap(({ read }) => read.faults)] };
}

/** A fault that concerns a whole file or folder. */
export function fileFault(path: string, message: string): Fault {
  return { file: relative(process.cwd(), path), line: 1, field: '', message };
}
