/** The FAQ: questions about the service, its method, its data and their use. */
import { join } from 'node:path';
import { z } from 'zod';
import { foldKey } from './fold.ts';
import { SlugText, Text } from './schema.ts';
import type { Read } from './yaml-file.ts';
import { readYamlFolder } from './yaml-folder.ts';

const LimitedText = (longest: number) =>
  Text.max(longest, `must have at most ${longest} characters`);

const FaqEntryFile = z.strictObject({
  slug: SlugText,
  question: LimitedText(160).endsWith('?', 'must be a question'),
  also: z.array(LimitedText(160)).default([]),
  answer: LimitedText(900),
  facts: z
    .array(
      z.strictObject({
        claim: LimitedText(300),
        source: z
          .string()
          .regex(
            /^(?:\/|https:\/\/)\S*$/,
            'must be an address of this service that begins with a slash, or an https address',
          ),
      }),
    )
    .min(1, 'must name at least one fact with its source'),
  /** Slugs of related questions. */
  related: z.array(SlugText).default([]),
});
const FaqFile = z.array(FaqEntryFile).min(1, 'must hold at least one question');

export type FaqEntry = z.infer<typeof FaqEntryFile> & {
  /** Name of the file that contains it. */
  topic: string;
};

/** Reads `faq/` of a registry folder, one file for each topic, in the order of files and entries. */
export function readFaq(folder: string): Read<FaqEntry[]> {
  const { entries: files, faults } = readYamlFolder(join(folder, 'faq'), FaqFile);
  const placed = files.flatMap(({ slug: topic, read }) =>
    (read.value ?? []).map((entry, index) => ({ entry: { ...entry, topic }, index, read })),
  );
  const known = new Set(placed.map(({ entry }) => entry.slug));
  const seen = new Map<string, string>();
  for (const { entry, index, read } of placed) {
    const once = (key: string, field: string, what: string) => {
      const other = seen.get(key);
      if (other !== undefined)
        faults.push(read.faultAt([index, field], `${what} stands in ${other} already`));
      seen.set(key, entry.slug);
    };
    once(`slug ${entry.slug}`, 'slug', entry.slug);
    once(`question ${foldKey(entry.question)}`, 'question', 'the same question');
    for (const [at, slug] of entry.related.entries())
      if (!known.has(slug))
        faults.push(read.faultAt([index, 'related', at], `${slug} is no question of the FAQ`));
  }
  return { value: placed.map(({ entry }) => entry), faults };
}
