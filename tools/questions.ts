/** The kept questions: what people ask in words of their own, and what answers it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const FOLDER = join(import.meta.dirname, 'questions');

export type KeptQuestion = {
  text: string;
  /** Slug of the answer; undefined where there is none. */
  slug: string | undefined;
};

const Answered = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

export async function keptQuestions(): Promise<KeptQuestion[]> {
  const read = async (name: string) => parse(await readFile(join(FOLDER, name), 'utf8'));
  const answered = {
    ...Answered.parse(await read('faq.yaml')),
    ...Answered.parse(await read('queries.yaml')),
  };
  const outside = z.array(z.string()).parse(await read('outside.yaml'));
  return [
    ...Object.entries(answered).flatMap(([slug, texts]) =>
      [texts].flat().map((text) => ({ text, slug })),
    ),
    ...outside.map((text) => ({ text, slug: undefined })),
  ];
}
