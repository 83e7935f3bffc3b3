/**
 * A company's result in transit from a worker to the collector, as the output of its job, with the texts
 * of its tables compressed. It is sent through the database, because what completes the job also decides
 * whether the result is accepted (a folder or bucket could not take part in it), and because workers then
 * need only `DATABASE_URL`. It is small, some 20 kB for two years of a company, and deleted as soon as the
 * collector has it.
 */
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import type { RepositoryOutcome } from '../collect/collect-companies.ts';
import type { RowTexts } from '../collect/staging.ts';
import { TABLES } from '../ledger/ledger-tables.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** The result of a worker for a company. */
export type CompanyResult = {
  outcomes: readonly RepositoryOutcome[];
  commits: number;
  /** Undefined if nothing could be read. */
  texts: RowTexts | undefined;
};

const PackedResult = z.object({
  outcomes: z.array(z.custom<RepositoryOutcome>()),
  commits: z.int(),
  /** Compressed JSON, in base64. */
  texts: z.string().nullable(),
});
const Texts = z.record(z.enum([...TABLES, 'tracked']), z.string());

export async function pack({ texts, ...result }: CompanyResult): Promise<object> {
  const packed = texts && (await compress(JSON.stringify(texts)));
  return { ...result, texts: packed?.toString('base64') ?? null };
}

/** @throws if the output was not made by `pack` */
export async function unpack(output: unknown): Promise<CompanyResult> {
  const { texts, ...result } = PackedResult.parse(output);
  if (texts === null) return { ...result, texts: undefined };
  const text = String(await decompress(Buffer.from(texts, 'base64')));
  return { ...result, texts: Texts.parse(JSON.parse(text)) };
}
