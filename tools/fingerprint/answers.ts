/**
 * An answer without the parts that may differ between two equal services: dates, Parquet files, whose
 * rows other files have too, and the version of the style sheet that a page names.
 */
import { z } from 'zod';

export type Answer = { status: number; headers: string; body: Buffer };

const UNSTABLE = 'date last-modified connection keep-alive x-request-id'.split(' ');
/** Headers computed from the bytes of a body, left out where part of the body is. */
const OF_BYTES = 'etag content-length content-digest repr-digest content-range'.split(' ');
/** The folder of the pages' assets is named after its content. */
const ASSETS = /\/assets\/[0-9a-f]+\//g;

export async function normalizeAnswer(path: string, response: Response): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const stable = stableBody(path, response, bytes);
  const left = stable === undefined ? UNSTABLE : [...UNSTABLE, ...OF_BYTES];
  const headers = [...response.headers].filter(([name]) => !left.includes(name));
  return {
    status: response.status,
    headers: withoutVersion(headers.map(([name, value]) => `${name}: ${value}\n`).join('')),
    body: stable === undefined ? bytes : Buffer.from(stable),
  };
}

function withoutVersion(text: string): string {
  return text.replaceAll(ASSETS, '/assets/');
}

/** Undefined for a body that is compared as it is. */
function stableBody(path: string, response: Response, bytes: Buffer): string | undefined {
  const type = response.headers.get('content-type') ?? '';
  if (type === 'application/vnd.apache.parquet') return '';
  if (type.startsWith('text/html')) return withoutVersion(String(bytes));
  if (response.status !== 200 || bytes.length === 0) return undefined;
  if (/\/editions\/[^/]+\/manifest\.json$/.test(path)) return withoutParquet(String(bytes));
  if (/publications\.jsonl$/.test(path)) return withoutManifests(String(bytes));
  // Figures are of one run.
  if (path.startsWith('/metrics'))
    return String(bytes)
      .match(/^# TYPE .+$/gm)
      ?.sort()
      .join('\n');
  return undefined;
}

const Manifest = z.looseObject({ files: z.array(z.looseObject({ name: z.string() })) });
function withoutParquet(text: string): string {
  const manifest = Manifest.parse(JSON.parse(text));
  const files = manifest.files.filter(({ name }) => !name.endsWith('.parquet'));
  return JSON.stringify({ ...manifest, files });
}

/** A manifest's hash, and with it the chain, depends on every file. */
function withoutManifests(text: string): string {
  return text.replaceAll(/"(?:manifest|previous)":"[0-9a-f]{64}"/g, '');
}
