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
import type { RepositoryOutcome } from '../collect/collect-companies.ts';
import type { RowLines } from '../collect/staging.ts';
import { TABLES } from '../ledger/ledger-tables.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** What a worker found out about a company. */
export type CompanyResult = {
  outcomes: readonly RepositoryOutcome[];
  commits: number;
  /** Undefined if nothing could be read. */
  lines: RowLines | undefined;
};

const TableLines = z.record(z.enum([...TABLES, 'tracked']), z.array(z.string()));

export async function pack(lines: RowLines): Promise<Buffer> {
  const tables = Object.entries(lines).map(([table, each]) => [table, [...each]]);
  return compress(JSON.stringify(Object.fromEntries(tables)));
}

/** @throws if the bytes were not made by `pack` */
export async function unpack(packed: Buffer): Promise<RowLines> {
  return TableLines.parse(JSON.parse(String(await decompress(packed))));
}
