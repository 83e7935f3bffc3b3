/** Tables that tell kinds of files and packages apart while collecting: `file-kinds.yaml` and `package-words.yaml`. */
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '../lib/project-root.ts';
import { readYamlFile } from './yaml-file.ts';

const Word = z.string().regex(/^[^\sA-Z]+$/, 'must be one word in lower case');
const Words = z.array(Word).default([]);
const Pattern = z.string().refine((source) => {
  try {
    return Boolean(new RegExp(source));
  } catch {
    return false;
  }
}, 'must be a regular expression');

export const FileKindsFile = z.strictObject({
  configurationExtensions: Words,
  kinds: z.array(
    z.strictObject({
      kind: z.enum(['lock', 'manifest', 'ci', 'infra', 'test', 'docs', 'src']),
      names: Words,
      extensions: Words,
      folders: Words,
      configurationFolders: Words,
      shapes: z.array(Pattern).default([]),
    }),
  ),
});

export const PackageWordsFile = z.strictObject({
  notPackages: z.record(Word, Words),
  generic: Words,
  ignoredFolders: Words,
});

/** A table that ships with the project, as `registry check` validates it. */
export function shippedTable<T extends z.ZodType>(name: string, schema: T): z.infer<T> {
  const { value, faults } = readYamlFile(join(PROJECT_ROOT, 'registry', name), schema);
  if (value === undefined) throw new Error(faults.map(({ message }) => message).join('; '));
  return value;
}
