/**
 * A company's rows in transit from a worker to the collector: the compressed lines of its tables.
 * They are sent through the database, because the transaction that stores them also decides whether
 * they are accepted (a folder or bucket could not take part in it), and because workers then need
 * only `DATABASE_URL`. They are small, some 20 kB for two years of a company, and deleted as soon as
 * the collector has them.
 */
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import type { RowLines } from '../collect/staging.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const Texts = z.strictObject({
  activity: z.string(),
  excluded: z.string(),
  releases: z.string(),
  dependencies: z.string(),
  repositories: z.string(),
} satisfies Record<keyof RowLines, unknown>);

export async function pack(lines: RowLines): Promise<Buffer> {
  const texts = Object.fromEntries(
    Object.entries(lines).map(([table, each]) => [table, [...each].join('')]),
  );
  return compress(JSON.stringify(texts));
}

/** @throws if the bytes were not made by `pack` */
export async function unpack(packed: Buffer): Promise<RowLines> {
  const texts = Texts.parse(JSON.parse(String(await decompress(packed))));
  return {
    activity: [texts.activity],
    excluded: [texts.excluded],
    releases: [texts.releases],
    dependencies: [texts.dependencies],
    repositories: [texts.repositories],
  };
}
