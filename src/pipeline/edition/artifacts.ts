/** Renders an edition's files: the bytes that are hashed, signed, stored and served. */
import { sha256 } from '../../lib/atomic-files.ts';
import type { EditionContent } from './content.ts';
import type { ManifestFile } from './edition-manifest.ts';
import { CSV_HEADER, csvLines, rankedStartups } from './record-table.ts';

/** A finished body; its name is that of a file within its edition. */
export type Artifact = ManifestFile & { body: Buffer };

export const JSON_TYPE = 'application/json; charset=utf-8';
export const NDJSON_TYPE = 'application/x-ndjson; charset=utf-8';
export const CSV_TYPE = 'text/csv; charset=utf-8';

export function editionArtifacts(content: EditionContent): Artifact[] {
  const { signals } = content;
  return [
    artifact('signals.json', JSON_TYPE, json(signals)),
    artifact('signals.csv', CSV_TYPE, CSV_HEADER + csvLines(rankedStartups(signals))),
    artifact('dataset.jsonl', NDJSON_TYPE, ndjson(content.startups)),
    artifact('evidence.jsonl', NDJSON_TYPE, ndjson(content.evidence)),
    artifact('not-covered.jsonl', NDJSON_TYPE, ndjson(content.notCovered)),
  ];
}

export function artifact(name: string, type: string, content: string | Buffer): Artifact {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content);
  return { name, type, body, bytes: body.length, sha256: sha256(body) };
}

/** A JSON document with its line end. */
export function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

export function ndjson(records: Iterable<unknown>): string {
  return Array.from(records, json).join('');
}
