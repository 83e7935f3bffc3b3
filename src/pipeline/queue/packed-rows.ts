/**
 * A company's rows on their way from a worker to the collector: the lines of its tables, compressed.
 * They travel through the database itself: whether they count is decided in the transaction that
 * stores them, which a folder or a bucket beside it has no part in, and workers need nothing but
 * `DATABASE_URL`. They are small (a company's rows of two years are some 20 kB) and are deleted as
 * soon as the collector has them.
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

/** @throws where the bytes are not what `pack` made */
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
