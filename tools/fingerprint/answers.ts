/**
 * An answer with what may differ between two equal services left out: dates, how Parquet is laid out, and
 * which version of the style sheet a page names.
 */
import { createHash } from 'node:crypto';
import { parquetReadObjects } from 'hyparquet';
import { z } from 'zod';

export type Answer = { status: number; headers: string; body: Buffer };

const UNSTABLE: ReadonlySet<string> = new Set([
  ...['date', 'last-modified', 'connection', 'keep-alive', 'x-request-id'],
]);
/** Told by the bytes of a body that is compared by what it means. */
const OF_BYTES: ReadonlySet<string> = new Set([
  ...['etag', 'content-length', 'content-digest', 'repr-digest', 'content-range'],
]);
const PARQUET = 'application/vnd.apache.parquet';
/** The folder of what pages load is named after its content. */
const ASSETS = /\/assets\/[0-9a-f]+\//g;

export async function normalizeAnswer(path: string, response: Response): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  const isWhole = response.status === 200 && bytes.length > 0;
  const body = isWhole ? await normalizeBody(path, type, bytes) : undefined;
  const isParquet = type === PARQUET;
  const isPage = type.startsWith('text/html');
  const left = body || isParquet || isPage ? new Set([...UNSTABLE, ...OF_BYTES]) : UNSTABLE;
  const headers = [...response.headers].filter(([name]) => !left.has(name));
  return {
    status: response.status,
    headers: withoutVersion(headers.map(([name, value]) => `${name}: ${value}\n`).join('')),
    // A part of a Parquet file says nothing by itself.
    body: isPage
      ? Buffer.from(withoutVersion(String(bytes)))
      : (body ?? (isParquet ? Buffer.alloc(0) : bytes)),
  };
}

function withoutVersion(text: string): string {
  return text.replaceAll(ASSETS, '/assets/');
}

/** Undefined for a body that is compared as it is. */
async function normalizeBody(
  path: string,
  type: string,
  bytes: Buffer,
): Promise<Buffer | undefined> {
  if (type === PARQUET) return parquetRows(bytes);
  if (/\/editions\/[^/]+\/manifest\.json$/.test(path)) return withoutParquet(bytes);
  if (path.startsWith('/metrics')) return withoutFigures(bytes);
  if (/publications\.jsonl$/.test(path)) return withoutManifests(bytes);
  return undefined;
}

async function parquetRows(bytes: Buffer): Promise<Buffer> {
  const file = Uint8Array.from(bytes).buffer;
  const rows = await parquetReadObjects({ file });
  const hash = createHash('sha256');
  for (const row of rows) hash.update(`${JSON.stringify(row, (_, value) => plain(value))}\n`);
  return Buffer.from(`${rows.length} rows ${hash.digest('hex')}`);
}

const plain = (value: unknown) => (typeof value === 'bigint' ? String(value) : value);

const Manifest = z.looseObject({ files: z.array(z.looseObject({ name: z.string() })) });
function withoutParquet(bytes: Buffer): Buffer {
  const manifest = Manifest.parse(JSON.parse(bytes.toString()));
  const files = manifest.files.map((file) =>
    file.name.endsWith('.parquet') ? { ...file, bytes: null, sha256: null } : file,
  );
  return Buffer.from(JSON.stringify({ ...manifest, files }));
}

/** A manifest's hash, and with it the chain, tells of every file's. */
function withoutManifests(bytes: Buffer): Buffer {
  const lines = bytes.toString().trim().split('\n');
  const entries = lines.map((line) => ({
    ...z.looseObject({}).parse(JSON.parse(line)),
    ...{ manifest: null, previous: null },
  }));
  return Buffer.from(JSON.stringify(entries));
}

/** Metrics by their names: figures are of one run. */
function withoutFigures(bytes: Buffer): Buffer {
  const names = [...bytes.toString().matchAll(/^# TYPE (.+)$/gm)].map(([, name]) => `${name}\n`);
  return Buffer.from(names.sort().join(''));
}
