/** Renders an edition's files: the bytes that are hashed, signed, stored and served. */
import { sha256 } from '../../lib/atomic-files.ts';
import type { EditionContent } from './content.ts';
import type { ManifestFile } from './edition-manifest.ts';
import type { Sector, SignalsResponse, Startup } from './record.ts';
import { CSV_HEADER, csvLines, rankedStartups } from './record-table.ts';

/** A finished body; its name is that of a file within its edition. */
export type Artifact = ManifestFile & { body: Buffer };

export const JSON_TYPE = 'application/json; charset=utf-8';
export const NDJSON_TYPE = 'application/x-ndjson; charset=utf-8';
export const CSV_TYPE = 'text/csv; charset=utf-8';

export function editionArtifacts(content: EditionContent): Artifact[] {
  const { signals, startups } = content;
  const texts = new Map<unknown, string>();
  for (const startup of startups) texts.set(startup, JSON.stringify(startup));
  return [
    artifact('signals.json', JSON_TYPE, signalsText(signals, texts)),
    artifact('signals.csv', CSV_TYPE, CSV_HEADER + csvLines(rankedStartups(signals))),
    artifact('dataset.jsonl', NDJSON_TYPE, [...texts.values()].map((text) => `${text}\n`).join('')),
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

/** As `json` writes it. @param texts of the startups, which stand in several lists */
function signalsText(
  { meta, trending, sectors }: SignalsResponse,
  texts: ReadonlyMap<unknown, string>,
): string {
  const list = (startups: readonly Startup[]) =>
    `[${startups.map((startup) => texts.get(startup) ?? JSON.stringify(startup)).join(',')}]`;
  const sectorText = ({ startups, ...sector }: Sector) =>
    `${JSON.stringify(sector).slice(0, -1)},"startups":${list(startups)}}`;
  return `{"meta":${JSON.stringify(meta)},"trending":${list(trending)},"sectors":[${sectors.map(sectorText).join(',')}]}\n`;
}

export function ndjson(records: Iterable<unknown>): string {
  return Array.from(records, json).join('');
}
